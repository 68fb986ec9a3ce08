import type { CstElement, CstNode, IToken } from "chevrotain";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import { didYouMean } from "../../diagnostics/did-you-mean.js";
import type { SourceFile } from "../../text/source-file.js";
import type { Expression, Name } from "../../tree/expression.js";
import type { Span } from "../../tree/span.js";
import { syntaxDiagnostics } from "../codes.js";
import { endOf, isReal } from "../token-layout.js";

/** What the tree builder works with: the text, the findings, and the way into holes of strings. */
export interface BuildContext {
  readonly source: SourceFile;
  /** Findings of the builder. The parser's own findings on the same line take precedence. */
  readonly findings: Diagnostic[];
  /** Findings about single characters, which are never hidden by others. */
  readonly lexical: Diagnostic[];
  /** Reads the expression between the braces of a hole. */
  readonly parseHole: (span: Span) => Expression;
}

export type Node = CstNode | undefined;

/** First child node under a label. Recovery may have left it out. */
export function child(node: Node, label: string): Node {
  const element = node?.children[label]?.[0];
  return isNode(element) ? element : undefined;
}

export function childrenOf(node: Node, label: string): readonly CstNode[] {
  return (node?.children[label] ?? []).filter(isNode);
}

/** First token under a label that stands in the text. */
export function tokenOf(node: Node, label: string): IToken | undefined {
  return tokensOf(node, label)[0];
}

export function tokensOf(node: Node, label: string): readonly IToken[] {
  return (node?.children[label] ?? []).filter(
    (element): element is IToken => !isNode(element) && isReal(element),
  );
}

export function has(node: Node, label: string): boolean {
  return tokenOf(node, label) !== undefined;
}

/** Label of a keyword's token: Chevrotain files tokens under the name of their type. */
export function word(text: string): string {
  return `'${text}'`;
}

/** Child nodes of all kinds in source order. */
export function orderedNodes(node: Node): readonly { readonly rule: string; readonly node: CstNode }[] {
  const found: { rule: string; node: CstNode }[] = [];
  for (const rule of Object.keys(node?.children ?? {})) {
    for (const element of childrenOf(node, rule)) found.push({ rule, node: element });
  }
  return found.sort((left, right) => spanOf(left.node).start - spanOf(right.node).start);
}

/** Gives nodes that hold no token of the text, only what recovery invented, the place where their parent ends. */
export function placeEmptyNodes(node: CstNode, fallback: number): void {
  const location = node.location;
  if (location !== undefined && Number.isNaN(location.startOffset)) {
    location.startOffset = fallback;
    location.endOffset = fallback - 1;
  }
  const { end } = spanOf(node);
  for (const elements of Object.values(node.children)) {
    for (const element of elements) {
      if (isNode(element)) placeEmptyNodes(element, end);
    }
  }
}

/** Range of all real tokens below a node; `fallback` where it has none. */
export function spanOf(node: Node, fallback: Span = { start: 0, end: 0 }): Span {
  const location = node?.location;
  if (location === undefined || Number.isNaN(location.startOffset)) return fallback;
  const end = location.endOffset;
  if (end === undefined || Number.isNaN(end))
    return { start: location.startOffset, end: location.startOffset };
  // An invented bracket of no width ends before it starts.
  return { start: location.startOffset, end: Math.max(end + 1, location.startOffset) };
}

/** The empty range at the end of a node: the place of something that is missing in it. */
export function endSpan(node: Node, fallback?: Span): Span {
  const { end } = spanOf(node, fallback);
  return { start: end, end };
}

export function tokenSpan(token: IToken): Span {
  return { start: token.startOffset, end: endOf(token) };
}

/** The name under a label; an empty one at the end of the node where it is missing. */
export function nameOf(node: Node, label = "Name"): Name {
  const token = tokenOf(node, label);
  if (token === undefined) return { kind: "name", text: "", span: endSpan(node) };
  return { kind: "name", text: token.image, span: tokenSpan(token) };
}

/** The name under a label where it may be left out. */
export function optionalName(node: Node, label: string): Name | undefined {
  return has(node, label) ? nameOf(node, label) : undefined;
}

/** One of a closed set of words. An unknown word is reported and the first of the set stands in for it. */
export function oneOf<W extends string>(
  context: BuildContext,
  token: IToken | undefined,
  words: readonly [W, ...W[]],
  what: string,
): W {
  const found = words.find((candidate) => candidate === token?.image);
  if (found !== undefined) return found;
  if (token !== undefined) {
    const near = didYouMean(token.image, words);
    const span = tokenSpan(token);
    const place = { file: context.source.path, span };
    context.findings.push(
      syntaxDiagnostics.report(
        "RVR1024",
        place,
        { word: token.image, what, words: listWords(words) },
        near === undefined
          ? {}
          : {
              remedy: `Did you mean \`${near}\`?`,
              fixes: [{ title: `Write \`${near}\``, edits: [{ file: place.file, span, text: near }] }],
            },
      ),
    );
  }
  return words[0];
}

export function listWords(words: readonly string[]): string {
  const quoted = words.map((candidate) => `\`${candidate}\``);
  const last = quoted.at(-1) ?? "";
  return quoted.length < 2 ? last : `${quoted.slice(0, -1).join(", ")} and ${last}`;
}

/** Reports a part that is given more than once and returns the first one. */
export function single(context: BuildContext, nodes: readonly CstNode[], what: string): Node {
  for (const repeated of nodes.slice(1)) {
    context.findings.push(
      syntaxDiagnostics.report(
        "RVR1030",
        { file: context.source.path, span: spanOf(repeated) },
        { what },
        { related: [{ file: context.source.path, span: spanOf(nodes[0]), message: "first given here" }] },
      ),
    );
  }
  return nodes[0];
}

function isNode(element: CstElement | undefined): element is CstNode {
  return element !== undefined && "children" in element;
}
