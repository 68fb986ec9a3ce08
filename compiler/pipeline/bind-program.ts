import { type Diagnostic, hasErrors } from "../../dsl/diagnostics/diagnostic.js";
import type { SourceFile } from "../../dsl/text/source-file.js";
import type { BoundScenario } from "../bind/scenario.js";
import { type BoundWorld, type Located, locateWorld } from "../bind/world.js";
import { names } from "../diagnostics/names.js";
import type { Reporter } from "../diagnostics/reporter.js";
import type { Host } from "../host/host.js";
import { type Bound, worldKey } from "./bind-memory.js";
import { SourceLoader } from "./load-sources.js";
import { type Memories, newMemories } from "./memories.js";
import { pause } from "./pause.js";
import { readTexts } from "./read-texts.js";

/** All scenarios of some files, bound as far as their mistakes allow. */
export interface BoundProgram {
  readonly scenarios: readonly BoundScenario[];
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: ReadonlyMap<string, SourceFile>;
  /** Every path that was looked for, whether there was a file or not: a change of one of them can change the rest. */
  readonly inputs: readonly string[];
  /** A file with everything that it names, directly or not. */
  closure(file: string): readonly SourceFile[];
}

/** Text to tree to IR: reads, parses and binds. Nothing is emitted or run. */
export function bindProgram(host: Host, files: readonly string[]): Promise<BoundProgram> {
  return bindWith(newMemories(), host, files);
}

/** The same, with what earlier rounds made. */
export async function bindWith(
  memories: Memories,
  host: Host,
  files: readonly string[],
  signal?: AbortSignal,
): Promise<BoundProgram> {
  const texts = readTexts(host, memories.sources.texts);
  await texts.ahead([...new Set([...files, ...memories.inputs])]);
  const loader = new SourceLoader(texts, memories.sources);
  for (const file of files) {
    await loader.load(file);
    await pause(signal);
  }

  const findings = new Findings();
  const worlds = new Map<string, BoundWorld>();
  const worldOf = (located: Located): BoundWorld => {
    const key = worldKey(located.file, located.declaration.name.text);
    const known = worlds.get(key);
    if (known !== undefined) return known;
    const bound = memories.bound.world(loader, located);
    worlds.set(key, bound.value);
    findings.take(bound);
    return bound.value;
  };
  const scenarios: BoundScenario[] = [];
  const declared = new Map<string, string>();
  for (const file of files) {
    for (const declaration of loader.tree(file)?.scenarios ?? []) {
      const name = declaration.name.text;
      const reporter = findings.reporterOf(file);
      if (declared.has(name)) {
        const values = { what: "scenario", name };
        reporter.add(names.report("RVR2007", reporter.at(declaration.name.span), values));
        continue;
      }
      declared.set(name, file);
      const bound = memories.bound.scenario(loader, file, declaration, worldOf);
      findings.take(bound);
      if (bound.value !== undefined) scenarios.push(bound.value);
      await pause(signal);
    }
    // A world that no scenario plays in is still checked.
    for (const world of loader.tree(file)?.worlds ?? []) {
      const located = locateWorld(loader, file, world.name.text);
      if (located?.declaration === world) worldOf(located);
    }
  }
  reportNamesakes(scenarios, findings);
  memories.inputs = texts.asked();
  return {
    scenarios,
    diagnostics: withoutEchoes([...loader.diagnostics, ...findings.all()]),
    sources: loader.files,
    inputs: texts.asked(),
    closure: (file) => loader.closure(file),
  };
}

/** What was found in each file, the files in the order in which something was first said about them. */
class Findings {
  private readonly byFile = new Map<string, Diagnostic[]>();

  reporterOf(file: string): Pick<Reporter, "add" | "at"> {
    const list = this.of(file);
    return { at: (span) => ({ file, span }), add: (diagnostic) => list.push(diagnostic) };
  }

  take({ reporters }: Bound<unknown>): void {
    for (const { file, diagnostics } of reporters) this.of(file).push(...diagnostics);
  }

  all(): readonly Diagnostic[] {
    return [...this.byFile.values()].flat();
  }

  private of(file: string): Diagnostic[] {
    const list = this.byFile.get(file) ?? [];
    this.byFile.set(file, list);
    return list;
  }
}

/** Worlds become folders of generated code by their name, so two files may not give one name to two worlds. */
function reportNamesakes(scenarios: readonly BoundScenario[], findings: Findings): void {
  const first = new Map<string, BoundWorld>();
  for (const scenario of scenarios) {
    const { declaration, file } = scenario;
    for (const world of scenario.worlds) {
      const { name } = world.ir;
      const known = first.get(name) ?? world;
      first.set(name, known);
      if (known.file === world.file) continue;
      const written = [declaration.world, ...declaration.rewards.map((reward) => reward.world)];
      const place = written.find((each) => each?.text === name) ?? declaration.name;
      const related = [{ file: world.file, span: world.declaration.name.span, message: "declared here" }];
      const values = { what: "world", name };
      const reporter = findings.reporterOf(file);
      reporter.add(names.report("RVR2007", reporter.at(place.span), values, { related }));
    }
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
