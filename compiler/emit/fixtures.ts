import { compareText } from "../../dsl/text/compare.js";
import { canonicalPart } from "./canonical.js";
import type { EmittedFile } from "./file.js";
import { jsonListOf, jsonObjectOf } from "./literal.js";
import { scenarioFolder } from "./scenario-input.js";

/** An episode with its outcomes by reward; see `run/fixtures.ts`. */
interface FixtureParts {
  readonly expected: { readonly [reward: string]: object };
}

/** Most parts of the fixtures are the same objects from one round to the next, and printing them is most of the work. */
const texts = new WeakMap<object, string>();

/** `fixtures.json`: episodes with their outcomes, from running the compiled scenario. */
export function emitFixtures(scenario: string, fixtures: readonly FixtureParts[]): EmittedFile {
  const items = fixtures.map(({ expected, ...rest }) => {
    const outcomes = Object.entries(expected).map(([reward, score]) => [reward, textOf(score)] as const);
    const parts = Object.entries(rest).map(([key, part]) => [key, textOf(part)] as const);
    return objectText([...parts, ["expected", objectText(outcomes)] as const]);
  });
  return { path: `${scenarioFolder(scenario)}/fixtures.json`, text: `${jsonListOf(items)}\n` };
}

function objectText(entries: readonly (readonly [string, string])[]): string {
  return jsonObjectOf([...entries].sort(([left], [right]) => compareText(left, right)));
}

function textOf(part: unknown): string {
  if (typeof part !== "object" || part === null) return canonicalPart(String(part));
  const text = texts.get(part) ?? canonicalPart(part);
  texts.set(part, text);
  return text;
}
