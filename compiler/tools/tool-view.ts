import type { Json, JsonObject } from "../../runtime/abi/json.js";
import type { ApiModel, Location, Operation, Schema } from "../openapi/api-model.js";
import { emptyRecord } from "../openapi/node.js";
import { certainParts, isSchema } from "../openapi/schema-children.js";
import { isForeign } from "../schema/direction.js";
import { requestSchema } from "../schema/request-schema.js";
import { describedNames, schemaAt } from "../schema/schema-at.js";
import { typesOf } from "../schema/types-of.js";
import { slug } from "./tool-name.js";

export type View = "canonical" | "flat";

/** One argument of a tool and the place of its value in the canonical call `{path, query, header, body}`. */
export interface ViewArgument {
  readonly name: string;
  /** One step (`["body"]`, and in the canonical view each location), or a location and a name in it. */
  readonly place: readonly string[];
  /** As the document has it; references mean the model of the operation. */
  readonly schema: Schema;
  readonly required: boolean;
  readonly description: string;
}

export interface ToolView {
  readonly view: View;
  readonly arguments: readonly ViewArgument[];
  /** Names that several places of the operation share; in the flat view their arguments carry the location. */
  readonly clashes: readonly string[];
  /** An object body whose fields are arguments: sent even when none of them is given, or only with one. */
  readonly spread: "always" | "with-fields" | undefined;
}

export type Converted =
  | { readonly ok: true; readonly value: JsonObject }
  | { readonly ok: false; readonly reason: string };

const LOCATIONS: readonly Location[] = ["path", "query", "header"];

/** Keywords that judge the fields of a body together, and so say nothing about one of them alone. */
const JOINT = [
  ...["anyOf", "oneOf", "not", "if", "dependentSchemas", "dependentRequired", "patternProperties"],
  ...["minProperties", "maxProperties", "propertyNames", "unevaluatedProperties", "enum", "const"],
];

/** What a tool's caller fills in. Both views are made from the document's own schemas; nothing is inlined here. */
export function toolView(model: ApiModel, operation: Operation, view: View): ToolView {
  const flat = flatView(model, operation);
  return view === "flat" ? flat : { ...canonicalView(operation), clashes: flat.clashes };
}

function canonicalView(operation: Operation): ToolView {
  const request = requestSchema(operation);
  const required = Array.isArray(request["required"]) ? request["required"] : [];
  const places = isSchema(request["properties"]) ? request["properties"] : emptyRecord<Json>();
  const named = Object.keys(places).flatMap((name): ViewArgument[] => {
    const schema = places[name];
    if (!isSchema(schema)) return [];
    // A location without parameters is not worth an argument.
    if (name !== "body" && !operation.parameters.some((parameter) => parameter.in === name)) return [];
    const description = name === "body" ? (operation.body?.description ?? "") : "";
    return [{ name, place: [name], schema, required: required.includes(name), description }];
  });
  return { view: "canonical", arguments: named, clashes: [], spread: undefined };
}

function flatView(model: ApiModel, operation: Operation): ToolView {
  const spread = spreadOf(model, operation);
  const members: ViewArgument[] = operation.parameters.map(
    ({ name, in: location, schema, required, description }) => ({
      name: argumentName(name),
      place: [location, name],
      schema,
      required,
      description,
    }),
  );
  members.push(...bodyArguments(model, operation, spread !== undefined));
  const uses = counts(members.map(({ name }) => name));
  const clashes = [...uses].flatMap(([name, count]) => (count > 1 ? [name] : []));
  return { view: "flat", arguments: distinct(members, new Set(clashes)), clashes, spread };
}

function bodyArguments(model: ApiModel, { body }: Operation, spread: boolean): readonly ViewArgument[] {
  if (body === undefined) return [];
  const { schema, required, description } = body;
  if (!spread) return [{ name: "body", place: ["body"], schema, required, description }];
  return describedNames(model, schema).flatMap((name): ViewArgument[] => {
    const found = schemaAt(model, schema, [name]);
    if (found.kind !== "found" || isForeign(model, found.schema, "request")) return [];
    const { schema: field, required: needed } = found;
    return [
      { name: argumentName(name), place: ["body", name], schema: field, required: needed, description: "" },
    ];
  });
}

/** Every member of a clash gets its location behind its name; more underscores where even that is taken. */
function distinct(members: readonly ViewArgument[], clashes: ReadonlySet<string>): readonly ViewArgument[] {
  const taken = new Set(members.flatMap(({ name }) => (clashes.has(name) ? [] : [name])));
  return members.map((member) => {
    if (!clashes.has(member.name)) return member;
    let name = `${member.name}__${member.place[0]}`;
    while (taken.has(name)) name += "_";
    taken.add(name);
    return { ...member, name };
  });
}

