import type { Location, Parameter, ParameterStyle } from "./api-model.js";
import type { SchemaConverter } from "./convert-schema.js";
import { below, type DocumentSet, type Place } from "./document-set.js";
import { isNode, member, type Node, textOf } from "./node.js";

const STYLES: Readonly<Record<Location, readonly ParameterStyle[]>> = {
  path: ["simple", "label", "matrix"],
  query: ["form", "spaceDelimited", "pipeDelimited", "deepObject"],
  header: ["simple"],
};

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
  owners.forEach((owner, index) => {
    const list = member(owner, "parameters");
    const place = places[index];
    if (!Array.isArray(list) || place === undefined) return;
    list.forEach((value: unknown, position) => {
      const at = documents.follow(value, below(place, "parameters", position));
      const parameter = at === undefined ? undefined : convertParameter(at.node, at.place, schemas);
      if (at === undefined || parameter === undefined) return;
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

function convertParameter(node: Node, place: Place, schemas: SchemaConverter): Parameter | undefined {
  const name = textOf(member(node, "name"));
  const location = member(node, "in");
  if (name === "" || name === "__proto__") return undefined;
  if (location !== "path" && location !== "query" && location !== "header") return undefined;
  if (location === "header" && RESERVED_HEADERS.has(name.toLowerCase())) return undefined;
  const content = member(node, "content");
  const [type] = isNode(content) ? Object.keys(content) : [];
  const styles = STYLES[location];
  const given = styles.find((style) => style === member(node, "style"));
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
