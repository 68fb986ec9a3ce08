import type { Json } from "../../runtime/abi/json.js";
import type { Schema } from "./api-model.js";
import { below, type DocumentSet, type Place } from "./document-set.js";
import { misfit } from "./misfit.js";
import { copyJson } from "./node.js";

type Schemas = { readonly schemas: ReadonlyMap<string, Schema> };

/**
 * Examples as they were meant: a text that holds JSON, where the schema takes no text, is read as that JSON. Each such
 * text and each example that does not fit is reported at `place`, that of the owner of `example` or `examples`.
 */
export function readExamples(
  model: Schemas,
  schema: Schema,
  examples: readonly Json[],
  place: Place,
  documents: DocumentSet,
): readonly Json[] {
  const read = examples.map((example) => {
    if (misfit(model, schema, example) === undefined) return example;
    const held = heldJson(example);
    if (held === undefined || misfit(model, schema, "") === undefined) return example;
    documents.report("RVR7035", below(place, "example"));
    return held;
  });
  for (const example of read) {
    const reason = misfit(model, schema, example);
    if (reason !== undefined) documents.report("RVR7036", below(place, "example"), { reason });
  }
  return read.every((example, index) => example === examples[index]) ? examples : read;
}

/** The object or list that a text holds as JSON. */
function heldJson(example: Json): Json | undefined {
  if (typeof example !== "string" || !/^\s*[[{]/u.test(example)) return undefined;
  try {
    return copyJson(JSON.parse(example));
  } catch {
    return undefined;
  }
}
