import { compareText } from "../text/compare.js";
import { InternalError } from "../text/internal-error.js";
import type { Span } from "../tree/span.js";
import type { Diagnostic, Fix, RelatedPlace, Severity } from "./diagnostic.js";
import type { Message } from "./message.js";

/** First digit of a stage's codes. Codes are stable: a retired one is never given another meaning. */
const stageDigits = {
  syntax: "1",
  names: "2",
  types: "3",
  world: "4",
  tasks: "5",
  rewards: "6",
  api: "7",
  tests: "8",
  audit: "9",
} as const;

export type Stage = keyof typeof stageDigits;

type CodeOf<S extends Stage> = `RVR${(typeof stageDigits)[S]}${string}`;

type Text = string | Message<string>;

/** What is fixed about a code. Holes are filled at each report; see `msg`. */
export interface DiagnosticDefinition {
  readonly severity: Severity;
  /** What is wrong. */
  readonly message: Text;
  /** Why it is a mistake. */
  readonly why: Text;
  /** What to do. */
  readonly remedy: Text;
  /** Source text that shows the mistake, for `rvrc explain`. */
  readonly example?: string;
}

type HolesOf<T> = T extends Message<infer Hole> ? Hole : never;

/** Values that a report of this definition must give: the holes of its three texts. */
type Values<D extends DiagnosticDefinition> = Readonly<
  Record<HolesOf<D["message"]> | HolesOf<D["why"]> | HolesOf<D["remedy"]>, string | number>
>;

/** Makes a key that is not a code of the stage a compile error. */
type OnlyCodes<D, Code extends string> = {
  readonly [K in keyof D]: K extends Code ? DiagnosticDefinition : never;
};

export interface Place {
  readonly file: string;
  readonly span: Span;
}

export interface Extras {
  readonly related?: readonly RelatedPlace[];
  readonly fixes?: readonly Fix[];
  /** Replaces the remedy of the code where the case at hand allows a better one. */
  readonly remedy?: string;
}

/** One code as data, with holes shown as `{name}`. */
export interface DiagnosticEntry {
  readonly code: string;
  readonly stage: Stage;
  readonly severity: Severity;
  readonly message: string;
  readonly why: string;
  readonly remedy: string;
  readonly example: string | undefined;
}

/** What is common to the registries of all stages: their entries can be listed. */
export interface DiagnosticCatalog {
  readonly stage: Stage;
  readonly entries: readonly DiagnosticEntry[];
}

export interface DiagnosticRegistry<D extends Readonly<Record<string, DiagnosticDefinition>>>
  extends DiagnosticCatalog {
  /** Makes a diagnostic. The code and the names of the holes are checked at compile time. */
  report<C extends keyof D & string>(
    code: C,
    place: Place,
    values: Values<D[C]>,
    extras?: Extras,
  ): Diagnostic;
}

/**
 * Registers the codes of one stage.
 *
 * @throws InternalError when a code is not `RVR` and four digits, the first being the stage's.
 */
export function defineDiagnostics<
  S extends Stage,
  const D extends Readonly<Record<string, DiagnosticDefinition>>,
>(stage: S, definitions: D & OnlyCodes<D, CodeOf<S>>): DiagnosticRegistry<D> {
  const table = new Map<string, DiagnosticDefinition>(Object.entries<DiagnosticDefinition>(definitions));
  const entries = [...table].map(([code, definition]) => toEntry(stage, code, definition));
  return {
    stage,
    entries,
    report(code, place, values, extras = {}) {
      const definition = table.get(code);
      if (definition === undefined) throw new InternalError(`Unregistered diagnostic code ${code}`);
      return {
        code,
        severity: definition.severity,
        message: fill(definition.message, values),
        why: fill(definition.why, values),
        remedy: extras.remedy ?? fill(definition.remedy, values),
        file: place.file,
        span: place.span,
        related: extras.related ?? [],
        fixes: extras.fixes ?? [],
      };
    },
  };
}

/**
 * All codes of several registries by code, in order of code: what `rvrc explain` and the page of
 * codes read.
 *
 * @throws InternalError when two registries define the same code.
 */
export function combineRegistries(
  registries: readonly DiagnosticCatalog[],
): ReadonlyMap<string, DiagnosticEntry> {
  const all = registries.flatMap((registry) => registry.entries);
  const combined = new Map<string, DiagnosticEntry>();
  for (const entry of all.sort((left, right) => compareText(left.code, right.code))) {
    if (combined.has(entry.code)) throw new InternalError(`Diagnostic code ${entry.code} is defined twice`);
    combined.set(entry.code, entry);
  }
  return combined;
}

function toEntry(stage: Stage, code: string, definition: DiagnosticDefinition): DiagnosticEntry {
  if (!/^RVR\d{4}$/.test(code) || code[3] !== stageDigits[stage]) {
    throw new InternalError(`Diagnostic code ${code} does not belong to the stage ${stage}`);
  }
  return {
    code,
    stage,
    severity: definition.severity,
    message: patternOf(definition.message),
    why: patternOf(definition.why),
    remedy: patternOf(definition.remedy),
    example: definition.example,
  };
}

function patternOf(text: Text): string {
  return typeof text === "string" ? text : text.pattern;
}

function fill(text: Text, values: Readonly<Record<string, string | number>>): string {
  return typeof text === "string" ? text : text(values);
}
