import type { SourceTree } from "./file.js";

/** Do two trees say the same? Places and comments do not count. */
export function sameMeaning(left: SourceTree, right: SourceTree): boolean {
  return same({ ...left, comments: [] }, { ...right, comments: [] });
}

function same(left: unknown, right: unknown): boolean {
  if (typeof left !== "object" || left === null || typeof right !== "object" || right === null) {
    return Object.is(left, right);
  }
  const one = Object.entries(left).filter(([key]) => key !== "span");
  const other = new Map(Object.entries(right).filter(([key]) => key !== "span"));
  return (
    one.length === other.size && one.every(([key, value]) => other.has(key) && same(value, other.get(key)))
  );
}
