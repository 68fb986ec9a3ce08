import type { Json } from "../abi/json.js";
import { canonical } from "./compare.js";

/** A set of JSON values under `equal`. */
export class ValueSet {
  private readonly simple = new Set<Json>();
  /** Canonical text of lists and objects; made only when there is one. */
  private compound: Set<string> | undefined;

  constructor(values: readonly Json[] = []) {
    for (const value of values) this.add(value);
  }

  has(value: Json): boolean {
    if (typeof value !== "object" || value === null) return this.simple.has(value);
    return this.compound?.has(canonical(value)) === true;
  }

  /** True when the value is new. */
  add(value: Json): boolean {
    if (typeof value !== "object" || value === null) {
      if (this.simple.has(value)) return false;
      this.simple.add(value);
      return true;
    }
    const form = canonical(value);
    this.compound ??= new Set();
    if (this.compound.has(form)) return false;
    this.compound.add(form);
    return true;
  }
}
