/** A JSON value that the generator writes. */
export type Value = string | number | boolean | null | readonly Value[] | { readonly [key: string]: Value };

/** One leaf of a tool's arguments. An array value stands for an array with that item. */
export interface Slot {
  readonly path: readonly string[];
  readonly value: Value;
  /** Values of an enumeration that the schema shows. */
  readonly choices?: readonly string[];
}

interface Branch {
  readonly children: Map<string, Branch | Slot>;
}

const isSlot = (node: Branch | Slot): node is Slot => "path" in node;

function grow(slots: readonly Slot[]): Branch {
  const root: Branch = { children: new Map() };
  for (const slot of slots) {
    let at = root;
    for (const step of slot.path.slice(0, -1)) {
      const next = at.children.get(step);
      if (next !== undefined && !isSlot(next)) {
        at = next;
        continue;
      }
      const made: Branch = { children: new Map() };
      at.children.set(step, made);
      at = made;
    }
    at.children.set(slot.path.at(-1)!, slot);
  }
  return root;
}

/** The arguments object that holds every slot's value. */
export function argumentsOf(slots: readonly Slot[]): { readonly [key: string]: Value } {
  const write = (node: Branch | Slot): Value =>
    isSlot(node)
      ? node.value
      : Object.fromEntries([...node.children].map(([key, child]) => [key, write(child)]));
  return write(grow(slots)) as { readonly [key: string]: Value };
}

/** The JSON Schema of those arguments; `isRequired` decides leaf by leaf, a branch is required if one leaf below is. */
export function parametersOf(slots: readonly Slot[], isRequired: (slot: Slot) => boolean): object {
  const needed = (node: Branch | Slot): boolean =>
    isSlot(node) ? isRequired(node) : [...node.children.values()].some(needed);
  const write = (node: Branch | Slot): object => {
    if (isSlot(node)) {
      return node.choices === undefined ? schemaOf(node.value) : { type: "string", enum: node.choices };
    }
    return {
      type: "object",
      properties: Object.fromEntries([...node.children].map(([key, child]) => [key, write(child)])),
      required: [...node.children].filter(([, child]) => needed(child)).map(([key]) => key),
    };
  };
  return write(grow(slots));
}

function schemaOf(value: Value): object {
  if (typeof value === "string") return { type: "string" };
  if (typeof value === "number") return { type: Number.isInteger(value) ? "integer" : "number" };
  if (typeof value === "boolean") return { type: "boolean" };
  if (value === null) return {};
  if (isList(value)) return { type: "array", items: value[0] === undefined ? {} : schemaOf(value[0]) };
  const keys = Object.keys(value);
  return {
    type: "object",
    properties: Object.fromEntries(keys.map((key) => [key, schemaOf(value[key]!)])),
    required: keys,
  };
}

function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}
