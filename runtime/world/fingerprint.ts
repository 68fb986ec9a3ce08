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
      const text = (record: JsonObject) => textOf(record, rules);
      const changes = [...updated].map(([place, { after }]) => `${place}=${text(after)}`).sort();
      return `${resource}:+${created.map(text).sort().join("+")}~${changes.join("~")}-${[...deleted].sort().join("-")}`;
    })
    .join("\n");
}

/** Records are never changed in place, and forks share them, so each is read once. By the rules of its resource. */
const texts = new WeakMap<PathNode, WeakMap<JsonObject, string>>();

function textOf(record: JsonObject, rules: PathNode | undefined): string {
  if (rules === undefined) return canonical(record);
  const ofResource = texts.get(rules) ?? new WeakMap<JsonObject, string>();
  texts.set(rules, ofResource);
  const text = ofResource.get(record) ?? canonical(withoutComputed(record, rules));
  ofResource.set(record, text);
  return text;
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
