import type { Json, JsonObject } from "../abi/json.js";
import type { MatcherProgram } from "../abi/matcher.js";
import type { Steps, Value } from "../abi/value.js";

/** A request in the API's own terms. Path and query values have their wire form parsed where that loses nothing. */
export interface ApiRequest {
  readonly path: JsonObject;
  readonly query: JsonObject;
  readonly header: JsonObject;
  readonly body: Value;
}

export interface ApiAnswer {
  readonly status: number;
  /** null for an empty body. */
  readonly body: Json;
}

/** The world as an operation sees it. Records are immutable values; changes go through these functions. */
export interface WorldView {
  /** All records of a resource: seeds in their order, then created ones. */
  all(resource: string): readonly JsonObject[];
  /**
   * Records that may have the values at the paths, in the order of `all`: every record that has is among them. Others may
   * be too, so a condition must still be asked.
   */
  where(resource: string, paths: readonly Steps[], values: readonly Value[]): readonly JsonObject[];
  /** By primary key or an alias, compared as strings. */
  find(resource: string, key: Value): JsonObject | undefined;
  /** Number of records this resource ever held, deleted ones included: grows by one with each create. */
  serial(resource: string): number;
  /** One more than the largest whole number that was ever a primary key of this resource; 1 at the least. */
  nextKey(resource: string): number;
  /** The world's clock, ISO 8601 in UTC; advances by a fixed step with each call of the episode. */
  readonly now: string;
  create(resource: string, record: Value): JsonObject;
  /** Sets one path of a record and returns the new record. Absent removes the path. */
  update(resource: string, record: Value, path: Steps, value: Value): JsonObject | undefined;
  remove(resource: string, record: Value): void;
}

export type Handler = (
  world: WorldView,
  request: ApiRequest,
  /** Answers with the API's refusal when the request breaks the schema, else undefined. */
  validate: () => ApiAnswer | undefined,
) => ApiAnswer;

/** The shape of an ajv standalone validator over `{path, query, header, body}`. */
export interface Validator {
  (request: unknown): boolean;
  errors?: readonly ValidatorError[] | null;
}

export interface ValidatorError {
  /** JSON pointer into the request. */
  readonly instancePath: string;
  readonly keyword: string;
  readonly message?: string;
  readonly params: { readonly [name: string]: unknown };
}

export interface ResourceProgram {
  readonly name: string;
  readonly key: Steps;
  readonly aliases: readonly Steps[];
  readonly seed: readonly JsonObject[];
  /** Filled by the service; the goal ignores them. */
  readonly computed: readonly Steps[];
  /** How the goal compares a path where exact is not meant. */
  readonly matchers: readonly { readonly path: Steps; readonly matcher: MatcherProgram }[];
}

export interface OperationProgram {
  /** `<api>.<operationId>` */
  readonly id: string;
  readonly method: string;
  /** URL template of the document. */
  readonly path: string;
  /** True when the operation has effects. */
  readonly mutates: boolean;
  readonly handler: Handler;
  readonly validator: Validator;
  /** The API's answer to a request that breaks the schema; `path` is dotted, in the canonical request. */
  readonly invalid: (violation: { path: string; keyword: string; message: string }) => ApiAnswer;
}

export interface WorldProgram {
  readonly name: string;
  readonly resources: readonly ResourceProgram[];
  readonly operations: { readonly [id: string]: OperationProgram };
}
