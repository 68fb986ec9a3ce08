import type { Place } from "../../dsl/diagnostics/define.js";
import type { Json, JsonObject } from "../../runtime/abi/json.js";

/**
 * A JSON Schema of the 2020-12 dialect, always as an object (a boolean schema became `{}` or `{"not": {}}`, except as
 * the value of `additionalProperties`, `items` and the like, where a boolean may stand).
 *
 * Objects below it have no prototype, so a property named `constructor` is found only when the document has it.
 * A reference is `{"$ref": "#/$defs/Name"}` and means `ApiModel.schemas`; see `schema-reference.ts`. References may
 * form cycles. `readOnly` and `writeOnly` are kept, and `required` is as the document has it: what a direction makes
 * of them is `schema/direction.ts`.
 */
export type Schema = JsonObject;

export type Location = "path" | "query" | "header";

export type ParameterStyle =
  | "simple"
  | "label"
  | "matrix"
  | "form"
  | "spaceDelimited"
  | "pipeDelimited"
  | "deepObject"
  /** The value travels as JSON text. */
  | "json";

export interface Parameter {
  readonly name: string;
  readonly in: Location;
  /** Always true in a path. */
  readonly required: boolean;
  readonly description: string;
  readonly schema: Schema;
  readonly style: ParameterStyle;
  readonly explode: boolean;
}

export interface RequestBody {
  readonly required: boolean;
  readonly description: string;
  readonly contentType: string;
  /** Further types of content that the document describes, in its order; left out when there are none. */
  readonly otherContentTypes?: readonly string[];
  readonly schema: Schema;
  /** Values that the document gives beside the schema; left out when there are none. */
  readonly examples?: readonly Json[];
}

export interface Response {
  /** Three digits, `2XX` and the like, or `default`. */
  readonly status: string;
  readonly description: string;
  /** Left out when the response has no content that is described. */
  readonly schema?: Schema;
  /** As in a request's body. */
  readonly examples?: readonly Json[];
}

export interface Operation {
  /** The document's operationId; `method_path` in words where it has none or repeats one. */
  readonly id: string;
  /** Upper case. */
  readonly method: string;
  /** As in the document, with `{name}` templates. */
  readonly path: string;
  /** First tag, or "". */
  readonly tag: string;
  /** First of summary and description that is not empty. */
  readonly summary: string;
  readonly deprecated: boolean;
  /** Path, query and header parameters of the path and the operation, in order of appearance. No cookies. */
  readonly parameters: readonly Parameter[];
  readonly body?: RequestBody;
  /** In order of status, `default` last. */
  readonly responses: readonly Response[];
  /** False for GET, HEAD, OPTIONS and TRACE. A search by POST counts as mutating here. */
  readonly mutates: boolean;
}

/** An API document in one form for all versions: no difference between 3.0 and 3.1 is left. */
export interface ApiModel {
  readonly title: string;
  readonly version: string;
  /** Version of OpenAPI that the document is written in. */
  readonly openapi: string;
  readonly servers: readonly string[];
  /** By operation id, in order of the document. */
  readonly operations: ReadonlyMap<string, Operation>;
  /** What `#/$defs/Name` means. */
  readonly schemas: ReadonlyMap<string, Schema>;
  /** Where things stand in the document; left out of a model that was made by hand. */
  readonly places?: ApiPlaces;
}

/** Places in an API document, for findings that contradict it. */
export interface ApiPlaces {
  /** A schema, or a keyword in it; undefined for a schema that was put together from several. */
  schema(schema: Schema, keyword?: string): Place | undefined;
  operation(id: string): Place | undefined;
  /** Texts of the document and of the files that it refers to, by path. */
  readonly texts: ReadonlyMap<string, string>;
}
