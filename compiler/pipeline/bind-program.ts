import type { Place } from "../../dsl/diagnostics/define.js";
import { type Diagnostic, hasErrors } from "../../dsl/diagnostics/diagnostic.js";
import type { SourceFile } from "../../dsl/text/source-file.js";
import { declaredTwice } from "../bind/declared-twice.js";
import { type BoundScenario, bindScenario, type WorldCache } from "../bind/scenario.js";
import { bindWorld, locateWorld } from "../bind/world.js";
import { Reporter } from "../diagnostics/reporter.js";
import type { Host } from "../host/host.js";
import { SourceLoader } from "./load-sources.js";

/** All scenarios of some files, bound as far as their mistakes allow. */
export interface BoundProgram {
  readonly scenarios: readonly BoundScenario[];
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: ReadonlyMap<string, SourceFile>;
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
  const declared = new Map<string, Place>();
  for (const file of files) {
    for (const declaration of loader.tree(file)?.scenarios ?? []) {
      const name = declaration.name.text;
      const reporter = reporterOf(file);
      const elsewhere = declared.get(name);
      if (elsewhere !== undefined) {
        reporter.add(declaredTwice(reporter, "scenario", declaration.name, elsewhere));
        continue;
      }
      declared.set(name, reporter.at(declaration.name.span));
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
    diagnostics: withoutEchoes(found, loader.files),
    sources: loader.files,
    closure: (file) => loader.closure(file),
  };
}

/**
 * Where the text of a file could not be read, later stages see holes in its tree. Their findings about what is
 * missing would only echo the syntax error, so in such a file only syntax findings and plain contradictions stay,
 * and nothing about a line that was read by guessing.
 */
function withoutEchoes(
  diagnostics: readonly Diagnostic[],
  sources: ReadonlyMap<string, SourceFile>,
): readonly Diagnostic[] {
  const lineOf = ({ file, span }: Diagnostic): string =>
    `${sources.get(file)?.positionAt(span.start).line ?? 0} ${file}`;
  const syntax = diagnostics.filter((one) => one.code.startsWith("RVR1") && hasErrors([one]));
  const broken = new Set(syntax.map((one) => one.file));
  const lines = new Set(syntax.filter((one) => !REPAIRED.has(one.code)).map(lineOf));
  return diagnostics.filter((one) => {
    if (one.code.startsWith("RVR1")) return true;
    return !(broken.has(one.file) && ECHOES.has(one.code)) && !lines.has(lineOf(one));
  });
}

/** Syntax errors after which the line is read as it was meant. */
const REPAIRED = new Set(["RVR1001", "RVR1010", "RVR1011", "RVR1012"]);

/** Codes that report something missing. */
const ECHOES = new Set([
  "RVR2004",
  "RVR2006",
  "RVR4001",
  "RVR4003",
  "RVR4004",
  "RVR4005",
  "RVR5003",
  "RVR5006",
  "RVR6002",
]);
