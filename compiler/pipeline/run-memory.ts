import type { CompiledScenario } from "../../runtime/abi/scenario.js";
import type { EmittedFile } from "../emit/file.js";
import { emitFixtures } from "../emit/fixtures.js";
import { sha256 } from "../emit/manifest.js";
import type { RewardIr } from "../ir/reward.js";
import type { ScenarioIr, TestIr } from "../ir/scenario.js";
import { buildFixtures } from "../run/fixtures.js";
import type { LinkedModule } from "../run/load.js";
import { runTest, type TestOutcome } from "../run/run-test.js";
import { Memory, type Rounds } from "./memory.js";
import { type GoldFault, replayEveryGold } from "./replay.js";
import type { OnWork } from "./work.js";

/** What running one compiled scenario gave. */
interface Runs {
  readonly tests: Map<string, TestOutcome>;
  readonly fixtures: Map<string, EmittedFile>;
}

/** Linked modules, and outcomes of runs by the code that ran. */
export class RunMemory {
  readonly modules: Memory<LinkedModule>;
  private readonly gold: Memory<{ readonly fault: GoldFault | undefined }>;
  private readonly runs = new WeakMap<CompiledScenario, Runs>();
  private readonly numbers = new WeakMap<object, number>();
  private counted = 0;

  constructor(
    rounds: Rounds,
    private readonly onWork: OnWork,
  ) {
    this.modules = new Memory(rounds);
    this.gold = new Memory(rounds);
  }

  /** The first task whose gold fails. `worlds` are the modules of the scenario's worlds, as they were linked. */
  goldFault(ir: ScenarioIr, compiled: CompiledScenario, worlds: readonly object[]): GoldFault | undefined {
    const key = `${worlds.map((world) => this.numberOf(world)).join(" ")} ${sha256(whatGoldDependsOn(ir))}`;
    const known = this.gold.find(key);
    if (known !== undefined) return known.fault;
    this.onWork("replay", ir.name);
    return this.gold.add(key, { fault: replayEveryGold(compiled) }).fault;
  }

  test(test: TestIr, compiled: CompiledScenario): TestOutcome {
    const { tests } = this.runsOf(compiled);
    const key = JSON.stringify(test);
    const known = tests.get(key) ?? runTest(test, compiled);
    tests.set(key, known);
    return known;
  }

  fixtures(ir: ScenarioIr, compiled: CompiledScenario): EmittedFile {
    const { fixtures } = this.runsOf(compiled);
    const key = JSON.stringify(ir.tests);
    const known = fixtures.get(key);
    if (known !== undefined) return known;
    const made = emitFixtures(
      ir.name,
      buildFixtures(compiled, ir.tests, (test) => this.test(test, compiled)),
    );
    // Of one scenario the last set of tests is enough.
    fixtures.clear();
    fixtures.set(key, made);
    return made;
  }

  forgetUnused(): void {
    this.modules.forgetUnused();
    this.gold.forgetUnused();
  }

  private runsOf(compiled: CompiledScenario): Runs {
    const known = this.runs.get(compiled);
    if (known !== undefined) return known;
    this.onWork("test", compiled.name);
    const runs: Runs = { tests: new Map(), fixtures: new Map() };
    this.runs.set(compiled, runs);
    return runs;
  }

  private numberOf(object: object): number {
    const known = this.numbers.get(object) ?? ++this.counted;
    this.numbers.set(object, known);
    return known;
  }
}

/**
 * Everything of a scenario that could decide whether gold reaches its goal. What is left out cannot: texts for people
 * and policies, training, tests, and of rewards what only weighs.
 */
function whatGoldDependsOn({
  title,
  system,
  prompts,
  train,
  tests,
  rewards,
  splits,
  ...rest
}: ScenarioIr): string {
  const rows = splits.map(({ name, tasks }) => [name, tasks.map(({ id, given }) => [id, given])]);
  return JSON.stringify({ ...rest, rows, rewards: rewards.map(whatSuccessDependsOn) });
}

function whatSuccessDependsOn(reward: RewardIr): object {
  if (reward.form === "additive") {
    const { clamp, slotSets, recalls, steps, charges, ...rest } = reward;
    return rest;
  }
  const { procedure, excess, partial, budget, writes, steps, penalties, ...rest } = reward;
  return { ...rest, steps: steps.filter((step) => step.required).map(({ weight, ...step }) => step) };
}
