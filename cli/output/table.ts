/** Columns of text, the first left-aligned, numbers to the right. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [header, ...rows];
  const widths = header.map((_, column) => Math.max(...all.map((row) => [...(row[column] ?? "")].length)));
  const numeric = header.map(
    (_, column) => rows.length > 0 && rows.every((row) => /^[-+\d.%]*$/u.test(row[column] ?? "")),
  );
  const line = (row: readonly string[]) =>
    widths
      .map((width, column) => {
        const cell = row[column] ?? "";
        const gap = " ".repeat(Math.max(0, width - [...cell].length));
        return numeric[column] === true ? gap + cell : cell + gap;
      })
      .join("  ")
      .trimEnd();
  return all.map(line).join("\n");
}
