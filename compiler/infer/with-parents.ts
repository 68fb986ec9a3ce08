import type { InferredResource } from "./inferred.js";

/** The resources and those below whose records theirs lie, parents first. */
export function withParents(
  all: readonly InferredResource[],
  wanted: readonly InferredResource[],
): readonly InferredResource[] {
  const found = new Set<InferredResource>();
  const add = (resource: InferredResource): void => {
    if (found.has(resource)) return;
    for (const { value } of resource.parents) {
      const parent = all.find(({ name }) => name === value.resource);
      // A path is longer than that of what lies above it, so this ends.
      if (parent !== undefined && parent !== resource) add(parent);
    }
    found.add(resource);
  };
  for (const resource of wanted) add(resource);
  return [...found];
}
