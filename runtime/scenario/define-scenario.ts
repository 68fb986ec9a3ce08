import type { Json } from "../abi/json.js";
import type { CompiledScenario, Episode, RewardInfo, StartOptions, Task } from "../abi/scenario.js";
import type { EmittedCall } from "../abi/trace.js";
import { UsageError } from "../abi/usage-error.js";
import type { Variables } from "../abi/value.js";
import { ABI } from "../abi/version.js";
import { Dispatcher } from "../dispatch/dispatcher.js";
import type { RewardProgram } from "../program/reward.js";
import type { ScenarioProgram } from "../program/scenario.js";
import { ceiling } from "../reward/score.js";
import { canonical } from "../value/compare.js";
import { WorldBase } from "../world/base.js";
import { type Difference, difference } from "../world/difference.js";
import { bindVariables, completeGiven } from "./bind-task.js";
import { RunningEpisode } from "./run-episode.js";

/** A world as a scenario uses it: indexed seeds, and the scenario's tools on its operations. */
interface Stage {
  readonly base: WorldBase;
  readonly dispatcher: Dispatcher;
  /** Gold differences by canonical `given`: every episode of a task is judged by the same one. */
  readonly gold: Map<string, Difference>;
  readonly variables: Map<string, Variables>;
}

/**
 * Makes a scenario of what generated code describes. Worlds are indexed when they are first needed.
 *
 * @throws Error when the code was generated for another ABI: compile it again.
 */
export function defineScenario(program: ScenarioProgram): CompiledScenario {
  if (program.abi !== ABI) {
    throw new Error(
      `${program.name} was compiled for runtime ABI ${program.abi}, and this is ${ABI}: run rvrc compile again`,
    );
  }
  return new DefinedScenario(program);
}

class DefinedScenario implements CompiledScenario {
  readonly abi: number;
  readonly name: string;
  readonly title: string;
  readonly system: CompiledScenario["system"];
  readonly tools: CompiledScenario["tools"];
  readonly defaultReward: string;
  readonly splits: CompiledScenario["splits"];
  readonly train: CompiledScenario["train"];
  private readonly stages = new Map<string, Stage>();
  private infos: readonly RewardInfo[] | undefined;

  constructor(private readonly program: ScenarioProgram) {
    this.abi = program.abi;
    this.name = program.name;
    this.title = program.title;
    this.system = program.system;
    this.tools = program.tools.map((tool) => tool.definition);
    this.defaultReward = program.defaultReward;
    this.train = program.train;
    this.splits = this.listTasks();
  }

  get rewards(): readonly RewardInfo[] {
    this.infos ??= this.program.rewards.map((reward) => ({
      name: reward.name,
      form: reward.form,
      world: reward.world,
      ceiling: ceiling(reward, () => this.allTasks().map((task) => this.variablesOf(this.home(), task))),
    }));
    return this.infos;
  }

  start(task: Task, options: StartOptions = {}): Episode {
    const reward = this.reward(options.reward ?? this.defaultReward);
    const stage = this.stage(reward.world);
    const variables = this.variablesOf(stage, task);
    const { base, dispatcher } = stage;
    const gold = this.goldDifference(stage, task, variables);
    return new RunningEpisode({ task, variables, base, dispatcher, reward, gold });
  }

  bind(selection: { readonly task?: string; readonly given?: { readonly [name: string]: Json } }): Task {
    const all = this.allTasks();
    const listed = selection.task === undefined ? undefined : all.find((task) => task.id === selection.task);
    if (listed !== undefined) return listed;
    if (selection.given === undefined) {
      const splits = Object.entries(this.splits).map(
        ([name, tasks]) => `${name}/0 to ${name}/${tasks.length - 1}`,
      );
      throw new UsageError(
        selection.task === undefined ? "No task is named." : `${this.name} has no task '${selection.task}'.`,
        `Tasks are ${splits.join(", ")}; or give the task's variables.`,
      );
    }
    const home = this.home();
    const { task, given } = completeGiven(this.program, home.base, all, selection.given);
    if (task !== undefined) return task;
    const variables = bindVariables(this.program, home.base, given);
    const [wording = "main"] = Object.keys(this.program.prompts);
    const prompt = this.program.prompts[wording]?.(variables) ?? "";
    return { id: selection.task ?? "given", split: "", given, prompt };
  }

  gold(task: Task): readonly EmittedCall[] {
    const variables = this.variablesOf(this.home(), task);
    return this.program.gold.map((gold) => ({ tool: gold.tool, arguments: gold.arguments(variables) }));
  }

  private listTasks(): CompiledScenario["splits"] {
    const { prompts, splits } = this.program;
    return Object.fromEntries(
      Object.entries(splits).map(([split, rows]) => [
        split,
        rows.map(
          (row): Task => ({
            id: row.id,
            split,
            given: row.given,
            prompt: prompts[row.wording]?.(bindVariables(this.program, this.home().base, row.given)) ?? "",
          }),
        ),
      ]),
    );
  }

  private allTasks(): readonly Task[] {
    return Object.values(this.splits).flat();
  }

  private home(): Stage {
    return this.stage(this.program.world);
  }

  private stage(name: string): Stage {
    const known = this.stages.get(name);
    if (known !== undefined) return known;
    const world = this.program.worlds.find((candidate) => candidate.name === name);
    if (world === undefined) throw new Error(`${this.name} has no world ${name}`);
    const stage: Stage = {
      base: new WorldBase(world),
      dispatcher: new Dispatcher(this.program.tools, world),
      gold: new Map(),
      variables: new Map(),
    };
    this.stages.set(name, stage);
    return stage;
  }

  private reward(name: string): RewardProgram {
    const reward = this.program.rewards.find((candidate) => candidate.name === name);
    if (reward !== undefined) return reward;
    const known = this.program.rewards.map((candidate) => candidate.name).join(", ");
    throw new UsageError(`${this.name} has no reward '${name}'.`, `Use one of ${known}.`);
  }

  private variablesOf(stage: Stage, task: Task): Variables {
    const key = canonical(task.given);
    const known = stage.variables.get(key);
    if (known !== undefined) return known;
    const variables = bindVariables(this.program, stage.base, task.given);
    stage.variables.set(key, variables);
    return variables;
  }

  private goldDifference(stage: Stage, task: Task, variables: Variables): Difference {
    const key = canonical(task.given);
    const known = stage.gold.get(key);
    if (known !== undefined) return known;
    const fork = stage.base.fork();
    for (const [index, gold] of this.program.gold.entries()) {
      stage.dispatcher.call(fork, { tool: gold.tool, arguments: gold.arguments(variables) }, index);
    }
    const made = difference(fork);
    stage.gold.set(key, made);
    return made;
  }
}
