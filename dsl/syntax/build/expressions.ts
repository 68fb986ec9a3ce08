import type { CstNode, IToken } from "chevrotain";
import type { BinaryOperator, Expression, ObjectEntry, Path, TestWord } from "../../tree/expression.js";
import type { ArgumentLine, NamedArgument } from "../../tree/scenario.js";
import type { Span } from "../../tree/span.js";
import type { ApiReference, Matcher, MatcherName } from "../../tree/world.js";
import { syntaxDiagnostics } from "../codes.js";
import {
  type BuildContext,
  child,
  childrenOf,
  endSpan,
  has,
  type Node,
  nameOf,
  oneOf,
  orderedNodes,
  spanOf,
  tokenOf,
  tokenSpan,
  word,
} from "./context.js";
import { limitDepth } from "./depth.js";
import { foldOperators, type Operand, type Tail } from "./operators.js";
import { buildSegment, buildString } from "./strings.js";

/** The expression below a node; poison at `fallback` where recovery left nothing. */
export function buildExpression(
  context: BuildContext,
  node: Node,
  fallback: Span = endSpan(node),
): Expression {
  const conditional = child(node, "ifExpression");
  if (conditional !== undefined) return buildIf(context, conditional);
  const infix = child(node, "infixExpression");
  return infix === undefined ? poison(fallback) : buildInfix(context, infix);
}

/** The expression under a label of a declaration; poison at the end of the node where it is missing. */
export function expressionOf(context: BuildContext, node: Node, label = "expression"): Expression {
  return buildExpression(context, child(node, label), endSpan(node));
}

export function optionalExpression(context: BuildContext, node: Node, label: string): Expression | undefined {
  const found = child(node, label);
  return found === undefined ? undefined : buildExpression(context, found);
}

export function primaryOf(context: BuildContext, node: Node, label = "primary"): Expression {
  const found = child(node, label);
  return found === undefined ? poison(endSpan(node)) : buildPrimary(context, found);
}

function buildIf(context: BuildContext, node: CstNode): Expression {
  return limitDepth(context, {
    kind: "if",
    condition: expressionOf(context, node, "condition"),
    // biome-ignore lint/suspicious/noThenProperty: the name of the branch in the tree
    then: expressionOf(context, node, "then"),
    else: expressionOf(context, node, "else"),
    span: spanOf(node),
  });
}

function buildInfix(context: BuildContext, node: CstNode): Expression {
  const first = buildOperand(context, child(node, "operand"), endSpan(node));
  const tails = childrenOf(node, "infixTail").map((tail) => buildTail(context, tail));
  return limitDepth(context, foldOperators(context, first, tails));
}

function buildTail(context: BuildContext, node: CstNode): Tail {
  const is = tokenOf(node, word("is"));
  if (is !== undefined) {
    const words: readonly [TestWord, ...TestWord[]] = testWords;
    const test = oneOf(context, tokenOf(node, "word"), words, "a kind of value");
    return { kind: "is", token: is, negated: has(node, word("not")), test, end: spanOf(node).end };
  }
  const matches = tokenOf(node, word("matches"));
  if (matches !== undefined) {
    const pattern = tokenOf(node, "pattern");
    return {
      kind: "matches",
      token: matches,
      pattern:
        pattern === undefined
          ? { kind: "string", parts: [], span: endSpan(node) }
          : buildString(context, pattern),
    };
  }
  const operator = tokenOf(node, "operator");
  const operand = buildOperand(context, child(node, "operand"), endSpan(node));
  return { kind: "operator", token: operator, operator: operatorText(operator), operand };
}

export const testWords: readonly [TestWord, ...TestWord[]] = [
  "absent",
  "array",
  "boolean",
  "empty",
  "integer",
  "null",
  "number",
  "object",
  "present",
  "string",
];

const operators: readonly BinaryOperator[] = ["or", "and", "==", "!=", "<", "<=", ">", ">=", "in", "+", "-"];

function operatorText(token: IToken | undefined): BinaryOperator {
  const image = { "&&": "and", "||": "or" }[token?.image ?? ""] ?? token?.image;
  return operators.find((operator) => operator === image) ?? "==";
}

function buildOperand(context: BuildContext, node: Node, fallback: Span): Operand {
  const nots = (node?.children[word("not")] ?? []).filter((token): token is IToken => "image" in token);
  return { nots, value: buildPostfix(context, child(node, "postfixExpression"), endSpan(node, fallback)) };
}

