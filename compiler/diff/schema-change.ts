import type { ApiModel, Schema } from "../openapi/api-model.js";
import type { Direction } from "../schema/direction.js";
import type { Severity } from "./change.js";

/** A schema with the document that it belongs to. */
export interface Side {
  readonly model: ApiModel;
  readonly schema: Schema;
}

export interface SchemaChange {
  readonly severity: Severity;
  readonly path: readonly string[];
  readonly message: string;
  /** What to point at: a schema of the new document, or of the old one for what is gone. */
  readonly side: Side;
}

/**
 * How much it matters that values became fewer or more. A narrower request refuses calls that were right; a wider answer
 * brings what no reader has seen.
 */
export function severityOf(change: "narrower" | "wider", direction: Direction): Severity {
  if (direction === "request") return change === "narrower" ? "breaking" : "compatible";
  return change === "narrower" ? "compatible" : "possible";
}
