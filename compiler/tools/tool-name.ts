import { createHash } from "node:crypto";
import type { Operation } from "../openapi/api-model.js";

/** Longest name of a tool; the shortest of the limits that services set. */
export const NAME_LIMIT = 64;

/**
 * A name for each operation, by operation id: `^[a-zA-Z0-9_-]{1,64}$`, all different. A name is the id with other
 * characters replaced; where two would be the same, or one too long, every one concerned ends in a hash of method and
 * path. So the order of the operations does not matter.
 */
export function toolNamesOf(operations: Iterable<Operation>): ReadonlyMap<string, string> {
  const all = [...operations];
  const digits = new Map(all.map(({ id }) => [id, 0]));
  for (;;) {
    const holders = new Map<string, Operation[]>();
    for (const operation of all) {
      const name = nameWith(operation, digits.get(operation.id) ?? 0);
      holders.set(name, [...(holders.get(name) ?? []), operation]);
    }
    const clashing = [...holders.values()].filter((group) => group.length > 1).flat();
    if (clashing.length === 0)
      return new Map(all.map((each) => [each.id, nameWith(each, digits.get(each.id) ?? 0)]));
    // Eight digits tell operations apart but for accidents, and for names that look like those with a hash.
    for (const { id } of clashing) digits.set(id, Math.min((digits.get(id) ?? 0) + 8, 48));
    if (clashing.every(({ id }) => digits.get(id) === 48)) throw new RangeError("an operation appears twice");
  }
}

/** The name that an operation has when no other one wants it; `digits` of its hash are appended where it is not 0. */
function nameWith({ id, method, path }: Operation, digits: number): string {
  const plain = slug(id) || slug(`${method.toLowerCase()}_${path}`) || "operation";
  const count = digits === 0 && plain.length > NAME_LIMIT ? 8 : digits;
  if (count === 0) return plain;
  const hash = createHash("sha256").update(`${method}${path}`, "utf8").digest("hex").slice(0, count);
  return `${plain.slice(0, NAME_LIMIT - count - 1)}_${hash}`;
}

/** A text with every run of characters that a name cannot have as one underscore, and none at the ends. */
export function slug(text: string): string {
  const plain = text.replace(/[^a-zA-Z0-9_-]+/gu, "_");
  return plain === text ? text : plain.replace(/^_+|_+$/gu, "");
}
