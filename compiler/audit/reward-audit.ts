import type { EmittedCall } from "../../runtime/abi/trace.js";
import type { RewardIr } from "../ir/reward.js";
import type { Extremes } from "./explore.js";
import type { CheckName, Finding, Witness } from "./finding.js";
import type { AuditTask, Letter } from "./letter.js";
import type { Arena, AuditSubject } from "./prepare.js";

/** One reward under audit: what was prepared and explored for it, for every check to read. */
export interface RewardAudit {
  readonly subject: AuditSubject;
  readonly reward: RewardIr;
  readonly tasks: readonly AuditTask[];
  /** Calls that cost nothing. */
  readonly budget: number;
  /** One for each shape of task. */
  readonly rounds: readonly Round[];
}

export interface Round {
  readonly arena: Arena;
  /** Ids of the tasks of this shape. */
  readonly members: ReadonlySet<string>;
  readonly extremes: Extremes;
  /** The gold calls with every step that reads can earn: what a model that does everything right sends. */
  readonly ideal: readonly Letter[];
}

/** Scores are equal when they differ by less. */
export const EPSILON = 1e-9;

/** Plays letters on a task through the compiled scenario and has the compiled checker score them. */
export function replay(
  audit: Pick<RewardAudit, "subject" | "reward">,
  task: AuditTask,
  letters: readonly Letter[],
  reward = audit.reward.name,
): Witness {
  const episode = audit.subject.compiled.start(task.task, { reward });
  const calls: EmittedCall[] = [];
  for (const letter of letters) {
    const call = letter.call(task, episode.trace.calls);
    calls.push(call);
    episode.call(call);
  }
  const { reward: score, success } = episode.finish();
  return {
    task: task.task.id,
    reward,
    calls,
    statuses: episode.trace.calls.map((call) => call.status),
    described: letters.map((letter) => letter.id),
    score,
    success,
  };
}

export function finding(
  audit: RewardAudit,
  check: CheckName,
  message: string,
  rest: { readonly stake: number; readonly remedy: string; readonly witness?: Witness | undefined },
): Finding {
  return {
    check,
    scenario: audit.subject.ir.name,
    reward: audit.reward.name,
    message,
    stake: Math.round(rest.stake * 1e6) / 1e6,
    remedy: rest.remedy,
    witness: rest.witness,
  };
}

/** A score for people: no more digits than needed. */
export function shown(score: number): string {
  return String(Math.round(score * 1e4) / 1e4);
}
