import type { EmittedFile } from "../emit/file.js";
import { emitFixtures } from "../emit/fixtures.js";
import { openingLines } from "../emit/header.js";
import { sha256 } from "../emit/manifest.js";
import { worldFolder } from "../emit/world.js";
import type { RewardIr } from "../ir/reward.js";
import type { ScenarioIr, TestIr } from "../ir/scenario.js";
import { buildFixtures, type ExpectedScore, type FixtureTrace } from "../run/fixtures.js";
import { type LinkedModule, type Linker, type ModuleStore, scenarioLater } from "../run/load.js";
import { runTest } from "../run/run-test.js";
import { Memory, type Rounds } from "./memory.js";
import { type GoldFault, judgeTest, replayEveryGold, type TestVerdict } from "./replay.js";
import { whatEpisodesDependOn, whatGoldDependsOn } from "./run-dependencies.js";
import type { OnWork } from "./work.js";

/** One scenario as printed now: what its runs give, from memory where the code has not changed. */
export interface ScenarioRun {
  /** The first task whose gold fails. */
  readonly goldFault: () => GoldFault | undefined;
  readonly verdict: (test: TestIr) => TestVerdict;
  readonly fixtures: () => EmittedFile;
}

/** What the episodes of one scenario are. Their answers are not kept: they hold whole records of the API. */
interface Episodes {
  readonly traces: Map<string, FixtureTrace>;
}

/** What they came to under one reward. */
interface Outcomes {
  readonly verdicts: Map<string, TestVerdict>;
  readonly scores: Map<string, ExpectedScore>;
}

/** Printed modules that hold prompts, system texts and wordings beside what runs, and all rewards together. */
const NOT_BY_CODE = /\/(?:scenario|tasks|splits|checker)\.js$/u;

/** Outcomes of runs by the code that ran, and the linked worlds. Scenarios go with whoever asked for them. */
export class RunMemory {
  readonly modules: ModuleStore;
  private readonly worlds: Memory<LinkedModule>;
  private readonly gold: Memory<{ readonly fault: GoldFault | undefined }>;
  private readonly episodes: Memory<Episodes>;
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
    this.episodes = new Memory(rounds);
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
    const code = once(() => `${worlds()} ${this.codeOf(ir, files)}`);
    const episodes = once(() => this.episodesOf(code()));
    const outcomes = remembering((reward: string) => this.outcomesOf(ir, code(), reward));
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
        const { verdicts } = outcomes(test.reward ?? ir.defaultReward);
        return kept(verdicts, this.textOf(test), () => judgeTest(outcomeOf(test)));
      },
      fixtures: () => {
        const fixtures = buildFixtures(ir, compiled, outcomeOf, {
          trace: (key, make) => kept(episodes().traces, key, make),
          score: (reward, key, make) => kept(outcomes(reward).scores, key, make),
        });
        return emitFixtures(ir.name, fixtures);
      },
    };
  }

  forgetUnused(): void {
    for (const memory of [this.worlds, this.gold, this.episodes, this.outcomes]) memory.forgetUnused();
  }

  private episodesOf(code: string): Episodes {
    return this.episodes.find(code) ?? this.episodes.add(code, { traces: new Map() });
  }

  private outcomesOf(ir: ScenarioIr, code: string, name: string): Outcomes {
    const reward = ir.rewards.find((one) => one.name === name);
    const key = `${code} ${reward === undefined ? name : this.textOf(reward)}`;
    const known = this.outcomes.find(key);
    if (known !== undefined) return known;
    this.onWork("test", `${ir.name} ${name}`);
    return this.outcomes.add(key, { verdicts: new Map(), scores: new Map() });
  }

  /** Hash of what decides about episodes in a print: the code, or the IR where more than that is in the code. */
  private codeOf(ir: ScenarioIr, files: readonly EmittedFile[]): string {
    const known = this.codes.get(files);
    if (known !== undefined) return known;
    const modules = files.filter(({ path }) => path.endsWith(".js") && !NOT_BY_CODE.test(path));
    const bodies = modules.map(({ path, text }) => [path, text.slice(openingLines(text).length)]);
    const code = sha256(JSON.stringify([bodies, whatEpisodesDependOn(ir)]));
    this.codes.set(files, code);
    return code;
  }

  private goldKeyOf(ir: ScenarioIr): string {
    const key = this.goldKeys.get(ir) ?? sha256(whatGoldDependsOn(ir));
    this.goldKeys.set(ir, key);
    return key;
  }

  /** A test's title decides about nothing. */
  private textOf(part: RewardIr | TestIr): string {
    const text = this.texts.get(part) ?? JSON.stringify("title" in part ? { ...part, title: "" } : part);
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

function remembering<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new Map<Key, Value>();
  return (key) => {
    const value = made.get(key) ?? make(key);
    made.set(key, value);
    return value;
  };
}

function kept<Value>(memory: Map<string, Value>, key: string, make: () => Value): Value {
  const value = memory.get(key) ?? make();
  memory.set(key, value);
  return value;
}
