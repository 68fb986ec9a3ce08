import type { JsonObject } from "../../runtime/abi/json.js";

/** Stands for "left out" where null is a value of its own. */
export const ABSENT = "__absent__";

/** How a value travels in the strict form. Plain data, so that it can stand in a manifest. */
export type Codec =
  /** As it is. */
  | { readonly kind: "same" }
  /** As JSON text. */
  | { readonly kind: "json" }
  | { readonly kind: "object"; readonly members: readonly CodecMember[] }
  | { readonly kind: "list"; readonly items: Codec }
  /** As the first branch whose schema it fits. */
  | {
      readonly kind: "choice";
      readonly branches: readonly { readonly schema: JsonObject; readonly codec: Codec }[];
    };

export interface CodecMember {
  readonly name: string;
  readonly codec: Codec;
  /** What says that the property is left out: nothing, null, or the text `__absent__`. */
  readonly absent: "never" | "null" | "mark";
}
