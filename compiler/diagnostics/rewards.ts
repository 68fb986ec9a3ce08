import { defineDiagnostics } from "../../dsl/diagnostics/define.js";
import { msg } from "../../dsl/diagnostics/message.js";

/** Rewards that mean nothing, or not what they say. */
export const rewards = defineDiagnostics("rewards", {
  RVR6001: {
    severity: "error",
    message: msg`\`${"item"}\` does not belong in a reward of the ${"form"} form.`,
    why: "The sound form derives slots and penalties and fixes its own arithmetic; the additive form is a sum of written terms.",
    remedy: msg`Drop it, or declare the reward as ${"other"}.`,
    example: "reward sound { bonus 0.1 called create_issue }",
  },
  RVR6002: {
    severity: "error",
    message: msg`The scenario '${"name"}' has no reward.`,
    why: "Training and scoring need at least one; `sound` is the one to train on.",
    remedy: "Add `reward sound { derive slots derive penalties }`.",
    example: "scenario s { task t { ... } }",
  },
  RVR6003: {
    severity: "error",
    message: msg`The scenario has no reward '${"name"}'.`,
    why: "A test names a reward of its own scenario.",
    remedy: msg`Use one of: ${"known"}.`,
    example: 'test "x" reward sond expect success {}',
  },
  RVR6004: {
    severity: "warning",
    message: msg`The reward '${"name"}' derives no slots.`,
    why: "Gold writes no argument, so failing traces earn nothing that training could climb.",
    remedy: "Add lines to gold.",
    example: "gold ping {}",
  },
  RVR6005: {
    severity: "error",
    message: msg`The step waits for '${"tool"}', which no gold write calls.`,
    why: "Order is relative to a write of the task; a step after a call that the task does not need could only be earned by a side effect.",
    remedy: "Order the step relative to a tool that gold uses.",
    example: "step get_issue before delete_issue",
  },
  RVR6006: {
    severity: "warning",
    message: msg`The positive weights of '${"name"}' add up to ${"sum"}, above the clamp of ${"high"}.`,
    why: msg`What lies above the clamp (${"slack"}) can be lost without losing a point: wrong slots or useless calls then still score the maximum.`,
    remedy: "Scale the weights to the clamp, or keep the reward as a control and train on `sound`.",
    example: "weights 0.9 + 0.3 + 0.15, clamp 0 .. 1",
  },
  RVR6007: {
    severity: "error",
    message: msg`The fragment '${"name"}' uses itself.`,
    why: "A fragment is replaced by its items, which would never end.",
    remedy: "Break the circle.",
    example: "fragment a(t) { use b(t) }   fragment b(t) { use a(t) }",
  },
  RVR6008: {
    severity: "error",
    message: msg`The fragment '${"name"}' takes ${"wanted"} tool(s), not ${"found"}.`,
    why: "Each of its parameters stands for one tool.",
    remedy: "Give the tools in the order of the parameters.",
    example: "use reads(create_issue)   # fragment reads(read, write)",
  },
});
