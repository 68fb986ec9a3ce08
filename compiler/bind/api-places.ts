import { plainText } from "./plain-text.js";
import type { Definition } from "./references.js";
import type { Sources } from "./sources.js";

/** Where an API is declared, and its document. */
export interface ApiPlace {
  readonly definition: Definition;
  readonly document: string;
}

/** Declarations of the APIs that a file may name. */
export function apiPlacesOf(sources: Sources, file: string, seen = new Set<string>()): Map<string, ApiPlace> {
  const found = new Map<string, ApiPlace>();
  const tree = sources.tree(file);
  if (tree === undefined || seen.has(file)) return found;
  seen.add(file);
  for (const use of tree.uses) {
    const path = plainText(use.file);
    if (path === undefined) continue;
    for (const [name, place] of apiPlacesOf(sources, sources.resolve(file, path), seen))
      found.set(name, place);
  }
  for (const { name, file: document } of tree.apis) {
    const path = plainText(document);
    if (path === undefined) continue;
    const definition: Definition = { kind: "api", name: name.text, file, span: name.span };
    found.set(name.text, { definition, document: sources.resolve(file, path) });
  }
  return found;
}
