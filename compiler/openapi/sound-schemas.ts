import type { Operation, Schema } from "./api-model.js";
import { breakCircles } from "./circles.js";
import type { DocumentSet, Place } from "./document-set.js";
import { lintSchema } from "./lint-schema.js";
import { overlapOf } from "./overlap.js";
import { mapSchemaChildren, schemaList, withMembers } from "./schema-children.js";

export interface SchemaSet {
  readonly operations: ReadonlyMap<string, Operation>;
  readonly schemas: ReadonlyMap<string, Schema>;
}

const MAX_BRANCHES = 200;

/**
 * Last step of reading a document, when every reference is known: breaks endless schemas, reads a oneOf whose
 * branches overlap as anyOf, and reports what is suspicious.
 */
export function soundSchemas(
  set: SchemaSet,
  placeOf: (schema: Schema) => Place,
  keepPlace: (schema: Schema, original: Schema) => void,
  documents: DocumentSet,
): SchemaSet {
  const unbroken = set.schemas;
  const finite = breakCircles(unbroken, (name) => {
    documents.report("RVR7021", placeOf(unbroken.get(name) ?? {}), { name });
  });
  const model = { schemas: finite };
  const relax = (schema: Schema, _keyword = "", inPlace = false): Schema => {
    const changed = relaxOne(schema, inPlace);
    if (changed !== schema) keepPlace(changed, schema);
    return changed;
  };
  const relaxOne = (schema: Schema, inPlace: boolean): Schema => {
    // What stands in an allOf or the like is looked at together with its owner.
    if (!inPlace) lintSchema(model, schema, placeOf, documents);
    const relaxed = mapSchemaChildren(schema, relax);
    if (!overlapping(model, schemaList(schema, "oneOf"))) return relaxed;
    documents.report("RVR7022", placeOf(schema));
    const alternatives = relaxed["oneOf"] ?? [];
    if (relaxed["anyOf"] === undefined) {
      return withMembers(
        relaxed,
        new Map([
          ["oneOf", undefined],
          ["anyOf", alternatives],
        ]),
      );
    }
    const all = [...schemaList(relaxed, "allOf"), { anyOf: alternatives }];
    return withMembers(
      relaxed,
      new Map([
        ["oneOf", undefined],
        ["allOf", all],
      ]),
    );
  };
  return {
    schemas: new Map([...finite].map(([name, schema]) => [name, relax(schema)])),
    operations: new Map([...set.operations].map(([id, operation]) => [id, mapOperation(operation, relax)])),
  };
}

/** Whether some two branches surely can match the same value. A list of hundreds is not compared pair by pair. */
function overlapping(model: Pick<SchemaSet, "schemas">, branches: readonly Schema[]): boolean {
  if (branches.length > MAX_BRANCHES) return false;
  return branches.some((left, at) =>
    branches.slice(at + 1).some((right) => overlapOf(model, left, right) === "overlapping"),
  );
}

function mapOperation(operation: Operation, change: (schema: Schema) => Schema): Operation {
  const { body } = operation;
  return {
    ...operation,
    parameters: operation.parameters.map((parameter) => ({ ...parameter, schema: change(parameter.schema) })),
    ...(body === undefined ? {} : { body: { ...body, schema: change(body.schema) } }),
    responses: operation.responses.map((response) =>
      response.schema === undefined ? response : { ...response, schema: change(response.schema) },
    ),
  };
}
