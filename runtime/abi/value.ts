import type { Json } from "./json.js";

/** What an expression yields: a JSON value, or `undefined` for absent. Reading through absent gives absent. */
export type Value = Json | undefined;

/** Object keys from the top of a value to one place in it. */
export type Steps = readonly string[];

/** The bound variables of a task: record, text or number by name, the task's `let` values among them. */
export interface Variables {
  readonly [name: string]: Value;
}
