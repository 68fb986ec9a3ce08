import type { Place as SpanPlace } from "../../dsl/diagnostics/define.js";
import type { Diagnostic } from "../../dsl/diagnostics/diagnostic.js";
import type { Host } from "../host/host.js";
import { apiDiagnostics } from "./diagnostics.js";
import { isNode, member, type Node } from "./node.js";
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

/** References that lead on to references are followed this often. */
const MAX_HOPS = 50;

/** An API document with the files that it refers to, and what was found wrong in them so far. */
export class DocumentSet {
  readonly diagnostics: Diagnostic[] = [];
  private readonly reported = new Set<string>();

  constructor(
    readonly root: string,
    /** By host path. A file that could not be read is missing. */
    private readonly files: ReadonlyMap<string, ParsedText>,
    private readonly host: Pick<Host, "resolve">,
  ) {}

  /** Reports once per code and place. */
  readonly report = (
    code: Parameters<Report>[0],
    place: Place,
    values: Readonly<Record<string, string | number>> = {},
  ): void => {
    const key = `${code} ${pointerOf(place)}`;
    if (this.reported.has(key)) return;
    this.reported.add(key);
    this.diagnostics.push(apiDiagnostics.report(code, this.located(place), values as never));
  };

  /** The span of a place in its file. */
  located(place: Place): SpanPlace {
    const parsed = this.files.get(place.file);
    const span = parsed?.locate(place.steps) ?? { start: 0, end: 0 };
    return parsed?.place?.(place.steps) ?? { file: place.file, span };
  }

  document(): Located {
    return { value: this.files.get(this.root)?.value, place: { file: this.root, steps: [] } };
  }

  /** What a reference means when it stands at a place; undefined when it leads nowhere. Does not follow on. */
  resolve(reference: string, from: Place): Located | undefined {
    const hash = reference.indexOf("#");
    const path = hash < 0 ? reference : reference.slice(0, hash);
    const pointer = hash < 0 ? "" : reference.slice(hash + 1);
    if (/^[A-Za-z][A-Za-z0-9+.-]+:/.test(path)) return undefined;
    const file =
      path === "" ? from.file : this.host.resolve(from.file, unescapeStep(path.replaceAll("~", "~0")));
    const parsed = this.files.get(file);
    if (parsed === undefined || (pointer !== "" && !pointer.startsWith("/"))) return undefined;
    const steps = pointer === "" ? [] : pointer.slice(1).split("/").map(unescapeStep);
    let value = parsed.value;
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
        this.report("RVR7020", at.place, { reference });
        return undefined;
      }
      at = next;
    }
    this.report("RVR7020", place, { reference: textOfReference(value) });
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
