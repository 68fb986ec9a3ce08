import type { ApiModel, Schema } from "../openapi/api-model.js";
import { enumAt } from "../schema/describe-schema.js";
import { isForeign } from "../schema/direction.js";
import { describedNames, schemaAt } from "../schema/schema-at.js";
import { type Fact, fact } from "./fact.js";
import type { InferredResource } from "./inferred.js";
import { typeName, wordsIn } from "./words.js";

/** Properties that the service fills: marked readOnly, or in answers and in nothing that is sent. */
export function computedOf(
  model: ApiModel,
  record: Schema,
  bodies: readonly Schema[],
): readonly Fact<string>[] {
  const sent = new Set(bodies.flatMap((body) => describedNames(model, body)));
  return describedNames(model, record).flatMap((name) => {
    const place = schemaAt(model, record, [name], "response");
    if (place.kind === "found" && isForeign(model, place.schema, "request"))
      return [fact(name, "high", "marked readOnly")];
    if (bodies.length === 0 || sent.has(name)) return [];
    return [fact(name, "high", "in answers, and in nothing that is sent")];
  });
}

const STATES: ReadonlySet<string> = new Set(["status", "state", "phase", "lifecycle"]);

/** Properties called status, state, phase or lifecycle whose values are listed. */
export function statesOf(model: ApiModel, record: Schema): InferredResource["states"] {
  return describedNames(model, record).flatMap((field) => {
    if (!STATES.has(wordsIn(field).at(-1) ?? "")) return [];
    const place = schemaAt(model, record, [field], "response");
    const values = place.kind === "found" ? enumAt(model, place.schema) : undefined;
    const texts = (values ?? []).filter((value) => typeof value === "string");
    if (texts.length < 2) return [];
    const reason = "its name speaks of a state and its values are listed; which may follow which is not said";
    return [fact({ field, values: texts }, "low", reason)];
  });
}

/** Properties called `<resource>Id`, for resources of the same API whose name is unique by its last word. */
export function referencesOf(
  model: ApiModel,
  { record, identifier, name: own }: InferredResource,
  all: readonly InferredResource[],
): InferredResource["references"] {
  if (record === undefined) return [];
  return describedNames(model, record.value.schema).flatMap((field) => {
    const words = wordsIn(field);
    const last = words.at(-1);
    if (words.length < 2 || (last !== "id" && last !== "ids" && last !== "key")) return [];
    if (field === identifier?.value.field) return [];
    const target = typeName(words.slice(0, -1).join(" "));
    const named = all.filter(({ name }) => name === target);
    const [resource] = named;
    // `parentId` says what it is to the record, not of which kind.
    const parent = target === "Parent" ? all.find(({ name }) => name === own) : undefined;
    const found = resource ?? parent;
    if (found === undefined) return [];
    const reason =
      resource === undefined
        ? `'${field}' may name another record of the same kind`
        : `'${field}' is called after ${found.name}`;
    return [
      fact(
        { field, resource: found.name },
        resource === undefined ? ("low" as const) : ("medium" as const),
        reason,
      ),
    ];
  });
}
