import { defineDiagnostics } from "../../dsl/diagnostics/define.js";
import { msg } from "../../dsl/diagnostics/message.js";

/** Worlds that cannot run. */
export const world = defineDiagnostics("world", {
  RVR4001: {
    severity: "error",
    message: msg`The behaviour of ${"operation"} does not end with \`respond\`.`,
    why: "Every call needs an answer, and nothing can follow it.",
    remedy: "Add one `respond STATUS BODY` as the last statement.",
    example: 'on jira.createIssue { create Issue { key: "A-1" } }',
  },
  RVR4002: {
    severity: "error",
    message: msg`\`${"found"}\` cannot follow an effect.`,
    why: "A call is refused before it changes anything; a refusal after a change would leave the world half-changed.",
    remedy: "Move it before the first create, update or delete.",
    example: "create Issue {} require body is object else 400",
  },
  RVR4003: {
    severity: "error",
    message: msg`The world '${"world"}' does not say what ${"operation"} does.`,
    why: msg`The tool '${"tool"}' calls it. No \`on\` block writes what it does, and it cannot be derived: ${"reason"}.`,
    remedy: msg`Add \`on ${"operation"} { ... }\` to the world, or drop the tool.`,
    example: "tools { get_user = jira.getUser }",
  },
  RVR4004: {
    severity: "error",
    message: msg`The world does not say how the API '${"api"}' refuses a request that breaks its schema.`,
    why: "Every API has its own error body, and the environment must answer with it.",
    remedy: msg`Add \`invalid ${"api"} else 400 { ... }\` to the world.`,
    example: "world w { on jira.createIssue { ... } }",
  },
  RVR4005: {
    severity: "error",
    message: msg`The resource '${"name"}' has no key.`,
    why: "Records are looked up, compared and bound to task variables by their key.",
    remedy: "Add `key PATH`.",
    example: 'resource Issue { seed "data/issues.yaml" }',
  },
  RVR4006: {
    severity: "error",
    message: msg`Seed record ${"index"} of '${"name"}' ${"reason"}.`,
    why: "Each record needs a key of its own: a text or a whole number.",
    remedy: "Correct the seed file.",
    example: "two issues with the key ABC-1",
  },
  RVR4007: {
    severity: "error",
    message: msg`The world '${"name"}' extends itself.`,
    why: "A world inherits from worlds that are complete without it.",
    remedy: "Break the circle.",
    example: "world a extends b {}   world b extends a {}",
  },
  RVR4008: {
    severity: "error",
    message: msg`${"what"} stands twice for '${"name"}'.`,
    why: "Each of these may be given once, so that it is clear which one counts.",
    remedy: "Keep one.",
    example: "resource Issue { key key key id }",
  },
  RVR4009: {
    severity: "error",
    message: msg`The schema of '${"resource"}' does not allow the state '${"state"}': ${"reason"}.`,
    why: "A record in this state would contradict the API document.",
    remedy: "Use a state of the schema, or another path for the flow.",
    example: 'flow state { "open" -> "finished" }   # the schema lists open and done',
  },
  RVR4010: {
    severity: "error",
    message: msg`'${"state"}' is no state of the flow of '${"resource"}'.`,
    why: "The flow lists every state that a record can be in.",
    remedy: msg`Add it to the flow, or use one of: ${"known"}.`,
    example: 'move issue to "dome" else 409   # the state is called done',
  },
  RVR4011: {
    severity: "error",
    message: msg`No edge of the flow of '${"resource"}' leads to '${"state"}'.`,
    why: "Every such move would be refused.",
    remedy: "Add the edge, or move to another state.",
    example: 'flow state { "open" -> "done" }   ...   move issue to "open" else 409',
  },
  RVR4012: {
    severity: "warning",
    message: msg`No record of '${"resource"}' can be in the state '${"state"}'.`,
    why: "No seed and no new record is in it, and no edge leads to it from a state that can be reached.",
    remedy: "Add an edge or a record, or drop the state.",
    example: 'flow state { "open" -> "done"  "blocked" -> "open" }',
  },
  RVR4013: {
    severity: "error",
    message: msg`The resource '${"resource"}' has no flow.`,
    why: "`move` follows the edges of a flow.",
    remedy: "Add `flow PATH { ... }` to the resource, or write `update`.",
    example: 'move comment to "done" else 409',
  },
  RVR4014: {
    severity: "error",
    message: "`move` cannot stand within `each`.",
    why: "It may refuse the call, and records before it in the list would have changed already.",
    remedy: "Move one record, or check all of them with `require` and write `update`.",
    example: 'each issue in Issue { move issue to "done" else 409 }',
  },
});
