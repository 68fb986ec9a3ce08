import type { Json, JsonObject } from "../../runtime/abi/json.js";
import type { Schema } from "./api-model.js";
import { convertTypeKeywords } from "./convert-type.js";
import { below, type DocumentSet, type Located, type Place } from "./document-set.js";
import { isKnownFormat } from "./formats.js";
import { emptyRecord, isNode, member, type Node } from "./node.js";
import { portablePattern } from "./pattern.js";
import type { SchemaNames } from "./schema-names.js";
import { escapeStep, referenceTo } from "./schema-reference.js";

export type SchemaDialect = "3.0" | "3.1";

const MAX_DEPTH = 200;

const SINGLE = ["not", "if", "then", "else", "contains", "propertyNames"] as const;
const SINGLE_OR_BOOLEAN = [
  "additionalProperties",
  "items",
  "unevaluatedProperties",
  "unevaluatedItems",
] as const;
const LISTS = ["allOf", "anyOf", "oneOf", "prefixItems"] as const;
const MAPS = ["properties", "patternProperties", "dependentSchemas"] as const;
const COUNTS = [
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "minProperties",
  "maxProperties",
  "minContains",
  "maxContains",
] as const;
const TEXTS = ["title", "description", "contentEncoding", "contentMediaType"] as const;
const FLAGS = ["readOnly", "writeOnly", "deprecated", "uniqueItems"] as const;

/** Turns the schemas of a document set into the one dialect of the model. */
export class SchemaConverter {
  private readonly places = new WeakMap<Schema, Place>();
  /** Unknown formats that were reported: one document may use one format a thousand times. */
  private readonly unknownFormats = new Set<string>();

  constructor(
    private readonly documents: DocumentSet,
    private readonly names: SchemaNames,
    private readonly dialect: SchemaDialect,
  ) {}

  /** Where a schema that this converter made came from; the start of the document for any other. */
  placeOf(schema: Schema): Place {
    return this.places.get(schema) ?? this.documents.document().place;
  }

  /** Whether this converter made the schema, or `keepPlace` was told what it was made of. */
  knows(schema: Schema): boolean {
    return this.places.has(schema);
  }

  /** Notes that a schema was made from another one and stands where that one does. */
  keepPlace(schema: Schema, original: Schema): void {
    const place = this.places.get(original);
    if (place !== undefined) this.places.set(schema, place);
  }

  /** Converts one schema; references in it become names. Anything that is no schema accepts every value. */
  convert(value: unknown, place: Place, depth = 0): Schema {
    const schema = this.convertAny(value, place, depth);
    this.places.set(schema, place);
    return schema;
  }

  private convertAny(value: unknown, place: Place, depth: number): Schema {
    if (typeof value === "boolean") return value ? {} : { not: {} };
    if (!isNode(value)) {
      this.documents.report("RVR7027", place, {
        keyword: place.steps.at(-1) ?? "",
        reason: "it is no schema",
      });
      return {};
    }
    if (depth > MAX_DEPTH) {
      this.documents.report("RVR7031", { file: place.file, steps: [] }, { limit: MAX_DEPTH });
      return {};
    }
    const reference = member(value, "$ref") ?? member(value, "$dynamicRef");
    if (typeof reference === "string") return this.reference(reference, value, place, depth);
    return this.keywords(value, place, depth);
  }

  private reference(reference: string, node: Node, place: Place, depth: number): Schema {
    const target = this.documents.resolve(reference, place);
    const out = emptyRecord<Json>();
    const isDynamic = member(node, "$ref") === undefined;
    if (isDynamic && this.documents.anchored(reference.slice(1), place.file).length > 1) {
      const reason = "several schemas have its anchor; the first of the file is taken";
      this.documents.report("RVR7027", place, { keyword: "$dynamicRef", reason });
    }
    if (target === undefined || !(isNode(target.value) || typeof target.value === "boolean")) {
      this.documents.report("RVR7020", place, { reference, where: "nowhere" });
    } else {
      out["$ref"] = referenceTo(this.names.nameOf(target));
    }
    // Version 3.0 ignores what stands beside a reference; remarks about the place do no harm.
    const beside =
      this.dialect === "3.1"
        ? this.keywords(node, place, depth)
        : this.annotations(node, place, emptyRecord<Json>());
    for (const key of Object.keys(beside)) out[key] = beside[key] ?? null;
    return this.nullableCombination(node, place, out);
  }

