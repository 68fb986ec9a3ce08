import type { JsonObject } from "../abi/json.js";
import type { WorldFork } from "./fork.js";
import { sameValue } from "./same-value.js";

/** What happened to the records of one resource, net of what was undone. */
export interface ResourceDifference {
  readonly resource: string;
  readonly created: readonly JsonObject[];
  /** Seeds whose content changed outside computed paths, by place among the seeds. */
  readonly updated: ReadonlyMap<number, { readonly before: JsonObject; readonly after: JsonObject }>;
  /** Places of the deleted seeds. */
  readonly deleted: ReadonlySet<number>;
}

/** Changed resources only, in the order of the world's declaration. */
export type Difference = readonly ResourceDifference[];

/** Difference between a fork and its base. Records created and deleted again leave no trace. */
export function difference(fork: WorldFork): Difference {
  const result: ResourceDifference[] = [];
  for (const [name, base] of fork.base.resources) {
    const overlay = fork.overlays.get(name);
    if (overlay === undefined) continue;
    const created = overlay.created.filter((record) => record !== null);
    const updated = new Map<number, { before: JsonObject; after: JsonObject }>();
    const deleted = new Set<number>();
    for (const [place, after] of overlay.changed) {
      const before = base.records[place];
      if (before === undefined) continue;
      if (after === null) deleted.add(place);
      else if (!sameValue(before, after, base.rules)) updated.set(place, { before, after });
    }
    if (created.length + updated.size + deleted.size > 0) {
      result.push({ resource: name, created, updated, deleted });
    }
  }
  return result;
}
