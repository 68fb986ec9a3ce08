import { expect, it } from "vitest";
import { board, boardFindings } from "./board.js";

const reward = (items: string) => `reward sound {
    derive slots
    ${items}
  }`;

const read = (key: string) => ({ tool: "get_card", arguments: { key } });

it("compiles groups, neighbours and single calls", async () => {
  const scenario = await board({
    reward: reward(`step 0.2 all { get_card(key: card.key) get_card(key: "C-4") } before create_card
    step get_card(key: create_card.key) exactly once immediately after create_card`),
  });
  const task = scenario.bind({ task: "train/0" });
  const terms = (keys: readonly string[], after: readonly string[]) => {
    const episode = scenario.start(task);
    for (const call of [...keys.map(read), ...scenario.gold(task), ...after.map(read)]) episode.call(call);
    return Object.fromEntries(episode.finish().terms.map(({ id, value }) => [id, Number(value.toFixed(6))]));
  };
  const [group, back] = ["step.get_card+get_card.before.create_card", "step.get_card.after.create_card"];
  expect(terms(["C-4", "C-1"], ["C-5"])).toEqual({ goal: 0.8, [group]: 0.133333, [back]: 0.066667 });
  expect(terms(["C-4"], ["C-5"])).toMatchObject({ [group]: 0, [back]: 0.066667 });
  expect(terms(["C-4", "C-1"], ["C-4", "C-5"])).toMatchObject({ [back]: 0 });
  expect(terms(["C-4", "C-1"], ["C-5", "C-5"])).toMatchObject({ [group]: 0.133333, [back]: 0 });
});

it.each([
  ["an unknown tool of a group", `step all { get_card get_crd } before create_card`, ['RVR2006 "get_crd"']],
  ["an unknown argument of a group", `step all { get_card(kye: 1) } before create_card`, ['RVR3002 "kye"']],
  ["an empty group", `step all { } before create_card`, ['RVR1033 "all { }"']],
])("reports %s", async (_, items, expected) => {
  expect(await boardFindings({ reward: reward(items) })).toEqual(expected);
});
