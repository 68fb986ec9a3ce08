import { EXCESS_PER_CALL } from "../abi/charges.js";
import type { Score, Term } from "../abi/score.js";
import type { SoundReward, StepProgram } from "../program/reward.js";
import type { Evidence } from "./evidence.js";
import { derivedPenalties, describeExcess } from "./penalties.js";
import { judgeStep, type StepFinding } from "./steps.js";
import { totalScore } from "./total.js";
import { judgeWrites } from "./writes.js";

interface JudgedStep extends StepFinding {
  readonly step: StepProgram;
}

/**
 * The sound form: `R = G ? 1 - q (1 - s) - e : c Phi`, see `SoundReward` for the letters. With q <= 0.2, e <= 0.04
 * and c <= 0.5 every success earns at least 0.76 and every failure at most 0.5.
 *
 * G asks for the gold state and for every required step. The terms of a success are the goal (1 - q), a share of q
 * for each step that is not required, and the excess; the terms of a failure are its slots, steps and penalties,
 * each at c / (weight of all slots and steps).
 */
export function scoreSound(reward: SoundReward, evidence: Evidence): Score {
  const steps = reward.steps.map((step) => ({
    step,
    ...judgeStep(step, evidence.calls, evidence.variables),
  }));
  const success = evidence.stateReached && steps.every(({ step, earned }) => earned || !step.required);
  return success ? scoreSuccess(reward, steps, evidence) : scoreFailure(reward, steps, evidence);
}

function scoreSuccess(reward: SoundReward, steps: readonly JudgedStep[], evidence: Evidence): Score {
  const paid = steps.filter(({ step }) => !step.required && step.weight > 0);
  const weight = paid.reduce((sum, { step }) => sum + step.weight, 0);
  const procedure = weight > 0 ? reward.procedure : 0;
  const terms: Term[] = [
    { id: "goal", group: "goal", value: 1 - procedure, why: "the final state is the gold state" },
  ];
  for (const { step, earned, why } of paid) {
    terms.push({ id: step.id, group: "R2", value: earned ? (procedure * step.weight) / weight : 0, why });
  }
  const over = reward.budget === undefined ? 0 : Math.max(0, evidence.calls.length - reward.budget);
  if (over > 0) {
    const value = -Math.min(reward.excess, EXCESS_PER_CALL * over);
    terms.push({ id: "excess", group: "R3", value, why: describeExcess(over, reward.budget ?? 0) });
  }
  return totalScore(terms, true, 0, 1);
}

function scoreFailure(reward: SoundReward, steps: readonly JudgedStep[], evidence: Evidence): Score {
  const slots = judgeWrites(reward.writes, evidence.calls, evidence.variables);
  const weight =
    slots.reduce((sum, { slot }) => sum + slot.weight, 0) +
    steps.reduce((sum, { step }) => sum + step.weight, 0);
  const unit = weight > 0 ? reward.partial / weight : 0;
  const terms: Term[] = [];
  for (const { slot, call, right } of slots) {
    const why =
      call === undefined ? "no such call" : `${right ? "right" : "wrong"} in call ${call.index + 1}`;
    terms.push({ id: slot.id, group: "R1", value: right ? slot.weight * unit : 0, why });
  }
  for (const { step, earned, why } of steps) {
    terms.push({ id: step.id, group: "R2", value: earned ? step.weight * unit : 0, why });
  }
  for (const { id, weight: fault, why } of reward.penalties ? derivedPenalties(reward, evidence) : []) {
    terms.push({ id, group: "R3", value: unit === 0 ? 0 : -fault * unit, why });
  }
  return totalScore(terms, false, 0, reward.partial);
}
