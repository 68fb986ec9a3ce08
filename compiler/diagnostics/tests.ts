import { defineDiagnostics } from "../../dsl/diagnostics/define.js";
import { msg } from "../../dsl/diagnostics/message.js";

/** Declared tests that do not hold. */
export const tests = defineDiagnostics("tests", {
  RVR8001: {
    severity: "error",
    message: msg`The test '${"title"}' does not hold: ${"difference"}.`,
    why: msg`The calls were run against the compiled environment and scored by the compiled checker${"score"}.`,
    remedy: "Correct the expectation, or the reward or world that it speaks of.",
    example: 'test "x" expect reward == 1 { get_issue(issueIdOrKey: "ABC-1") }',
  },
  RVR8002: {
    severity: "error",
    message: msg`The test '${"title"}' cannot run: ${"reason"}.`,
    why: "A test plays one task of its scenario.",
    remedy:
      'Name a task as `task "train/0"`, or bind variables with `given { ... }`; what is left out comes from the first listed task that agrees.',
    example: 'test "x" task "train/999" expect success {}',
  },
  RVR8003: {
    severity: "error",
    message: "Nothing can follow the final message.",
    why: "A model that stops calling tools and writes a message has ended the episode.",
    remedy: "Write `final` as the last step.",
    example: 'final "Done." gold',
  },
});
