import type { MatcherProgram } from "../abi/matcher.js";
import type { ResourceProgram } from "../program/world.js";

/** Rules of a resource's paths as a tree that a comparison walks down together with the values. */
export interface PathNode {
  /** Filled by the service; comparisons skip it and what lies below. */
  computed: boolean;
  matcher: MatcherProgram | undefined;
  readonly children: Map<string, PathNode>;
}

function node(): PathNode {
  return { computed: false, matcher: undefined, children: new Map() };
}

/** The tree of a resource; a path runs through arrays item by item. */
export function pathTree(resource: ResourceProgram): PathNode {
  const root = node();
  const at = (path: readonly string[]): PathNode => {
    let place = root;
    for (const key of path) {
      let next = place.children.get(key);
      if (next === undefined) {
        next = node();
        place.children.set(key, next);
      }
      place = next;
    }
    return place;
  };
  for (const path of resource.computed) at(path).computed = true;
  for (const { path, matcher } of resource.matchers) at(path).matcher = matcher;
  return root;
}

/** True when the path itself or one above it is computed. */
export function isComputed(root: PathNode, path: readonly string[]): boolean {
  let place: PathNode | undefined = root;
  for (const key of path) {
    if (place.computed) return true;
    place = place.children.get(key);
    if (place === undefined) return false;
  }
  return place.computed;
}
