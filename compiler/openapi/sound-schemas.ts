import type { Json } from "../../runtime/abi/json.js";
import type { Operation, Schema } from "./api-model.js";
import { breakCircles } from "./circles.js";
import { applyDiscriminators } from "./discriminators.js";
import type { DocumentSet, Place } from "./document-set.js";
import { lintSchema, undescribed } from "./lint-schema.js";
import { emptyRecord } from "./node.js";
import { overlapOf } from "./overlap.js";
import { readExamples } from "./read-examples.js";
import { mapSchemaChildren, ownProperty, propertyNames, schemaList, withMembers } from "./schema-children.js";

export interface SchemaSet {
  readonly operations: ReadonlyMap<string, Operation>;
  readonly schemas: ReadonlyMap<string, Schema>;
}

const MAX_BRANCHES = 200;

/**
 * Last step of reading a document, when every reference is known: tells branches apart by their discriminators, breaks
 * endless schemas, reads a oneOf whose
 * branches overlap as anyOf, and reports what is suspicious.
 */
export function soundSchemas(
  set: SchemaSet,
  placeOf: (schema: Schema) => Place,
  keepPlace: (schema: Schema, original: Schema) => void,
  documents: DocumentSet,
): SchemaSet {
  const written = { schemas: set.schemas };
  const apart = (schema: Schema): Schema =>
    applyDiscriminators(written, schema, {
      changed: keepPlace,
      conflict(owner, branch, value) {
        const reason = `the schema ${branch} refuses the value "${value}" that stands for it`;
        documents.report("RVR7027", placeOf(owner), { keyword: "discriminator", reason });
      },
    });
  const unbroken = new Map([...set.schemas].map(([name, schema]) => [name, apart(schema)]));
  const finite = breakCircles(unbroken, (name) => {
    documents.report("RVR7021", placeOf(unbroken.get(name) ?? {}), { name });
  });
  const model = { schemas: finite };
  const relax = (schema: Schema, _keyword = "", inPlace = false): Schema => {
    const changed = relaxOne(schema, inPlace);
    if (changed !== schema) keepPlace(changed, schema);
    return changed;
  };
  const withExamples = (schema: Schema, original: Schema): Schema => {
    const examples = schema["examples"];
    if (!Array.isArray(examples)) return schema;
    const read = readExamples(model, schema, examples as readonly Json[], placeOf(original), documents);
    return read === examples ? schema : withMembers(schema, new Map([["examples", read as Json]]));
  };
  const relaxOne = (schema: Schema, inPlace: boolean): Schema => {
    // What stands in an allOf or the like is looked at together with its owner.
    if (!inPlace) lintSchema(model, schema, placeOf, documents);
    const described = inPlace ? schema : withUndescribed(model, schema);
    const relaxed = withExamples(mapSchemaChildren(described, relax), schema);
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
  const examplesAt = (schema: Schema, examples: readonly Json[]): readonly Json[] => {
    const { file, steps } = placeOf(schema);
    return readExamples(model, schema, examples, { file, steps: steps.slice(0, -1) }, documents);
  };
  return {
    schemas: new Map([...finite].map(([name, schema]) => [name, relax(schema)])),
    operations: new Map(
      [...set.operations].map(([id, operation]) => [
        id,
        mapOperation(operation, (schema) => relax(apart(schema)), examplesAt),
      ]),
    ),
  };
}

/** A name that is required and described nowhere becomes a property that takes any value: so it is shown, and can be sent. */
function withUndescribed(model: Pick<SchemaSet, "schemas">, schema: Schema): Schema {
  const names = undescribed(model, schema).map(({ name }) => name);
  if (names.length === 0) return schema;
  const properties = emptyRecord<Json>();
  for (const name of propertyNames(schema)) properties[name] = ownProperty(schema, name) ?? {};
  for (const name of names) properties[name] = {};
  return withMembers(schema, new Map([["properties", properties]]));
}

/** Whether some two branches surely can match the same value. A list of hundreds is not compared pair by pair. */
function overlapping(model: Pick<SchemaSet, "schemas">, branches: readonly Schema[]): boolean {
  if (branches.length > MAX_BRANCHES) return false;
  return branches.some((left, at) =>
    branches.slice(at + 1).some((right) => overlapOf(model, left, right) === "overlapping"),
  );
}

function mapOperation(
  operation: Operation,
  change: (schema: Schema) => Schema,
  readExamples: (schema: Schema, examples: readonly Json[]) => readonly Json[],
): Operation {
  const { body } = operation;
  const content = <Part extends { readonly schema?: Schema; readonly examples?: readonly Json[] }>(
    part: Part,
  ): Part => ({
    ...part,
    ...(part.schema === undefined ? {} : { schema: change(part.schema) }),
    ...(part.schema === undefined || part.examples === undefined
      ? {}
      : { examples: readExamples(part.schema, part.examples) }),
  });
  return {
    ...operation,
    parameters: operation.parameters.map((parameter) => ({ ...parameter, schema: change(parameter.schema) })),
    ...(body === undefined ? {} : { body: content(body) }),
    responses: operation.responses.map(content),
  };
}
