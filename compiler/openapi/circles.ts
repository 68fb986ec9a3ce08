import type { Json } from "../../runtime/abi/json.js";
import type { Schema } from "./api-model.js";
import { mapSchemaChildren, schemaChildren, withMembers } from "./schema-children.js";
import { referencedName } from "./schema-reference.js";

type Schemas = ReadonlyMap<string, Schema>;

/**
 * Makes every schema checkable in finite time. A schema may contain itself inside a property or a list; one that
 * judges the same value again through references, allOf, anyOf, oneOf, not or if never ends.
 *
 * Usually a base lists its descendants in `oneOf` while each descendant takes the base in `allOf`. So first the
 * anyOf and oneOf of the circle are dropped: base and descendants keep their own properties, and more values are
 * accepted. If a circle remains, the reference that closes it is replaced by the schema that accepts everything.
 */
export function breakCircles(schemas: Schemas, onBreak: (name: string) => void): Schemas {
  const groups = circles(schemas);
  if (groups.length === 0) return schemas;
  const out = new Map(schemas);
  for (const group of groups) {
    const members = new Set(group);
    for (const name of group) {
      const before = out.get(name) ?? {};
      const after = withoutAlternatives(before, members);
      if (after !== before) onBreak(name);
      out.set(name, after);
    }
  }
  for (const group of circles(out)) {
    const members = new Set(group);
    for (const name of group) {
      // Without its references into the circle the first member is no longer part of it.
      if (
        !circles(new Map(group.map((each) => [each, out.get(each) ?? {}]))).some((each) =>
          each.includes(name),
        )
      )
        continue;
      out.set(name, withoutReferences(out.get(name) ?? {}, members));
      onBreak(name);
    }
  }
  return out;
}

/** Names that a schema's own value is judged by, inline schemas included. */
function inPlaceNames(schema: Schema, out = new Set<string>()): Set<string> {
  const name = referencedName(schema);
  if (name !== undefined) out.add(name);
  for (const child of schemaChildren(schema)) if (child.inPlace) inPlaceNames(child.schema, out);
  return out;
}

function withoutAlternatives(schema: Schema, members: ReadonlySet<string>): Schema {
  const dropped = new Map<string, Json | undefined>();
  for (const keyword of ["anyOf", "oneOf"]) {
    const leadsBack = schemaChildren(schema).some(
      (child) =>
        child.keyword === keyword && [...inPlaceNames(child.schema)].some((name) => members.has(name)),
    );
    if (leadsBack) dropped.set(keyword, undefined);
  }
  const kept = dropped.size === 0 ? schema : withMembers(schema, dropped);
  return mapSchemaChildren(kept, (child, _, inPlace) =>
    inPlace ? withoutAlternatives(child, members) : child,
  );
}

function withoutReferences(schema: Schema, members: ReadonlySet<string>): Schema {
  const name = referencedName(schema);
  const kept =
    name !== undefined && members.has(name) ? withMembers(schema, new Map([["$ref", undefined]])) : schema;
  return mapSchemaChildren(kept, (child, _, inPlace) =>
    inPlace ? withoutReferences(child, members) : child,
  );
}

/** Groups of names that reach each other in place (Tarjan's strongly connected components, without recursion). */
function circles(schemas: Schemas): readonly (readonly string[])[] {
  const edges = new Map([...schemas].map(([name, schema]) => [name, [...inPlaceNames(schema)]]));
  const order = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const onStack = new Set<string>();
  const groups: string[][] = [];
  for (const start of schemas.keys()) {
    if (order.has(start)) continue;
    const work: { readonly name: string; next: number }[] = [{ name: start, next: 0 }];
    while (work.length > 0) {
      const frame = work.at(-1)!;
      const { name } = frame;
      if (frame.next === 0) {
        order.set(name, order.size);
        low.set(name, order.get(name)!);
        stack.push(name);
        onStack.add(name);
      }
      const target = edges.get(name)?.[frame.next++];
      if (target !== undefined) {
        if (!edges.has(target)) continue;
        if (!order.has(target)) work.push({ name: target, next: 0 });
        else if (onStack.has(target)) low.set(name, Math.min(low.get(name)!, order.get(target)!));
        continue;
      }
      work.pop();
      const parent = work.at(-1)?.name;
      if (parent !== undefined) low.set(parent, Math.min(low.get(parent)!, low.get(name)!));
      if (low.get(name) !== order.get(name)) continue;
      const group: string[] = [];
      for (let last = ""; last !== name; ) {
        last = stack.pop()!;
        onStack.delete(last);
        group.unshift(last);
      }
      if (group.length > 1 || edges.get(name)?.includes(name) === true) groups.push(group);
    }
  }
  return groups;
}
