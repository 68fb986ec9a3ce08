import type { Name, Path } from "../../dsl/tree/expression.js";
import type { Span } from "../../dsl/tree/span.js";
import type { ApiReference } from "../../dsl/tree/world.js";
import type { ApiModel, Schema } from "../openapi/api-model.js";
import { describedNames, schemaAt } from "../schema/schema-at.js";
import type { ApiPlace } from "./api-places.js";
import type { StaticType } from "./static-type.js";

export type DefinitionKind =
  | "api"
  | "operation"
  | "schema"
  | "world"
  | "resource"
  | "shape"
  | "scenario"
  | "tool"
  | "system"
  | "task"
  /** `given` and `let` of a task. */
  | "variable"
  | "wording"
  | "split"
  | "reward"
  | "fragment"
  /** A `let`, the item of a loop, or a parameter of a shape. */
  | "local";

/** What a name stands for, and where it is declared. */
export interface Definition {
  readonly kind: DefinitionKind;
  readonly name: string;
  /** For an operation or a schema the API document; its place there is found when somebody asks. */
  readonly file: string;
  readonly span: Span;
  readonly type?: StaticType | undefined;
}

/** A name in the text; its declaration counts as a use of itself. */
export interface NameUse {
  readonly span: Span;
  readonly definition: Definition;
}

/** A place in the text of which a type is known: a step of a path, a part of a value, a word. */
export interface TypedPlace {
  readonly span: Span;
  readonly type: StaticType;
  /** Of an argument: whether a request must have it. Undefined where the question makes no sense. */
  readonly required?: boolean | undefined;
}

/** What the names of one file mean. */
export interface FileReferences {
  readonly uses: readonly NameUse[];
  readonly places: readonly TypedPlace[];
}

/** By file what was noted about it, by however many binders. */
export function gatherReferences(noted: Iterable<References>): ReadonlyMap<string, FileReferences> {
  const byFile = new Map<string, { uses: NameUse[]; places: TypedPlace[] }>();
  for (const { file, uses, places } of noted) {
    const known = byFile.get(file);
    if (known === undefined) byFile.set(file, { uses: [...uses], places: [...places] });
    else {
      known.uses.push(...uses);
      known.places.push(...places);
    }
  }
  return byFile;
}

/**
 * What the names of one file mean: the binder notes it here when it looks them up, so that an editor and the compiler
 * cannot disagree. The tree is left as it is. A part that several worlds inherit is noted once for each of them.
 */
export class References implements FileReferences {
  readonly uses: NameUse[] = [];
  readonly places: TypedPlace[] = [];
  /** What the scenario at hand declares, as `tool name` and the like. */
  private parts = new Map<string, Definition>();

  constructor(readonly file: string) {}

  /** Notes a declaration in this file; `as` is the kind under which its name is looked up. */
  define(kind: DefinitionKind, name: Name, type?: StaticType, as = kind): Definition {
    const definition: Definition = { kind, name: name.text, file: this.file, span: name.span, type };
    this.use(name.span, definition);
    this.parts.set(`${as} ${name.text}`, definition);
    return definition;
  }

  /** From here on, parts are those of this scenario. */
  startScenario(name: Name): void {
    this.parts = new Map();
    this.define("scenario", name);
  }

  /** A part of the scenario at hand. */
  part(kind: DefinitionKind, name: string): Definition | undefined {
    return this.parts.get(`${kind} ${name}`);
  }

  /** Notes a name that means a part of the scenario at hand. */
  named(kind: DefinitionKind, name: Pick<Name, "text" | "span">): void {
    this.use(name.span, this.part(kind, name.text));
  }

  use(span: Span, definition: Definition | undefined): void {
    if (definition !== undefined && span.end > span.start) this.uses.push({ span, definition });
  }

  /** Notes what both parts of `api.member` mean. */
  member({ api, member }: ApiReference, place: ApiPlace | undefined, kind: "operation" | "schema"): void {
    if (place === undefined) return;
    this.use(api.span, place.definition);
    const span = { start: 0, end: 0 };
    this.use(member.span, { kind, name: member.text, file: place.document, span });
  }

  typed(span: Span, type: StaticType, required?: boolean): void {
    if (type.kind !== "any" && type.kind !== "poison") this.places.push({ span, type, required });
  }

  /** Notes the schema at each step of a path, as far as it is described; `from` is the first step below `schema`. */
  path(path: Path, model: ApiModel, schema: Schema, from = 0): void {
    const steps = path.segments.map((segment) => segment.text);
    for (let at = from; at < steps.length; at++) {
      const place = schemaAt(model, schema, steps.slice(from, at + 1));
      if (place.kind !== "found") return;
      const { required } = place;
      this.typed(path.segments[at]!.span, { kind: "schema", model, schema: place.schema }, required);
    }
  }
}

/** Names that a schema describes, each with its own schema; for whoever offers them. */
export function describedFields(
  model: ApiModel,
  schema: Schema,
): readonly { readonly name: string; readonly schema: Schema; readonly required: boolean }[] {
  return describedNames(model, schema).flatMap((name) => {
    const place = schemaAt(model, schema, [name]);
    return place.kind === "found" ? [{ name, schema: place.schema, required: place.required }] : [];
  });
}
