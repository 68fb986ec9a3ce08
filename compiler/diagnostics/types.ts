import { defineDiagnostics } from "../../dsl/diagnostics/define.js";
import { msg } from "../../dsl/diagnostics/message.js";

/** Values that contradict the API's schemas, and expressions of the wrong kind. */
export const types = defineDiagnostics("types", {
  RVR3001: {
    severity: "error",
    message: msg`'${"path"}' of ${"tool"} cannot be ${"found"}: ${"reason"}.`,
    why: "The API document types this argument. A gold value that the schema refuses can never be sent, so the reward would deny credit to every correct call.",
    remedy: msg`Write ${"expected"}, or mark the line \`unchecked\` to keep a known-bad comparison on purpose.`,
    example: "gold transition_issue { transition.id = 5 }   # the schema says string",
  },
  RVR3002: {
    severity: "error",
    message: msg`${"tool"} has no argument '${"path"}'.`,
    why: "The path does not exist in the schema of the operation, so no valid call can have it.",
    remedy: "Use a path of the request schema.",
    example: 'gold create_issue { fields.projectKey = "ABC" }   # the schema has fields.project.key',
  },
  RVR3003: {
    severity: "error",
    message: msg`A constant is needed here, for ${"what"}.`,
    why: "It is fixed when the scenario is compiled; only literals without holes can stand here.",
    remedy: "Write a literal.",
    example: "budget count(issues)",
  },
  RVR3004: {
    severity: "error",
    message: msg`The pattern '${"pattern"}' is refused: ${"fault"}.`,
    why: "Patterns run on text that a policy wrote, so they must compile and take linear time.",
    remedy: "Write it without back references and without a repeated group that itself repeats.",
    example: 'name matches "(a+)+"',
  },
  RVR3005: {
    severity: "error",
    message: msg`A record of the world is needed here, not '${"what"}'.`,
    why: "Only a record that was looked up, found or created can be changed or deleted.",
    remedy: "Look the record up first: `let issue = Issue(path.issueIdOrKey)`.",
    example: 'update body { summary: "x" }',
  },
  RVR3006: {
    severity: "error",
    message: msg`The matcher '${"matcher"}' does not fit '${"path"}': ${"reason"}.`,
    why: "A matcher compares values of certain types only; on others it would never match.",
    remedy: "Choose a matcher that fits the schema, or none for exact comparison.",
    example: "labels = wanted as number(0.5)",
  },
  RVR3007: {
    severity: "warning",
    message: msg`'${"path"}' of ${"tool"} is compared unchecked with ${"found"}: ${"reason"}.`,
    why: "No call that the schema allows can match, so this term rewards calls that the real API refuses.",
    remedy: "Keep it only as a control. A reward with unchecked lines never earns a certificate.",
    example: "transition.id = 5 unchecked",
  },
  RVR3009: {
    severity: "error",
    message: msg`The matcher '${"matcher"}' cannot stand like this: ${"reason"}.`,
    why: "A pattern, a tolerance and a list of values are part of the comparison; the other matchers have nothing to set.",
    remedy:
      'Write it as in `as text`, `as number(0.5)`, `as pattern("^Fix ")` or `as one_of([first, second])`.',
    example: "fields.summary = title as pattern",
  },
  RVR3010: {
    severity: "error",
    message: msg`The value ${"value"} of '${"path"}' does not match its own pattern '${"pattern"}'.`,
    why: "The value is what the right call sends, so it must be right itself.",
    remedy: "Correct the value or the pattern.",
    example: 'fields.summary = "Fix it" as pattern("^Add ")',
  },
  RVR3011: {
    severity: "warning",
    message: msg`${"value"} is none of the values here: the schema says ${"known"}.`,
    why: "A comparison with it has one outcome, whatever the record is.",
    remedy: "Use a value that the schema lists, or list this one there.",
    example: 'customer.plan == "compny"',
  },
  RVR3012: {
    severity: "warning",
    message: msg`${"left"} and ${"right"} are never equal.`,
    why: 'Comparisons are typed: 5 is not "5". This one has the same outcome on every task.',
    remedy: "Compare values of one type; `text(...)` and `number(...)` convert.",
    example: 'ticket.number == "5"',
  },
  RVR3013: {
    severity: "warning",
    message: msg`${"found"} cannot be ${"use"}.`,
    why: "The outcome is always absent, or never true, so whatever is built on it says the same on every task.",
    remedy: msg`Write ${"instead"}.`,
    example: "customer.plan + 1",
  },
  RVR3014: {
    severity: "warning",
    message: msg`This writes ${"found"} into a text.`,
    why: "It stands there as JSON, with everything that it holds.",
    remedy: "Write one of its properties, such as `{ticket.key}`.",
    example: 'prompt "Close {ticket}."',
  },
  RVR3008: {
    severity: "error",
    message: msg`${"what"} must be ${"wanted"}, not ${"found"}.`,
    why: "The number is outside of the range in which the language gives it a meaning.",
    remedy: "Correct the number.",
    example: "reward sound { procedure 0.9 }",
  },
});
