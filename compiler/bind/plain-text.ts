import type { TemplateString } from "../../dsl/tree/expression.js";

/** Text of a string without holes; undefined when it has any. */
export function plainText(template: TemplateString): string | undefined {
  let text = "";
  for (const part of template.parts) {
    if (part.kind === "hole") return undefined;
    text += part.text;
  }
  return text;
}
