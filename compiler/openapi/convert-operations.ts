import { compareText } from "../../dsl/text/compare.js";
import type { Json } from "../../runtime/abi/json.js";
import type { Operation, RequestBody, Response, Schema } from "./api-model.js";
import { convertParameters } from "./convert-parameters.js";
import type { SchemaConverter } from "./convert-schema.js";
import { below, type DocumentSet, type Place } from "./document-set.js";
import { isNode, member, type Node, textOf } from "./node.js";

const METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];
const READING = new Set(["get", "head", "options", "trace"]);

/**
 * The operations of a document in its order. A broken operation is left out or mended, each time with a report.
 * Their places go to `operationPlaces`.
 */
export function convertOperations(
  documents: DocumentSet,
  schemas: SchemaConverter,
  operationPlaces: Map<string, Place>,
): ReadonlyMap<string, Operation> {
  const { value, place } = documents.document();
  const paths = member(value, "paths");
  const out = new Map<string, Operation>();
  const templates = new Map<string, string>();
  if (!isNode(paths)) return out;
  for (const path of Object.keys(paths)) {
    if (!path.startsWith("/")) continue;
    const item = documents.follow(paths[path], below(place, "paths", path));
    if (item === undefined) continue;
    const template = path.replace(/\{[^}]*\}/g, "{}");
    const other = templates.get(template);
    if (other === undefined) templates.set(template, path);
    else documents.report("RVR7014", item.place, { path, other });
    for (const method of Object.keys(item.node).filter((key) => METHODS.includes(key))) {
      const at = below(item.place, method);
      const node = item.node[method];
      if (!isNode(node)) continue;
      const id = operationId(node, method, path, at, documents, out);
      operationPlaces.set(id, at);
      out.set(id, convertOperation(id, method, path, node, item.node, at, item.place, documents, schemas));
    }
  }
  return out;
}

function convertOperation(
  id: string,
  method: string,
  path: string,
  node: Node,
  item: Node,
  place: Place,
  itemPlace: Place,
  documents: DocumentSet,
  schemas: SchemaConverter,
): Operation {
  const tags = member(node, "tags");
  const responses = convertResponses(id, node, place, documents, schemas);
  const body = convertBody(node, place, documents, schemas);
  return {
    id,
    method: method.toUpperCase(),
    path,
    tag: Array.isArray(tags) ? textOf(tags[0]) : "",
    summary: textOf(member(node, "summary")) || textOf(member(node, "description")),
    deprecated: member(node, "deprecated") === true,
    parameters: convertParameters(path, [item, node], [itemPlace, place], documents, schemas),
    ...(body === undefined ? {} : { body }),
    responses,
    mutates: !READING.has(method),
  };
}

function operationId(
  node: Node,
  method: string,
  path: string,
  place: Place,
  documents: DocumentSet,
  known: ReadonlyMap<string, Operation>,
): string {
  const given = textOf(member(node, "operationId"));
  if (given !== "" && !known.has(given)) return given;
  const words = path.replace(/[^A-Za-z0-9]+/g, "_").replace(/^_|_$/g, "");
  const base = words === "" ? method : `${method}_${words}`;
  let name = base;
  for (let number = 2; known.has(name); number++) name = `${base}_${number}`;
  const first = known.get(given);
  if (first === undefined) documents.report("RVR7011", place, { method: method.toUpperCase(), path, name });
  else {
    const other = `${first.method} ${first.path}`;
    const values = { method: method.toUpperCase(), path, id: given, other, name };
    documents.report("RVR7010", below(place, "operationId"), values);
  }
  return name;
}

interface Content {
  readonly contentType: string;
  readonly others: readonly string[];
  readonly schema: Schema;
  readonly examples: readonly Json[];
}

function rankOf(type: string): number {
  const bare = (type.split(";")[0] ?? "").trim().toLowerCase();
  if (bare === "application/json") return 0;
  if (bare.endsWith("+json") || bare === "application/*" || bare === "*/*") return 1;
  if (bare === "application/x-www-form-urlencoded") return 2;
  return bare === "multipart/form-data" ? 3 : 4;
}

