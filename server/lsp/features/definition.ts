import { plainText } from "../../../compiler/bind/expression.js";
import type { Definition } from "../../../compiler/bind/references.js";
import { type DocumentPlaces, documentPlaces } from "../../../compiler/openapi/locate.js";
import type { Expression, Span, SyntaxNode } from "../../../dsl/index.js";
import { innermost, isKind, isOfDocument, nodesAt, touches, useAt } from "../lookup.js";
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
  return namedFile(snapshot, nodes) ?? fieldPlace(snapshot, nodes, offset);
}

function placesOf({ program }: Snapshot, document: string): DocumentPlaces | undefined {
  const text = program.sources.get(document)?.text;
  return text === undefined ? undefined : documentPlaces(text);
}

function inDocument(snapshot: Snapshot, { kind, name, file }: Definition): PlaceInFile | undefined {
  const places = placesOf(snapshot, file);
  if (places === undefined) return undefined;
  const { program } = snapshot;
  const start = { start: 0, end: 0 };
  if (kind === "schema") return { file, span: places.schema(name) ?? start };
  for (const [api, place] of program.apiPlaces(snapshot.file)) {
    const operation = program.apis(snapshot.file).get(api)?.operations.get(name);
    if (place.document === file && operation !== undefined)
      return { file, span: places.operation(operation) };
  }
  return { file, span: start };
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

/** A step of an argument's path, or of a record, leads to its property in the API document. */
function fieldPlace(
  snapshot: Snapshot,
  nodes: readonly SyntaxNode[],
  offset: number,
): PlaceInFile | undefined {
  const path = innermost(nodes, "path");
  if (path !== undefined) {
    const upTo = path.segments.findIndex((segment) => touches(segment.span, offset));
    const steps = path.segments.slice(0, upTo + 1).map((segment) => segment.text);
    return argumentPlace(snapshot, nodes, steps);
  }
  // The innermost member whose own segment is at the cursor.
  const member = innermost(nodes, "member");
  if (member === undefined || !touches(member.segment.span, offset)) return undefined;
  const steps: string[] = [];
  let node: Expression = member;
  while (node.kind === "member") {
    steps.unshift(node.segment.text);
    node = node.object;
  }
  const base =
    node.kind === "reference" ? useAt(snapshot.program, snapshot.file, node.name.span.end) : undefined;
  const type = base?.definition.type;
  const resource =
    type?.kind === "record" ? type.resource : node.kind === "call" ? node.callee.text : undefined;
  return resource === undefined ? undefined : recordPlace(snapshot, resource, steps);
}

function recordPlace(
  snapshot: Snapshot,
  resource: string,
  steps: readonly string[],
): PlaceInFile | undefined {
  const schema = snapshot.program.worlds
    .flatMap((world) => world.ir.resources)
    .find((one) => one.name === resource)?.schema;
  const [api = "", ...rest] = (schema ?? "").split(".");
  const document = snapshot.program.apiPlaces(snapshot.file).get(api)?.document;
  if (document === undefined) return undefined;
  const span = placesOf(snapshot, document)?.schemaProperty(rest.join("."), steps);
  return span && { file: document, span };
}

function argumentPlace(
  snapshot: Snapshot,
  nodes: readonly SyntaxNode[],
  steps: readonly string[],
): PlaceInFile | undefined {
  const { program, file } = snapshot;
  const scenario = innermost(nodes, "scenario");
  const bound = program.scenarios.find((one) => one.file === file && one.ir.name === scenario?.name.text);
  const declared = innermost(nodes, "tool");
  const tool = bound?.tools.find((one) => one.ir.name === (declared?.name.text ?? toolNamed(nodes)));
  const document = tool && program.apiPlaces(file).get(tool.ir.api)?.document;
  const places = document === undefined ? undefined : placesOf(snapshot, document);
  if (tool === undefined || document === undefined || places === undefined) return undefined;
  const argument = tool.ir.arguments.find((one) => one.name === steps[0]);
  const targets =
    declared !== undefined || argument === undefined
      ? requestTargets(steps)
      : [[...argument.target, ...steps.slice(1)]];
  for (const target of targets) {
    const span = places.argument(tool.operation, target);
    if (span !== undefined) return { file: document, span };
  }
  return undefined;
}

/** Name of the tool of the innermost call, gold or slots. */
function toolNamed(nodes: readonly SyntaxNode[]): string | undefined {
  const inner = nodes.findLast((node) => "tool" in node && typeof node.tool === "object");
  return inner !== undefined && "tool" in inner ? inner.tool.text : undefined;
}

/** A path of `take` may begin with its location. */
function requestTargets(steps: readonly string[]): readonly (readonly string[])[] {
  const [first = "", ...rest] = steps;
  const written = ["path", "query", "header", "body"].includes(first) ? [[first, ...rest]] : [];
  return [["path", ...steps], ["query", ...steps], ["header", ...steps], ...written, ["body", ...steps]];
}
