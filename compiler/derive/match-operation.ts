import type { ResourceInfo } from "../bind/context.js";
import type { StepsIr } from "../ir/world.js";
import type { ApiModel, Operation, Response, Schema } from "../openapi/api-model.js";
import { isSchema, ownProperty } from "../openapi/schema-children.js";
import { referencedName } from "../openapi/schema-reference.js";
import { partsOf } from "../schema/parts.js";
import { describedNames } from "../schema/schema-at.js";

/** A resource of the world whose schema and key are known. */
export interface DerivableResource {
  readonly info: ResourceInfo;
  /** `<Schema>` in the API that `info.model` describes. */
  readonly schemaName: string;
  readonly key: StepsIr;
  readonly aliases: readonly StepsIr[];
  /** Path that a state machine keeps; undefined without one. */
  readonly flow: StepsIr | undefined;
}

/** A path parameter that must equal a property of the record: `/spaces/{space}/pages` asks for `space`. */
export interface ParentFilter {
  readonly parameter: string;
  readonly property: string;
}

/** What an operation does, as method, path and schemas say it. */
export interface DerivedBehaviour {
  readonly kind: "read" | "list" | "create" | "update" | "replace" | "delete";
  readonly resource: DerivableResource;
  /** Path parameter that names the record; "" for a list and a create. */
  readonly parameter: string;
  readonly parents: readonly ParentFilter[];
  /** Status of the first success response. */
  readonly status: number;
  /** Property of the answer that holds the list; undefined where the answer is the list itself. */
  readonly listProperty: string | undefined;
  /** Whether the success response has a body. */
  readonly answers: boolean;
}

export type Match =
  | { readonly kind: "derived"; readonly behaviour: DerivedBehaviour }
  | { readonly kind: "not-derived"; readonly reason: string };

/**
 * Reads the behaviour of an operation from its method, its path and its schemas, by stated rules only:
 *
 * - GET, path ends with a parameter, answers with a record of one resource: read.
 * - GET, path ends with a word, answers with a list of records, or with an object that has one such list: list.
 * - POST, path ends with a word, answers with a record (or, without an answer, takes one), and the path is one below
 *   which records are read, or on which they are listed: create.
 * - PATCH, PUT and DELETE, path ends with a parameter, on the path of a read, or answering with a record.
 *
 * Every other path parameter must be a property of the record. Where two resources fit, or none, nothing is derived.
 */
export function matchOperation(
  model: ApiModel,
  operation: Operation,
  resources: readonly DerivableResource[],
): Match {
  const fitting = resources.filter((resource) => resource.info.model === model);
  if (fitting.length === 0) return refuse("the world declares no resource with a schema of this API");
  const shape = pathShape(operation.path);
  if (shape === undefined)
    return refuse(`its path ${operation.path} has more than a parameter in one segment`);
  const success = successOf(operation);
  if (success === undefined) return refuse("it declares no success response");
  const found = kindOf(model, operation, shape.last, success, fitting);
  if (typeof found === "string") return refuse(found);
  const unfit = unfitting(model, operation, found, shape);
  if (unfit !== undefined) return refuse(unfit);
  const parents: ParentFilter[] = [];
  for (const parameter of shape.parents) {
    const property = propertyFor(model, found.resource, parameter);
    if (property === undefined) {
      return refuse(`${found.resource.info.name} has no property '${parameter}', which its path asks for`);
    }
    parents.push({ parameter, property });
  }
  return {
    kind: "derived",
    behaviour: {
      ...found,
      parameter: shape.last ?? "",
      parents,
      status: statusOf(success),
      answers: success.schema !== undefined,
    },
  };
}

/** Why an operation that looks like one of the kinds is none after all. */
function unfitting(
  model: ApiModel,
  operation: Operation,
  { kind, resource }: Found,
  { last, parents }: PathShape,
): string | undefined {
  const { info, key, aliases, flow } = resource;
  const identifies = [key, ...aliases].map((path) => path.join("."));
  if (kind === "create") {
    // `POST /tickets/{id}/close` answers with a ticket, too, and creates none.
    if (parents.some((parent) => identifies.includes(parent))) return `its path names a ${info.name} already`;
    if (!isCollection(model, operation.path, resource)) {
      return `no operation lists or reads ${info.name} at its path, so it may do something else`;
    }
  }
  if (last !== undefined && !identifies.includes(last) && propertyFor(model, resource, last) !== undefined) {
    return `its path asks for '${last}', which is neither the key nor an alias of ${info.name}`;
  }
  const moved = flow?.[0];
  const body = operation.body?.schema;
  if ((kind === "update" || kind === "replace") && moved !== undefined && body !== undefined) {
    if (describedNames(model, body).includes(moved))
      return `it can set '${moved}', whose changes follow a flow`;
  }
  return undefined;
}

