import { listWords } from "./build/context.js";

/** What a block may hold, for the message about something that does not belong there. */
export interface BlockNote {
  readonly name: string;
  readonly items: string;
  readonly words: readonly string[];
  readonly sample: string;
}

/** `within` are words that stand inside an item: a misspelt one ends the item, and so seems to begin the next. */
function keywordBlock(
  name: string,
  words: readonly string[],
  sample: string,
  within: readonly string[] = [],
): BlockNote {
  return { name, items: listWords(words), words: [...words, ...within], sample };
}

const statementWords = [
  "let",
  "require",
  "validate",
  "create",
  "update",
  "delete",
  "move",
  "each",
  "when",
  "respond",
];
const rewardWords = [
  "derive",
  "slots",
  "recall",
  "step",
  "require",
  "bonus",
  "penalty",
  "budget",
  "clamp",
  "procedure",
  "excess",
  "partial",
  "use",
];
const stepWords = ["before", "after", "immediately", "exactly", "when"];
const effectWords = ["create", "update", "delete", "move", "each", "when"];
const lines = (name: string): BlockNote => ({
  name,
  items: "lines `path = value`",
  words: [],
  sample: "fields.summary = title as text",
});

const effects = keywordBlock("a block of effects", effectWords, "create Issue { key: body.key }");

/** Blocks by the grammar rule that reads them. */
const blocks: ReadonlyMap<string, BlockNote> = new Map([
  [
    "file",
    keywordBlock("a file", ["api", "use", "world", "fragment", "scenario"], 'api jira from "jira.yaml"'),
  ],
  [
    "world",
    keywordBlock("a world", ["resource", "shape", "invalid", "on"], 'resource Issue { seed "issues.yaml" }'),
  ],
  ["resource", keywordBlock("a resource", ["key", "seed", "computed", "match", "flow"], "key key alias id")],
  ["on", keywordBlock("an `on` block", statementWords, "respond 200 { id: issue.id }")],
  [
    "flow",
    {
      name: "a flow",
      items: 'lines `"state" -> "state"`',
      words: [],
      sample: '"open" -> "doing", "dropped"',
    },
  ],
  ["eachEffect", effects],
  ["whenEffect", effects],
  [
    "scenario",
    keywordBlock(
      "a scenario",
      ["world", "tools", "system", "task", "reward", "train", "test"],
      'system "You work in Jira."',
    ),
  ],
  [
    "tools",
    {
      name: "`tools`",
      items: "lines `name = api.operation`",
      words: [],
      sample: "get_issue = jira.getIssue",
    },
  ],
  [
    "tool",
    {
      name: "a tool",
      items: "a description, `take`, `fix` and `show`",
      words: ["take", "fix", "show"],
      sample: "take issueIdOrKey",
    },
  ],
  [
    "task",
    keywordBlock(
      "a task",
      ["given", "let", "prompt", "gold", "answer", "ask", "decline", "report", "split"],
      'prompt "Create {title}."',
    ),
  ],
  [
    "gold",
    {
      name: "a `gold` block",
      items: "lines `path = value` and `allow`",
      words: ["allow"],
      sample: "fields.summary = title as text",
    },
  ],
  ["slot", lines("a `slot` block")],
  [
    "callGroup",
    {
      name: "a group of calls",
      items: "calls of tools",
      words: [],
      sample: "get_issue(issueIdOrKey: parent.key)",
    },
  ],
  [
    "slots",
    {
      name: "a `slots` block",
      items: "lines `path = value` and `slot` blocks",
      words: ["slot"],
      sample: "fields.summary = title as text",
    },
  ],
  [
    "split",
    {
      name: "a split",
      items: "lines `variable in values`, `disjoint` and `wording`",
      words: ["disjoint", "wording"],
      sample: 'title in "titles.yaml"',
    },
  ],
  ["reward", keywordBlock("a reward", rewardWords, "step get_issue before create_issue", stepWords)],
  ["fragment", keywordBlock("a fragment", rewardWords, "step read before write", stepWords)],
  ["train", { name: "`train`", items: "lines `name = value`", words: [], sample: "group = 8" }],
  [
    "test",
    {
      name: "a test",
      items: "`gold`, `raw`, `final` and calls of tools",
      words: ["gold", "raw", "final"],
      sample: 'get_issue(issueIdOrKey: "ABC-1") -> 200',
    },
  ],
]);

/** Rules that read one item of a block: where none of their alternatives fits, the block is meant. */
const itemRules: ReadonlyMap<string, string> = new Map([
  ["statement", "on"],
  ["resourceItem", "resource"],
  ["toolItem", "tool"],
  ["rewardItem", "reward"],
  ["splitItem", "split"],
  ["testStep", "test"],
]);

/** The block whose items do not fit the text, when a failure is of that kind. */
export function blockOf(
  rule: string,
  stack: readonly string[],
  expected: readonly string[],
): BlockNote | undefined {
  if (rule === "file") return blocks.get("file");
  if (expected.length === 1 && expected[0] === "'}'") return blocks.get(rule);
  const owner = itemRules.get(rule);
  if (owner !== undefined) return blocks.get(owner);
  if (rule === "effect") return blocks.get(stack.at(-2) === "statement" ? "on" : "whenEffect");
  return undefined;
}

