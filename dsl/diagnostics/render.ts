import type { SourceFile } from "../text/source-file.js";
import { type FrameMark, lastLine, renderFrame } from "./code-frame.js";
import type { Diagnostic } from "./diagnostic.js";
import { painterFor } from "./painter.js";

export interface RenderOptions {
  /** ANSI colours; off unless asked for. */
  readonly color?: boolean;
}

/** Related places shown at most; the rest are counted. Keeps a diagnostic on one screen. */
const shownRelated = 6;

/**
 * A diagnostic for people: headline, marked source lines, the reason, what to do.
 *
 * `sources` maps the file names that the diagnostic uses to their text; a file that is missing
 * there is named without a frame. The result has no line break at its end.
 */
export function renderDiagnostic(
  diagnostic: Diagnostic,
  sources: ReadonlyMap<string, SourceFile>,
  options: RenderOptions = {},
): string {
  const paint = painterFor(diagnostic.severity, options.color === true);
  const groups = groupByFile(diagnostic);
  const gutter = Math.max(
    2,
    ...[...groups].map(([file, marks]) => {
      const source = sources.get(file);
      return source === undefined ? 1 : String(lastLine(source, marks)).length;
    }),
  );
  const lines = [
    `${paint.strong(`${diagnostic.severity}[${diagnostic.code}]`)} ${paint.bold(diagnostic.message)}`,
  ];
  for (const [file, marks] of groups) {
    const source = sources.get(file);
    lines.push(`${" ".repeat(gutter)}${paint.dim("-->")} ${placeName(file, source, marks)}`);
    if (source !== undefined) lines.push(...renderFrame(source, marks, gutter, paint));
  }
  const hidden = diagnostic.related.length - shownRelated;
  if (hidden > 0) lines.push(paint.dim(`${" ".repeat(gutter)} and ${hidden} more places`));
  if (diagnostic.why !== "") lines.push(`${" ".repeat(gutter)} ${paint.dim("=")} why: ${diagnostic.why}`);
  if (diagnostic.remedy !== "")
    lines.push(`${" ".repeat(gutter)} ${paint.dim("=")} do:  ${diagnostic.remedy}`);
  for (const fix of diagnostic.fixes) lines.push(`${" ".repeat(gutter)} ${paint.dim("=")} fix: ${fix.title}`);
  return lines.join("\n");
}

/** `path:line:column`, or the path alone when its text is not at hand. */
export function describePlace(
  file: string,
  offset: number,
  sources: ReadonlyMap<string, SourceFile>,
): string {
  const source = sources.get(file);
  if (source === undefined) return file;
  const { line, column } = source.positionAt(offset);
  return `${file}:${line}:${column}`;
}

function placeName(file: string, source: SourceFile | undefined, marks: readonly FrameMark[]): string {
  const mark = marks.find((candidate) => candidate.primary) ?? marks[0];
  if (source === undefined || mark === undefined) return file;
  const { line, column } = source.positionAt(mark.span.start);
  return `${file}:${line}:${column}`;
}

/** Marks by file, the file of the primary mark first. */
function groupByFile(diagnostic: Diagnostic): ReadonlyMap<string, readonly FrameMark[]> {
  const groups = new Map<string, FrameMark[]>();
  groups.set(diagnostic.file, [{ span: diagnostic.span, label: "", primary: true }]);
  for (const related of diagnostic.related.slice(0, shownRelated)) {
    const marks = groups.get(related.file) ?? [];
    marks.push({ span: related.span, label: related.message, primary: false });
    groups.set(related.file, marks);
  }
  return groups;
}
