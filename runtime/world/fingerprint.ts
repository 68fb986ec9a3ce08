import type { Json, JsonObject } from "../abi/json.js";
import { isArray, isObject } from "../value/access.js";
import { canonical } from "../value/compare.js";
import { difference } from "./difference.js";
import type { WorldFork } from "./fork.js";
import type { PathNode } from "./path-tree.js";

/**
 * A text that is the same for two states of one world when they differ in nothing but what the service fills in:
 * identifiers, times, the order of creation. The seeds alone give the empty text.
 */
export function fingerprint(fork: WorldFork): string {
  return difference(fork)
    .map(({ resource, created, updated, deleted }) => {
      const rules = fork.base.resources.get(resource)?.rules;
      const text = (record: JsonObject) => canonical(withoutComputed(record, rules));
      const changes = [...updated].map(([place, { after }]) => `${place}=${text(after)}`).sort();
      return `${resource}:+${created.map(text).sort().join("+")}~${changes.join("~")}-${[...deleted].sort().join("-")}`;
    })
    .join("\n");
}

function withoutComputed(value: Json, rules: PathNode | undefined): Json {
  if (rules === undefined || rules.children.size === 0) return value;
  if (isArray(value)) return value.map((item) => withoutComputed(item, rules));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]): [string, Json][] => {
      const below = rules.children.get(key);
      return below?.computed === true ? [] : [[key, withoutComputed(inner, below)]];
    }),
  );
}
