import { schemaPlace } from "../../../compiler/bind/api-place.js";
import { plainText } from "../../../compiler/bind/plain-text.js";
import type { Definition } from "../../../compiler/bind/references.js";
import type { Span, SyntaxNode } from "../../../dsl/index.js";
import { isKind, isOfDocument, nodesAt, typedAt, useAt } from "../lookup.js";
import type { Snapshot } from "../snapshot.js";

export interface PlaceInFile {
  readonly file: string;
  readonly span: Span;
}

/** Where the name, the file or the field at a cursor is declared. */
export function definition(snapshot: Snapshot, offset: number): PlaceInFile | undefined {
  const { program, file } = snapshot;
  const use = useAt(program, file, offset);
  if (use !== undefined)
    return isOfDocument(use.definition) ? inDocument(snapshot, use.definition) : use.definition;
  const tree = program.tree(file);
  const nodes = tree === undefined ? [] : nodesAt(tree, offset);
  return namedFile(snapshot, nodes) ?? fieldPlace(snapshot, offset);
}

function inDocument({ program, file }: Snapshot, { kind, name, file: document }: Definition): PlaceInFile {
  for (const [api, place] of program.apiPlaces(file)) {
    const model = program.apis(file).get(api);
    if (place.document !== document || model === undefined) continue;
    const schema = model.schemas.get(name);
    const found =
      kind === "operation" ? model.places?.operation(name) : schema && schemaPlace(model, schema, "", "")[0];
    if (found !== undefined) return { file: found.file, span: found.span };
  }
  return { file: document, span: { start: 0, end: 0 } };
}

/** A string after `from` or `seed` leads to its file. */
function namedFile({ program, file }: Snapshot, nodes: readonly SyntaxNode[]): PlaceInFile | undefined {
  for (const node of nodes) {
    if (!isKind(node, "string")) continue;
    const path = plainText(node);
    if (path === undefined || path === "") continue;
    const folder = file.includes("/") ? file.slice(0, file.lastIndexOf("/") + 1) : "";
    const target = normal(folder + path);
    if (program.sources.has(target)) return { file: target, span: { start: 0, end: 0 } };
  }
  return undefined;
}

function normal(path: string): string {
  const out: string[] = [];
  for (const step of path.split("/")) {
    if (step === "..") out.pop();
    else if (step !== "." && step !== "") out.push(step);
  }
  return out.join("/");
}

/** A step of a path, or a part of a record, leads to what the API document says of it. */
function fieldPlace({ program, file }: Snapshot, offset: number): PlaceInFile | undefined {
  const typed = typedAt(program, file, offset);
  if (typed?.type.kind !== "schema") return undefined;
  const [found] = schemaPlace(typed.type.model, typed.type.schema, "", "");
  return found && { file: found.file, span: found.span };
}
