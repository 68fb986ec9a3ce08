import type { ApiModel, Operation, Schema } from "../openapi/api-model.js";
import { describedNames } from "../schema/schema-at.js";
import { answerOf, nameOfSchema, readAnswer, unwrapped } from "./answers.js";
import { type Fact, fact } from "./fact.js";
import { computedOf, referencesOf, statesOf } from "./fields.js";
import { type FoundResource, findResources } from "./find-resources.js";
import { type Identification, identify } from "./identify.js";
import type { Identifier, InferredResource, ListShape, Parent, RoleOf } from "./inferred.js";
import { pagingOf } from "./paging.js";
import { parentField } from "./parent-field.js";
import { groupPaths, type PathGroup, segmentsOf, shapeOf } from "./paths.js";
import { rolesOf } from "./roles.js";
import { wordsIn } from "./words.js";

/**
 * The resources that an API document speaks of, in order of their paths, each fact with its reason. Only the document
 * decides; what it leaves open stays open (`InferredResource.open`). Workflows are never inferred: they are declared.
 *
 * Rules after Schemathesis and RESTler, with confidences: docs/inference.md.
 */
export function inferApi(model: ApiModel): readonly InferredResource[] {
  const groups = groupPaths(model);
  const found = findResources(model, groups);
  const byShape = new Map(found.map((resource) => [resource.item.shape, resource]));
  const described = found.map((resource) => describeResource(model, groups, byShape, resource));
  return described.map((resource) => ({ ...resource, references: referencesOf(model, resource, described) }));
}

function describeResource(
  model: ApiModel,
  groups: ReadonlyMap<string, PathGroup>,
  byShape: ReadonlyMap<string, FoundResource>,
  found: FoundResource,
): InferredResource {
  const roles = rolesOf(model, groups, byShape, found);
  const record = recordOf(model, found, roles);
  const fields = record === undefined ? [] : describedNames(model, record.value.schema);
  const { identifier, aliases, open } = identifierOf(found, fields);
  const bodies = bodiesOf(model, roles);
  return {
    name: found.name,
    kind: found.kind,
    exists: found.exists,
    identifier,
    aliases,
    parents: parentsOf(found, byShape, fields),
    record,
    envelope: envelopeOf(model, found, roles),
    roles,
    lists: listsOf(model, found, roles, fields),
    computed: record === undefined ? [] : computedOf(model, record.value.schema, bodies),
    states: record === undefined ? [] : statesOf(model, record.value.schema),
    references: [],
    open: open === undefined ? [] : [open],
  };
}

/** The schema of a record: what a read answers with, else what a list holds, what a create answers with, what it takes. */
function recordOf(
  model: ApiModel,
  found: FoundResource,
  roles: readonly Fact<RoleOf>[],
): InferredResource["record"] {
  const operations = (role: RoleOf["role"]): readonly Operation[] =>
    roles.flatMap(({ value }) => (value.role === role ? (model.operations.get(value.operation) ?? []) : []));
  const named = (schema: Schema) => ({ name: nameOfSchema(model, schema), schema });
  for (const operation of operations("read")) {
    const answer = answerOf(model, operation);
    if (answer.kind === "record")
      return fact(named(answer.schema), "high", `${operation.id} answers with it`);
  }
  for (const operation of operations("list")) {
    const answer = answerOf(model, operation, listNames(found));
    if (answer.kind === "list" && describedNames(model, answer.items).length > 0)
      return fact(named(answer.items), "medium", `${operation.id} lists it, and nothing reads one`);
  }
  for (const operation of operations("create")) {
    const answer = answerOf(model, operation);
    if (answer.kind === "record")
      return fact(
        named(answer.schema),
        "low",
        `${operation.id} answers with it, and nothing reads or lists one`,
      );
    const body = operation.body && readAnswer(model, operation.body.schema, []);
    if (body?.kind === "record")
      return fact(named(body.schema), "low", `${operation.id} takes it, and nothing answers with one`);
  }
  return undefined;
}

