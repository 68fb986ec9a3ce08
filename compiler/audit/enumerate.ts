import type { CompiledScenario } from "../../runtime/abi/scenario.js";
import type { AuditTask, Letter } from "./letter.js";

/** What plain enumeration found. */
export interface Enumerated {
  readonly traces: number;
  readonly maxFailing: number | undefined;
  readonly minSucceeding: number | undefined;
}

/**
 * The second checker: every trace of at most `depth` of the given calls, played and scored by the compiled scenario,
 * one by one. It shares nothing with the automaton, the world graph and the dynamic programme, and is hopelessly slow
 * beyond small depths: it is there to contradict them.
 */
export function enumerateTraces(
  scenario: CompiledScenario,
  reward: string,
  task: AuditTask,
  letters: readonly Letter[],
  depth: number,
): Enumerated {
  let traces = 0;
  let maxFailing: number | undefined;
  let minSucceeding: number | undefined;
  const indices: number[] = [];
  for (;;) {
    const episode = scenario.start(task.task, { reward });
    for (const index of indices) {
      const letter = letters[index];
      if (letter !== undefined) episode.call(letter.call(task, episode.trace.calls));
    }
    const { reward: score, success } = episode.finish();
    traces += 1;
    if (success) minSucceeding = Math.min(minSucceeding ?? score, score);
    else maxFailing = Math.max(maxFailing ?? score, score);
    if (!advance(indices, letters.length, depth)) return { traces, maxFailing, minSucceeding };
  }
}

/** Counts in a number system of as many digits as there are letters, the shorter numbers first. */
function advance(indices: number[], base: number, depth: number): boolean {
  for (let place = indices.length - 1; place >= 0; place -= 1) {
    const next = (indices[place] ?? 0) + 1;
    indices[place] = next === base ? 0 : next;
    if (next < base) return true;
  }
  if (indices.length === depth || base === 0) return false;
  indices.unshift(0);
  return true;
}