/** Whether a GET lists the resource on the path, or an operation below it reads or changes one of its records. */
function isCollection(model: ApiModel, path: string, resource: DerivableResource): boolean {
  return [...model.operations.values()].some((other) => {
    const success = successOf(other);
    if (success === undefined) return false;
    if (other.method === "GET" && other.path === path) {
      return typeof listOf(model, success, [resource]) !== "string";
    }
    const below =
      other.path.startsWith(`${path}/`) && /^\{[^{}]+\}$/u.test(other.path.slice(path.length + 1));
    return below && other.method !== "POST" && isRecord(success.schema, resource);
  });
}

function refuse(reason: string): Match {
  return { kind: "not-derived", reason };
}

type Found = Pick<DerivedBehaviour, "kind" | "resource" | "listProperty">;

function kindOf(
  model: ApiModel,
  operation: Operation,
  last: string | undefined,
  success: Response,
  resources: readonly DerivableResource[],
): Found | string {
  const answered = only(resources.filter((resource) => isRecord(success.schema, resource)));
  const single = (kind: DerivedBehaviour["kind"], resource: DerivableResource): Found => {
    return { kind, resource, listProperty: undefined };
  };
  const { method, body } = operation;
  if (method === "GET" && last !== undefined) {
    return answered === undefined ? "its answer is not one record of one resource" : single("read", answered);
  }
  if (method === "GET") return listOf(model, success, resources);
  if (method === "POST" && last === undefined) {
    const taken = only(resources.filter((resource) => isRecord(body?.schema, resource)));
    const resource = answered ?? (success.schema === undefined ? taken : undefined);
    if (resource === undefined) return "its answer is not one record of one resource";
    if (body === undefined) return "it takes no body to make a record of";
    if (resource.key.length !== 1) return `the key of ${resource.info.name} lies deeper than one step`;
    return single("create", resource);
  }
  if (last === undefined || !["PATCH", "PUT", "DELETE"].includes(method)) {
    return `${method} on a path that ${last === undefined ? "names no record" : "names one"} has no usual meaning`;
  }
  const resource = answered ?? readOn(model, operation.path, resources);
  if (resource === undefined) return "no operation reads a record on its path, and it answers with none";
  if (method === "DELETE") return single("delete", resource);
  if (body === undefined) return "it takes no body to change a record with";
  return single(method === "PUT" ? "replace" : "update", resource);
}

/** The resource that GET on the same path reads. */
function readOn(
  model: ApiModel,
  path: string,
  resources: readonly DerivableResource[],
): DerivableResource | undefined {
  const read = [...model.operations.values()].find((other) => other.method === "GET" && other.path === path);
  const success = read && successOf(read);
  return success && only(resources.filter((resource) => isRecord(success.schema, resource)));
}

function listOf(model: ApiModel, success: Response, resources: readonly DerivableResource[]): Found | string {
  const { schema } = success;
  if (schema === undefined) return "its answer has no schema";
  const places: { property: string | undefined; schema: Schema }[] = [{ property: undefined, schema }];
  for (const name of describedNames(model, schema)) {
    for (const part of partsOf(model, schema)) {
      const property = ownProperty(part.schema, name);
      if (property !== undefined) places.push({ property: name, schema: property });
    }
  }
  const found: Found[] = [];
  for (const place of places) {
    for (const part of partsOf(model, place.schema)) {
      const items = part.schema["items"];
      const resource = isSchema(items)
        ? only(resources.filter((candidate) => isRecord(items, candidate)))
        : undefined;
      if (resource !== undefined) found.push({ kind: "list", resource, listProperty: place.property });
    }
  }
  return only(found) ?? "its answer does not hold exactly one list of records of one resource";
}

function isRecord(schema: Schema | undefined, resource: DerivableResource): boolean {
  return schema !== undefined && referencedName(schema) === resource.schemaName;
}

function only<T>(list: readonly T[]): T | undefined {
  return list.length === 1 ? list[0] : undefined;
}

function successOf(operation: Operation): Response | undefined {
  return operation.responses.find((response) => /^2(\d\d|XX)$/u.test(response.status));
}

function statusOf({ status, schema }: Response): number {
  if (/^\d+$/u.test(status)) return Number(status);
  return schema === undefined ? 204 : 200;
}

interface PathShape {
  readonly last: string | undefined;
  readonly parents: readonly string[];
}

/** Parameters of a path in order: the last segment's, and those before. Undefined for `/a/{b}-{c}`. */
function pathShape(path: string): PathShape | undefined {
  const parents: string[] = [];
  let last: string | undefined;
  for (const segment of path.split("/").filter((part) => part !== "")) {
    if (last !== undefined) parents.push(last);
    last = undefined;
    if (!segment.includes("{")) continue;
    const name = /^\{([^{}]+)\}$/u.exec(segment)?.[1];
    if (name === undefined) return undefined;
    last = name;
  }
  return { last, parents };
}

function propertyFor(model: ApiModel, { info }: DerivableResource, parameter: string): string | undefined {
  return info.schema && describedNames(model, info.schema).find((name) => name === parameter);
}
