import type { ApiModel, Schema } from "./api-model.js";

const PREFIX = "#/$defs/";

const LONE_SURROGATE = /\p{Surrogate}/u;

/** One step of a JSON pointer in its escaped form (RFC 6901, in a URI fragment). */
export function escapeStep(step: string): string {
  const escaped = step.replaceAll("~", "~0").replaceAll("/", "~1");
  // Half of a pair of surrogates has no bytes that could be written; JSON can hold it all the same.
  return LONE_SURROGATE.test(escaped) ? escaped.replaceAll("%", "%25") : encodeURIComponent(escaped);
}

/** Undoes `escapeStep`; a step with a broken percent escape is taken as it is. */
export function unescapeStep(step: string): string {
  let plain = step;
  try {
    plain = decodeURIComponent(step);
  } catch {
    // A lone "%" is an ordinary character in many documents.
  }
  return plain.replaceAll("~1", "/").replaceAll("~0", "~");
}

export function referenceTo(name: string): string {
  return PREFIX + escapeStep(name);
}

/** Name that a schema refers to, or undefined when it is no reference. */
export function referencedName(schema: Schema): string | undefined {
  const reference = schema["$ref"];
  if (typeof reference !== "string" || !reference.startsWith(PREFIX)) return undefined;
  return unescapeStep(reference.slice(PREFIX.length));
}

/** The schema that a reference means: the empty schema for a name that the model lacks, undefined for no reference. */
export function referencedSchema(model: Pick<ApiModel, "schemas">, schema: Schema): Schema | undefined {
  const name = referencedName(schema);
  return name === undefined ? undefined : (model.schemas.get(name) ?? {});
}
