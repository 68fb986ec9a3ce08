import type { Json } from "../abi/json.js";
import type { Steps } from "../abi/value.js";
import { isArray, isObject } from "../value/access.js";
import { type Draft, put } from "../value/own.js";

/** Shown paths as a tree; a node without children shows all below it. */
export type Projection = ReadonlyMap<string, Projection>;

/** The tree of a list of paths. A path above another one shows everything, whichever comes first. */
export function projection(paths: readonly Steps[]): Projection {
  const root = new Map<string, Projection>();
  for (const path of paths) {
    let place = root;
    for (const [i, key] of path.entries()) {
      const known = place.get(key) as Map<string, Projection> | undefined;
      if (known?.size === 0) break;
      const next = known ?? new Map<string, Projection>();
      if (i === path.length - 1) next.clear();
      place.set(key, next);
      place = next;
    }
  }
  return root;
}

/**
 * The shown part of a body, keys in the order of the paths. A path runs through arrays item by item; what a body
 * lacks is left out; null where an object was expected stays null.
 */
export function project(body: Json, shown: Projection): Json {
  return projected(body, shown) ?? {};
}

function projected(value: Json, shown: Projection): Json | undefined {
  if (shown.size === 0 || value === null) return value;
  if (isArray(value)) return value.map((item) => projected(item, shown)).filter((item) => item !== undefined);
  if (!isObject(value)) return undefined;
  const part: Draft = {};
  for (const [key, below] of shown) {
    if (!Object.hasOwn(value, key)) continue;
    const inner = projected(value[key] as Json, below);
    if (inner !== undefined) put(part, key, inner);
  }
  return part;
}
