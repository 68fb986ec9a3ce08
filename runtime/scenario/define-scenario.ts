import { closingDefinitions } from "../abi/closing.js";
import type { Json } from "../abi/json.js";
import type {
  CompiledScenario,
  Episode,
  RewardInfo,
  StartOptions,
  Task,
  ToolDefinition,
} from "../abi/scenario.js";
import type { EmittedCall } from "../abi/trace.js";
import { UsageError } from "../abi/usage-error.js";
import type { Variables } from "../abi/value.js";
import { ABI } from "../abi/version.js";
import { Dispatcher } from "../dispatch/dispatcher.js";
import type { RewardProgram } from "../program/reward.js";
import type { ScenarioProgram } from "../program/scenario.js";
import { ceiling } from "../reward/score.js";
import { canonical } from "../value/compare.js";
import { baseOf, type WorldBase } from "../world/base.js";
import { bindVariables, completeGiven } from "./bind-task.js";
import { goldClosing } from "./closing.js";
import { RunningEpisode } from "./run-episode.js";
import { TaskGoal } from "./task-goal.js";

/** A world as a scenario uses it: indexed seeds, and the scenario's tools on its operations. */
interface Stage {
  readonly base: WorldBase;
  readonly dispatcher: Dispatcher;
  /** What was made for tasks, by canonical `given`; every episode of a task is judged by the same. */
  readonly prepared: Map<string, PreparedTask>;
  /** The same for task objects that were seen before. */
  readonly known: WeakMap<Task, PreparedTask>;
}

/** A task on a stage. */
interface PreparedTask {
  readonly variables: Variables;
  /** Made when an episode first needs it. */
  goal: TaskGoal | undefined;
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
  private readonly closing: readonly ToolDefinition[];
  private readonly stages = new Map<string, Stage>();
  private infos: readonly RewardInfo[] | undefined;

  constructor(private readonly program: ScenarioProgram) {
    this.abi = program.abi;
    this.name = program.name;
    this.title = program.title;
    this.system = program.system;
    const own = program.tools.map((tool) => tool.definition);
    this.closing =
      program.closing === undefined
        ? []
        : closingDefinitions(
            program.closing.answer,
            own.map((tool) => tool.function.name),
          );
    this.tools = [...own, ...this.closing];
    this.defaultReward = program.defaultReward;
    this.train = program.train;
    this.splits = this.listTasks();
  }

  get rewards(): readonly RewardInfo[] {
    this.infos ??= this.program.rewards.map((reward) => ({
      name: reward.name,
      form: reward.form,
      world: reward.world,
      ceiling: ceiling(reward, () =>
        this.allTasks().map((task) => this.prepare(this.home(), task).variables),
      ),
    }));
    return this.infos;
  }

  start(task: Task, options: StartOptions = {}): Episode {
    const reward = this.reward(options.reward ?? this.defaultReward);
    const stage = this.stage(reward.world);
    const prepared = this.prepare(stage, task);
    const { base, dispatcher } = stage;
    const { variables } = prepared;
    prepared.goal ??= new TaskGoal(base, dispatcher, this.program, variables);
    return new RunningEpisode({ task, variables, base, dispatcher, reward, goal: prepared.goal });
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
    const variables = this.prepare(this.home(), task).variables;
    const { closing, gold } = this.program;
    const calls = gold.map((call) => ({ tool: call.tool, arguments: call.arguments(variables) }));
    return closing === undefined ? calls : [...calls, goldClosing(closing, variables)];
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
      base: baseOf(world),
      dispatcher: new Dispatcher(this.program.tools, world, this.closing),
      prepared: new Map(),
      known: new WeakMap(),
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

  private prepare(stage: Stage, task: Task): PreparedTask {
    const known = stage.known.get(task);
    if (known !== undefined) return known;
    const key = canonical(task.given);
    let prepared = stage.prepared.get(key);
    if (prepared === undefined) {
      prepared = { variables: bindVariables(this.program, stage.base, task.given), goal: undefined };
      stage.prepared.set(key, prepared);
    }
    stage.known.set(task, prepared);
    return prepared;
  }
}