  private keywords(node: Node, place: Place, depth: number): Schema {
    const out = emptyRecord<Json>();
    convertTypeKeywords(node, place, this.dialect, this.documents, out);
    this.annotations(node, place, out);
    for (const key of COUNTS) {
      const count = member(node, key);
      if (count === undefined) continue;
      if (typeof count === "number" && Number.isInteger(count) && count >= 0) out[key] = count;
      else this.ignored(key, place, "it must be a whole number from 0");
    }
    // OpenAPI 3.1 describes raw bytes by their media type alone.
    if (
      this.dialect === "3.1" &&
      member(node, "type") === undefined &&
      out["contentMediaType"] !== undefined
    ) {
      out["type"] = "string";
      if (out["contentEncoding"] === undefined) out["format"] = "binary";
    }
    this.pattern(node, place, out);
    this.format(node, place, out);
    this.children(node, place, depth, out);
    this.required(node, place, out);
    return this.nullableCombination(node, place, out);
  }

  private annotations(node: Node, place: Place, out: Record<string, Json>): Record<string, Json> {
    for (const key of TEXTS) {
      const text = member(node, key);
      if (typeof text === "string" && text !== "") out[key] = text;
    }
    for (const key of FLAGS) if (member(node, key) === true) out[key] = true;
    const value = member(node, "default");
    if (value !== undefined) out["default"] = this.documents.data(value, below(place, "default"));
    const examples = member(node, "examples");
    const example = member(node, "example");
    if (Array.isArray(examples)) out["examples"] = this.documents.data(examples, below(place, "examples"));
    else if (example !== undefined) out["examples"] = [this.documents.data(example, below(place, "example"))];
    return out;
  }

  private pattern(node: Node, place: Place, out: Record<string, Json>): void {
    const pattern = member(node, "pattern");
    if (typeof pattern !== "string") return;
    const portable = portablePattern(pattern);
    if (portable === undefined) this.documents.report("RVR7023", below(place, "pattern"), { pattern });
    else out["pattern"] = portable;
  }

  private format(node: Node, place: Place, out: Record<string, Json>): void {
    const format = member(node, "format");
    if (typeof format !== "string" || format === "") return;
    out["format"] = format;
    if (isKnownFormat(format) || this.unknownFormats.has(format)) return;
    this.unknownFormats.add(format);
    this.documents.report("RVR7024", below(place, "format"), { format });
  }

  private children(node: Node, place: Place, depth: number, out: Record<string, Json>): void {
    const convert = (value: unknown, ...steps: readonly (string | number)[]) =>
      this.convert(value, below(place, ...steps), depth + 1);
    for (const key of MAPS) {
      const children = member(node, key);
      if (!isNode(children)) continue;
      const map = emptyRecord<Json>();
      for (const name of Object.keys(children)) {
        if (name === "__proto__") {
          this.documents.report("RVR7026", below(place, key, name), { name });
          continue;
        }
        const portable = key === "patternProperties" ? portablePattern(name) : name;
        if (portable === undefined)
          this.documents.report("RVR7023", below(place, key, name), { pattern: name });
        else map[portable] = convert(children[name], key, name);
      }
      out[key] = map;
    }
    for (const key of LISTS) {
      const list = member(node, key);
      if (list === undefined) continue;
      if (Array.isArray(list) && list.length > 0) {
        out[key] = list.map((item: unknown, index) => convert(item, key, index));
      } else this.ignored(key, place, "it must be a list of schemas that is not empty");
    }
    for (const key of SINGLE) {
      const child = member(node, key);
      if (child !== undefined) out[key] = convert(child, key);
    }
    for (const key of SINGLE_OR_BOOLEAN) {
      const child = member(node, key);
      if (child === undefined) continue;
      if (key === "items" && Array.isArray(child)) {
        if (child.length > 0)
          out["prefixItems"] = child.map((item: unknown, index) => convert(item, key, index));
      } else out[key] = typeof child === "boolean" ? child : convert(child, key);
    }
    this.dependentRequired(node, out);
    this.discriminator(node, place, out);
  }

