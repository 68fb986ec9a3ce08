import type { Place as SpanPlace } from "../../dsl/diagnostics/define.js";
import type { Diagnostic } from "../../dsl/diagnostics/diagnostic.js";
import type { Json } from "../../runtime/abi/json.js";
import type { Host } from "../host/host.js";
import { type Anchors, anchorsOf } from "./anchors.js";
import { apiDiagnostics } from "./diagnostics.js";
import { copyJson, emptyRecord, isNode, member, type Node } from "./node.js";
import type { ParsedText } from "./parse-text.js";
import { escapeStep, unescapeStep } from "./schema-reference.js";

/** Where something stands: a file of the set and the keys that lead to it. */
export interface Place {
  readonly file: string;
  readonly steps: readonly string[];
}

export interface Located {
  readonly value: unknown;
  readonly place: Place;
}

type Report = typeof apiDiagnostics.report;

/** Places of one remark that are reported: finding a place in a large text takes time, and nobody reads hundreds. */
const MAX_REMARKS = 25;

/** References that lead on to references are followed this often. */
const MAX_HOPS = 50;

/** An API document with the files that it refers to, and what was found wrong in them so far. */
export class DocumentSet {
  readonly diagnostics: Diagnostic[] = [];
  private readonly reported = new Set<string>();
  private readonly remarks = new Map<string, number>();
  private readonly anchors = new Map<string, Anchors>();

  constructor(
    readonly root: string,
    /** By host path. A file that could not be read is missing. */
    private readonly files: ReadonlyMap<string, ParsedText>,
    private readonly host: Pick<Host, "resolve">,
  ) {}

  /** Reports once per code and place; of one remark, which asks for nothing, only the first places. */
  readonly report = (
    code: Parameters<Report>[0],
    place: Place,
    values: Readonly<Record<string, string | number>> = {},
  ): void => {
    const key = `${code} ${pointerOf(place)}`;
    if (this.reported.has(key)) return;
    this.reported.add(key);
    const remarks = this.remarks.get(code) ?? 0;
    if (remarks === MAX_REMARKS) return;
    const diagnostic = apiDiagnostics.report(code, this.located(place), values as never);
    if (diagnostic.severity === "info") this.remarks.set(code, remarks + 1);
    this.diagnostics.push(diagnostic);
  };

  /** The span of a place in its file. */
  located(place: Place): SpanPlace {
    const parsed = this.files.get(place.file);
    const span = parsed?.locate(place.steps) ?? { start: 0, end: 0 };
    return parsed?.place?.(place.steps) ?? { file: place.file, span };
  }

  /** A value of a document as plain JSON data; integers that are no exact numbers become texts of their digits. */
  data(value: unknown, place: Place): Json {
    const exact = this.files.get(place.file)?.exactInteger;
    return exact === undefined ? copyJson(value) : this.exactly(copyJson(value), place, exact);
  }

  private exactly(value: Json, place: Place, exact: NonNullable<ParsedText["exactInteger"]>): Json {
    if (typeof value === "number") {
      const digits = Number.isSafeInteger(value) ? undefined : exact(place.steps);
      if (digits === undefined) return value;
      this.report("RVR7017", place, { digits });
      return digits;
    }
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value))
      return value.map((item: Json, index) => this.exactly(item, below(place, index), exact));
    const out = emptyRecord<Json>();
    for (const [key, inner] of Object.entries(value))
      out[key] = this.exactly(inner, below(place, key), exact);
    return out;
  }

  document(): Located {
    return { value: this.files.get(this.root)?.value, place: { file: this.root, steps: [] } };
  }

  /** What a reference means when it stands at a place; undefined when it leads nowhere. Does not follow on. */
  resolve(reference: string, from: Place): Located | undefined {
    const hash = reference.indexOf("#");
    const path = hash < 0 ? reference : reference.slice(0, hash);
    const pointer = hash < 0 ? "" : reference.slice(hash + 1);
    const base = this.base(path, from);
    if (base === undefined) return undefined;
    if (pointer !== "" && !pointer.startsWith("/")) {
      const [steps] = this.anchored(pointer, base.file);
      return steps === undefined ? undefined : this.at(base.file, steps);
    }
    const steps = pointer === "" ? [] : pointer.slice(1).split("/").map(unescapeStep);
    return this.at(base.file, [...base.steps, ...steps]);
  }

  /** Steps to the schemas of a file that an anchor names. */
  anchored(name: string, file: string): readonly (readonly string[])[] {
    return this.anchorsOf(file)?.named.get(unescapeStep(name)) ?? [];
  }

  /** What a reference without its fragment means: this file, another one, or a schema that is called so by `$id`. */
  private base(path: string, from: Place): Place | undefined {
    if (path === "") return { file: from.file, steps: [] };
    const isAddress = /^[A-Za-z][A-Za-z0-9+.-]+:/.test(path);
    if (!isAddress) {
      const file = this.host.resolve(from.file, unescapeStep(path.replaceAll("~", "~0")));
      if (this.files.has(file)) return { file, steps: [] };
    }
    const steps = this.anchorsOf(from.file)?.identified.get(path);
    return steps === undefined ? undefined : { file: from.file, steps };
  }

  private anchorsOf(file: string): Anchors | undefined {
    const parsed = this.files.get(file);
    if (parsed === undefined) return undefined;
    const known = this.anchors.get(file) ?? anchorsOf(parsed.value);
    this.anchors.set(file, known);
    return known;
  }

  private at(file: string, steps: readonly string[]): Located | undefined {
    let value = this.files.get(file)?.value;
    for (const step of steps) {
      value = Array.isArray(value) ? value[Number(step)] : member(value, step);
      if (value === undefined) return undefined;
    }
    return { value, place: { file, steps } };
  }

  /**
   * Follows references from an object that is not a schema (parameter, response, path ...) to the object meant.
   * Reports one that leads nowhere or in a circle, and gives undefined.
   */
  follow(value: unknown, place: Place): { readonly node: Node; readonly place: Place } | undefined {
    let at: Located = { value, place };
    for (let hop = 0; hop < MAX_HOPS; hop++) {
      if (!isNode(at.value)) return undefined;
      const reference = member(at.value, "$ref");
      if (typeof reference !== "string") return { node: at.value, place: at.place };
      const next = this.resolve(reference, at.place);
      if (next === undefined || !isNode(next.value)) {
        this.report("RVR7020", at.place, { reference, where: "nowhere" });
        return undefined;
      }
      at = next;
    }
    this.report("RVR7020", place, { reference: textOfReference(value), where: "back to itself" });
    return undefined;
  }
}

export function below(place: Place, ...steps: readonly (string | number)[]): Place {
  return { file: place.file, steps: [...place.steps, ...steps.map(String)] };
}

export function pointerOf(place: Place): string {
  return `${place.file}#${place.steps.map((step) => `/${escapeStep(step)}`).join("")}`;
}

function textOfReference(value: unknown): string {
  const reference = member(value, "$ref");
  return typeof reference === "string" ? reference : "";
}