/** The content that a JSON client would choose: JSON, then a JSON dialect, then forms, then whatever comes first. */
function chooseContent(
  value: unknown,
  place: Place,
  documents: DocumentSet,
  schemas: SchemaConverter,
): Content | undefined {
  if (!isNode(value)) return undefined;
  const [contentType] = Object.keys(value).sort((left, right) => rankOf(left) - rankOf(right));
  if (contentType === undefined) return undefined;
  const at = below(place, "content", contentType);
  const schema = member(value[contentType], "schema");
  return {
    contentType,
    others: Object.keys(value).filter((type) => type !== contentType),
    schema: schema === undefined ? {} : schemas.convert(schema, below(at, "schema")),
    examples: examplesOf(value[contentType], at, documents),
  };
}

/** The values of `example` or of the `examples` of a media type, in the order of the document. */
function examplesOf(media: unknown, place: Place, documents: DocumentSet): readonly Json[] {
  const example = member(media, "example");
  if (example !== undefined) return [documents.data(example, below(place, "example"))];
  const named = member(media, "examples");
  if (!isNode(named)) return [];
  return Object.keys(named).flatMap((name) => {
    const found = documents.follow(member(named, name), below(place, "examples", name));
    const value = member(found?.node, "value");
    return found === undefined || value === undefined
      ? []
      : [documents.data(value, below(found.place, "value"))];
  });
}

function convertBody(
  node: Node,
  place: Place,
  documents: DocumentSet,
  schemas: SchemaConverter,
): RequestBody | undefined {
  const value = member(node, "requestBody");
  if (value === undefined) return undefined;
  const found = documents.follow(value, below(place, "requestBody"));
  if (found === undefined) return undefined;
  const content = chooseContent(member(found.node, "content"), found.place, documents, schemas);
  const others = content?.others ?? [];
  const examples = content?.examples ?? [];
  return {
    required: member(found.node, "required") === true,
    description: textOf(member(found.node, "description")),
    contentType: content?.contentType ?? "application/json",
    ...(others.length === 0 ? {} : { otherContentTypes: others }),
    schema: content === undefined ? {} : bodySchema(content),
    ...(examples.length === 0 ? {} : { examples }),
  };
}

/** Content that is neither JSON nor a form, and of which nothing is said, are the bytes of a file. */
function bodySchema({ contentType, schema }: Content): Schema {
  if (rankOf(contentType) < 4 || Object.keys(schema).length > 0) return schema;
  return contentType.startsWith("text/") ? { type: "string" } : { type: "string", format: "binary" };
}

function convertResponses(
  id: string,
  node: Node,
  place: Place,
  documents: DocumentSet,
  schemas: SchemaConverter,
): readonly Response[] {
  const value = member(node, "responses");
  const out: Response[] = [];
  for (const key of isNode(value) ? Object.keys(value) : []) {
    const status = key.toUpperCase() === "DEFAULT" ? "default" : key.toUpperCase();
    if (!/^([1-5](\d\d|XX)|default)$/.test(status)) continue;
    const found = documents.follow(member(value, key), below(place, "responses", key));
    if (found === undefined) continue;
    const described = member(found.node, "content");
    const content = chooseContent(described, found.place, documents, schemas);
    if (/^[45]/u.test(status) && described !== undefined && Object.keys(content?.schema ?? {}).length === 0)
      documents.report("RVR7039", below(found.place, "content"), { status, id });
    const examples = content?.examples ?? [];
    out.push({
      status,
      description: textOf(member(found.node, "description")),
      ...(content === undefined ? {} : { schema: content.schema }),
      ...(examples.length === 0 ? {} : { examples }),
    });
  }
  if (!out.some(({ status }) => status.startsWith("2") || status === "default")) {
    documents.report("RVR7030", place, { id });
  }
  // "default" sorts behind the digits.
  return out.sort((left, right) => compareText(left.status, right.status));
}
