import type { Json } from "../../runtime/abi/json.js";
import type { Random } from "../../runtime/random/random.js";
import type { ApiModel, Schema } from "../openapi/api-model.js";
import { isSchema, ownProperty, requiredNames, schemaList } from "../openapi/schema-children.js";
import { checkConstant } from "../schema/check-constant.js";
import { enumAt } from "../schema/describe-schema.js";
import { type Direction, isForeign } from "../schema/direction.js";
import { partsOf } from "../schema/parts.js";
import { type JsonType, typesOf } from "../schema/types-of.js";
import { sampleText } from "./sample-text.js";
import { code } from "./words.js";

/** Objects within objects at most; a schema that needs more has no sample. */
const DEPTH = 8;

/** Choices among branches that are tried before a schema counts as one without a sample. */
const TRIES = 6;

export interface SampleOptions {
  readonly model: ApiModel;
  readonly direction: Direction;
  readonly random: Random;
  /** Paths, joined by dots, that the value shall have although they are not required. */
  readonly wanted?: ReadonlySet<string>;
  /** The branch of anyOf and oneOf that is tried first; 0 when left out. */
  readonly firstBranch?: number;
  /** Name of the argument that the value is for, where it is one. */
  readonly name?: string;
}

/**
 * A value that a schema allows, with what is required and nothing more; made by the schema's keywords and then checked
 * against the whole of it. Undefined where none is found.
 */
export function sampleValue(options: SampleOptions, schema: Schema): Json | undefined {
  const { firstBranch = 0 } = options;
  for (let branch = firstBranch; branch < firstBranch + TRIES; branch += 1) {
    const value = sample({ ...options, branch }, schema, [], 0);
    if (value === undefined) continue;
    if (checkConstant(options.model, schema, value, options.direction).ok) return value;
  }
  return undefined;
}

interface State extends SampleOptions {
  /** Which of the branches of anyOf and oneOf is tried. */
  readonly branch: number;
}

/** Types in the order in which they are preferred where a schema allows several. */
const PREFERRED: readonly JsonType[] = ["object", "string", "integer", "number", "boolean", "array", "null"];

function sample(state: State, schema: Schema, path: readonly string[], depth: number): Json | undefined {
  if (depth > DEPTH) return undefined;
  const { model, random } = state;
  const listed = enumAt(model, schema);
  if (listed !== undefined) return random.pick(listed.filter((value) => value !== null)) ?? listed[0];
  const types = typesOf(model, schema);
  const parts = relevantParts(state, schema);
  const merged = mergedKeywords(parts);
  const described = parts.some((part) => isSchema(part["properties"]));
  const order = types.size === 7 && !described ? PREFERRED.slice(1) : PREFERRED;
  const type = order.find((one) => types.has(one));
  switch (type) {
    case "object":
      return sampleObject(state, parts, path, depth);
    case "string":
      return sampleText(
        merged,
        random,
        isIdentifier(path.findLast((step) => step !== "0") ?? state.name ?? ""),
      );
    case "integer":
    case "number":
      return sampleNumber(merged, random, type === "integer");
    case "boolean":
      return random.chance(0.5);
    case "array": {
      const least = Math.max(1, Number(merged["minItems"] ?? 1));
      const { items } = merged;
      if (!isSchema(items) || Number(merged["maxItems"] ?? 1) < 1) return [];
      const list = Array.from({ length: Math.min(least, 20) }, () =>
        sample(state, items, [...path, "0"], depth + 1),
      );
      return list.some((item) => item === undefined) ? undefined : (list as Json[]);
    }
    default:
      return null;
  }
}

/** The certain parts, and of each list of alternatives one, which the state's branch chooses. */
function relevantParts({ model, branch }: State, schema: Schema): readonly Schema[] {
  const parts = partsOf(model, schema).flatMap((part) => (part.certain ? [part.schema] : []));
  const chosen = parts.flatMap((part) =>
    ["oneOf", "anyOf"].flatMap((keyword) => {
      const branches = schemaList(part, keyword as "oneOf");
      const one = branches[branch % Math.max(branches.length, 1)];
      return one === undefined
        ? []
        : partsOf(model, one).flatMap((inner) => (inner.certain ? [inner.schema] : []));
    }),
  );
  return [...parts, ...chosen];
}

function sampleObject(
  state: State,
  parts: readonly Schema[],
  path: readonly string[],
  depth: number,
): Json | undefined {
  const names = new Set(parts.flatMap(requiredNames));
  for (const part of parts) {
    const properties = part["properties"];
    if (!isSchema(properties)) continue;
    for (const name of Object.keys(properties))
      if (state.wanted?.has([...path, name].join(".")) === true) names.add(name);
  }
  const out: [string, Json][] = [];
  for (const name of names) {
    const described = parts.flatMap((part) => ownProperty(part, name) ?? []);
    const [first] = described;
    const property = (described.length > 1 ? { allOf: described } : (first ?? {})) as Schema;
    if (isForeign(state.model, property, state.direction)) continue;
    const value = sample(state, property, [...path, name], depth + 1);
    if (value === undefined) return undefined;
    out.push([name, value]);
  }
  const [further] = parts.flatMap((part) => {
    const additional = part["additionalProperties"];
    return isSchema(additional) ? [additional] : [];
  });
  // An object that describes no names is a map: one entry says more than none.
  if (out.length === 0 && further !== undefined && !parts.some((part) => isSchema(part["properties"]))) {
    const name = code(state.random);
    const value = sample(state, further, [...path, name], depth + 1);
    if (value !== undefined) out.push([name, value]);
  }
  return Object.fromEntries(out);
}

function sampleNumber(merged: Schema, random: Random, whole: boolean): number {
  const step = Number(merged["multipleOf"] ?? (whole ? 1 : 0.5));
  const low = Math.max(
    Number(merged["minimum"] ?? 1),
    Number(merged["exclusiveMinimum"] ?? Number.NEGATIVE_INFINITY) + step,
  );
  const high = Math.min(
    Number(merged["maximum"] ?? low + 900 * step),
    Number(merged["exclusiveMaximum"] ?? Number.POSITIVE_INFINITY) - step,
  );
  const first = Math.ceil(low / step);
  const count = Math.max(1, Math.floor(high / step) - first + 1);
  return (first + random.below(Math.min(count, 900))) * step;
}

/** Keywords of all parts in one object; of two limits the last one, which the check at the end may refuse. */
function mergedKeywords(parts: readonly Schema[]): Schema {
  return Object.assign(Object.create(null), ...parts) as Schema;
}

/** Names under which services carry keys rather than texts. */
export function isIdentifier(name: string): boolean {
  return (
    /(?:^|[_a-z])(?:id|ids|key|keys|gid|uuid|code|slug)$/iu.test(name) && !/(?:paid|void|valid)$/iu.test(name)
  );
}
