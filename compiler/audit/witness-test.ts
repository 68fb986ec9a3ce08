import { nameText, stringText, valueText } from "../../dsl/print/value.js";
import type { Json } from "../../runtime/abi/json.js";
import { canonical } from "../../runtime/value/compare.js";
import type { TestIr } from "../ir/scenario.js";
import type { CheckName, Finding, Witness } from "./finding.js";

interface Expectation {
  readonly text: string;
  holds(score: number): boolean;
}

const FULL: Expectation = { text: "reward == 1", holds: (score) => score === 1 };
const LOW: Expectation = { text: "reward <= 0.5", holds: (score) => score <= 0.5 };
const LESS: Expectation = { text: "reward < 1", holds: (score) => score < 1 };

/** What must hold of a witness once the reward is repaired. */
const EXPECTED: { readonly [check in CheckName]?: Expectation } = {
  S0: FULL,
  S1: FULL,
  S2: LOW,
  S4: LOW,
  S6: LOW,
  S9: LOW,
  S10: LESS,
  S11: LESS,
};

/** A test block, and what tells it from others. */
export interface WitnessTest {
  readonly title: string;
  readonly text: string;
  /** As `playOf` gives it for the same test in a file. */
  readonly play: string;
}

/** Columns of a title at most, but for a number that makes it one of its own. */
const TITLE = 60;

/**
 * A finding's witness as a `test` block that fails until the reward is repaired. Undefined for a finding without a
 * witness, or whose witness says nothing by itself. `titles` are taken.
 */
export function witnessTest(finding: Finding, titles: ReadonlySet<string>): WitnessTest | undefined {
  if (finding.witness === undefined) return undefined;
  // A trace that the tests lack is written down with what it scores.
  const exact = `reward == ${finding.witness.score}`;
  const known = EXPECTED[finding.check];
  // A test that holds already would say nothing about the finding.
  if (finding.check !== "S12" && (known === undefined || known.holds(finding.witness.score)))
    return undefined;
  const expected = finding.check === "S12" ? exact : known?.text;
  const title = titleOf(finding, titles);
  const { task, reward, calls } = finding.witness;
  const steps = callTexts(finding.witness).map((call) => `    ${call}\n`);
  const head = `  test ${stringText(title)} task ${stringText(task)} reward ${reward} expect ${expected}`;
  return { title, text: `${head} {\n${steps.join("")}  }\n`, play: playText(task, reward, calls) };
}

/** What a test of a scenario plays and under which reward, apart from its title and what it expects. */
export function playOf({ task, reward, steps }: TestIr, defaultReward: string): string {
  return playText(task, reward ?? defaultReward, steps);
}

function playText(task: string | undefined, reward: string, steps: readonly object[]): string {
  const calls = steps.map((step): Json => {
    const { tool, arguments: args, raw, text, kind } = step as { readonly [key: string]: Json | undefined };
    return [tool ?? kind ?? null, args ?? raw ?? text ?? null];
  });
  return canonical([task ?? null, reward, calls]);
}

/** The check and the beginning of its message, cut between words. */
function titleOf({ check, message }: Finding, taken: ReadonlySet<string>): string {
  const plain = message.replace(/^No test notices (.*)\.$/u, "notices $1").replace(/\.$/u, "");
  const words = `audit ${check}: ${plain}`.split(" ");
  let title = "";
  for (const word of words) {
    if (title !== "" && title.length + 1 + word.length > TITLE) break;
    title = title === "" ? word : `${title} ${word}`;
  }
  title = title.replace(/[:,;]$/u, "");
  let free = title;
  for (let number = 2; taken.has(free); number += 1) free = `${title} (${number})`;
  return free;
}

/** The calls of a witness as they are written in a test. */
export function callTexts(witness: Witness): readonly string[] {
  return witness.calls.map((call) => {
    if (call.arguments === undefined) return `raw ${call.tool} ${stringText(call.raw ?? "")}`;
    const args = Object.entries(call.arguments).map(
      ([name, value]) => `${nameText(name)}: ${valueText(value)}`,
    );
    return `${call.tool}(${args.join(", ")})`;
  });
}
