import type { IToken } from "chevrotain";
import type { PathSegment, TemplatePart, TemplateString } from "../../tree/expression.js";
import type { Span } from "../../tree/span.js";
import { syntaxDiagnostics } from "../codes.js";
import { type StringProblem, scanString } from "../string-scanner.js";
import { decodeString } from "../string-text.js";
import { type BuildContext, endSpan, type Node, tokenOf, tokenSpan, tokensOf } from "./context.js";

/** The string under a label; an empty one at the end of the node where it is missing. */
export function stringOf(context: BuildContext, node: Node, label = "string"): TemplateString {
  return optionalString(context, node, label) ?? { kind: "string", parts: [], span: endSpan(node) };
}

export function optionalString(context: BuildContext, node: Node, label: string): TemplateString | undefined {
  const token = tokenOf(node, label);
  return token === undefined ? undefined : buildString(context, token);
}

/** All strings under a label, in order. */
export function stringsOf(context: BuildContext, node: Node, label = "string"): readonly TemplateString[] {
  return tokensOf(node, label).map((token) => buildString(context, token));
}

export function buildString(context: BuildContext, token: IToken): TemplateString {
  const { source } = context;
  const scanned = scanString(source.text, token.startOffset);
  for (const problem of scanned.problems) reportProblem(context, problem, scanned.block);
  const decoded = decodeString(source.text, scanned);
  for (const span of decoded.badEscapes) {
    context.lexical.push(
      syntaxDiagnostics.report(
        "RVR1003",
        { file: source.path, span },
        { escape: source.textOf(span) },
        {
          fixes: [
            { title: "Double the backslash", edits: [{ file: source.path, span: before(span), text: "\\" }] },
          ],
        },
      ),
    );
  }
  const parts: TemplatePart[] = [];
  for (const piece of decoded.pieces) {
    if (piece.kind === "hole") {
      const inner = { start: piece.span.start + 1, end: piece.span.end - 1 };
      parts.push({ kind: "hole", expression: context.parseHole(inner), span: piece.span });
    } else {
      parts.push(piece);
    }
  }
  return { kind: "string", parts, span: tokenSpan(token) };
}

/** A segment of a path or a key of an object: a name, or a quoted name without holes. */
export function buildSegment(context: BuildContext, node: Node, fallback?: Span): PathSegment {
  const name = tokenOf(node, "Name");
  if (name !== undefined) return { text: name.image, span: tokenSpan(name) };
  const quoted = tokenOf(node, "string");
  if (quoted === undefined) return { text: "", span: endSpan(node, fallback) };
  const string = buildString(context, quoted);
  const hole = string.parts.find((part) => part.kind === "hole");
  if (hole !== undefined) {
    context.findings.push(
      syntaxDiagnostics.report(
        "RVR1027",
        { file: context.source.path, span: hole.span },
        {
          what: "A quoted name",
          advice:
            'In an object write `["..."]: value` for a key that is computed; in text write `\\{` for the brace.',
        },
      ),
    );
  }
  return {
    text: string.parts.map((part) => (part.kind === "text" ? part.text : "")).join(""),
    span: string.span,
  };
}

function reportProblem(context: BuildContext, problem: StringProblem, block: boolean): void {
  const place = { file: context.source.path, span: problem.span };
  const quote = block ? '`"""`' : '`"`';
  const insert = (title: string, text: string, offset: number) => ({
    fixes: [{ title, edits: [{ file: place.file, span: { start: offset, end: offset }, text }] }],
  });
  switch (problem.kind) {
    case "unterminated": {
      const values = {
        form: block ? "block string" : "string",
        quote,
        where: block ? "" : " on the same line",
      };
      // Where a block string was meant to end, only its author knows.
      const fix = block ? {} : insert("Close the string", '"', problem.end);
      context.lexical.push(syntaxDiagnostics.report("RVR1002", place, values, fix));
      return;
    }
    case "unclosed-hole":
      context.lexical.push(
        syntaxDiagnostics.report("RVR1004", place, {}, insert("Escape the brace", "\\", problem.span.start)),
      );
      return;
    case "stray-brace":
      context.lexical.push(
        syntaxDiagnostics.report("RVR1005", place, {}, insert("Escape the brace", "\\", problem.span.start)),
      );
      return;
  }
}

function before(span: Span): Span {
  return { start: span.start, end: span.start };
}
