import { type Document, isPair, isScalar, visit, type Node as YamlNode } from "yaml";
import { endOfString } from "./json-place.js";
import { escapeStep } from "./schema-reference.js";

/** Digits of integers that a number of JavaScript cannot hold, by the JSON pointer of their place. */
export type ExactIntegers = ReadonlyMap<string, string>;

/** Integers of sixteen digits and more can lie beyond 2^53. */
const LONG_INTEGER = /(?<![\w.+-])-?\d{16,}(?![\w.])/u;

/** Whether a text may hold such an integer; most texts do not, and are not looked at again. */
export function mayHoldLongInteger(text: string): boolean {
  return LONG_INTEGER.test(text);
}

export function pointerOfSteps(steps: readonly string[]): string {
  return steps.map((step) => `/${escapeStep(step)}`).join("");
}

/** Long integers of a text that is valid JSON. One pass over the tokens; values are not built. */
export function longIntegersOfJson(text: string): ExactIntegers {
  const found = new Map<string, string>();
  const open: { readonly list: boolean; step: string; index: number }[] = [];
  let key = "";
  for (const token of tokensOf(text)) {
    const top = open.at(-1);
    switch (token) {
      case "{":
      case "[":
        open.push({ list: token === "[", step: "", index: 0 });
        if (token === "[") open.at(-1)!.step = "0";
        break;
      case "}":
      case "]":
        open.pop();
        break;
      case ":":
        if (top !== undefined) top.step = key;
        break;
      case ",":
        if (top?.list === true) top.step = String(++top.index);
        break;
      default:
        if (token.startsWith('"')) key = top?.list === true ? "" : (JSON.parse(token) as string);
        else if (isLong(token)) found.set(pointerOfSteps(open.map(({ step }) => step)), digitsOf(token));
    }
  }
  return found;
}

/** Brackets, commas, colons, strings with their quotes, and what stands between them. */
function* tokensOf(text: string): Generator<string> {
  const other = /[{}[\],:]|[^\s{}[\],:"]+|"/gu;
  for (let found = other.exec(text); found !== null; found = other.exec(text)) {
    if (found[0] === '"') other.lastIndex = endOfString(text, found.index);
    yield text.slice(found.index, other.lastIndex);
  }
}

/** Long integers of a document of YAML; those behind an alias are found where they are written only. */
export function longIntegersOfYaml(document: Document.Parsed): ExactIntegers {
  const found = new Map<string, string>();
  visit(document, {
    Scalar(key, node, path) {
      if (key === "key" || typeof node.value !== "number" || !isLong(node.source ?? "")) return;
      const above = [...path.slice(1), node] as const;
      const steps = above.flatMap((part, index) => stepInto(above[index - 1], part as YamlNode));
      found.set(pointerOfSteps(steps), digitsOf(node.source ?? ""));
    },
  });
  return found;
}

function stepInto(parent: unknown, child: unknown): readonly string[] {
  if (isPair(child)) return [isScalar(child.key) ? String(child.key.value) : ""];
  if (typeof parent !== "object" || parent === null || isPair(parent) || !("items" in parent)) return [];
  const items = parent.items as readonly unknown[];
  return [String(items.indexOf(child))];
}

function isLong(source: string): boolean {
  return /^[-+]?\d{16,}$/u.test(source) && !Number.isSafeInteger(Number(source));
}

/** The integer in the one form that JSON has for it. */
function digitsOf(source: string): string {
  return String(BigInt(source.replace(/^\+/u, "")));
}
