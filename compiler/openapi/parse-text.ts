import {
  type Document,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  type ParsedNode,
  parseDocument,
  visit,
} from "yaml";
import type { Span } from "../../dsl/tree/span.js";
import { aliasGrowth } from "./alias-growth.js";
import {
  longIntegersOfJson,
  longIntegersOfYaml,
  mayHoldLongInteger,
  pointerOfSteps,
} from "./exact-integers.js";
import { jsonLocator } from "./json-place.js";

/** Aliases of a YAML document may stand for this many values; a few lines can stand for billions. */
export const MAX_ALIAS_GROWTH = 1_000_000;

export interface ParsedText {
  readonly text: string;
  /** Plain JSON data: every key is text. Undefined when the text could not be read. */
  readonly value: unknown;
  readonly problem: { readonly message: string; readonly span: Span } | undefined;
  /** Where a value stands; its nearest ancestor when there is no such value. */
  locate(steps: readonly string[]): Span;
  /** The same with the file, for a text that was put together from several. */
  place?(steps: readonly string[]): { readonly file: string; readonly span: Span };
  /** Digits of the integer at a place, where a number would not be exact; left out when the text has no such integer. */
  exactInteger?(steps: readonly string[]): string | undefined;
  /** The first merge key of YAML, which was expanded. */
  readonly mergeKey?: Span;
}

/**
 * Reads JSON, or else YAML 1.2 (core schema) with merge keys (`<<`) expanded. Which of the two a text is, its first
 * character that is not white space decides; the file's name says nothing.
 */
export function parseText(text: string): ParsedText {
  const plain = text.startsWith("\uFEFF") ? text.slice(1) : text;
  if (/^\s*[[{]/.test(plain)) {
    try {
      const value: unknown = JSON.parse(plain);
      const long = mayHoldLongInteger(plain) ? longIntegersOfJson(plain) : new Map<string, string>();
      return { text, value, problem: undefined, locate: jsonLocator(text), ...exactly(long) };
    } catch {
      // Flow style YAML starts with a bracket too; its reader also gives the better message.
    }
  }
  return parseYaml(text, plain);
}

/** `plain` is the text without its byte order mark; places are those of the text. */
function parseYaml(text: string, plain: string): ParsedText {
  const mark = text.length - plain.length;
  let document: Document.Parsed;
  try {
    document = parseDocument(plain, { version: "1.2", schema: "core", merge: true, uniqueKeys: true });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const start = { start: 0, end: 0 };
    return {
      text,
      value: undefined,
      problem: { message: "it is nested too deeply", span: start },
      locate: () => start,
    };
  }
  const shifted = ({ start, end }: Span): Span => ({ start: start + mark, end: end + mark });
  const locate = (steps: readonly string[]): Span => shifted(locateInYaml(document, steps));
  const [error] = document.errors;
  if (error !== undefined) {
    const [start, end] = error.pos;
    const message = yamlFault(error.code, error.message);
    return {
      text,
      value: undefined,
      problem: { message, span: shifted({ start, end: Math.max(end, start) }) },
      locate,
    };
  }
  const failed = (message: string): ParsedText => {
    return { text, value: undefined, problem: { message, span: { start: 0, end: 0 } }, locate };
  };
  try {
    // The reader's own limit counts aliases, not what they stand for.
    const value: unknown = document.toJS({ maxAliasCount: -1 });
    const growth = aliasGrowth(value);
    if (growth === Number.POSITIVE_INFINITY) return failed("an alias stands for something that holds it");
    if (growth > MAX_ALIAS_GROWTH)
      return failed(`its aliases stand for more than ${MAX_ALIAS_GROWTH} values`);
    const long = mayHoldLongInteger(plain) ? longIntegersOfYaml(document) : new Map<string, string>();
    const merge = plain.includes("<<") ? firstMergeKey(document) : undefined;
    return {
      text,
      value,
      problem: undefined,
      locate,
      ...exactly(long),
      ...(merge === undefined ? {} : { mergeKey: shifted(merge) }),
    };
  } catch (error) {
    return failed(firstLine(error instanceof Error ? error.message : String(error)));
  }
}

function exactly(long: ReadonlyMap<string, string>): Pick<ParsedText, "exactInteger"> {
  return long.size === 0 ? {} : { exactInteger: (steps) => long.get(pointerOfSteps(steps)) };
}

function firstMergeKey(document: Document.Parsed): Span | undefined {
  let found: Span | undefined;
  visit(document, {
    Pair(_, pair) {
      if (!isScalar(pair.key) || typeof pair.key.value !== "symbol") return undefined;
      found = spanOf(pair.key);
      return visit.BREAK;
    },
  });
  return found;
}

/** What the reader of YAML says, but where it speaks to programmers. */
function yamlFault(code: string, message: string): string {
  if (/call stack/i.test(message)) return "it is nested too deeply";
  return code === "MULTIPLE_DOCS" ? "it holds several documents, and one is needed" : firstLine(message);
}

function locateInYaml(document: Document.Parsed, steps: readonly string[]): Span {
  let node: ParsedNode | null = document.contents;
  let span = spanOf(node) ?? { start: 0, end: 0 };
  for (const step of steps) {
    const next: unknown = isMap(node)
      ? node.items.find((pair) => isPair(pair) && isScalar(pair.key) && String(pair.key.value) === step)
      : isSeq(node)
        ? node.items[Number(step)]
        : undefined;
    if (isPair(next)) {
      // The key of a container says more than its first line.
      span = spanOf(isScalar(next.value) ? next.value : next.key) ?? span;
      node = isNode(next.value) ? (next.value as ParsedNode) : null;
    } else if (isNode(next)) {
      span = spanOf(next) ?? span;
      node = next as ParsedNode;
    } else break;
  }
  return span;
}

function spanOf(node: unknown): Span | undefined {
  if (!isNode(node) || node.range === undefined || node.range === null) return undefined;
  const [start, end] = node.range;
  return { start, end: isScalar(node) ? end : Math.min(end, start + 1) };
}

function firstLine(message: string): string {
  return (message.split("\n")[0] ?? "").replace(/ at line \d+.*$/, "").replace(/[.:]$/, "");
}
