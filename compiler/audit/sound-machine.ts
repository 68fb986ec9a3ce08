import { EXCESS_PER_CALL, PENALTY_WEIGHTS } from "../../runtime/abi/charges.js";
import type { SoundRewardIr } from "../ir/reward.js";
import type { CallFacts } from "./facts.js";
import type { RewardMachine } from "./machine.js";
import { roundScore } from "./round-score.js";
import { moveStep, stepIsDone, stepIsExact } from "./step-registers.js";

/**
 * The sound form. Registers: for each expected write the best weight of right slots; for each tool that gold writes with
 * the calls and the calls that the API answered, up to as many as gold has; for each step its progress. `paid` holds
 * the penalties in units of slot weight, negative.
 *
 * Where gold writes twice with one tool, calls are paired with writes by the checker; the registers take the best call
 * for each write by itself, which bounds the score from above.
 */
export function soundMachine(reward: SoundRewardIr): RewardMachine {
  const { writes, steps } = reward;
  const tools = [...new Set(writes.map((write) => write.tool))];
  const wanted = tools.map((tool) => writes.filter((write) => write.tool === tool).length);
  const triedAt = writes.length;
  const reachedAt = triedAt + tools.length;
  const stepsAt = reachedAt + tools.length;
  const slotWeight = writes.flatMap((write) => write.slots).reduce((sum, slot) => sum + slot.weight, 0);
  const weight = slotWeight + steps.reduce((sum, step) => sum + step.weight, 0);
  const unit = weight > 0 ? reward.partial / weight : 0;
  const optional = steps.reduce((sum, step) => sum + (step.required ? 0 : step.weight), 0);
  const procedure = optional > 0 ? reward.procedure : 0;

  const move = (registers: readonly number[], facts: CallFacts, index: number) => {
    const next = [...registers];
    let fault = 0;
    for (const [i, write] of writes.entries()) {
      if (write.tool === facts.tool) next[i] = Math.max(at(next, i), facts.right[i] ?? 0);
    }
    const reached = facts.outcome === "ok" || facts.outcome === "refused";
    const place = tools.indexOf(facts.tool);
    if (place >= 0) {
      const most = wanted[place] ?? 0;
      if (reached && at(next, reachedAt + place) >= most) fault += PENALTY_WEIGHTS.extraWrite;
      if (reached) next[reachedAt + place] = Math.min(most, at(next, reachedAt + place) + 1);
      next[triedAt + place] = Math.min(most, at(next, triedAt + place) + 1);
    } else if (facts.write && reached) fault += PENALTY_WEIGHTS.extraWrite;
    // A call that does not parse has no violations of its own.
    if (facts.outcome === "unparsed") fault += PENALTY_WEIGHTS.unparsed;
    else if (facts.invalid) fault += PENALTY_WEIGHTS.invalid;
    if (facts.outcome === "unknown-tool") fault += PENALTY_WEIGHTS.unknownTool;
    if (reward.budget !== undefined && index >= reward.budget) fault += PENALTY_WEIGHTS.overBudget;
    for (const [i, step] of steps.entries()) {
      next[stepsAt + i] = moveStep(step, i, at(next, stepsAt + i), facts);
    }
    return { registers: next, paid: reward.penalties ? -fault : 0 };
  };

  const phase = (index: number): number => (reward.budget !== undefined && index >= reward.budget ? 1 : 0);

  const done = (registers: readonly number[], index: number) => {
    const step = steps[index];
    return step !== undefined && stepIsDone(step, at(registers, stepsAt + index));
  };
  const succeeds = (registers: readonly number[], state: boolean) =>
    state && steps.every((step, i) => !step.required || done(registers, i));

  const score = (registers: readonly number[], paid: number, calls: number, state: boolean): number => {
    if (succeeds(registers, state)) {
      let sum = 1 - procedure;
      for (const [i, step] of steps.entries()) {
        if (!step.required && step.weight > 0 && done(registers, i))
          sum += (procedure * step.weight) / optional;
      }
      const over = reward.budget === undefined ? 0 : Math.max(0, calls - reward.budget);
      return roundScore(clamp(sum - Math.min(reward.excess, EXCESS_PER_CALL * over), 0, 1));
    }
    let sum = paid;
    for (const i of writes.keys()) sum += at(registers, i);
    for (const [i, step] of steps.entries()) if (done(registers, i)) sum += step.weight;
    if (reward.penalties) {
      for (const [i, most] of wanted.entries()) {
        sum -= PENALTY_WEIGHTS.missingWrite * Math.max(0, most - at(registers, triedAt + i));
      }
    }
    return roundScore(clamp(sum * unit, 0, reward.partial));
  };

  return {
    start: Array.from({ length: stepsAt + steps.length }, () => 0),
    move,
    phase,
    score,
    succeeds,
    stepsDone: (registers) => steps.filter((_, i) => done(registers, i)).length,
    steps: steps.length,
    exact: wanted.every((count) => count === 1) && steps.every(stepIsExact),
  };
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}

function at(list: readonly number[], index: number): number {
  return list[index] ?? 0;
}
