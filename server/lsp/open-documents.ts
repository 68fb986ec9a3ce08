import { SourceFile } from "../../dsl/index.js";

/** A change as an editor sends it, in offsets of the text before it; without a span it is the whole text. */
export interface TextChange {
  readonly range?: { readonly start: LinePlace; readonly end: LinePlace } | undefined;
  readonly text: string;
}

/** Line and character from 0, in UTF-16 units. */
export interface LinePlace {
  readonly line: number;
  readonly character: number;
}

/** The text after some changes, each made to the result of the one before. */
export function changedText(text: string, changes: readonly TextChange[]): string {
  return changes.reduce((before, { range, text: inserted }) => {
    if (range === undefined) return inserted;
    const source = new SourceFile("", before);
    const start = offsetOf(source, range.start);
    const end = Math.max(start, offsetOf(source, range.end));
    return before.slice(0, start) + inserted + before.slice(end);
  }, text);
}

export function offsetOf(source: SourceFile, { line, character }: LinePlace): number {
  // Past the last line means the end of the text; the nearest place of that line would be before it.
  if (line >= source.lineCount) return source.text.length;
  return source.offsetAt({ line: line + 1, column: character + 1 });
}
