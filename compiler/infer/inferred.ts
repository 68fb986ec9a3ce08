import type { Schema } from "../openapi/api-model.js";
import type { Fact } from "./fact.js";

/** What an operation does to the records of a resource. */
export type Role =
  | "read"
  | "list"
  | "create"
  /** Changes what is sent, and leaves the rest. */
  | "update"
  /** Sets everything that its body describes. */
  | "replace"
  /** A PUT that also makes the record where there is none. */
  | "upsert"
  | "delete"
  /** Something else that happens to one record: `POST /tickets/{id}/close`. */
  | "action";

export interface RoleOf {
  readonly role: Role;
  /** Id of the operation. */
  readonly operation: string;
}

/** How a list comes in pages. */
export interface Paging {
  readonly kind: "offset" | "cursor" | "page";
  /** Query parameters: where to go on, and how many. */
  readonly position: string;
  readonly limit: string | undefined;
}

/** A list of records, and where it stands in the answer. */
export interface ListShape {
  readonly operation: string;
  /** Steps to the list; empty where the answer is the list itself. */
  readonly path: readonly string[];
  /** Parameters of its path that name no parent, and the properties of a record that must equal them. */
  readonly below: readonly { readonly parameter: string; readonly field: string }[];
  readonly paging: Fact<Paging> | undefined;
}

/** A path parameter before the last one, which says below what a record lies. */
export interface Parent {
  readonly parameter: string;
  /** Resource whose record it names; undefined where no resource has that path. */
  readonly resource: string | undefined;
  /** Property of the record that holds it; undefined where the answer does not show it. */
  readonly field: string | undefined;
}

/** What identifies a record in its path. */
export interface Identifier {
  readonly parameter: string;
  /** Property of the record; undefined where the answer does not show it. */
  readonly field: string | undefined;
}

/** One kind of thing that a service keeps. */
export interface InferredResource {
  /** Unique among the resources of its API; a plain name of the language. */
  readonly name: string;
  /** `singleton`: there is one, at a path of its own, and no list of it. */
  readonly kind: "collection" | "singleton";
  readonly exists: Fact<{
    /** Path template on which records are listed and made; undefined where no operation has it. */
    readonly collection: string | undefined;
    /** Path template of one record. */
    readonly item: string;
  }>;
  /** Undefined for a singleton. */
  readonly identifier: Fact<Identifier> | undefined;
  /** Other properties by which the path takes a record. */
  readonly aliases: readonly Fact<string>[];
  readonly parents: readonly Fact<Parent>[];
  /** The schema of a record, as answers have it; undefined where no answer describes it. */
  readonly record: Fact<{ readonly name: string | undefined; readonly schema: Schema }> | undefined;
  /** Property of answers and bodies that wraps a record. */
  readonly envelope: Fact<string> | undefined;
  readonly roles: readonly Fact<RoleOf>[];
  readonly lists: readonly ListShape[];
  /** Properties that the service fills. */
  readonly computed: readonly Fact<string>[];
  /** Properties whose values are named states. Which state may follow which is never inferred. */
  readonly states: readonly Fact<{ readonly field: string; readonly values: readonly string[] }>[];
  /** Properties that name records of other resources. */
  readonly references: readonly Fact<{ readonly field: string; readonly resource: string }>[];
  /** What could be meant in several ways, and is therefore left open. */
  readonly open: readonly string[];
}
