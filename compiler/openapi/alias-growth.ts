/**
 * How many values aliases add to a document: what it would hold written out, less what it holds. Containers that
 * several places share are counted once and multiplied, so a document of a few lines that stands for billions of values
 * is measured without building them. Infinite when a container lies inside itself.
 */
export function aliasGrowth(root: unknown): number {
  const sizes = new Map<object, number>();
  let distinct = 0;
  const sizeOf = (value: unknown): number => {
    if (typeof value !== "object" || value === null) return 1;
    const known = sizes.get(value);
    if (known !== undefined) return known;
    // Infinite until it is known: that is what a container inside itself meets.
    sizes.set(value, Number.POSITIVE_INFINITY);
    let size = 1;
    distinct++;
    for (const inner of Object.values(value)) {
      size += sizeOf(inner);
      if (typeof inner !== "object" || inner === null) distinct++;
    }
    sizes.set(value, size);
    return size;
  };
  return sizeOf(root) - distinct;
}
