import type { ApiModel, Operation, Schema } from "../openapi/api-model.js";
import { isForeign } from "../schema/direction.js";
import { describedNames, schemaAt } from "../schema/schema-at.js";
import { typesOf } from "../schema/types-of.js";
import { unwrapped } from "./answers.js";
import type { InferredResource, Role } from "./inferred.js";
import { isSameName } from "./words.js";

/** A path parameter before a record's own, and where the record keeps what it names. */
export interface StoredParent {
  readonly parameter: string;
  readonly field: string;
  /** The resource whose record it names, where the world has it. */
  readonly resource: StoredResource | undefined;
}

/** How a world keeps the records of a resource. */
export interface StoredResource {
  readonly resource: InferredResource;
  /** Property that identifies a record among all of the resource. */
  readonly key: string;
  /**
   * The key is put together from the parents' keys and the path parameter, since that parameter alone identifies a record
   * below its parents only, or there is no such parameter.
   */
  readonly composite: boolean;
  /** Property that holds the path parameter; the key itself where it is not composite. */
  readonly identifier: string | undefined;
  readonly parents: readonly StoredParent[];
  /** Properties that answers show. */
  readonly fields: readonly string[];
  /** Whether some property is kept that answers do not show. */
  readonly hides: boolean;
  readonly keyIsText: boolean;
  /** Name of the schema that describes records; undefined where it has no name, or refuses what is kept beside it. */
  readonly schemaName: string | undefined;
}

/** How a world keeps `resources`; parents that are not among them are kept as the text in the path. */
export function storeResources(
  model: ApiModel,
  resources: readonly InferredResource[],
): ReadonlyMap<string, StoredResource> {
  const byName = new Map(resources.map((resource) => [resource.name, resource]));
  const stored = new Map<string, StoredResource>();
  const store = (resource: InferredResource): StoredResource => {
    const known = stored.get(resource.name);
    if (known !== undefined) return known;
    // Paths of parents are shorter than those of their children, so this ends.
    const made = storeResource(model, resource, (name) => {
      const parent = name === undefined ? undefined : byName.get(name);
      return parent === undefined || parent === resource ? undefined : store(parent);
    });
    stored.set(resource.name, made);
    return made;
  };
  for (const resource of resources) store(resource);
  return stored;
}

function storeResource(
  model: ApiModel,
  resource: InferredResource,
  parentOf: (name: string | undefined) => StoredResource | undefined,
): StoredResource {
  const record = resource.record?.value.schema;
  const fields = record === undefined ? [] : describedNames(model, record);
  const taken = new Set(fields);
  const parents = resource.parents.map(({ value }, index): StoredParent => {
    const field = value.field ?? free(`in_${value.resource ?? plainName(value.parameter, index)}`, taken);
    return { parameter: value.parameter, field, resource: parentOf(value.resource) };
  });
  const { identifier } = resource;
  const shown =
    identifier === undefined
      ? undefined
      : (identifier.value.field ?? free(`${plainName(identifier.value.parameter, 0)}_`, taken));
  const isLocal = parents.length > 0 && !isGenerated(model, resource);
  // A key is written as a path, and a path begins with a plain name.
  const composite = shown === undefined || isLocal || !isPlainName(shown);
  const key = composite || shown === undefined ? free("ref", taken) : shown;
  const at = record && schemaAt(model, record, [key], "response");
  const keyIsText = at?.kind !== "found" || typesOf(model, at.schema).has("string");
  const hides = !fields.includes(key) || parents.some(({ field }) => !fields.includes(field));
  const beside = [key, ...parents.map(({ field }) => field)].filter((name) => !fields.includes(name));
  const refuses =
    record !== undefined &&
    beside.some((name) => schemaAt(model, record, [name], "response").kind === "unknown");
  const schemaName = refuses ? undefined : resource.record?.value.name;
  return { resource, key, composite, identifier: shown, parents, fields, hides, keyIsText, schemaName };
}

/** Whether the service chooses what identifies a new record: a POST makes it, and its body has no place for it. */
function isGenerated(model: ApiModel, resource: InferredResource): boolean {
  const create = operationsOf(model, resource, "create")[0];
  return create !== undefined && sentIdentifier(model, create, resource) === undefined;
}

/** Whether the body of an operation may carry a property. */
export function isSent(model: ApiModel, operation: Operation, name: string): boolean {
  const schema = bodyOf(model, operation)?.schema;
  if (schema === undefined || !describedNames(model, schema).includes(name)) return false;
  const at = schemaAt(model, schema, [name]);
  return at.kind === "found" && !isForeign(model, at.schema, "request");
}

/** The property of a body that identifies the record: called like the record's own, or like the path parameter. */
export function sentIdentifier(
  model: ApiModel,
  operation: Operation,
  { identifier }: Pick<InferredResource, "identifier">,
): string | undefined {
  if (identifier === undefined) return undefined;
  const { field, parameter } = identifier.value;
  if (field !== undefined && isSent(model, operation, field)) return field;
  const names = describedNames(model, bodyOf(model, operation)?.schema ?? {});
  return names.find((name) => isSameName(name, parameter) && isSent(model, operation, name));
}

/** What a body says of a record, and the envelope around it. */
export function bodyOf(
  model: ApiModel,
  operation: Operation,
): { readonly schema: Schema; readonly envelope: string | undefined } | undefined {
  const body = operation.body?.schema;
  if (body === undefined) return undefined;
  const inner = unwrapped(model, body);
  if (inner === undefined || !typesOf(model, inner.schema).has("object"))
    return { schema: body, envelope: undefined };
  return { schema: inner.schema, envelope: inner.name };
}

export function operationsOf(model: ApiModel, resource: InferredResource, role: Role): readonly Operation[] {
  return resource.roles.flatMap(({ value }) => {
    const operation = value.role === role ? model.operations.get(value.operation) : undefined;
    return operation === undefined ? [] : [operation];
  });
}

/** Whether a name can begin a path of the language. */
export function isPlainName(name: string): boolean {
  return /^[A-Za-z_]\w*$/u.test(name);
}

function plainName(name: string, index: number): string {
  const plain = name.replace(/[^A-Za-z0-9_]+/gu, "_").replace(/^[^A-Za-z]+/u, "");
  return plain === "" ? `parameter${index}` : plain;
}

function free(wanted: string, taken: Set<string>): string {
  let name = wanted;
  while (taken.has(name)) name = `${name}_`;
  taken.add(name);
  return name;
}
