import { compareText } from "../../dsl/text/compare.js";
import type { Direction } from "./direction.js";
import type { SchemaSource } from "./parts.js";

/** Types of TypeScript's library and words of the language that a declaration must not be called. */
const RESERVED = new Set(
  (
    "any Array BigInt boolean Boolean bigint Date Error false Function Infinity Iterable Json JsonObject Map NaN " +
    "never null number Number object Object Omit Partial Pick Promise Readonly Record RegExp Required Set string " +
    "String symbol Symbol this true undefined unknown void"
  ).split(" "),
);

const known = new WeakMap<ReadonlyMap<string, unknown>, ReadonlyMap<string, string>>();

/**
 * Name of the interface that a named schema is printed as. Names that are no identifiers lose what does not fit; of
 * several that become equal all but the first in code unit order get a number. In requests the name ends in `Input`.
 */
export function typeName(model: SchemaSource, name: string, direction: Direction): string {
  let names = known.get(model.schemas);
  if (names === undefined) {
    names = nameAll([...model.schemas.keys()]);
    known.set(model.schemas, names);
  }
  const base = names.get(name) ?? "unknown";
  return direction === "request" && base !== "unknown" ? `${base}Input` : base;
}

/** A text as the name of a type: letters, digits and `_`, the first letter of each word upper case. */
export function identifier(text: string): string {
  const words = text.split(/[^A-Za-z0-9_$]+/).filter((word) => word !== "");
  const joined = words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join("");
  const safe = /^[A-Za-z_$]/.test(joined) ? joined : `T${joined}`;
  return RESERVED.has(safe) ? `${safe}Type` : safe;
}

/**
 * Base of the type names of operations by id: `<base>Request` and `<base>Answer` are no type name of a schema or of
 * another operation.
 */
export function operationTypeNames(
  model: SchemaSource,
  operationIds: readonly string[],
): ReadonlyMap<string, string> {
  const taken = new Set<string>();
  for (const name of model.schemas.keys()) {
    taken.add(typeName(model, name, "request"));
    taken.add(typeName(model, name, "response"));
  }
  const out = new Map<string, string>();
  for (const id of operationIds) {
    const base = identifier(id);
    let free = base;
    for (let number = 2; taken.has(`${free}Request`) || taken.has(`${free}Answer`); number++)
      free = `${base}${number}`;
    taken.add(`${free}Request`);
    taken.add(`${free}Answer`);
    out.set(id, free);
  }
  return out;
}

function nameAll(names: readonly string[]): ReadonlyMap<string, string> {
  const out = new Map<string, string>();
  const taken = new Set<string>();
  for (const name of [...names].sort(compareText)) {
    const base = identifier(name);
    let free = base;
    // The name of a request's type must be free as well.
    for (let number = 2; taken.has(free) || taken.has(`${free}Input`); number++) free = `${base}${number}`;
    taken.add(free);
    taken.add(`${free}Input`);
    out.set(name, free);
  }
  return out;
}
