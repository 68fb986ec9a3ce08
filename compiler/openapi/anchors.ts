import { isNode, member } from "./node.js";

/** Where schemas that have a name of their own stand in one file. */
export interface Anchors {
  /** Steps to the schemas of an `$anchor` or `$dynamicAnchor`, in order of the file. */
  readonly named: ReadonlyMap<string, readonly (readonly string[])[]>;
  /** Steps to the schema of an `$id`. */
  readonly identified: ReadonlyMap<string, readonly string[]>;
}

/** Members whose values are data, where an anchor is none. */
const DATA = new Set(["default", "enum", "const", "example", "examples"]);

/** Members whose keys are names and no keywords. */
const NAMES = new Set(["properties", "patternProperties", "dependentSchemas", "$defs", "schemas"]);

const MAX_DEPTH = 300;

export function anchorsOf(root: unknown): Anchors {
  const named = new Map<string, (readonly string[])[]>();
  const identified = new Map<string, readonly string[]>();
  // A container that several aliases share is looked at where it is met first.
  const seen = new Set<object>();
  const visit = (value: unknown, steps: readonly string[], names: boolean): void => {
    if (typeof value !== "object" || value === null || seen.has(value) || steps.length > MAX_DEPTH) return;
    seen.add(value);
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) visit(item, [...steps, String(index)], false);
      return;
    }
    if (!isNode(value)) return;
    for (const key of names ? [] : ["$anchor", "$dynamicAnchor"]) {
      const name = member(value, key);
      if (typeof name === "string") named.set(name, [...(named.get(name) ?? []), steps]);
    }
    const id = names ? undefined : member(value, "$id");
    if (typeof id === "string" && !identified.has(id)) identified.set(id, steps);
    for (const key of Object.keys(value))
      if (names || !DATA.has(key)) visit(value[key], [...steps, key], !names && NAMES.has(key));
  };
  visit(root, [], false);
  return { named, identified };
}