/**
 * Whether the fields of a body stand for the body. They do not when the body may be something other than an object,
 * when its fields are judged together, or when it may be left out although it needs fields: then no choice of fields
 * says whether there is a body.
 */
function spreadOf(model: ApiModel, { body }: Operation): ToolView["spread"] {
  if (body === undefined || !typesOf(model, body.schema).has("object")) return undefined;
  const parts = certainParts(model, body.schema);
  if (parts.some((part) => JOINT.some((keyword) => part[keyword] !== undefined))) return undefined;
  const names = describedNames(model, body.schema);
  const fields = bodyArguments(model, { body } as Operation, true);
  if (names.length === 0 || fields.length === 0) return undefined;
  const unseen = parts.some(
    ({ required }) => Array.isArray(required) && required.some((name) => !names.includes(String(name))),
  );
  if (unseen) return undefined;
  if (body.required) return "always";
  return fields.some(({ required }) => required) ? undefined : "with-fields";
}

/** A name as services take it for an argument: letters, digits, `_`, `.` and `-`, 64 at most. */
function argumentName(name: string): string {
  if (/^[a-zA-Z0-9_.-]{1,64}$/u.test(name)) return name;
  return slug(name).slice(0, 56) || "argument";
}

function counts(names: readonly string[]): ReadonlyMap<string, number> {
  const out = new Map<string, number>();
  for (const name of names) out.set(name, (out.get(name) ?? 0) + 1);
  return out;
}

/**
 * The canonical call that arguments stand for. A value of null stays null, an argument that is not there stays away.
 * Fails for an argument that the tool does not have. Locations without a value are left out.
 */
export function toCanonical(view: ToolView, args: JsonObject): Converted {
  if (view.view === "canonical") return refuseOthers(view, args) ?? { ok: true, value: args };
  const refused = refuseOthers(view, args);
  if (refused !== undefined) return refused;
  const out = emptyRecord<Json>();
  const inner = new Map<string, Record<string, Json>>();
  if (view.spread === "always") inner.set("body", emptyRecord<Json>());
  for (const { name, place } of view.arguments) {
    if (!Object.hasOwn(args, name)) continue;
    const [location = "", step] = place;
    const value = args[name] as Json;
    if (step === undefined) {
      out[location] = value;
      continue;
    }
    const record = inner.get(location) ?? emptyRecord<Json>();
    record[step] = value;
    inner.set(location, record);
  }
  for (const [location, record] of inner) out[location] = record;
  return { ok: true, value: out };
}

/**
 * The arguments that make a canonical call; `toCanonical` leads back to it, but for empty locations and an empty body
 * that need not be sent. Fails for what the view cannot say, such as a field that the document does not describe.
 */
export function toFlat(view: ToolView, call: JsonObject): Converted {
  if (view.view === "canonical") return refuseOthers(view, call) ?? { ok: true, value: call };
  const out = emptyRecord<Json>();
  for (const location of Object.keys(call)) {
    const value = call[location] as Json;
    const whole = view.arguments.find(({ place }) => place.length === 1 && place[0] === location);
    if (whole !== undefined) {
      out[whole.name] = value;
      continue;
    }
    if (![...LOCATIONS, "body"].includes(location)) return failed(`a call has no part ${location}`);
    if (!isSchema(value)) return failed(`${location} is no object`);
    for (const step of Object.keys(value)) {
      const found = view.arguments.find(({ place }) => place[0] === location && place[1] === step);
      if (found === undefined) return failed(`${location}.${step} is no argument of the tool`);
      out[found.name] = value[step] as Json;
    }
  }
  return { ok: true, value: out };
}

function refuseOthers({ arguments: known }: ToolView, args: JsonObject): Converted | undefined {
  const other = Object.keys(args).find((name) => !known.some((argument) => argument.name === name));
  return other === undefined ? undefined : failed(`${other} is no argument of the tool`);
}

function failed(reason: string): Converted {
  return { ok: false, reason };
}

/** Schema of the arguments of a view, references kept: what decides whether a call is accepted. */
export function argumentsSchema({ arguments: list }: ToolView): Schema {
  const properties = emptyRecord<Json>();
  for (const { name, schema } of list) properties[name] = schema;
  const required = list.flatMap(({ name, required: needed }) => (needed ? [name] : []));
  return { type: "object", properties, required, additionalProperties: false };
}
