import { parse } from "../../dsl/syntax/parse.js";
import type { SourceFile } from "../../dsl/text/source-file.js";
import { plainText } from "../bind/plain-text.js";
import type { Host } from "../host/host.js";

/**
 * Overlays that scenario files put on a document, each list once, in order of the files. A document that some file takes
 * as it is has the empty list among them.
 */
export function overlaysOn(
  host: Pick<Host, "resolve">,
  sources: ReadonlyMap<string, SourceFile>,
  document: string,
): readonly (readonly string[])[] {
  const lists = new Map<string, readonly string[]>();
  for (const [path, source] of sources) {
    if (!path.endsWith(".rvr")) continue;
    for (const { file, overlays } of parse(source).tree.apis) {
      const name = plainText(file);
      if (name === undefined || host.resolve(path, name) !== document) continue;
      const list = overlays.flatMap((overlay) => {
        const text = plainText(overlay);
        return text === undefined ? [] : [host.resolve(path, text)];
      });
      lists.set(JSON.stringify(list), list);
    }
  }
  return [...lists.values()];
}