/** Words that a list of the resource may be called by. */
export function listNames({ item, collection }: FoundResource): readonly string[] {
  const segments = collection?.segments ?? item.segments;
  const last = segments.findLast((segment) => segment.kind === "word");
  return last?.kind === "word" ? [last.text] : [];
}

function identifierOf(
  found: FoundResource,
  fields: readonly string[],
): Pick<InferredResource, "identifier" | "aliases"> & { readonly open: string | undefined } {
  const last = found.item.segments.at(-1);
  if (found.kind === "singleton" || last?.kind !== "parameter")
    return { identifier: undefined, aliases: [], open: undefined };
  const own = wordsIn(found.name);
  const { field, aliases, open }: Identification = identify(last.name, own, fields);
  const parameter = last.name;
  const none = `no field of a record is called like '${parameter}'`;
  const identifier: Fact<Identifier> =
    field === undefined
      ? fact({ parameter, field: undefined }, "low", open ?? none)
      : fact({ parameter, field: field.value }, field.confidence, field.reason);
  return { identifier, aliases, open };
}

/** What the parameters before the last one name, and where a record shows them. */
function parentsOf(
  { item, kind }: FoundResource,
  byShape: ReadonlyMap<string, FoundResource>,
  fields: readonly string[],
): readonly Fact<Parent>[] {
  const parents: Fact<Parent>[] = [];
  for (const [index, segment] of item.segments.entries()) {
    if (segment.kind !== "parameter" || (kind === "collection" && index === item.segments.length - 1))
      continue;
    const resource = byShape.get(shapeOf(item.segments.slice(0, index + 1)));
    const field = parentField(segment.name, item.segments[index - 1], fields);
    const value = { parameter: segment.name, resource: resource?.name, field };
    const where = field === undefined ? "answers do not show it" : `answers show it as '${field}'`;
    parents.push(
      fact(
        value,
        resource === undefined ? "low" : field === undefined ? "medium" : "high",
        resource === undefined
          ? `the path has '${segment.name}' before it, which names no resource; ${where}`
          : `its path lies below that of ${resource.name}; ${where}`,
      ),
    );
  }
  return parents;
}

function envelopeOf(
  model: ApiModel,
  found: FoundResource,
  roles: readonly Fact<RoleOf>[],
): Fact<string> | undefined {
  for (const { value } of roles) {
    const operation = model.operations.get(value.operation);
    if (operation === undefined || value.role === "list" || value.role === "action") continue;
    const answer = answerOf(model, operation, listNames(found));
    if (answer.kind === "record" && answer.envelope !== undefined)
      return fact(answer.envelope, "high", `${operation.id} answers with this one property`);
  }
  return undefined;
}

function listsOf(
  model: ApiModel,
  { item }: FoundResource,
  roles: readonly Fact<RoleOf>[],
  fields: readonly string[],
): readonly ListShape[] {
  const own = shapeOf(item.segments.slice(0, -1));
  return roles.flatMap(({ value }): ListShape[] => {
    const operation = model.operations.get(value.operation);
    if (value.role !== "list" || operation === undefined) return [];
    const words = operation.path.split("/").filter((part) => part !== "" && !part.includes("{"));
    const answer = answerOf(model, operation, words.slice(-1));
    if (answer.kind !== "list") return [];
    const segments = segmentsOf(operation.path) ?? [];
    const elsewhere = !`${shapeOf(segments)}/`.startsWith(`${own}/`);
    const below = elsewhere
      ? segments.flatMap((segment, index) => {
          if (segment.kind !== "parameter") return [];
          const field = parentField(segment.name, segments[index - 1], fields);
          return field === undefined ? [] : [{ parameter: segment.name, field }];
        })
      : [];
    return [{ operation: operation.id, path: answer.path, below, paging: pagingOf(operation) }];
  });
}

/** What creates and updates take. */
function bodiesOf(model: ApiModel, roles: readonly Fact<RoleOf>[]): readonly Schema[] {
  return roles.flatMap(({ value }) => {
    const body = model.operations.get(value.operation)?.body?.schema;
    if (body === undefined || !["create", "update", "replace", "upsert"].includes(value.role)) return [];
    return [unwrapped(model, body)?.schema ?? body];
  });
}
