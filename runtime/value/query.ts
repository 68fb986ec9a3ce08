import type { Json, JsonObject } from "../abi/json.js";
import type { Value } from "../abi/value.js";
import { gather, isArray, isObject, list } from "./access.js";
import { order } from "./collection.js";
import { type Clause, type ParsedQuery, parseQuery } from "./query-parser.js";
import { text } from "./text.js";

/**
 * Filters a list by a clause language that covers what JQL and CQL have in common:
 * `field op value AND ... ORDER BY field DESC, ...` with the operators = != ~ !~ in, not in.
 *
 * `fields` maps clause names (any case) to a dotted path of the record, or to a list of paths of which one must fit.
 * `=` compares texts without case, and holds when one member of a list does; `~` looks for a part of the text.
 *
 * Gives `{ok, items, unbounded, error}`: `ok` is false, with an `error`, for an unknown field or bad syntax;
 * `unbounded` is true when nothing restricts the result, so that a world can refuse it.
 */
export function query(source: Value, items: Value, fields: Value): JsonObject {
  const parsed = parseQuery(typeof source === "string" ? source : "");
  if (parsed.kind === "error") return failure(parsed.message);
  const paths = fieldPaths(fields);
  const unknown = unknownField(parsed, paths);
  if (unknown !== undefined) return failure(`Field '${unknown}' does not exist.`);
  const kept = list(items).filter((item) => parsed.clauses.every((clause) => holds(clause, item, paths)));
  const sorted = parsed.order.length === 0 ? kept : sortBy(kept, parsed.order, paths);
  return { ok: true, items: sorted, unbounded: parsed.clauses.length === 0 };
}

function failure(error: string): JsonObject {
  return { ok: false, items: [], unbounded: false, error };
}

type FieldPaths = ReadonlyMap<string, readonly (readonly string[])[]>;

function fieldPaths(fields: Value): FieldPaths {
  const paths = new Map<string, readonly (readonly string[])[]>();
  if (!isObject(fields)) return paths;
  for (const [name, value] of Object.entries(fields)) {
    const dotted = isArray(value) ? value : [value];
    paths.set(
      name.toLowerCase(),
      dotted.map((path) => text(path).split(".")),
    );
  }
  return paths;
}

function unknownField(parsed: ParsedQuery, paths: FieldPaths): string | undefined {
  return [...parsed.clauses, ...parsed.order].find((part) => !paths.has(part.field))?.field;
}

function valuesAt(record: Json, path: readonly string[]): readonly Json[] {
  return gather(record, path).filter((value) => value !== null);
}

function holds(clause: Clause, record: Json, paths: FieldPaths): boolean {
  const found = (paths.get(clause.field) ?? [])
    .flatMap((path) => valuesAt(record, path))
    .map((value) => text(value).toLowerCase());
  const fits = clause.values.some((wanted) =>
    clause.partial ? found.some((value) => value.includes(wanted)) : found.includes(wanted),
  );
  return fits !== clause.negated;
}

function sortBy(items: readonly Json[], keys: ParsedQuery["order"], paths: FieldPaths): readonly Json[] {
  const keyed = items.map((item) => ({
    item,
    values: keys.map((key) => valuesAt(item, paths.get(key.field)?.[0] ?? [])[0]),
  }));
  keyed.sort((left, right) => {
    for (const [i, key] of keys.entries()) {
      const difference = order(left.values[i], right.values[i]);
      if (difference !== 0) return key.descending ? -difference : difference;
    }
    return 0;
  });
  return keyed.map((entry) => entry.item);
}
