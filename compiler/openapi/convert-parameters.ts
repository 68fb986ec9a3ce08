import type { Parameter } from "./api-model.js";
import type { SchemaConverter } from "./convert-schema.js";
import { below, type DocumentSet, type Place } from "./document-set.js";
import { isNode, member, type Node, textOf } from "./node.js";
import { STYLES } from "./parameter-style.js";

/** Headers that OpenAPI describes elsewhere; a parameter of such a name means nothing. */
const RESERVED_HEADERS = new Set(["accept", "content-type", "authorization"]);

/**
 * Parameters of a path and of an operation in order; one of the operation replaces one of the path that has its name
 * and location. A placeholder of the path without a parameter becomes a required string.
 */
export function convertParameters(
  path: string,
  owners: readonly Node[],
  places: readonly Place[],
  documents: DocumentSet,
  schemas: SchemaConverter,
): readonly Parameter[] {
  const placeholders = [...path.matchAll(/\{([^}]+)\}/g)].map((match) => match[1] ?? "");
  const found = new Map<string, Parameter>();
  const credentials = credentialNames(documents);
  owners.forEach((owner, index) => {
    const list = member(owner, "parameters");
    const place = places[index];
    if (!Array.isArray(list) || place === undefined) return;
    list.forEach((value: unknown, position) => {
      const at = documents.follow(value, below(place, "parameters", position));
      if (at === undefined || isClients(at.node, at.place, credentials, documents)) return;
      const parameter = convertParameter(at.node, at.place, documents, schemas);
      if (parameter === undefined) return;
      if (parameter.in === "path" && !placeholders.includes(parameter.name)) {
        documents.report("RVR7013", at.place, { name: parameter.name, path });
        return;
      }
      const name = parameter.in === "header" ? parameter.name.toLowerCase() : parameter.name;
      found.set(`${parameter.in} ${name}`, parameter);
    });
  });
  const place = places.at(-1);
  for (const name of placeholders) {
    if (found.has(`path ${name}`)) continue;
    if (place !== undefined) documents.report("RVR7012", place, { name });
    found.set(`path ${name}`, {
      name,
      in: "path",
      required: true,
      description: "",
      schema: { type: "string" },
      style: "simple",
      explode: false,
    });
  }
  return [...found.values()];
}

/** Parameters that carry keys of clients, as location and name; names of headers in lower case. */
function credentialNames(documents: DocumentSet): ReadonlySet<string> {
  const schemes = member(member(documents.document().value, "components"), "securitySchemes");
  const keys = isNode(schemes) ? Object.values(schemes) : [];
  return new Set(
    keys.filter((scheme) => member(scheme, "type") === "apiKey").map((scheme) => keyOf(scheme as Node)),
  );
}

function keyOf(node: Node): string {
  const name = textOf(member(node, "name"));
  return member(node, "in") === "header"
    ? `header ${name.toLowerCase()}`
    : `${textOf(member(node, "in"))} ${name}`;
}

/** Whether a parameter is filled in by the client, not by who makes a call; reported. */
function isClients(
  node: Node,
  place: Place,
  credentials: ReadonlySet<string>,
  documents: DocumentSet,
): boolean {
  const name = textOf(member(node, "name"));
  const where = textOf(member(node, "in"));
  const reason = credentials.has(keyOf(node))
    ? "it carries the key of the client"
    : where === "cookie"
      ? "clients keep cookies themselves"
      : where === "header" && RESERVED_HEADERS.has(name.toLowerCase())
        ? "OpenAPI describes this header elsewhere"
        : undefined;
  if (reason !== undefined) documents.report("RVR7016", place, { where, name, reason });
  return reason !== undefined;
}

function convertParameter(
  node: Node,
  place: Place,
  documents: DocumentSet,
  schemas: SchemaConverter,
): Parameter | undefined {
  const name = textOf(member(node, "name"));
  const location = member(node, "in");
  if (name === "" || name === "__proto__") return undefined;
  if (location !== "path" && location !== "query" && location !== "header") return undefined;
  const content = member(node, "content");
  const [type] = isNode(content) ? Object.keys(content) : [];
  const styles = STYLES[location];
  const named = member(node, "style");
  const given = styles.find((style) => style === named);
  const strange =
    given === undefined && type === undefined ? (named ?? member(node, "x-collectionFormat")) : undefined;
  if (typeof strange === "string")
    documents.report("RVR7018", below(place, "style"), { what: `a ${location} parameter`, style: strange });
  const style = type !== undefined ? "json" : (given ?? styles[0] ?? "form");
  const explode = member(node, "explode");
  const [value, at] =
    type === undefined
      ? [member(node, "schema"), below(place, "schema")]
      : [member(member(content, type), "schema"), below(place, "content", type, "schema")];
  return {
    name,
    in: location,
    required: location === "path" || member(node, "required") === true,
    description: textOf(member(node, "description")),
    schema: value === undefined ? {} : schemas.convert(value, at),
    style,
    explode: typeof explode === "boolean" ? explode : style === "form",
  };
}
