import type { DiagnosticEntry } from "../dsl/index.js";
import { type CodeExample, difference } from "./diagnostic-examples.js";

/** Lines shown around what differs. */
const CONTEXT = 2;
const LONGEST = 24;

/** The text of `docs/diagnostics/CODE.md`, which `rvrc explain CODE` prints as well. */
export function diagnosticPage(entry: DiagnosticEntry, example: CodeExample | undefined): string {
  const { code, severity, stage, message, why, remedy } = entry;
  const lines = [
    `# ${code}`,
    "",
    `**${severity}** (${stage}): ${message}`,
    "",
    `Why: ${why}`,
    "",
    `Do: ${remedy}`,
  ];
  if (example === undefined) {
    if (entry.example !== undefined) lines.push("", "For example:", "", ...fenced(entry.example));
    return prose(lines);
  }
  lines.push("", "## Example", "", ...excerpts(example.wrong, example.corrected));
  lines.push("", "The compiler says:", "", ...fenced(example.output));
  lines.push("", "Corrected:", "", ...excerpts(example.corrected, example.wrong));
  return prose(lines);
}

/** What one version has where the other one differs, file by file. */
function excerpts(own: CodeExample["wrong"], other: CodeExample["wrong"]): string[] {
  const parts: string[][] = [];
  for (const [name, text] of Object.entries(own)) {
    const left = text.trimEnd().split("\n");
    const right = (other[name] ?? "").trimEnd().split("\n");
    const { from, leftEnd } = difference(left, right);
    if (other[name] !== undefined && other[name] === text) continue;
    const whole = other[name] === undefined;
    const start = whole ? 0 : Math.max(0, from - CONTEXT);
    const end = whole ? left.length : Math.min(left.length, leftEnd + CONTEXT);
    const shown = left.slice(start, Math.min(end, start + LONGEST)).map((line) => shorten(line));
    parts.push([`\`${name}\``, "", ...fenced(shown.join("\n"))]);
  }
  return parts.flatMap((part, index) => (index === 0 ? part : ["", ...part]));
}

function shorten(line: string): string {
  return line.length > 200 ? `${line.slice(0, 200)}...` : line;
}

function fenced(text: string): string[] {
  return ["```", ...text.split("\n"), "```"];
}

/** Angle brackets and stars outside code would be read as markup. */
function prose(lines: readonly string[]): string {
  let code = false;
  const escaped = lines.map((line) => {
    if (line === "```") code = !code;
    if (code || line.startsWith("**")) return code ? line : escapeProse(line, 2);
    return escapeProse(line, 0);
  });
  return `${escaped.join("\n")}\n`;
}

function escapeProse(line: string, from: number): string {
  const close = from === 0 ? 0 : line.indexOf("**", from) + 2;
  const escaped = (text: string): string =>
    text
      .split("`")
      .map((part, index) => (index % 2 === 0 ? part.replaceAll("<", "&lt;").replaceAll("*", "\\*") : part))
      .join("`");
  return line.slice(0, close) + escaped(line.slice(close));
}
