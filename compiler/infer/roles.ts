import type { ApiModel, Operation } from "../openapi/api-model.js";
import { requiredOf } from "../schema/direction.js";
import { describedNames, schemaAt } from "../schema/schema-at.js";
import { typesOf } from "../schema/types-of.js";
import { answerOf, nameOfSchema, readAnswer, unwrapped } from "./answers.js";
import { type Confidence, type Fact, fact } from "./fact.js";
import type { FoundResource } from "./find-resources.js";
import type { Role, RoleOf } from "./inferred.js";
import { parentField } from "./parent-field.js";
import { type PathGroup, shapeOf } from "./paths.js";
import { typeName } from "./words.js";

/** What each operation on the paths of a resource, and below them, does to its records. */
export function rolesOf(
  model: ApiModel,
  groups: ReadonlyMap<string, PathGroup>,
  byShape: ReadonlyMap<string, FoundResource>,
  found: FoundResource,
): readonly Fact<RoleOf>[] {
  const roles = [...itemRoles(model, found), ...collectionRoles(model, found)];
  return [...roles, ...viewRoles(model, groups, byShape, found, roles), ...actions(groups, byShape, found)];
}

function role(value: Role, operation: Operation, confidence: Confidence, reason: string): Fact<RoleOf> {
  return fact({ role: value, operation: operation.id }, confidence, reason);
}

function itemRoles(model: ApiModel, { item, collection, kind }: FoundResource): readonly Fact<RoleOf>[] {
  const roles: Fact<RoleOf>[] = [];
  for (const [method, operation] of item.operations) {
    const where = `${method} ${operation.path}`;
    switch (method) {
      case "GET":
        if (answerOf(model, operation).kind === "record")
          roles.push(role("read", operation, "high", `${where} answers with one record`));
        break;
      case "PATCH":
        roles.push(role("update", operation, "high", `${where} changes what is sent`));
        break;
      case "DELETE":
        roles.push(role("delete", operation, "high", `${where} removes one record`));
        break;
      case "POST":
        roles.push(role("action", operation, "medium", `${where} stands on the path of one record`));
        break;
      case "PUT":
        roles.push(putRole(model, operation, kind, collection));
        break;
    }
  }
  return roles;
}

/** A PUT replaces, merges where its body requires nothing, and also makes where nothing else does and 201 is promised. */
function putRole(
  model: ApiModel,
  operation: Operation,
  kind: FoundResource["kind"],
  collection: PathGroup | undefined,
): Fact<RoleOf> {
  const where = `PUT ${operation.path}`;
  const makes = operation.responses.some(({ status }) => status === "201");
  const hasPost = collection?.operations.has("POST") === true;
  if (kind === "collection" && makes && !hasPost)
    return role("upsert", operation, "high", `${where} may answer 201, and no POST makes one`);
  const body = operation.body?.schema;
  const inner = body && (unwrapped(model, body)?.schema ?? body);
  const required = inner === undefined ? [] : requiredOf(model, inner, "request");
  const described = inner === undefined ? [] : describedNames(model, inner);
  if (required.length === 0 && described.length > 0)
    return role("update", operation, "medium", `${where} requires none of the properties that it takes`);
  return role("replace", operation, "medium", `${where} sets what its body describes`);
}

function collectionRoles(model: ApiModel, { collection }: FoundResource): readonly Fact<RoleOf>[] {
  const get = collection?.operations.get("GET");
  const post = collection?.operations.get("POST");
  const roles: Fact<RoleOf>[] = [];
  if (collection === undefined) return roles;
  const words = collection.segments.flatMap((segment) => (segment.kind === "word" ? [segment.text] : []));
  if (get !== undefined && answerOf(model, get, words.slice(-1)).kind === "list")
    roles.push(role("list", get, "high", `GET ${get.path} answers with a list`));
  const last = words.at(-1) ?? "";
  if (post !== undefined && takesMany(model, post, last)) {
    roles.push(role("action", post, "medium", `POST ${post.path} takes a list of them`));
  } else if (post !== undefined) {
    const answer = answerOf(model, post, words.slice(-1));
    const confidence = answer.kind === "record" ? "high" : "medium";
    const what = answer.kind === "record" ? "answers with one record" : "stands where the records are";
    roles.push(role("create", post, confidence, `POST ${post.path} ${what}`));
  }
  return roles;
}

