import { formatText, type SourceFile } from "../../../dsl/index.js";

/** The text in its canonical layout; undefined when it has it already, or when it has syntax errors. */
export function formatted(source: SourceFile): string | undefined {
  const result = formatText(source);
  return result.kind === "broken" || result.text === source.text ? undefined : result.text;
}
