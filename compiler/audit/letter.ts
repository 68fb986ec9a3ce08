import type { Task } from "../../runtime/abi/scenario.js";
import type { EmittedCall, TraceCall } from "../../runtime/abi/trace.js";
import type { Environment } from "../evaluate/expression.js";

/** A task with what the audit needs of it. */
export interface AuditTask {
  readonly task: Task;
  /** Task variables over the seeds of the scenario's world. */
  readonly environment: Environment;
}

/** One abstract call: it becomes a concrete one for a task, and may use what earlier calls were answered with. */
export interface Letter {
  /** Unique within an alphabet, for people: `create_issue(fields.summary: wrong)`. */
  readonly id: string;
  readonly tool: string;
  /** Lower is plainer: of letters that mean the same to a reward the plainest stands for all. */
  readonly oddity: number;
  /** Means the same on every task; false for a call that was written down for one task. */
  readonly portable: boolean;
  /** What it sends does not depend on earlier answers. */
  readonly fixed?: true;
  /** It ends the episode. */
  readonly ends?: true;
  call(task: AuditTask, before: readonly TraceCall[]): EmittedCall;
}
