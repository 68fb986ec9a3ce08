import type { Place } from "../../dsl/diagnostics/define.js";

/**
 * How much a change of a document matters to whoever calls it. `breaking`: a call that was right is refused, or an answer
 * lacks what was promised. `possible`: some calls or answers may be. `compatible`: all that was right still is.
 */
export type Severity = "breaking" | "possible" | "compatible";

/** One difference between two versions of a document. */
export interface Change {
  readonly severity: Severity;
  /** Operation that it concerns, by the id that the old document gives it. */
  readonly operation: string;
  /** `path.id`, `query.limit`, `body.fields.summary`, `200.title`; empty for the operation itself. */
  readonly at: string;
  readonly message: string;
  /** Further places of the operation at which the same schema stands. */
  readonly also: readonly string[];
  /** In the new document; in the old one for what is gone. */
  readonly place: Place | undefined;
}
