/** The page of codes beside the built package; also right from the sources. */
const PAGE = new URL("../../../docs/diagnostics.md", import.meta.url);

/** Where a code is explained, as a link that an editor can open. */
export function codePage(code: string): string {
  return `${PAGE.href}#${code.toLowerCase()}`;
}
