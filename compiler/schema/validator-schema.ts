import type { Json } from "../../runtime/abi/json.js";
import type { Schema } from "../openapi/api-model.js";
import { numberFormat, textFormat } from "../openapi/formats.js";
import { emptyRecord } from "../openapi/node.js";
import {
  isSchema,
  mapSchemaChildren,
  ownProperty,
  requiredNames,
  schemaList,
  withMembers,
} from "../openapi/schema-children.js";
import { referencedName } from "../openapi/schema-reference.js";
import { type Direction, isForeign, requiredOf } from "./direction.js";
import { partsOf, type SchemaSource } from "./parts.js";

/** Keywords that judge nothing. */
const ANNOTATIONS = [
  ...[
    "title",
    "description",
    "default",
    "examples",
    "deprecated",
    "readOnly",
    "writeOnly",
    "x-discriminator",
  ],
  ...["contentEncoding", "contentMediaType"],
];

/**
 * Turns schemas of a model into what a validator is made from: no annotations, no format that is not checked,
 * `required` as the direction has it, and every reference to one of the definitions that `definitions()` gives.
 * Definitions are called by number, so that no name of the document gets into generated code.
 */
export class ValidatorSchemas {
  private readonly numbers = new Map<string, number>();

  constructor(
    private readonly model: SchemaSource,
    private readonly direction: Direction,
    /** Prefix of references, an id with `#` at its end. */
    private readonly base: string,
  ) {}

  prepare(schema: Schema): Schema {
    return this.walk(schema, this.foreignNames(schema));
  }

  /** Definitions that what was prepared so far needs, directly or not; without prototype. */
  definitions(): Schema {
    const out = emptyRecord<Json>();
    // Preparing a definition may add names behind it; a Map hands those out too.
    for (const [name, number] of this.numbers)
      out[`d${number}`] = this.prepare(this.model.schemas.get(name) ?? {});
    return out;
  }

  private walk(schema: Schema, foreign: ReadonlySet<string>): Schema {
    const members = new Map<string, Json | undefined>(ANNOTATIONS.map((keyword) => [keyword, undefined]));
    const name = referencedName(schema);
    if (name !== undefined) members.set("$ref", `${this.base}/$defs/d${this.numberOf(name)}`);
    this.format(schema, members);
    for (const keyword of ["enum", "const"]) {
      const data = schema[keyword];
      if (data !== undefined) members.set(keyword, withPrototypes(data));
    }
    const required = requiredNames(schema).filter((each) => !foreign.has(each));
    members.set("required", required.length === 0 ? undefined : required);
    const inner = mapSchemaChildren(schema, (child, _, inPlace) =>
      inPlace ? this.walk(child, new Set([...foreign, ...this.foreignNames(child)])) : this.prepare(child),
    );
    return withMembers(inner, members);
  }

  private format(schema: Schema, members: Map<string, Json | undefined>): void {
    const format = schema["format"];
    if (typeof format !== "string") return;
    const bounds = numberFormat(format);
    if (textFormat(format) === undefined) members.set("format", undefined);
    if (bounds === undefined) return;
    const [least, greatest] = bounds;
    const bound = (keyword: string) => (typeof schema[keyword] === "number" ? schema[keyword] : undefined);
    members.set("minimum", Math.max(bound("minimum") ?? least, least));
    members.set("maximum", Math.min(bound("maximum") ?? greatest, greatest));
  }

  /** Required names of a schema, or of the inline parts of it, that the direction does not carry. */
  private foreignNames(schema: Schema): ReadonlySet<string> {
    const listed = new Set(inlineParts(schema).flatMap(requiredNames));
    if (listed.size === 0) return listed;
    const kept = new Set(requiredOf(this.model, schema, this.direction));
    const properties = partsOf(this.model, schema);
    return new Set(
      [...listed].filter(
        (name) =>
          !kept.has(name) &&
          properties.some(({ schema: part }) => {
            const property = ownProperty(part, name);
            return property !== undefined && isForeign(this.model, property, this.direction);
          }),
      ),
    );
  }

  private numberOf(name: string): number {
    const known = this.numbers.get(name);
    if (known !== undefined) return known;
    this.numbers.set(name, this.numbers.size);
    return this.numbers.size - 1;
  }
}

/**
 * The same data in ordinary objects: two objects of which one has no prototype are never equal to ajv. Data of a model has
 * no key `__proto__`.
 */
export function withPrototypes(value: Json): Json {
  return typeof value === "object" && value !== null ? (JSON.parse(JSON.stringify(value)) as Json) : value;
}

function inlineParts(schema: Schema): readonly Schema[] {
  const branches = ["allOf", "anyOf", "oneOf"].flatMap((keyword) => schemaList(schema, keyword));
  for (const keyword of ["then", "else"]) {
    const branch = schema[keyword];
    if (isSchema(branch)) branches.push(branch);
  }
  return [schema, ...branches.flatMap(inlineParts)];
}
