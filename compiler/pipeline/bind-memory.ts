import type { SourceFile } from "../../dsl/text/source-file.js";
import type { ScenarioDeclaration } from "../../dsl/tree/scenario.js";
import { type BoundScenario, bindScenario } from "../bind/scenario.js";
import type { Sources } from "../bind/sources.js";
import { type BoundWorld, bindWorld, type Located, locateWorld } from "../bind/world.js";
import { Reporter } from "../diagnostics/reporter.js";
import { Memory, type Rounds } from "./memory.js";
import { type Look, remembered, type Traced } from "./traced.js";
import type { OnWork } from "./work.js";

/** What was bound, with what was found on the way: a reporter for each file that something was said about. */
export interface Bound<Value> {
  readonly value: Value;
  readonly reporters: readonly Reporter[];
}

/** Sources with the texts that they were read from. */
export interface ReadSources extends Sources {
  text(path: string): SourceFile | undefined;
}

/** Worlds and scenarios by everything that binding them looked at. */
export class BindMemory {
  private readonly worlds: Memory<Traced<Bound<BoundWorld>>>;
  private readonly scenarios: Memory<Traced<Bound<BoundScenario | undefined>>>;

  constructor(
    rounds: Rounds,
    private readonly onWork: OnWork,
  ) {
    this.worlds = new Memory(rounds);
    this.scenarios = new Memory(rounds);
  }

  world(sources: ReadSources, { file, declaration }: Located): Bound<BoundWorld> {
    const name = declaration.name.text;
    return remembered(this.worlds, worldKey(file, name), lookAt(sources), (look) => {
      this.onWork("bind world", name);
      // The declaration is looked up again, so that its tree is among what was looked at.
      const traced = tracedSources(sources, look);
      const located = locateWorld(traced, file, name) ?? { file, declaration };
      return collecting((reporterOf) => bindWorld(traced, reporterOf, located));
    });
  }

  /** `worldOf` is asked for every world that the scenario plays in, remembered or not. */
  scenario(
    sources: ReadSources,
    file: string,
    declaration: ScenarioDeclaration,
    worldOf: (located: Located) => BoundWorld,
  ): Bound<BoundScenario | undefined> {
    const name = declaration.name.text;
    const look = lookAt(sources, (key) => {
      const at = key.lastIndexOf("#");
      const located = locateWorld(sources, key.slice(0, at), key.slice(at + 1));
      return located && worldOf(located);
    });
    return remembered(this.scenarios, `${file}#${name}`, look, (tracing) => {
      this.onWork("bind scenario", name);
      const traced = tracedSources(sources, tracing);
      traced.tree(file);
      return collecting((reporterOf) => {
        const worlds = (located: Located) =>
          tracing(`world ${worldKey(located.file, located.declaration.name.text)}`) as BoundWorld;
        return bindScenario(traced, reporterOf, worlds, file, declaration);
      });
    });
  }

  forgetUnused(): void {
    this.worlds.forgetUnused();
    this.scenarios.forgetUnused();
  }
}

/** Names hold no `#`, so the last one ends the path. */
export function worldKey(file: string, name: string): string {
  return `${file}#${name}`;
}

function collecting<Value>(bind: (reporterOf: (file: string) => Reporter) => Value): Bound<Value> {
  const reporters = new Map<string, Reporter>();
  const value = bind((file) => {
    const known = reporters.get(file) ?? new Reporter(file);
    reporters.set(file, known);
    return known;
  });
  return { value, reporters: [...reporters.values()] };
}

function lookAt(sources: ReadSources, worldOf: (key: string) => unknown = () => undefined): Look {
  return (question) => {
    const kind = question.slice(0, question.indexOf(" "));
    const path = question.slice(kind.length + 1);
    if (kind === "tree") return sources.tree(path);
    if (kind === "text") return sources.text(path);
    if (kind === "api") {
      const [document = "", ...overlays] = JSON.parse(path) as string[];
      return sources.api(document, overlays);
    }
    return kind === "data" ? sources.data(path) : worldOf(path);
  };
}

/** The same sources, whose answers are noted. */
function tracedSources(sources: ReadSources, look: Look): Sources {
  return {
    resolve: (from, relative) => sources.resolve(from, relative),
    tree: (path) => look(`tree ${path}`) as ReturnType<Sources["tree"]>,
    api: (path, overlays) => look(`api ${JSON.stringify([path, ...overlays])}`) as ReturnType<Sources["api"]>,
    data: (path) => look(`data ${path}`) as ReturnType<Sources["data"]>,
    dataPlace: (path, steps) => {
      // The text answers for all its places, which may move although the data stays the same.
      look(`text ${path}`);
      return sources.dataPlace(path, steps);
    },
  };
}
