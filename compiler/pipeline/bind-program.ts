import type { Place } from "../../dsl/diagnostics/define.js";
import { type Diagnostic, hasErrors } from "../../dsl/diagnostics/diagnostic.js";
import type { SourceFile } from "../../dsl/text/source-file.js";
import type { SourceTree } from "../../dsl/tree/file.js";
import { type ApiPlace, apiPlacesOf } from "../bind/api-places.js";
import { checkUses } from "../bind/check-uses.js";
import { declaredTwice } from "../bind/declared-twice.js";
import { fragmentDefinition, locateFragment } from "../bind/fragment.js";
import { plainText } from "../bind/plain-text.js";
import { type FileReferences, gatherReferences, References } from "../bind/references.js";
import type { BoundScenario } from "../bind/scenario.js";
import type { Sources } from "../bind/sources.js";
import { apisOf, type BoundWorld, type Located, locateWorld, worldDefinition } from "../bind/world.js";
import type { Reporter } from "../diagnostics/reporter.js";
import type { Host } from "../host/host.js";
import type { ApiModel } from "../openapi/api-model.js";
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
  const declared = new Map<string, Place>();
  for (const file of loader.files.keys()) noteImports(loader, findings.referencesOf(file));
  for (const file of loader.files.keys()) {
    for (const diagnostic of checkUses(loader, file)) findings.reporterOf(file).add(diagnostic);
  }
  for (const file of files) {
    for (const declaration of loader.tree(file)?.scenarios ?? []) {
      const name = declaration.name.text;
      const reporter = findings.reporterOf(file);
      const elsewhere = declared.get(name);
      if (elsewhere !== undefined) {
        reporter.add(declaredTwice(reporter, "scenario", declaration.name, elsewhere));
        continue;
      }
      declared.set(name, reporter.at(declaration.name.span));
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
    diagnostics: withoutEchoes([...loader.diagnostics, ...findings.all()], loader.files),
    sources: loader.files,
    inputs: texts.asked(),
    worlds: [...worlds.values()],
    references: findings.references(),
    apis: (file) => apisOf(loader, file),
    apiPlaces: (file) => apiPlacesOf(loader, file),
    tree: (file) => loader.tree(file),
    closure: (file) => loader.closure(file),
  };
}

/** What was found in each file, the files in the order in which something was first said about them. */
class Findings {
  private readonly byFile = new Map<string, Diagnostic[]>();
  private readonly noted: References[] = [];

  reporterOf(file: string): Pick<Reporter, "add" | "at"> {
    const list = this.of(file);
    return { at: (span) => ({ file, span }), add: (diagnostic) => list.push(diagnostic) };
  }

  take({ reporters }: Bound<unknown>): void {
    for (const { file, diagnostics, references } of reporters) {
      this.of(file).push(...diagnostics);
      this.noted.push(references);
    }
  }

  /** Where to note what names at the head of a file mean. */
  referencesOf(file: string): References {
    const references = new References(file);
    this.noted.push(references);
    return references;
  }

  references(): ReadonlyMap<string, FileReferences> {
    return gatherReferences(this.noted);
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
      const reporter = findings.reporterOf(file);
      const elsewhere = { file: world.file, span: world.declaration.name.span };
      reporter.add(declaredTwice(reporter, "world", { text: name, span: place.span }, elsewhere));
    }
  }
}

/** Notes what the names at the head of a file mean. */
function noteImports(sources: Sources, references: References): void {
  const tree = sources.tree(references.file);
  for (const api of tree?.apis ?? []) references.define("api", api.name);
  for (const fragment of tree?.fragments ?? []) references.define("fragment", fragment.name);
  for (const use of tree?.uses ?? []) {
    const path = plainText(use.file);
    const from = path && sources.resolve(references.file, path);
    if (!from) continue;
    if (use.what === "fragment") {
      const fragment = locateFragment(sources, from, use.name.text);
      if (fragment) references.use(use.name.span, fragmentDefinition(fragment));
    } else {
      const world = locateWorld(sources, from, use.name.text);
      if (world) references.use(use.name.span, worldDefinition(world));
    }
  }
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
