import type { Json } from "../../runtime/abi/json.js";
import type { EmittedCall } from "../../runtime/abi/trace.js";
import { isArray, isObject } from "../../runtime/value/access.js";
import { canonical } from "../../runtime/value/compare.js";

/**
 * What two trajectories have in common when one teaches nothing beside the other: the calls in their order, keys sorted,
 * texts without case, forms of letters and white space.
 */
export function signatureOf(scenario: string, calls: readonly EmittedCall[]): string {
  const parts = calls.map(({ tool, arguments: args, raw }) =>
    args === undefined ? `${tool} ${raw ?? ""}` : `${tool} ${canonical(normal(args))}`,
  );
  return [scenario, ...parts].join("\n");
}

/** The calls without their values: how many different things a pool shows how to do. */
export function shapeOf(scenario: string, calls: readonly EmittedCall[]): string {
  const parts = calls.map(({ tool, arguments: args }) => `${tool} ${canonical(types(args ?? null))}`);
  return [scenario, ...parts].join("\n");
}

function normal(value: Json): Json {
  if (isArray(value)) return value.map(normal);
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, normal(inner)]));
  if (typeof value !== "string") return value;
  return value.normalize("NFKC").toLowerCase().replace(/\s+/gu, " ").trim();
}

function types(value: Json): Json {
  if (isArray(value)) return value.map(types);
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, types(inner)]));
  return value === null ? "null" : typeof value;
}
