import type { CompiledScenario } from "../../runtime/abi/scenario.js";
import type { RewardIr } from "../ir/reward.js";
import type { ScenarioIr } from "../ir/scenario.js";
import type { EffectIr, StatementIr, StepsIr, WorldIr } from "../ir/world.js";
import { type Alphabet, alphabetOf, answeringTools, isGold } from "./alphabet.js";
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
  /** The tools only create records, so a wrong record stays. */
  readonly onlyCreates: boolean;
}

/** States of the world that are told apart in the exploration, and while the letters are found. */
const NODES = 160;
const SCRATCH_NODES = 20_000;

export function arenaOf(
  subject: AuditSubject,
  reward: RewardIr,
  task: AuditTask,
  others: readonly AuditTask[],
  known?: Alphabet,
): Arena {
  const onlyCreates = createsOnly(subject, reward);
  const alphabet =
    known ?? alphabetOf(subject, reward, others, graphOf(subject, reward, task, SCRATCH_NODES), onlyCreates);
  const graph = graphOf(subject, reward, task, NODES);
  graph.reserve(alphabet.letters.filter(isGold));
  return { reward, task, machine: machineOf(reward), graph, alphabet, onlyCreates };
}

function graphOf(subject: AuditSubject, reward: RewardIr, task: AuditTask, nodes: number): WorldGraph {
  const { ir, compiled } = subject;
  const context: FactsContext = {
    reward,
    environment: task.environment,
    isWrite: isWriteOf(subject, reward),
  };
  const reported = ir.closing?.kind === "report" ? ir.closing.tool : undefined;
  return new WorldGraph(compiled, task, context, { answering: answeringTools(reward), reported, nodes });
}

/** Whether a tool's operation has effects in the world that the reward is scored in. */
export function isWriteOf(subject: AuditSubject, reward: RewardIr): (tool: string) => boolean {
  const writing = new Set(
    subject.ir.tools
      .filter((tool) => operationOf(subject, reward, tool)?.mutates === true)
      .map(({ name }) => name),
  );
  return (tool) => writing.has(tool);
}

function operationOf({ worlds }: AuditSubject, reward: RewardIr, tool: ScenarioIr["tools"][number]) {
  const operations = worlds.get(reward.world)?.operations ?? [];
  return operations.find((one) => one.api === tool.api && one.operation === tool.operation);
}

/**
 * Whether what was created wrong stays wrong: no tool changes, deletes or moves a record. A change of computed paths
 * alone, such as of a counter, is none, since the goal does not see them.
 */
function createsOnly(subject: AuditSubject, reward: RewardIr): boolean {
  const resources = subject.worlds.get(reward.world)?.resources ?? [];
  const isComputed = (name: string, path: StepsIr): boolean =>
    resources
      .find((resource) => resource.name === name)
      ?.computed.some((computed) => computed.every((step, index) => path[index] === step)) === true;
  const onlyCreates = (statements: readonly (StatementIr | EffectIr)[]): boolean =>
    statements.every((one) => {
      if (one.kind === "each" || one.kind === "when") return onlyCreates(one.effects);
      if (one.kind === "update") return one.entries.every(({ path }) => isComputed(one.resource, path));
      return one.kind !== "delete" && one.kind !== "move";
    });
  return subject.ir.tools.every((tool) => onlyCreates(operationOf(subject, reward, tool)?.statements ?? []));
}