export function buildPostfix(context: BuildContext, node: Node, fallback: Span): Expression {
  const primary = child(node, "primary");
  let result = primary === undefined ? poison(fallback) : buildPrimary(context, primary);
  for (const tail of childrenOf(node, "postfixTail")) {
    const span = { start: result.span.start, end: spanOf(tail).end };
    if (has(tail, word("."))) {
      const segment = buildSegment(context, child(tail, "segment"), endSpan(tail));
      result = { kind: "member", object: result, segment, span };
    } else {
      result = { kind: "index", object: result, index: expressionOf(context, tail), span };
    }
  }
  return limitDepth(context, result);
}

function buildPrimary(context: BuildContext, node: CstNode): Expression {
  const span = spanOf(node);
  const literal = tokenOf(node, "literal");
  if (literal !== undefined) {
    return literal.image === "null"
      ? { kind: "null", span }
      : { kind: "boolean", value: literal.image === "true", span };
  }
  const string = tokenOf(node, "string");
  if (string !== undefined) return buildString(context, string);
  const [part] = orderedNodes(node);
  switch (part?.rule) {
    case "number":
      return buildNumber(context, part.node);
    case "quantifier":
      return buildQuantifier(context, part.node);
    case "nameOrCall":
      return buildNameOrCall(context, part.node);
    case "array":
      return buildArray(context, part.node);
    case "object":
      return buildObject(context, part.node);
    case "expression":
      // Parentheses leave no node of their own: the range of what they hold grows instead.
      return { ...buildExpression(context, part.node), span };
    default:
      return poison(span);
  }
}

export function buildNumber(context: BuildContext, node: Node): Expression {
  const span = spanOf(node);
  const token = tokenOf(node, "NumberLiteral");
  if (token === undefined) return poison(endSpan(node));
  const text = has(node, word("-")) ? `-${token.image}` : token.image;
  const place = { file: context.source.path, span };
  if (!/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text)) {
    const plain = text.replace(/^(-?)0+(?=\d+$)/, "$1");
    const fixes =
      plain === text || !/^-?\d+$/.test(plain)
        ? []
        : [{ title: `Write ${plain}`, edits: [{ file: place.file, span, text: plain }] }];
    context.lexical.push(syntaxDiagnostics.report("RVR1007", place, { text }, { fixes }));
    return poison(span);
  }
  const value = Number(text);
  if (!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value))) {
    context.lexical.push(syntaxDiagnostics.report("RVR1008", place, { text: shorten(text) }));
    return poison(span);
  }
  return { kind: "number", value, text, span };
}

function shorten(text: string): string {
  return text.length <= 24 ? text : `${text.slice(0, 20)}...`;
}

function buildQuantifier(context: BuildContext, node: CstNode): Expression {
  const quantifier = oneOf(context, tokenOf(node, "word"), ["all", "any", "first"], "a quantifier");
  const condition = optionalExpression(context, node, "condition");
  if (condition === undefined && quantifier !== "first") {
    context.findings.push(
      syntaxDiagnostics.report("RVR1028", { file: context.source.path, span: spanOf(node) }, { quantifier }),
    );
  }
  return {
    kind: "quantifier",
    quantifier,
    name: nameOf(node),
    list: expressionOf(context, node, "list"),
    condition: condition ?? (quantifier === "first" ? undefined : poison(endSpan(node))),
    span: spanOf(node),
  };
}

function buildNameOrCall(context: BuildContext, node: CstNode): Expression {
  const name = nameOf(node, "name");
  if (node.children[word("(")] === undefined) return { kind: "reference", name, span: spanOf(node) };
  const items = childrenOf(node, "listItem");
  reportMissingCommas(context, items, "values", "a call");
  return {
    kind: "call",
    callee: name,
    arguments: items.map((item) => expressionOf(context, item)),
    span: spanOf(node),
  };
}

function buildArray(context: BuildContext, node: CstNode): Expression {
  const items = childrenOf(node, "listItem");
  const span = spanOf(node);
  if (!has(node, word("for"))) {
    reportMissingCommas(context, items, "elements", "a list");
    return { kind: "array", items: items.map((item) => expressionOf(context, item)), span };
  }
  const [first] = items;
  if (items.length !== 1 || has(first, word(","))) {
    const second = items[1] ?? items[0];
    const at = second === undefined ? tokenSpan(tokenOf(node, word("for"))!) : spanOf(second);
    context.findings.push(syntaxDiagnostics.report("RVR1029", { file: context.source.path, span: at }, {}));
  }
  return {
    kind: "comprehension",
    item: first === undefined ? poison(span) : expressionOf(context, first),
    name: nameOf(node),
    list: expressionOf(context, node, "list"),
    condition: optionalExpression(context, node, "condition"),
    span,
  };
}

