import type { ApiModel, Schema } from "../openapi/api-model.js";
import type { JsonType } from "../schema/types-of.js";

/**
 * What the binder knows of an expression's value. `any` means nothing is known, and nothing is reported about it;
 * `poison` stands behind an error that was reported already.
 */
export type StaticType =
  | { readonly kind: "any" }
  | { readonly kind: "poison" }
  | { readonly kind: "record"; readonly resource: string }
  | { readonly kind: "records"; readonly resource: string }
  /** A place in an API's schema; `of` says what it is a part of, where it is known to be there. */
  | {
      readonly kind: "schema";
      readonly model: ApiModel;
      readonly schema: Schema;
      readonly of?: "record" | "answer";
    }
  | { readonly kind: "json"; readonly types: readonly JsonType[] };

export const ANY: StaticType = { kind: "any" };
export const POISON: StaticType = { kind: "poison" };
export const STRING: StaticType = { kind: "json", types: ["string"] };
export const NUMBER: StaticType = { kind: "json", types: ["number"] };
export const BOOLEAN: StaticType = { kind: "json", types: ["boolean"] };
export const ARRAY: StaticType = { kind: "json", types: ["array"] };
export const OBJECT: StaticType = { kind: "json", types: ["object"] };
