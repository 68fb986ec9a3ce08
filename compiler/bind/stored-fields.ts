import type { Json } from "../../runtime/abi/json.js";
import { isArray, isObject } from "../../runtime/value/access.js";
import type { ApiModel } from "../openapi/api-model.js";
import { describedNames } from "../schema/schema-at.js";

/**
 * Names of properties that records of a world may come to have, at whatever depth: those of its seeds, those that its
 * `on` blocks write, and those that requests have, which derived behaviour stores. Generous on purpose: it decides what
 * is not worth a warning.
 */
export function storedFields(
  seeds: readonly (Json | undefined)[],
  /** Trees of the `on` blocks. */
  behaviour: readonly object[],
  apis: Iterable<ApiModel>,
): ReadonlySet<string> {
  const fields = new Set<string>();
  const seen = new Set<unknown>();
  const ofValue = (value: Json | undefined): void => {
    if (isArray(value)) for (const item of value) ofValue(item);
    else if (isObject(value)) {
      for (const [key, inner] of Object.entries(value)) {
        fields.add(key);
        ofValue(inner);
      }
    }
  };
  for (const seed of seeds) ofValue(seed);
  const ofTree = (node: unknown): void => {
    if (typeof node !== "object" || node === null || seen.has(node)) return;
    seen.add(node);
    if ("kind" in node && node.kind === "entry" && "key" in node) {
      const { key } = node as { readonly key: { readonly text: string } };
      fields.add(key.text);
    }
    if ("kind" in node && node.kind === "path" && "segments" in node) {
      for (const { text } of node.segments as readonly { readonly text: string }[]) fields.add(text);
    }
    for (const inner of Object.values(node)) ofTree(inner);
  };
  for (const item of behaviour) ofTree(item);
  for (const model of apis) {
    for (const operation of model.operations.values()) {
      if (operation.body === undefined) continue;
      for (const name of describedNames(model, operation.body.schema)) fields.add(name);
    }
  }
  return fields;
}
