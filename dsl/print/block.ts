/** A header with items between braces, one on each line. `indent` is the indentation of the header. */
export function block(header: string, items: readonly string[], indent: string): string {
  if (items.length === 0) return `${header} {}`;
  return `${header} {\n${items.map((item) => `${indent}  ${item}\n`).join("")}${indent}}`;
}
