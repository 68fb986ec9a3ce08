import type { Json, JsonObject } from "../abi/json.js";

/** A JSON object under construction. */
export interface Draft {
  [key: string]: Json;
}

/** Sets an own property; `__proto__` becomes a key like any other instead of the prototype. */
export function put(target: Draft, key: string, value: Json): void {
  if (key === "__proto__") {
    Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
  } else {
    target[key] = value;
  }
}

/** Sets every entry of `source` on `target`. */
export function putAll(target: Draft, source: JsonObject): void {
  for (const key of Object.keys(source)) put(target, key, source[key] as Json);
}
