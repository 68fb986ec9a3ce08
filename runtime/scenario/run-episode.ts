import type { Episode, Task } from "../abi/scenario.js";
import type { Score } from "../abi/score.js";
import type { EmittedCall, ToolResult, Trace, TraceCall } from "../abi/trace.js";
import type { Variables } from "../abi/value.js";
import type { Dispatcher } from "../dispatch/dispatcher.js";
import type { RewardProgram } from "../program/reward.js";
import { scoreTrace } from "../reward/score.js";
import type { WorldBase } from "../world/base.js";
import { fingerprint } from "../world/fingerprint.js";
import type { WorldFork } from "../world/fork.js";
import type { TaskGoal } from "./task-goal.js";

/** What an episode is judged by. */
export interface EpisodeRules {
  readonly task: Task;
  readonly variables: Variables;
  readonly base: WorldBase;
  readonly dispatcher: Dispatcher;
  readonly reward: RewardProgram;
  readonly goal: TaskGoal;
}

/** One episode on its own fork of the world. */
export class RunningEpisode implements Episode {
  private readonly calls: TraceCall[];
  private readonly world: WorldFork;
  private final: string | undefined;
  private score: Score | undefined;
  /** A closing call ended the episode: no call and no message can follow. */
  private closed: boolean;

  /** Begins where another episode of the same rules stands, if one is given. */
  constructor(
    private readonly rules: EpisodeRules,
    from?: RunningEpisode,
  ) {
    this.world = from?.world.copy() ?? rules.base.fork();
    this.calls = [...(from?.calls ?? [])];
    this.final = from?.final;
    this.score = from?.score;
    this.closed = from?.closed ?? false;
  }

  get task(): Task {
    return this.rules.task;
  }

  get done(): boolean {
    return this.closed || this.score !== undefined;
  }

  get trace(): Trace {
    return { calls: this.calls, final: this.final };
  }

  /** A call after the end is answered but changes nothing and is not part of the trace. */
  call(emitted: EmittedCall): ToolResult {
    if (this.done) {
      const body = { error: "The episode is over." };
      return { status: 0, outcome: "refused", body, text: JSON.stringify(body) };
    }
    const { call, result, closes } = this.rules.dispatcher.call(this.world, emitted, this.calls.length);
    this.calls.push(call);
    this.closed = closes;
    return result;
  }

  fork(): RunningEpisode {
    return new RunningEpisode(this.rules, this);
  }

  get fingerprint(): string {
    return fingerprint(this.world);
  }

  get goalReached(): boolean {
    return this.rules.goal.isReachedBy(this.world, this.trace);
  }

  finish(final?: string): Score {
    if (this.score !== undefined) return this.score;
    const { dispatcher, goal, reward, variables } = this.rules;
    this.final = this.closed ? undefined : final;
    this.score = scoreTrace(reward, {
      calls: this.calls,
      variables,
      stateReached: goal.isReachedBy(this.world, this.trace),
      isWrite: (tool) => dispatcher.isWrite(tool),
    });
    return this.score;
  }
}
