import { BindMemory } from "./bind-memory.js";
import { EmitMemory } from "./emit-memory.js";
import type { Rounds } from "./memory.js";
import { RunMemory } from "./run-memory.js";
import { SourceMemory } from "./source-memory.js";
import type { OnWork } from "./work.js";

/** All that a workspace remembers, stage by stage. Every stage keys its results by the content they come from. */
export interface Memories {
  readonly rounds: Rounds;
  readonly sources: SourceMemory;
  readonly bound: BindMemory;
  readonly emitted: EmitMemory;
  readonly runs: RunMemory;
  /** Paths that the last round asked for; the next one reads them ahead. */
  inputs: readonly string[];
}

export function newMemories(onWork: OnWork = () => undefined): Memories {
  const rounds = { now: 0 };
  return {
    rounds,
    sources: new SourceMemory(rounds, onWork),
    bound: new BindMemory(rounds, onWork),
    emitted: new EmitMemory(rounds, onWork),
    runs: new RunMemory(rounds, onWork),
    inputs: [],
  };
}

/** Begins a round, and forgets what none of the last ones asked for. */
export function nextRound(memories: Memories): void {
  memories.rounds.now++;
  memories.sources.forgetUnused();
  memories.bound.forgetUnused();
  memories.emitted.forgetUnused();
  memories.runs.forgetUnused();
}