/** Whether a body is, or holds under the name of the resource, a list of what is to be made. */
function takesMany(model: ApiModel, { body }: Operation, word: string): boolean {
  if (body === undefined) return false;
  if ([...typesOf(model, body.schema)].join() === "array") return true;
  const answer = readAnswer(model, body.schema, [word]);
  if (answer.kind === "list") return true;
  return describedNames(model, body.schema).some((name) => {
    if (typeName(name) !== typeName(word)) return false;
    const place = schemaAt(model, body.schema, [name]);
    return place.kind === "found" && [...typesOf(model, place.schema)].join() === "array";
  });
}

/**
 * Other lists of the same schema: `/filters/search` and `/filters/my` beside the records, and `/spaces/{id}/pages` below
 * another record, where a property says which (`spaceId`).
 */
function viewRoles(
  model: ApiModel,
  groups: ReadonlyMap<string, PathGroup>,
  byShape: ReadonlyMap<string, FoundResource>,
  found: FoundResource,
  roles: readonly Fact<RoleOf>[],
): readonly Fact<RoleOf>[] {
  if (found.kind === "singleton") return [];
  const shown = shownSchemas(model, found, roles);
  const base = shapeOf(found.item.segments.slice(0, -1));
  const views: Fact<RoleOf>[] = [];
  for (const group of groups.values()) {
    const last = group.segments.at(-1);
    const get = group.operations.get("GET");
    if (last?.kind !== "word" || get === undefined || byShape.has(group.shape) || group.shape === base)
      continue;
    const list = answerOf(model, get, [last.text]);
    if (list.kind !== "list") continue;
    const same = shown.names.has(nameOfSchema(model, list.items) ?? "");
    const beside = shapeOf(group.segments.slice(0, -1)) === base;
    const where = `GET ${get.path} lists what ${found.item.template} holds`;
    if (beside && same) views.push(role("list", get, "medium", where));
    else if (beside && (last.text === "search" || last.text === "list"))
      views.push(role("list", get, "low", `GET ${get.path} is called like a list of them`));
    else if (same) {
      const field = fieldBelow(group, shown.fields);
      if (field !== undefined) views.push(role("list", get, "medium", `${where}, by '${field}'`));
    }
  }
  return views;
}

/** Names of the schemas that reads and lists of a resource show, and the properties of a record. */
function shownSchemas(
  model: ApiModel,
  found: FoundResource,
  roles: readonly Fact<RoleOf>[],
): { readonly names: ReadonlySet<string>; readonly fields: readonly string[] } {
  const names = new Set<string>();
  let fields: readonly string[] = [];
  for (const { value } of roles) {
    const operation = model.operations.get(value.operation);
    if (operation === undefined || (value.role !== "read" && value.role !== "list")) continue;
    const words = found.collection?.segments.at(-1);
    const answer = answerOf(model, operation, words?.kind === "word" ? [words.text] : []);
    const schema =
      answer.kind === "record" ? answer.schema : answer.kind === "list" ? answer.items : undefined;
    const name = schema && nameOfSchema(model, schema);
    if (name !== undefined) names.add(name);
    if (schema !== undefined && fields.length === 0) fields = describedNames(model, schema);
  }
  return { names, fields };
}

/** The property of a record that the one parameter in the path of a list means. */
function fieldBelow({ segments }: PathGroup, fields: readonly string[]): string | undefined {
  const parameters = segments.flatMap((segment, index) =>
    segment.kind === "parameter" ? [{ name: segment.name, before: segments[index - 1] }] : [],
  );
  const [parameter, second] = parameters;
  if (parameter === undefined || second !== undefined) return undefined;
  return parentField(parameter.name, parameter.before, fields);
}

/** What POST, PUT, PATCH and DELETE below the path of a record do, where no resource has that path. */
function actions(
  groups: ReadonlyMap<string, PathGroup>,
  byShape: ReadonlyMap<string, FoundResource>,
  { item }: FoundResource,
): readonly Fact<RoleOf>[] {
  const collections = new Set([...byShape.values()].map(({ collection }) => collection?.shape));
  return [...groups.values()].flatMap((group) => {
    const last = group.segments.at(-1);
    const above = shapeOf(group.segments.slice(0, -1));
    if (last?.kind !== "word" || above !== item.shape) return [];
    if (byShape.has(group.shape) || collections.has(group.shape)) return [];
    return [...group.operations.values()]
      .filter(({ mutates }) => mutates)
      .map((operation) =>
        role(
          "action",
          operation,
          "medium",
          `${operation.method} ${operation.path} lies below one record, and '${last.text}' holds no records of its own`,
        ),
      );
  });
}
