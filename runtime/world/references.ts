import type { Json, JsonObject } from "../abi/json.js";
import type { Value } from "../abi/value.js";
import { getPath, isArray, isObject } from "../value/access.js";
import { type Draft, put } from "../value/own.js";
import type { WorldBase } from "./base.js";
import type { Difference } from "./difference.js";
import { isComputed, type PathNode } from "./path-tree.js";

/** Which created record, and by which of its key paths, an identifier means. */
export interface Reference {
  readonly resource: string;
  /** Place among the created records of the resource. */
  readonly created: number;
  /** Place among the key paths of the resource. */
  readonly path: number;
}

/** Identifiers that a fork gave to the records it created. An author's own key, such as a label, is none. */
export type References = ReadonlyMap<string | number, Reference>;

/** Identifiers that the service chose, because their path is computed. The first record that holds one owns it. */
export function references(base: WorldBase, difference: Difference): References {
  const found = new Map<string | number, Reference>();
  for (const { resource, created } of difference) {
    const own = base.resources.get(resource);
    if (own === undefined) continue;
    for (const [path, steps] of own.keys.entries()) {
      if (!isComputed(own.rules, steps)) continue;
      for (const [place, record] of created.entries()) {
        const identifier = getPath(record, steps);
        if (typeof identifier !== "string" && typeof identifier !== "number") continue;
        if (!found.has(identifier)) found.set(identifier, { resource, created: place, path });
      }
    }
  }
  return found;
}

/**
 * The record with every identifier that is a key of `references` replaced, where the replacement is not absent.
 * Object keys stay as they are, and so do computed paths, which no comparison reads.
 */
export function translateRecord(
  record: JsonObject,
  references: References,
  replacement: (reference: Reference) => Value,
  rules: PathNode | undefined,
): JsonObject {
  if (references.size === 0) return record;
  const visit = (value: Json, place: PathNode | undefined): Json => {
    if (place?.computed === true) return value;
    if (typeof value === "string" || typeof value === "number") {
      const reference = references.get(value);
      return (reference === undefined ? undefined : replacement(reference)) ?? value;
    }
    if (isArray(value)) return value.length === 0 ? value : value.map((item) => visit(item, place));
    return isObject(value) ? visitObject(value, place) : value;
  };
  const visitObject = (object: JsonObject, place: PathNode | undefined): JsonObject => {
    let changed: Draft | undefined;
    for (const key of Object.keys(object)) {
      const before = object[key] as Json;
      const after = visit(before, place?.children.get(key));
      if (after === before) continue;
      changed ??= { ...object };
      put(changed, key, after);
    }
    return changed ?? object;
  };
  return visitObject(record, rules);
}
