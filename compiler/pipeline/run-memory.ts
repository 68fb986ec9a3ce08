import type { EmittedFile } from "../emit/file.js";
import { emitFixtures } from "../emit/fixtures.js";
import { openingLines } from "../emit/header.js";
import { sha256 } from "../emit/manifest.js";
import { worldFolder } from "../emit/world.js";
import type { ScenarioIr, TestIr } from "../ir/scenario.js";
import { buildFixtures } from "../run/fixtures.js";
import { type LinkedModule, type Linker, type ModuleStore, scenarioLater } from "../run/load.js";
import { runTest } from "../run/run-test.js";
import { Memory, type Rounds } from "./memory.js";
import { type GoldFault, judgeTest, replayEveryGold, type TestVerdict } from "./replay.js";
import { whatGoldDependsOn, whatOutcomesDependOn } from "./run-dependencies.js";
import type { OnWork } from "./work.js";

/** One scenario as printed now: what its runs give, from memory where the code has not changed. */
export interface ScenarioRun {
  /** The first task whose gold fails. */
  readonly goldFault: () => GoldFault | undefined;
  readonly verdict: (test: TestIr) => TestVerdict;
  readonly fixtures: () => EmittedFile;
}

/** What running one scenario gave. The traces are not kept: they hold whole answers of the API. */
interface Outcomes {
  readonly verdicts: Map<string, TestVerdict>;
  fixtures: { readonly tests: string; readonly file: EmittedFile } | undefined;
}

/** Printed modules that hold prompts, system texts and wordings beside what runs. */
const WITH_TEXTS = /\/(?:scenario|tasks|splits)\.js$/u;

/** Outcomes of runs by the code that ran, and the linked worlds. Scenarios go with whoever asked for them. */
export class RunMemory {
  readonly modules: ModuleStore;
  private readonly worlds: Memory<LinkedModule>;
  private readonly gold: Memory<{ readonly fault: GoldFault | undefined }>;
  private readonly outcomes: Memory<Outcomes>;
  private readonly codes = new WeakMap<readonly EmittedFile[], string>();
  private readonly goldKeys = new WeakMap<ScenarioIr, string>();
  private readonly texts = new WeakMap<object, string>();
  private readonly numbers = new WeakMap<object, number>();
  private counted = 0;

  constructor(
    rounds: Rounds,
    private readonly onWork: OnWork,
  ) {
    this.worlds = new Memory(rounds);
    this.gold = new Memory(rounds);
    this.outcomes = new Memory(rounds);
    this.modules = {
      find: (path, fits) => this.worlds.find(path, fits),
      add: (path, module) => {
        if (path.startsWith(worldFolder(""))) this.worlds.add(path, module);
      },
    };
  }

  /** @param files what was printed of the scenario, the same list whenever it is the same print. */
  of(ir: ScenarioIr, files: readonly EmittedFile[], linker: Linker): ScenarioRun {
    const worlds = () => {
      const modules = ir.worlds.map((world) => linker.load(`${worldFolder(world)}/world.js`));
      return modules.map((world) => this.numberOf(world)).join(" ");
    };
    const compiled = scenarioLater(linker, ir.name);
    const run = once(() => this.outcomesOf(ir.name, `${worlds()} ${this.codeOf(ir, files)}`));
    const outcomeOf = remembering((test: TestIr) => runTest(test, compiled()));
    return {
      goldFault: () => {
        const key = `${worlds()} ${this.goldKeyOf(ir)}`;
        const known = this.gold.find(key);
        if (known !== undefined) return known.fault;
        this.onWork("replay", ir.name);
        return this.gold.add(key, { fault: replayEveryGold(ir, compiled()) }).fault;
      },
      verdict: (test) => {
        const { verdicts } = run();
        const key = this.textOf(test);
        const verdict = verdicts.get(key) ?? judgeTest(outcomeOf(test));
        verdicts.set(key, verdict);
        return verdict;
      },
      fixtures: () => {
        const outcomes = run();
        const tests = this.textOf(ir.tests);
        if (outcomes.fixtures?.tests === tests) return outcomes.fixtures.file;
        const file = emitFixtures(ir.name, buildFixtures(compiled(), ir.tests, outcomeOf));
        outcomes.fixtures = { tests, file };
        return file;
      },
    };
  }

  forgetUnused(): void {
    for (const memory of [this.worlds, this.gold, this.outcomes]) memory.forgetUnused();
  }

  private outcomesOf(name: string, code: string): Outcomes {
    const known = this.outcomes.find(code);
    if (known !== undefined) return known;
    this.onWork("test", name);
    return this.outcomes.add(code, { verdicts: new Map(), fixtures: undefined });
  }

  /** Hash of what decides about outcomes in a print: the code, where texts for people cannot be told from it the IR. */
  private codeOf(ir: ScenarioIr, files: readonly EmittedFile[]): string {
    const known = this.codes.get(files);
    if (known !== undefined) return known;
    const modules = files.filter(({ path }) => path.endsWith(".js") && !WITH_TEXTS.test(path));
    const bodies = modules.map(({ path, text }) => [path, text.slice(openingLines(text).length)]);
    const code = sha256(JSON.stringify([bodies, whatOutcomesDependOn(ir)]));
    this.codes.set(files, code);
    return code;
  }

  private goldKeyOf(ir: ScenarioIr): string {
    const key = this.goldKeys.get(ir) ?? sha256(whatGoldDependsOn(ir));
    this.goldKeys.set(ir, key);
    return key;
  }

  private textOf(part: object): string {
    const text = this.texts.get(part) ?? JSON.stringify(part);
    this.texts.set(part, text);
    return text;
  }

  private numberOf(object: object): number {
    const known = this.numbers.get(object) ?? ++this.counted;
    this.numbers.set(object, known);
    return known;
  }
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

function remembering<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new Map<Key, Value>();
  return (key) => {
    const value = made.get(key) ?? make(key);
    made.set(key, value);
    return value;
  };
}
