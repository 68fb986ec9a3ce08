import { type Diagnostic, hasErrors } from "../../dsl/diagnostics/diagnostic.js";
import type { SourceFile } from "../../dsl/text/source-file.js";
import type { SourceTree } from "../../dsl/tree/file.js";
import { type ApiPlace, apiPlacesOf } from "../bind/api-places.js";
import { plainText } from "../bind/expression.js";
import { type FileReferences, gatherReferences, type References } from "../bind/references.js";
import { type BoundScenario, bindScenario, type WorldCache } from "../bind/scenario.js";
import type { Sources } from "../bind/sources.js";
import { apisOf, type BoundWorld, bindWorld, locateWorld, worldDefinition } from "../bind/world.js";
import { names } from "../diagnostics/names.js";
import { Reporter } from "../diagnostics/reporter.js";
import type { Host } from "../host/host.js";
import type { ApiModel } from "../openapi/api-model.js";
import { SourceLoader } from "./load-sources.js";

/** All scenarios of some files, bound as far as their mistakes allow. */
export interface BoundProgram {
  readonly scenarios: readonly BoundScenario[];
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: ReadonlyMap<string, SourceFile>;
  /** Every world that was bound, whether a scenario plays in it or not. */
  readonly worlds: readonly BoundWorld[];
  /** By file: what its names mean. */
  readonly references: ReadonlyMap<string, FileReferences>;
  /** APIs that a file may name. */
  apis(file: string): ReadonlyMap<string, ApiModel>;
  apiPlaces(file: string): ReadonlyMap<string, ApiPlace>;
  tree(file: string): SourceTree | undefined;
  /** A file with everything that it names, directly or not. */
  closure(file: string): readonly SourceFile[];
}

/** Text to tree to IR: reads, parses and binds. Nothing is emitted or run. */
export async function bindProgram(host: Host, files: readonly string[]): Promise<BoundProgram> {
  const loader = new SourceLoader(host);
  for (const file of files) await loader.load(file);

  const reporters = new Map<string, Reporter>();
  const reporterOf = (file: string): Reporter => {
    const known = reporters.get(file) ?? new Reporter(file);
    reporters.set(file, known);
    return known;
  };
  const cache: WorldCache = new Map();
  const scenarios: BoundScenario[] = [];
  const declared = new Map<string, string>();
  for (const file of loader.files.keys()) noteImports(loader, reporterOf(file).references);
  for (const file of files) {
    for (const declaration of loader.tree(file)?.scenarios ?? []) {
      const name = declaration.name.text;
      const reporter = reporterOf(file);
      const elsewhere = declared.get(name);
      if (elsewhere !== undefined) {
        const values = { what: "scenario", name };
        reporter.add(names.report("RVR2007", reporter.at(declaration.name.span), values));
        continue;
      }
      declared.set(name, file);
      const bound = bindScenario(loader, reporterOf, cache, file, declaration);
      if (bound !== undefined) scenarios.push(bound);
    }
    // A world that no scenario plays in is still checked.
    for (const world of loader.tree(file)?.worlds ?? []) {
      const key = `${file}#${world.name.text}`;
      const located = locateWorld(loader, file, world.name.text);
      if (!cache.has(key) && located?.declaration === world)
        cache.set(key, bindWorld(loader, reporterOf, located));
    }
  }
  const found = [
    ...loader.diagnostics,
    ...[...reporters.values()].flatMap((reporter) => reporter.diagnostics),
  ];
  return {
    scenarios,
    diagnostics: withoutEchoes(found),
    sources: loader.files,
    worlds: [...cache.values()],
    references: gatherReferences([...reporters.values()].map((reporter) => reporter.references)),
    apis: (file) => apisOf(loader, file),
    apiPlaces: (file) => apiPlacesOf(loader, file),
    tree: (file) => loader.tree(file),
    closure: (file) => loader.closure(file),
  };
}

/** Notes what the names at the head of a file mean. */
function noteImports(sources: Sources, references: References): void {
  const tree = sources.tree(references.file);
  for (const api of tree?.apis ?? []) references.define("api", api.name);
  for (const use of tree?.uses ?? []) {
    const path = plainText(use.file);
    const from = path && sources.resolve(references.file, path);
    const located = from && locateWorld(sources, from, use.name.text);
    if (located) references.use(use.name.span, worldDefinition(located));
  }
}

/**
 * Where the text of a file could not be read, later stages see holes in its tree. Their findings about what is
 * missing would only echo the syntax error, so in such a file only syntax findings and plain contradictions stay.
 */
function withoutEchoes(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const broken = new Set(
    diagnostics.filter((one) => one.code.startsWith("RVR1") && hasErrors([one])).map((one) => one.file),
  );
  return diagnostics.filter((one) => !(broken.has(one.file) && ECHOES.has(one.code)));
}

/** Codes that report something missing. */
const ECHOES = new Set([
  "RVR2004",
  "RVR2006",
  "RVR4001",
  "RVR4003",
  "RVR4004",
  "RVR4005",
  "RVR5006",
  "RVR6002",
]);
