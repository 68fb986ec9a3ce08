import type { JsonObject } from "../../runtime/abi/json.js";
import type { MatcherProgram } from "../../runtime/abi/matcher.js";
import type { CallOutcome, TraceCall } from "../../runtime/abi/trace.js";
import type { Value } from "../../runtime/abi/value.js";
import { match } from "../../runtime/matching/match.js";
import { get, isArray } from "../../runtime/value/access.js";
import { canonical } from "../../runtime/value/compare.js";
import { type Environment, evaluate } from "../evaluate/expression.js";
import type { CallIr, RecallIr, RewardIr, RewardStepIr, SlotIr } from "../ir/reward.js";
import type { StepsIr } from "../ir/world.js";
import { lineIsRight } from "./line-match.js";

/** All that a reward can read in one call: what the automaton runs on. */
export interface CallFacts {
  readonly tool: string;
  readonly outcome: CallOutcome;
  /** Breaks the tool's schema, or did not parse. */
  readonly invalid: boolean;
  /** Calls an operation with effects. */
  readonly write: boolean;
  /** Weight of the right slots, for each slot set (additive) or each expected write (sound). */
  readonly right: readonly number[];
  /** Bit per wanted value of each recall that the call sent; only for an accepted call. */
  readonly recalled: readonly number[];
  /** For each step a bit per call of it that this one matches; only for an accepted call. */
  readonly steps: readonly number[];
}

export interface FactsContext {
  readonly reward: RewardIr;
  readonly environment: Environment;
  readonly isWrite: (tool: string) => boolean;
}

/** Reads one call of a trace as the reward would, from the IR and by code that the emitted checker does not share. */
export function factsOf(
  { reward, environment, isWrite }: FactsContext,
  call: TraceCall,
  before: readonly TraceCall[],
): CallFacts {
  const within: Environment = {
    ...environment,
    records: (resource) => environment.records(resource),
    find: (resource, key) => environment.find(resource, key),
    response: (tool) => [...before, call].find((one) => one.tool === tool && one.outcome === "ok")?.body,
  };
  const sets = reward.form === "sound" ? reward.writes : reward.slotSets;
  const recalls = reward.form === "sound" ? [] : reward.recalls;
  const accepted = call.outcome === "ok";
  return {
    tool: call.tool,
    outcome: call.outcome,
    invalid: call.outcome === "unparsed" || call.violations.length > 0,
    write: isWrite(call.tool),
    right: sets.map((set) => (set.tool === call.tool ? rightWeight(set.slots, call, within) : 0)),
    recalled: recalls.map((recall) => (accepted ? recalledBits(recall, call, within) : 0)),
    steps: reward.steps.map((step) => (accepted ? matchedBits(step, call, within) : 0)),
  };
}

function rightWeight(slots: readonly SlotIr[], call: TraceCall, environment: Environment): number {
  const args = call.arguments;
  if (args === undefined) return 0;
  return slots.reduce((sum, slot) => (slotIsRight(slot, args, environment) ? sum + slot.weight : sum), 0);
}

export function slotIsRight(slot: SlotIr, args: JsonObject, environment: Environment): boolean {
  return slot.lines.every((line) => lineIsRight(line, get(args, ...line.path), environment));
}

/** Calls that a step asks for: one, or those of a group. */
export function membersOf(step: RewardStepIr): readonly CallIr[] {
  return [step, ...(step.others ?? [])];
}

function matchedBits(step: RewardStepIr, call: TraceCall, environment: Environment): number {
  return membersOf(step).reduce(
    (bits, member, index) => (matches(member, call, environment) ? bits | (1 << index) : bits),
    0,
  );
}

function matches(member: CallIr, call: TraceCall, environment: Environment): boolean {
  if (member.tool !== call.tool) return false;
  return member.arguments.every(({ path, value, matcher }) => {
    const program: MatcherProgram = { kind: matcher };
    return match(program, get(call.arguments, ...path), evaluate(value, environment));
  });
}

/** Values of a recall that fit into the bits of a register. */
export const MOST_WANTED = 30;

/** Canonical texts of the values that a recall asks for. */
export function wantedTexts(recall: RecallIr, environment: Environment): readonly string[] {
  const wanted = evaluate(recall.wanted, environment);
  return isArray(wanted) ? [...new Set(wanted.map(canonical))] : [];
}

function recalledBits(recall: RecallIr, call: TraceCall, environment: Environment): number {
  if (call.tool !== recall.tool) return 0;
  const sent = new Set(valuesAt(call.arguments, recall.path).map(canonical));
  return wantedTexts(recall, environment).reduce(
    (bits, text, index) => (index < MOST_WANTED && sent.has(text) ? bits | (1 << index) : bits),
    0,
  );
}

/** Values at a path that runs through arrays item by item. */
function valuesAt(value: Value, path: StepsIr): readonly Value[] {
  if (isArray(value)) return value.flatMap((item) => valuesAt(item, path));
  const [first, ...rest] = path;
  if (first === undefined) return value === undefined ? [] : [value];
  return valuesAt(get(value, first), rest);
}
