import type { SourceTree } from "../../dsl/tree/file.js";
import type { Span } from "../../dsl/tree/span.js";
import type { Json } from "../../runtime/abi/json.js";
import type { ApiModel } from "../openapi/api-model.js";

/** Everything that was read for one scenario file. Paths are resolved and relative to the project root. */
export interface Sources {
  /** Resolves a path that `from` names. */
  resolve(from: string, relative: string): string;
  tree(path: string): SourceTree | undefined;
  /** The document with these overlays applied. */
  api(path: string, overlays: readonly string[]): ApiModel | undefined;
  /** Content of a YAML data file; undefined when it could not be read (which was reported). */
  data(path: string): Json | undefined;
  /** Where a value of a data file stands; undefined for a file that could not be read. */
  dataPlace(path: string, steps: readonly string[]): Span | undefined;
}
