import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { addedTokens, trainBpe } from "../pretrain/bpe.js";
import { copyDialogue } from "../pretrain/copy.js";
import type { Dialogue } from "../pretrain/dialogue.js";
import { encodeDialogue } from "../pretrain/encode.js";
import { generateDialogue } from "../pretrain/generate.js";
import { vocabularyPieces } from "../pretrain/make-tokenizer.js";
import { heldOutWords, isHeldOut } from "../pretrain/names.js";
import { probes } from "../pretrain/probes.js";
import type { Value } from "../pretrain/slots.js";
import { writeCorpus } from "../pretrain/write-corpus.js";
import { createRandom, restoreRandom } from "../random.js";
import { type ChatMessage, loadTokenizer, renderPrompt } from "../tokenizer/index.js";

const folder = fileURLToPath(new URL("../models/embedded", import.meta.url));
const tokenizer = loadTokenizer(folder);
const lexicon = {
  pieces: vocabularyPieces(tokenizer.idOf, tokenizer.vocabSize, (ids) => tokenizer.decode(ids)),
};

function sample(seed: number, count: number): Dialogue[] {
  const random = createRandom(seed);
  return Array.from({ length: count }, (_, i) =>
    i % 5 === 0 ? copyDialogue(random, lexicon) : generateDialogue(random, lexicon, { short: i % 2 === 0 }),
  );
}

function leaves(value: Value): Value[] {
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(leaves) : [value];
}

describe("the random generator", () => {
  it("continues from a saved state and splits into different streams", () => {
    const random = createRandom("seed");
    random.next();
    const copy = restoreRandom(random.state());
    expect([random.bits(), random.next(), random.below(9)]).toEqual([
      copy.bits(),
      copy.next(),
      copy.below(9),
    ]);
    expect(createRandom("a").split("x").bits()).not.toBe(createRandom("a").split("y").bits());
    expect(() => restoreRandom([0, 0, 0, 0])).toThrow(RangeError);
    expect(() => random.pick([])).toThrow(RangeError);
  });

  it("fills its range evenly", () => {
    const random = createRandom(5);
    const counts = [0, 0, 0, 0, 0];
    for (let i = 0; i < 5000; i += 1) counts[random.below(5)]! += 1;
    for (const count of counts) expect(Math.abs(count - 1000)).toBeLessThan(150);
  });
});

describe("byte-pair encoding", () => {
  it("merges the most frequent pair first and keeps spaces and digits apart", () => {
    const json = trainBpe(["low low low lower 11 11 11"], addedTokens.length + 256 + 3) as {
      model: { merges: string[][] };
    };
    expect(json.model.merges).toEqual(
      [
        ["l", "o"],
        ["lo", "w"],
        ["e", "r"],
      ].slice(0, json.model.merges.length),
    );
    expect(json.model.merges.length).toBeGreaterThanOrEqual(2);
  });
});

describe("the corpus", () => {
  const dialogues = sample(99, 4000);

  it("holds no word of the scenarios that it must not know", () => {
    const found = dialogues
      .map((dialogue) => JSON.stringify(dialogue))
      .filter((text) => isHeldOut(text) || /\bissue|assign(ee)s?\b/i.test(text));
    expect(found).toEqual([]);
    expect(heldOutWords).toContain("issue");
  });

  it("is the same for the same seed and another for another", () => {
    expect(JSON.stringify(sample(3, 40))).toBe(JSON.stringify(sample(3, 40)));
    expect(JSON.stringify(sample(3, 40))).not.toBe(JSON.stringify(sample(4, 40)));
  });

  it("calls tools as their schemas say", () => {
    const ajv = new Ajv2020({ strict: false });
    for (const dialogue of dialogues.slice(0, 400)) {
      const checks = new Map(
        dialogue.tools.map((tool) => [tool.function.name, ajv.compile(tool.function.parameters)]),
      );
      expect(checks.size).toBe(dialogue.tools.length);
      for (const turn of dialogue.turns) {
        if (!("call" in turn) || turn.wrong === true) continue;
        const check = checks.get(turn.call.name);
        expect(check?.(turn.call.arguments), JSON.stringify([turn.call, check?.errors])).toBe(true);
      }
    }
  });

  it("teaches no value that the model could not know", () => {
    let known = 0;
    let all = 0;
    for (const dialogue of dialogues) {
      let seen = `${dialogue.system} ${dialogue.user} ${JSON.stringify(dialogue.tools)}`;
      for (const turn of dialogue.turns) {
        if (!("call" in turn)) continue;
        if (turn.wrong !== true) {
          for (const value of leaves(turn.call.arguments)) {
            all += 1;
            // A wrapped text is its own text inside marks; every word of it must have been seen.
            if (
              String(value)
                .split(/[<>#*[\]]+/)
                .every((part) => seen.includes(part))
            )
              known += 1;
          }
        }
        seen += (turn.answer ?? "").replaceAll("\\", "");
      }
    }
    expect(known / all).toBeGreaterThan(0.995);
  });

  it("is encoded as the template writes it, taught on assistant turns only", () => {
    for (const dialogue of dialogues.slice(0, 60)) {
      const { ids, weights } = encodeDialogue(tokenizer, dialogue);
      const messages = dialogue.turns.flatMap((turn): ChatMessage[] =>
        "say" in turn
          ? [{ role: "assistant" as const, content: turn.say }]
          : [
              { role: "assistant" as const, calls: [turn.call] },
              ...(turn.answer === undefined ? [] : [{ role: "tool" as const, content: turn.answer }]),
            ],
      );
      const whole = renderPrompt(tokenizer, {
        system: dialogue.system,
        tools: dialogue.tools,
        messages: [{ role: "user", content: dialogue.user }, ...messages],
      });
      expect(whole.slice(0, ids.length)).toEqual(ids);
      const taught = tokenizer.decode(ids.filter((_, i) => weights[i] === 1));
      const right = dialogue.turns.filter((turn) => "say" in turn || turn.wrong !== true);
      expect(taught.split("<|im_end|>")).toHaveLength(right.length + 1);
      expect(taught).not.toContain("<|im_start|>");
    }
  });

  it("is written as ids, weights and lengths that agree", () => {
    const dir = mkdtempSync(join(tmpdir(), "rvrc-corpus-"));
    try {
      const size = writeCorpus(dir, tokenizer, {
        seed: 1,
        tokens: 5000,
        maxLength: 400,
        make: (random) => generateDialogue(random, lexicon, { short: true }),
      });
      const bytes = (name: string): number => readFileSync(join(dir, name)).length;
      expect(size.tokens).toBeGreaterThanOrEqual(5000);
      expect(bytes("ids.bin")).toBe(2 * size.tokens);
      expect(bytes("weights.bin")).toBe(size.tokens);
      expect(bytes("lengths.bin")).toBe(4 * size.dialogues);
    } finally {
      rmSync(dir, { recursive: true });
    }
  });

  it("leaves the probes' names out", () => {
    const text = JSON.stringify(dialogues).toLowerCase();
    for (const name of ["ledgertype", "stewardee", "shelfid", "vellum", "make_hop"])
      expect(text).not.toContain(name);
    expect(probes()).toHaveLength(32);
  });
});
