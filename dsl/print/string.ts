import type { Expression, TemplatePart, TemplateString } from "../tree/expression.js";

type PrintHole = (expression: Expression) => string;

/**
 * Source text of a string. With a `blockIndent` a text of several lines becomes a block string whose
 * lines have that indentation, where its content allows it; otherwise everything is on one line.
 */
export function renderString(
  string: TemplateString,
  blockIndent: string | undefined,
  printHole: PrintHole,
): string {
  if (blockIndent !== undefined && fitsBlock(string.parts))
    return printBlock(string.parts, blockIndent, printHole);
  return `"${string.parts.map((part) => printPart(part, escapeInline, printHole)).join("")}"`;
}

function printPart(part: TemplatePart, escapeText: (text: string) => string, printHole: PrintHole): string {
  return part.kind === "text" ? escapeText(part.text) : `{${printHole(part.expression)}}`;
}

function printBlock(parts: readonly TemplatePart[], indent: string, printHole: PrintHole): string {
  const body = parts.map((part) => printPart(part, escapeBlock, printHole)).join("");
  const lines = body.split("\n").map((line) => (line === "" ? "" : `${indent}${line}`));
  return `"""\n${lines.join("\n")}\n${indent}"""`;
}

/**
 * A block string drops the indentation that all its lines share and the spaces of empty lines, so
 * the text must have a line that starts at the margin, and no line of spaces only.
 */
function fitsBlock(parts: readonly TemplatePart[]): boolean {
  const shown = parts.map((part) => (part.kind === "text" ? part.text : "x")).join("");
  const lines = shown.split("\n");
  if (lines.length < 2) return false;
  return lines.some((line) => /^[^ \t]/.test(line)) && !lines.some((line) => /^[ \t]+$/.test(line));
}

function escapeInline(text: string): string {
  return escapeBlock(text).replaceAll("\n", "\\n");
}

function escapeBlock(text: string): string {
  let result = "";
  for (const character of text) result += escapeCharacter(character);
  return result;
}

function escapeCharacter(character: string): string {
  switch (character) {
    case "\n":
      return character;
    case "\t":
      return "\\t";
    case "\\":
    case '"':
    case "{":
    case "}":
      return `\\${character}`;
    default:
      return /^[\p{Cc}\p{Cs}\u2028\u2029\ufeff]/u.test(character) ? unicodeEscape(character) : character;
  }
}

function unicodeEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
