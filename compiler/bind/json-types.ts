import { type JsonType, typesOf } from "../schema/types-of.js";
import type { StaticType } from "./static-type.js";

/** JSON types that a value of this static type can have; undefined when nothing is known. */
export function jsonTypes(type: StaticType): readonly JsonType[] | undefined {
  switch (type.kind) {
    case "any":
    case "poison":
      return undefined;
    case "record":
      return ["object"];
    case "records":
      return ["array"];
    case "json":
      return type.types;
    case "schema": {
      const types = [...typesOf(type.model, type.schema)];
      return types.length === 0 ? undefined : types;
    }
  }
}
