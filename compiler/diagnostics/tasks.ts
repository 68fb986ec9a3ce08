import { defineDiagnostics } from "../../dsl/diagnostics/define.js";
import { msg } from "../../dsl/diagnostics/message.js";

/** Tasks, splits and gold. */
export const tasks = defineDiagnostics("tasks", {
  RVR5001: {
    severity: "error",
    message: msg`The task {${"given"}} is in the splits '${"first"}' and '${"second"}'.`,
    why: "A held-out figure means nothing when the policy has been trained on the same task.",
    remedy: "Change one of them, or narrow the domains of the held-out split.",
    example: "the same row in the train file and in the held-out file",
  },
  RVR5002: {
    severity: "error",
    message: msg`Gold does not reach the goal for task ${"task"}: ${"reason"}.`,
    why: "The gold calls are replayed in the compiled world; what the world refuses, or what changes nothing, cannot be the right answer.",
    remedy: "Correct the gold values or the behaviour of the world.",
    example: "gold create_page { spaceId = space.key }   # the world wants the id",
  },
  RVR5003: {
    severity: "error",
    message: msg`The split '${"split"}' wants ${"wanted"} tasks, but the domains give only ${"found"}.`,
    why: "Tasks are different combinations of values that satisfy every `where` and `disjoint`.",
    remedy: "Widen a domain, add data, or ask for fewer tasks.",
    example: "split heldout 200   # over three issues and two titles",
  },
  RVR5004: {
    severity: "error",
    message: msg`Row ${"row"} of '${"file"}' does not bind '${"variable"}': ${"reason"}.`,
    why: "A row gives every `given` variable a value: the key of a record, a text, or a whole number.",
    remedy: "Correct the row.",
    example: "- { parent: ABC-999 }   # no such issue",
  },
  RVR5005: {
    severity: "error",
    message: msg`'${"variable"}' takes the value ${"value"} in the splits '${"first"}' and '${"second"}', which are declared disjoint.`,
    why: "`disjoint` promises that held-out tasks use values that training never showed.",
    remedy: "Give the splits different values.",
    example: "split heldout 10 { disjoint title }",
  },
  RVR5006: {
    severity: "error",
    message: msg`The scenario '${"name"}' has no ${"what"}.`,
    why: "An environment needs a world, a task with a prompt and gold or a closing such as `answer`, and a train and a heldout split.",
    remedy: "Add it.",
    example: "scenario s { tools { ... } }",
  },
  RVR5007: {
    severity: "error",
    message: msg`The scenario '${"name"}' has more than one ${"what"}.`,
    why: "This version of the language allows one here.",
    remedy: "Split the scenario in two.",
    example: "task a { ... } task b { ... }",
  },
  RVR5008: {
    severity: "error",
    message: msg`The split '${"split"}' has no values for '${"variable"}'.`,
    why: "A text or a number has no domain of its own: the split must list its values.",
    remedy: msg`Add \`${"variable"} in "data/values.yaml"\` to the split.`,
    example: "given title: text   split heldout 200 {}",
  },
  RVR5009: {
    severity: "error",
    message: msg`'${"path"}' cannot be allowed: gold says what '${"line"}' is.`,
    why: "`allow` lets a call add what gold does not speak of; what gold writes is compared.",
    remedy: "Drop the path, or give the gold line a matcher such as `as pattern(...)` or `as one_of([...])`.",
    example: "gold create_issue { fields.summary = title  allow fields.summary }",
  },
  RVR5010: {
    severity: "error",
    message: msg`No gold call of ${"tool"} could be refused and reported.`,
    why: "A report is right when the tool was tried and refused; gold says which call that is.",
    remedy: msg`Add \`gold ${"tool"} { ... }\` with the call that the world refuses.`,
    example: 'task t { prompt "Close it." report move_issue }',
  },
  RVR5011: {
    severity: "error",
    message: msg`The tool '${"name"}' has the name of a closing tool.`,
    why: "A scenario whose task ends with `answer`, `ask`, `decline` or `report` has the tools finish, ask_user, decline and report_failure.",
    remedy: "Choose another name for the tool.",
    example: "tools { finish = jira.closeSprint }",
  },
  RVR5012: {
    severity: "error",
    message: msg`${"value"} cannot be a value of '${"variable"}': ${"reason"}.`,
    why: "A split draws from these values, and would leave this one out without a word.",
    remedy: "Correct it, or drop it.",
    example: 'given customer: Customer   split train 4 seed 1 { customer in ["ada", "nobody"] }',
  },
  RVR5014: {
    severity: "warning",
    message: msg`The wording '${"wording"}' does not show '${"variable"}', which gold sends.`,
    why: "What no prompt says and no call reads can only be guessed, so the task cannot be solved.",
    remedy: msg`Write \`{${"variable"}}\` into the prompt, or let the task \`ask for\` it.`,
    example: 'given title: text   prompt "Open a ticket."   gold create_ticket { title = title }',
  },
  RVR5013: {
    severity: "warning",
    message: msg`${"value"} stands twice among the values of '${"variable"}'.`,
    why: "It counts once, so there are fewer values than it seems.",
    remedy: "Drop one, or write the value that was meant.",
    example: 'split train 4 seed 1 { title in ["Door stuck", "Door stuck"] }',
  },
});