interface RuleNote {
  readonly why: string;
  readonly sample: string;
}

const note = (why: string, sample: string): RuleNote => ({ why, sample });

const rules: ReadonlyMap<string, RuleNote> = new Map([
  [
    "api",
    note(
      "An API is a name and the file of its OpenAPI document, perhaps with overlays.",
      'api jira from "jira.yaml"',
    ),
  ],
  [
    "use",
    note(
      "A world or a fragment of another file is taken over by its name.",
      'use world atlassian from "atlassian.rvr"',
    ),
  ],
  [
    "world",
    note("A world has a name and a block, and may extend another one.", "world variant extends base { ... }"),
  ],
  [
    "resource",
    note(
      "A resource has a name, perhaps the schema of its records, and a block.",
      "resource Issue: jira.IssueBean { ... }",
    ),
  ],
  [
    "resourceItem",
    note("A part of a resource is a keyword with paths or a file.", "match fields.summary as text"),
  ],
  ["shape", note("A shape is a body with parameters.", "shape message(text) = { error: text }")],
  [
    "invalid",
    note(
      "It gives the answer to arguments that break the schema: status and body.",
      "invalid jira else 400 message(violation.message)",
    ),
  ],
  ["on", note("An `on` block says how an operation behaves.", "on jira.getIssue { ... }")],
  ["letBinding", note("`let` gives a value a name.", "let project = Project(body.key)")],
  [
    "requirement",
    note(
      "A requirement has a condition, a status and perhaps a body.",
      'require issue is present else 404 message("Not found")',
    ),
  ],
  [
    "createEffect",
    note(
      "`create` takes a resource and the fields of the new record.",
      "create Issue { key: body.key } as issue",
    ),
  ],
  [
    "updateEffect",
    note("`update` takes a record and the paths to set.", "update issue { fields.summary: body.summary }"),
  ],
  [
    "flow",
    note("A flow has the path of the state, and a block of edges.", 'flow state { "open" -> "done" }'),
  ],
  ["flowEdges", note("From a state, edges lead to others.", '"open" -> "doing", "dropped"')],
  [
    "moveEffect",
    note(
      "`move` takes a record, the state it goes to, and the answer where it may not.",
      'move issue to body.state else 409 message("No such step")',
    ),
  ],
  [
    "eachEffect",
    note("`each` runs its effects for every element of a list.", "each label in body.labels { ... }"),
  ],
  ["whenEffect", note("`when` runs its effects when the condition holds.", "when body.done { ... }")],
  [
    "scenario",
    note(
      "A scenario has a name, perhaps a title, and a block.",
      'scenario creation "Create an issue" { ... }',
    ),
  ],
  ["scenarioWorld", note("A scenario names the world it plays in.", "world atlassian")],
  ["tools", note("`tools` is a block of tools.", "tools { get_issue = jira.getIssue }")],
  [
    "tool",
    note("A tool is a name for an operation of an API.", "get_issue = jira.getIssue { take issueIdOrKey }"),
  ],
  ["toolItem", note("`fix` gives an argument its value.", 'fix query.fields = ["summary"]')],
  ["system", note("A system text may have a name for its variant.", 'system hinted "Read first."')],
  ["task", note("A task has a name and a block.", "task creation { ... }")],
  [
    "given",
    note(
      "A variable has a name and a type: a resource, `text` or `integer`.",
      "given parent: Issue where not parent.done",
    ),
  ],
  [
    "prompt",
    note("A prompt is a text, with a name for every further wording.", 'prompt second "Open {title}."'),
  ],
  [
    "gold",
    note("`gold` names a tool and the arguments of the right call.", "gold create_issue { summary = title }"),
  ],
  ["allow", note("`allow` lists arguments that a call may add.", "allow fields.labels, fields.priority")],
  [
    "answer",
    note("An answer is a value, perhaps with a way of comparing.", "answer count(open) as number(0)"),
  ],
  ["ask", note("`ask for` lists what the request leaves open.", 'ask for "title", "assignee"')],
  ["decline", note("`decline` may list the reasons that count.", 'decline "read_only"')],
  ["report", note("`report` names the tool whose refusal is to be reported.", "report move_issue")],
  ["stringList", note("Texts of a list are separated by commas.", '"first", "second"')],
  [
    "split",
    note(
      "A split has a name, then a file of rows or a size and perhaps a seed.",
      "split heldout 200 seed 11 { ... }",
    ),
  ],
  [
    "domain",
    note("A variable takes its values from a list or from a file.", 'title in "titles.yaml" heldout'),
  ],
  ["splitItem", note("`disjoint` and `wording` list names.", "disjoint parent, title")],
  ["nameList", note("Names of a list are separated by commas.", "disjoint parent, title")],
  ["pathList", note("Paths of a list are separated by commas.", "show key, fields.summary")],
  [
    "takeEntry",
    note("`take` lists arguments, each perhaps under another name.", "take fields.summary as title"),
  ],
  [
    "reward",
    note(
      "A reward has a name, perhaps `additive` and a world, and a block.",
      "reward paper additive in world variant { ... }",
    ),
  ],
  [
    "fragment",
    note(
      "A fragment has a name, tools as parameters, and the items of a reward.",
      "fragment reads(read, write) { step read before write }",
    ),
  ],
  ["useFragment", note("A fragment is used by its name, with tools.", "use reads(get_issue, create_issue)")],
  ["derive", note("Slots or penalties can be derived from the schema.", "derive slots weight 0.5")],
  [
    "slots",
    note(
      "Slots name a tool, how its calls are combined, and a weight.",
      "slots create_issue mean weight 0.5 { ... }",
    ),
  ],
  [
    "slot",
    note("A `slot` block groups lines that must all be right.", "slot fields.project { key = parent.key }"),
  ],
  [
    "recall",
    note(
      "`recall` gives credit for each wanted value that calls sent.",
      "recall 0.1 add_labels labels.name of wanted",
    ),
  ],
  [
    "step",
    note(
      "A step is a call, perhaps with a weight, an order and a condition.",
      "step 0.15 get_issue before create_issue",
    ),
  ],
  [
    "stepOrder",
    note(
      "A step stands before or after another tool's call, perhaps immediately.",
      "step get_issue immediately before create_issue",
    ),
  ],
  [
    "callGroup",
    note("A group is calls in any order.", "step all { get_issue get_user(id: who.id) } before create_issue"),
  ],
  [
    "callPattern",
    note("A call is a tool with arguments that must be equal.", "get_issue(issueIdOrKey: parent.key)"),
  ],
  [
    "argumentList",
    note("Arguments are `path: value`, separated by commas.", "get_issue(issueIdOrKey: parent.key)"),
  ],
  [
    "bonus",
    note(
      "A bonus or penalty has a weight, then one or several events.",
      "penalty 0.05 each refused create_issue",
    ),
  ],
  [
    "event",
    note(
      "Events are `called`, `accepted`, `refused`, `invalid`, `missing` or `duplicate` with a tool, `unknown tool`, and `call`.",
      "penalty 0.15 duplicate create_issue",
    ),
  ],
  ["clamp", note("A clamp is the lowest and the highest reward.", "clamp 0 .. 1")],
  ["train", note("`train` is a block of settings.", "train { group = 8 }")],
  ["setting", note("A setting is `name = value`.", "group = 8")],
  [
    "test",
    note(
      "A test has a title, what it looks at, its expectations and a block of calls.",
      'test "gold" task "train/0" expect reward == 1 { gold }',
    ),
  ],
  [
    "testSubject",
    note("A test may name its task, its variables and its reward.", 'task "train/0" reward sound'),
  ],
  [
    "expectation",
    note(
      "A test expects a reward, a term, success or failure.",
      'expect reward == 1, success, term "slots" > 0.5',
    ),
  ],
  [
    "testStep",
    note(
      "A step of a test is a call, perhaps with the status that is expected.",
      'get_issue(issueIdOrKey: "ABC-1") -> 404',
    ),
  ],
  [
    "argumentLine",
    note(
      "A line gives a path its value, perhaps with a way of comparing and a weight.",
      "fields.summary = title as text weight 2",
    ),
  ],
  ["namedArgument", note("An argument is `path: value`.", "issueIdOrKey: parent.key")],
  ["path", note("A path is names joined by dots.", "fields.project.key")],
  [
    "segment",
    note("After a dot stands a name, in quotes where it is not a plain word.", 'query."body-format"'),
  ],
  [
    "apiReference",
    note("An operation or schema is named by its API, a dot, and its own name.", "jira.getIssue"),
  ],
  ["matcher", note("`as` is followed by the way of comparing.", "as number(0.5)")],
  ["ifExpression", note("A choice needs all three parts.", "if a then b else c")],
  [
    "infixTail",
    note("`is` tests a kind of value, `matches` a pattern.", 'x is not absent and x matches "^[A-Z]"'),
  ],
  ["quantifier", note("A quantifier names an element, a list and a condition.", "all(x in list: x > 0)")],
  [
    "array",
    note(
      "A list is closed by `]`; a comprehension is `[item for name in list if condition]`.",
      "[x.key for x in Issue if x.open]",
    ),
  ],
  ["nameOrCall", note("The arguments of a call are separated by commas.", 'join(names, ", ")')],
  [
    "object",
    note(
      "An object is entries `key: value`, separated by commas.",
      '{ id: 1, "body-format": 2, [name]: 3, ...rest }',
    ),
  ],
  [
    "objectEntry",
    note(
      "An entry is `key: value`, `[expression]: value` or `...object`.",
      '{ id: 1, "body-format": 2, [name]: 3, ...rest }',
    ),
  ],
  [
    "holeExpression",
    note(
      "A hole of a string holds one expression; write `\\{` for the brace itself.",
      '"Under {parent.key}"',
    ),
  ],
]);

const fallback = note("The text does not have the form that fits here.", "a == b and c");

export function describeRule(rule: string): RuleNote {
  return rules.get(rule) ?? fallback;
}
