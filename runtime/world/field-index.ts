import type { JsonObject } from "../abi/json.js";
import type { Steps, Value } from "../abi/value.js";
import { getPath } from "../value/access.js";

/**
 * Places of records by what stands at some paths, for scalars and absent values. Records that have an object or a list
 * there are left out: nothing that can be asked for equals them.
 */
export class FieldIndex {
  private readonly places = new Map<string, number[]>();

  constructor(records: readonly JsonObject[], paths: readonly Steps[]) {
    for (const [place, record] of records.entries()) {
      const text = fieldsText(paths.map((path) => getPath(record, path)));
      if (text === undefined) continue;
      const list = this.places.get(text);
      if (list === undefined) this.places.set(text, [place]);
      else list.push(place);
    }
  }

  /** In order; undefined where a value is an object or a list, which no index tells apart. */
  find(values: readonly Value[]): readonly number[] | undefined {
    const text = fieldsText(values);
    return text === undefined ? undefined : (this.places.get(text) ?? []);
  }
}

/** Equal for equal scalars, and for nothing else; undefined where there is an object or a list. */
function fieldsText(values: readonly Value[]): string | undefined {
  let text = "";
  for (const value of values) {
    switch (typeof value) {
      case "string":
        text += `s${value.length}:${value}`;
        break;
      case "number":
        // Both zeros are equal, and have one text.
        text += `n${value};`;
        break;
      case "boolean":
        text += value ? "t" : "f";
        break;
      case "undefined":
        text += "u";
        break;
      default:
        if (value !== null) return undefined;
        text += "0";
    }
  }
  return text;
}
