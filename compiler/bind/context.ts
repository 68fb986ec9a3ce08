import type { Reporter } from "../diagnostics/reporter.js";
import type { ApiModel, Schema } from "../openapi/api-model.js";
import type { BoundFlow } from "./flow.js";
import type { Definition } from "./references.js";

/** A resource as later passes need it: its schema, where one describes it. */
export interface ResourceInfo {
  readonly name: string;
  readonly model: ApiModel | undefined;
  readonly schema: Schema | undefined;
  readonly flow: BoundFlow | undefined;
}

/** Names of the world that expressions may use. */
export interface WorldNames {
  /** Declarations of both, as `resource Name` and `shape name`. */
  readonly definitions: ReadonlyMap<string, Definition>;
  readonly resources: ReadonlyMap<string, ResourceInfo>;
  /** Shape name to number of parameters. */
  readonly shapes: ReadonlyMap<string, number>;
  /**
   * Names of properties that records may have beside those that their schemas describe: from seeds, from what calls
   * store.
   */
  readonly stored: () => ReadonlySet<string>;
}

/** What expressions may refer to besides the names in scope. */
export interface ExpressionContext {
  readonly reporter: Reporter;
  readonly world: WorldNames;
  /**
   * What there is to read. `operation`: a call is running, so records, `serial` and `now` exist. `records`: tasks are
   * bound against the seeds. `values`: nothing but names in scope, as in prompts, gold, rewards, shapes and refusals.
   */
  readonly reads: "operation" | "records" | "values";
}
