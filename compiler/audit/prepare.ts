import type { CompiledScenario } from "../../runtime/abi/scenario.js";
import type { RewardIr } from "../ir/reward.js";
import type { ScenarioIr } from "../ir/scenario.js";
import type { WorldIr } from "../ir/world.js";
import { type Alphabet, alphabetOf, answeringTools } from "./alphabet.js";
import type { FactsContext } from "./facts.js";
import type { AuditTask } from "./letter.js";
import { machineOf, type RewardMachine } from "./machine.js";
import { WorldGraph } from "./world-graph.js";

/** A scenario as the audit takes it. */
export interface AuditSubject {
  readonly ir: ScenarioIr;
  readonly worlds: ReadonlyMap<string, WorldIr>;
  readonly compiled: CompiledScenario;
}

/** One reward on one task: automaton, world and the calls that traces are made of. */
export interface Arena {
  readonly reward: RewardIr;
  readonly task: AuditTask;
  readonly machine: RewardMachine;
  readonly graph: WorldGraph;
  readonly alphabet: Alphabet;
}

export function arenaOf(
  subject: AuditSubject,
  reward: RewardIr,
  task: AuditTask,
  others: readonly AuditTask[],
  alphabet?: Alphabet,
): Arena {
  const context: FactsContext = {
    reward,
    environment: task.environment,
    isWrite: isWriteOf(subject, reward),
  };
  const graph = new WorldGraph(subject.compiled, task, context, answeringTools(reward));
  return {
    reward,
    task,
    machine: machineOf(reward),
    graph,
    alphabet: alphabet ?? alphabetOf(subject, reward, others, graph),
  };
}

/** Whether a tool's operation has effects in the world that the reward is scored in. */
export function isWriteOf({ ir, worlds }: AuditSubject, reward: RewardIr): (tool: string) => boolean {
  const operations = worlds.get(reward.world)?.operations ?? [];
  const writing = new Set(
    ir.tools
      .filter((tool) =>
        operations.some((one) => one.api === tool.api && one.operation === tool.operation && one.mutates),
      )
      .map((tool) => tool.name),
  );
  return (tool) => writing.has(tool);
}