export function buildObject(context: BuildContext, node: Node): Expression {
  const entries = childrenOf(node, "objectEntry");
  reportMissingCommas(context, entries, "entries", "an object");
  return { kind: "object", entries: entries.map((entry) => buildEntry(context, entry)), span: spanOf(node) };
}

/** A value that is missing stands at the end of its entry, before the comma. */
function withoutComma(expression: Expression, entry: Span): Expression {
  return expression.span.start > entry.end ? poison({ start: entry.end, end: entry.end }) : expression;
}

function buildEntry(context: BuildContext, node: CstNode): ObjectEntry {
  const span = spanOf(node);
  const trimmed = { start: span.start, end: commaFree(node, span.end) };
  if (node.children["spread"] !== undefined || has(node, word("..."))) {
    const spread = withoutComma(expressionOf(context, node, "spread"), trimmed);
    return { kind: "spread", value: spread, span: trimmed };
  }
  const end = { start: trimmed.end, end: trimmed.end };
  const value = withoutComma(buildExpression(context, child(node, "value"), end), trimmed);
  if (has(node, word("["))) {
    const key = withoutComma(expressionOf(context, node, "key"), trimmed);
    return { kind: "computed-entry", key, value, span: trimmed };
  }
  return { kind: "entry", key: buildSegment(context, child(node, "segment"), span), value, span: trimmed };
}

/** End of an item without the comma behind it. */
export function commaFree(node: CstNode, end: number): number {
  const comma = tokenOf(node, word(","));
  if (comma === undefined) return end;
  const ends = orderedNodes(node).map((part) => spanOf(part.node).end);
  return Math.min(comma.startOffset, Math.max(...ends));
}

/** Commas are optional in the grammar of lists: all but the last item must have one. */
export function reportMissingCommas(
  context: BuildContext,
  items: readonly CstNode[],
  what: string,
  place: string,
): void {
  for (const item of items.slice(0, -1)) {
    if (item.children[word(",")] !== undefined) continue;
    const span = endSpan(item);
    context.findings.push(
      syntaxDiagnostics.report(
        "RVR1023",
        { file: context.source.path, span },
        { items: what, place },
        { fixes: [{ title: "Add a comma", edits: [{ file: context.source.path, span, text: "," }] }] },
      ),
    );
  }
}

export function buildPath(context: BuildContext, node: Node, fallback?: Span): Path {
  const head = tokenOf(node, "Name");
  const first =
    head === undefined
      ? { text: "", span: endSpan(node, fallback) }
      : { text: head.image, span: tokenSpan(head) };
  const rest = childrenOf(node, "segment").map((segment) => buildSegment(context, segment));
  return { kind: "path", segments: [first, ...rest], span: spanOf(node, endSpan(node, fallback)) };
}

export function pathOf(context: BuildContext, node: Node): Path {
  return buildPath(context, child(node, "path"), endSpan(node));
}

export function buildApiReference(context: BuildContext, node: Node, fallback: Span): ApiReference {
  const segment = buildSegment(context, child(node, "segment"), endSpan(node, fallback));
  const api = nameOf(node);
  return {
    kind: "api-reference",
    api: node === undefined ? { ...api, span: fallback } : api,
    member: { kind: "name", text: segment.text, span: segment.span },
    span: spanOf(node, fallback),
  };
}

export const matcherNames: readonly [MatcherName, ...MatcherName[]] = [
  "exact",
  "text",
  "richtext",
  "set",
  "superset",
  "number",
  "pattern",
  "one_of",
];

export function buildMatcher(context: BuildContext, node: CstNode): Matcher {
  return {
    name: oneOf(context, tokenOf(node, "Name"), matcherNames, "a way of comparing"),
    argument: optionalExpression(context, node, "expression"),
    span: spanOf(node),
  };
}

export function buildArgumentLine(context: BuildContext, node: CstNode): ArgumentLine {
  const span = spanOf(node);
  const matcher = child(node, "matcher");
  return {
    path: pathOf(context, node),
    value: expressionOf(context, node),
    matcher: matcher === undefined ? undefined : buildMatcher(context, matcher),
    weight: optionalExpression(context, node, "weight"),
    unchecked: has(node, word("unchecked")),
    span,
  };
}

export function buildNamedArgument(context: BuildContext, node: CstNode): NamedArgument {
  return { path: pathOf(context, node), value: expressionOf(context, node), span: spanOf(node) };
}

/** Arguments in parentheses, which need commas between them. */
export function buildArgumentList(context: BuildContext, node: Node): readonly NamedArgument[] {
  const items = childrenOf(node, "namedArgument");
  reportMissingCommas(context, items, "arguments", "a call");
  return items.map((item) => buildNamedArgument(context, item));
}

export function poison(span: Span): Expression {
  return { kind: "poison", span };
}
