import type { Value } from "../abi/value.js";

/** A key as a number: whole numbers and their decimal texts; 0 for everything else. */
export function keyNumber(key: Value): number {
  const value = typeof key === "string" && /^\d{1,15}$/u.test(key) ? Number(key) : key;
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0 ? value : 0;
}
