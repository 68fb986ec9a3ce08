import { scanString } from "../syntax/string-scanner.js";
import { decodeString } from "../syntax/string-text.js";

const lineBreak = /\r\n|\n|\r/;

/**
 * A block string with its text indented by `indent` columns and its closing quotes on a line of their own. It stays
 * as it is where that would change its value: when its text starts behind the opening quotes, or a hole takes several
 * lines.
 */
export function indentBlockString(text: string, indent: number): string {
  const plain = text.split(lineBreak).join("\n");
  if (!plain.startsWith('"""')) return text;
  const [first = "", ...lines] = plain.slice(3, -3).split("\n");
  if (first.trim() !== "" || lines.length === 0) return plain;
  const last = lines.at(-1) ?? "";
  if (/^[ \t]*$/.test(last)) lines.pop();
  const shared = sharedIndent(lines);
  const margin = " ".repeat(indent);
  const body = lines.map((line) => (line.trim() === "" ? "" : margin + line.slice(shared)));
  const result = ['"""', ...body, `${margin}"""`].join("\n");
  return meaningOfString(result) === meaningOfString(plain) ? result : plain;
}

function sharedIndent(lines: readonly string[]): number {
  let shared: string | undefined;
  for (const line of lines) {
    const run = /^[ \t]*/.exec(line)?.[0] ?? "";
    if (run === line) continue;
    let length = 0;
    while (shared !== undefined && length < shared.length && shared[length] === run[length]) length++;
    shared = shared === undefined ? run : shared.slice(0, length);
  }
  return shared?.length ?? 0;
}

/** Pieces of a string with the texts of its holes: equal for two strings that mean the same. */
function meaningOfString(text: string): string {
  const { pieces } = decodeString(text, scanString(text, 0));
  return JSON.stringify(
    pieces.map((piece) =>
      piece.kind === "hole" ? [text.slice(piece.span.start, piece.span.end)] : piece.text,
    ),
  );
}
