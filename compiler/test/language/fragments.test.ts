import { describe, expect, it } from "vitest";
import { type BoardParts, boardFindings, compileBoard } from "./board.js";

const SHARED = `
fragment around(read, write) {
  step 0.25 read before any write
  step 0.25 read(key: write.key) after write
}
fragment faults(write) {
  penalty 0.3 missing write
  penalty 0.1 each unknown tool
}
`;

const written: BoardParts = {
  reward: `reward paper additive {
    bonus 0.5 once accepted create_card
    step 0.25 get_card before any create_card
    step 0.25 get_card(key: create_card.key) after create_card
    penalty 0.3 missing create_card
    penalty 0.1 each unknown tool
  }`,
};

const using = (uses: string) => `reward paper additive {
    bonus 0.5 once accepted create_card
    ${uses}
  }`;

const withFile = (uses: string, shared = SHARED): BoardParts => ({
  imports: 'use fragment around from "shared.rvr"\nuse fragment faults from "shared.rvr"\n',
  files: { "shared.rvr": shared },
  reward: using(uses),
});

const own = (fragments: string, uses: string): BoardParts => ({ imports: fragments, reward: using(uses) });

async function rewards(parts: BoardParts) {
  const { scenarios, diagnostics } = await compileBoard(parts);
  expect(diagnostics).toEqual([]);
  return scenarios[0]?.ir.rewards;
}

describe("a fragment", () => {
  it("means what its items mean where it is used", async () => {
    const expected = await rewards(written);
    const uses = "use around(get_card, create_card)\nuse faults(create_card)";
    expect(await rewards(withFile(uses))).toEqual(expected);
    expect(await rewards(own(SHARED, uses))).toEqual(expected);
  });

  it("may use other fragments", async () => {
    const both = "fragment both(a, b) { use around(a, b) use faults(b) }\n";
    expect(await rewards(own(SHARED + both, "use both(get_card, create_card)"))).toEqual(
      await rewards(written),
    );
  });

  it("numbers the terms of repeated uses", async () => {
    const reward = (
      await rewards(own(SHARED, "use faults(create_card) use faults(move_card) use faults(create_card)"))
    )?.[0];
    expect(reward?.form === "additive" && reward.charges.map(({ id }) => id)).toEqual([
      "bonus.accepted.create_card",
      "penalty.missing.create_card",
      "penalty.unknown",
      "penalty.missing.move_card",
      "penalty.unknown#2",
      "penalty.missing.create_card#2",
      "penalty.unknown#3",
    ]);
  });
});

describe("reports", () => {
  it.each<[string, BoardParts, string[]]>([
    ["an unknown fragment", withFile("use arond(get_card, create_card)"), ['RVR2018 "arond"']],
    [
      "a fragment that the named file lacks",
      withFile("use faults(create_card)", "fragment around(a, b) {}"),
      ['RVR2018 "faults"'],
    ],
    ["an unknown tool", withFile("use around(get_crd, create_card)"), ['RVR2006 "get_crd"']],
    ["a tool too few", withFile("use around(create_card)"), ['RVR6008 "use around(create_card)"']],
    [
      "a tool of the scenario within a fragment",
      own("fragment f(t) { penalty 1 missing get_card }", "use f(move_card)"),
      ['RVR2019 "get_card"'],
    ],
    [
      "a variable of the task within a fragment",
      own("fragment f(t) { step t(key: card.key) }", "use f(get_card)"),
      ['RVR2001 "card"'],
    ],
    [
      "an item of the other form",
      own("fragment f(t) { budget 3 }", "use f(get_card)"),
      ['RVR6001 "budget 3"'],
    ],
    [
      "a parameter that is given twice",
      own("fragment f(t, t) { }", "use f(get_card, get_card)"),
      ['RVR2007 "t"'],
    ],
    [
      "a circle",
      own("fragment a(t) { use b(t) }\nfragment b(t) { use a(t) }", "use a(get_card)"),
      ['RVR6007 "a"'],
    ],
  ])("%s", async (_, parts, expected) => {
    expect(await boardFindings(parts)).toEqual(expected);
  });

  it("a mistake of a fragment once, with the place of its use", async () => {
    const shared = "fragment around(read, write) { step raed before write }\nfragment faults(w) {}";
    const { diagnostics } = await compileBoard(
      withFile("use around(get_card, create_card)\nuse around(get_card, create_card)", shared),
    );
    expect(diagnostics.map(({ code, file }) => [code, file])).toEqual([["RVR2019", "shared.rvr"]]);
    expect(diagnostics[0]?.remedy).toBe("Did you mean 'read'?");
    expect(diagnostics[0]?.related.map(({ file }) => file)).toEqual(["cards.rvr"]);
  });

  it("the nearest name for an unknown fragment", async () => {
    const { diagnostics } = await compileBoard(withFile("use arond(get_card, create_card)"));
    expect(diagnostics[0]?.remedy).toBe("Did you mean 'around'?");
  });
});