  /** The mapping is kept with the names of its schemas; its values may be names or references. */
  private discriminator(node: Node, place: Place, out: Record<string, Json>): void {
    const discriminator = member(node, "discriminator");
    const tag = member(discriminator, "propertyName");
    if (typeof tag !== "string" || tag === "__proto__") return;
    out["x-discriminator"] = tag;
    const mapping = member(discriminator, "mapping");
    if (!isNode(mapping)) return;
    const named = emptyRecord<Json>();
    for (const value of Object.keys(mapping)) {
      const reference = mapping[value];
      if (typeof reference !== "string" || value === "__proto__") continue;
      const at = below(place, "discriminator", "mapping", value);
      const target = this.named(reference, place) ?? this.documents.resolve(reference, place);
      if (target === undefined) this.documents.report("RVR7020", at, { reference, where: "nowhere" });
      else named[value] = this.names.nameOf(target);
    }
    out["x-mapping"] = named;
  }

  /** The schema of a name in the file of a place, or in the document itself. */
  private named(name: string, from: Place): Located | undefined {
    if (name.includes("/") || name.includes("#")) return undefined;
    const reference = `#/components/schemas/${escapeStep(name)}`;
    return (
      this.documents.resolve(reference, from) ??
      this.documents.resolve(reference, this.documents.document().place)
    );
  }

  private dependentRequired(node: Node, out: Record<string, Json>): void {
    const dependent = member(node, "dependentRequired");
    if (!isNode(dependent)) return;
    const map = emptyRecord<Json>();
    for (const name of Object.keys(dependent)) if (name !== "__proto__") map[name] = textsOf(dependent[name]);
    out["dependentRequired"] = map;
  }

  private required(node: Node, place: Place, out: Record<string, Json>): void {
    const required = member(node, "required");
    if (required === undefined) return;
    if (!Array.isArray(required)) {
      this.ignored("required", place, "it must be a list of names");
      return;
    }
    const names = [...new Set(textsOf(required))].filter((name) => name !== "__proto__");
    if (names.length > 0) out["required"] = names;
  }

  /** `nullable` beside a reference or a combination without `type`: null is accepted besides what the combination accepts. */
  private nullableCombination(node: Node, place: Place, out: Record<string, Json>): Schema {
    const combined = ["$ref", "allOf", "anyOf", "oneOf"].some((key) => out[key] !== undefined);
    if (this.dialect !== "3.0" || member(node, "nullable") !== true) return out;
    if (!combined || out["type"] !== undefined) return out;
    this.documents.report("RVR7028", place);
    const outer = emptyRecord<Json>();
    const inner = emptyRecord<Json>();
    for (const key of Object.keys(out)) {
      const annotation = [...TEXTS, ...FLAGS, "default", "examples"].some((other) => other === key);
      (annotation && key !== "uniqueItems" ? outer : inner)[key] = out[key] ?? null;
    }
    outer["anyOf"] = [inner as JsonObject, { type: "null" }];
    return outer;
  }

  private ignored(keyword: string, place: Place, reason: string): void {
    this.documents.report("RVR7027", below(place, keyword), { keyword, reason });
  }
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}
