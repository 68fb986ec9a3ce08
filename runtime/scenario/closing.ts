import { assertNever } from "../abi/assert-never.js";
import type { ClosingTool } from "../abi/closing.js";
import type { Json } from "../abi/json.js";
import type { EmittedCall, Trace, TraceCall } from "../abi/trace.js";
import type { Value, Variables } from "../abi/value.js";
import { normalText } from "../matching/match.js";
import type { ClosingProgram } from "../program/scenario.js";
import { get, list } from "../value/access.js";

/** The tool that ends an episode in the right way. */
const TOOLS: Readonly<Record<ClosingProgram["kind"], ClosingTool>> = {
  answer: "finish",
  ask: "ask_user",
  decline: "decline",
  report: "report_failure",
};

/** The call that ends an episode of a task as it should. */
export function goldClosing(closing: ClosingProgram, variables: Variables): EmittedCall {
  return { tool: TOOLS[closing.kind], arguments: goldArguments(closing, variables) };
}

function goldArguments(closing: ClosingProgram, variables: Variables): { readonly [name: string]: Json } {
  switch (closing.kind) {
    case "answer":
      return { answer: closing.value(variables) ?? null };
    case "ask":
      return { missing: closing.missing };
    case "decline":
      return { reason: closing.reasons[0] ?? "It must not be done." };
    case "report":
      return { tool: closing.tool, reason: "The call was refused." };
    default:
      return assertNever(closing);
  }
}

/**
 * Whether an episode ended as the task wants it. An answer may also be the final message; a report needs a call of
 * the reported tool as gold has it that was refused, so that it cannot be made up with a call that is wrong in itself.
 */
export function isRightlyClosed(
  closing: ClosingProgram,
  trace: Trace,
  variables: Variables,
  isGoldCall: (call: TraceCall) => boolean,
): boolean {
  const call = trace.calls.find(({ tool, outcome }) => tool === TOOLS[closing.kind] && outcome === "ok");
  if (call === undefined) {
    return closing.kind === "answer" && readings(trace.final).some((text) => closing.right(text, variables));
  }
  return isRightCall(closing, call, trace, variables, isGoldCall);
}

function isRightCall(
  closing: ClosingProgram,
  call: TraceCall,
  trace: Trace,
  variables: Variables,
  isGoldCall: (call: TraceCall) => boolean,
): boolean {
  switch (closing.kind) {
    case "answer":
      return closing.right(get(call.arguments, "answer"), variables);
    case "ask":
      return sameTexts(list(get(call.arguments, "missing")), closing.missing);
    case "decline":
      return (
        closing.reasons.length === 0 ||
        closing.reasons.some((each) => sameText(get(call.arguments, "reason"), each))
      );
    case "report":
      return (
        get(call.arguments, "tool") === closing.tool &&
        trace.calls.some((one) => one.tool === closing.tool && one.outcome === "refused" && isGoldCall(one))
      );
    default:
      return assertNever(closing);
  }
}

/** What a final message may mean: its text, or the JSON value that it spells. */
function readings(final: string | undefined): readonly Value[] {
  if (final === undefined) return [];
  try {
    const value = JSON.parse(final) as Json;
    return typeof value === "string" ? [final] : [final, value];
  } catch {
    return [final];
  }
}

function sameTexts(left: readonly Value[], right: readonly string[]): boolean {
  const covers = (whole: readonly Value[], part: readonly Value[]) =>
    part.every((item) => whole.some((other) => sameText(other, item)));
  return covers(left, right) && covers(right, left);
}

/** Words that a policy chooses are compared without case. */
function sameText(left: Value, right: Value): boolean {
  return typeof left === "string" && typeof right === "string" && plainText(left) === plainText(right);
}

function plainText(text: string): string {
  return normalText(text).toLowerCase();
}
