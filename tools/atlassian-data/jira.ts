import type { Dice } from "./dice.js";
import type { ProjectSource, Sources } from "./sources.js";

export type Row = { readonly [key: string]: unknown };

export const SITE = "https://your-domain.atlassian.net";

const CATEGORIES: Readonly<Record<string, Row>> = {
  new: { id: 2, key: "new", name: "To Do" },
  indeterminate: { id: 4, key: "indeterminate", name: "In Progress" },
  done: { id: 3, key: "done", name: "Done" },
};

export const ISSUE_TYPES = [
  { id: "10000", name: "Epic", subtask: false, hierarchyLevel: 1 },
  { id: "10001", name: "Story", subtask: false, hierarchyLevel: 0 },
  { id: "10002", name: "Task", subtask: false, hierarchyLevel: 0 },
  { id: "10003", name: "Sub-task", subtask: true, hierarchyLevel: -1 },
  { id: "10004", name: "Bug", subtask: false, hierarchyLevel: 0 },
] as const;

export const PRIORITIES = [
  { id: "1", name: "Highest" },
  { id: "2", name: "High" },
  { id: "3", name: "Medium" },
  { id: "4", name: "Low" },
  { id: "5", name: "Lowest" },
] as const;

export interface IssueRow {
  readonly id: string;
  readonly key: string;
  readonly self: string;
  readonly fields: {
    readonly summary: string;
    readonly status: Row;
    readonly issuetype: Row;
    readonly [name: string]: unknown;
  };
}

export interface JiraData {
  readonly projects: readonly Row[];
  readonly setups: readonly Row[];
  readonly users: readonly Row[];
  readonly statuses: readonly Row[];
  readonly transitions: readonly Row[];
  readonly fields: readonly Row[];
  readonly issues: readonly IssueRow[];
  readonly comments: readonly Row[];
}

const required = <T>(value: T | undefined, what: string): T => {
  if (value === undefined) throw new Error(`missing ${what}`);
  return value;
};

const capital = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);

/** The form of a user, in a list of users (`mail` given) or within an issue. */
function user(accountId: string, displayName: string, active: boolean): Row {
  return { accountId, accountType: accountId.includes("bot") ? "app" : "atlassian", active, displayName };
}

/** A rich text of one paragraph. */
export function adf(text: string): Row {
  return { type: "doc", version: 1, content: [{ type: "paragraph", content: [{ type: "text", text }] }] };
}

/** Time of the service: milliseconds and an offset without a colon. */
function stamp(hours: number): string {
  return new Date(Date.UTC(2026, 0, 5, 8) + hours * 3_600_000).toISOString().replace("Z", "+0000");
}

function statusRows(sources: Sources): readonly Row[] {
  return sources.flows.statuses.map(({ id, name, category }) => ({
    id,
    name,
    statusCategory: required(CATEGORIES[category], category),
  }));
}

function transitionRows(sources: Sources, statuses: readonly Row[]): readonly Row[] {
  const named = (name: string) =>
    required(
      statuses.find((s) => s["name"] === name),
      name,
    );
  return Object.entries(sources.flows.workflows).flatMap(([workflow, { transitions }]) =>
    transitions.flatMap(([id, name, leaves, enters]) =>
      leaves.map((from) => ({
        ref: `${workflow}/${String(named(from)["id"])}/${id}`,
        workflow,
        from: named(from)["id"],
        id,
        name,
        to: named(enters),
        hasScreen: false,
        isGlobal: false,
        isInitial: false,
        isAvailable: true,
        isConditional: false,
      })),
    ),
  );
}

/** Create metadata: the usual fields of every issue type; what single projects add stands in their set-up. */
function fieldRows(): readonly Row[] {
  const field = (
    type: string,
    fieldId: string,
    name: string,
    needed: boolean,
    schema: Row,
    more: Row = {},
  ) => ({
    ref: `${type}/${fieldId}`,
    issueTypeId: type,
    fieldId,
    key: fieldId,
    name,
    required: needed,
    hasDefaultValue: fieldId === "priority",
    operations: schema["type"] === "array" ? ["add", "set", "remove"] : ["set"],
    schema: { ...schema, system: fieldId },
    ...more,
  });
  return ISSUE_TYPES.flatMap((type) => [
    field(type.id, "summary", "Summary", true, { type: "string" }),
    field(type.id, "issuetype", "Issue Type", true, { type: "issuetype" }, { allowedValues: [type] }),
    field(type.id, "project", "Project", true, { type: "project" }),
    ...(type.hierarchyLevel === 1
      ? []
      : [field(type.id, "parent", "Parent", type.subtask, { type: "issuelink" })]),
    field(type.id, "description", "Description", false, { type: "string" }),
    field(type.id, "assignee", "Assignee", false, { type: "user" }),
    field(type.id, "priority", "Priority", false, { type: "priority" }, { allowedValues: PRIORITIES }),
    field(type.id, "labels", "Labels", false, { type: "array", items: "string" }),
    field(type.id, "duedate", "Due date", false, { type: "date" }),
  ]);
}

const PER_PROJECT = 20;
const SUBTASKS = 2;

export function jira(sources: Sources, dice: Dice): JiraData {
  const { people, phrases, flows } = sources;
  const users = [
    ...Object.entries({ ...people.train, ...people.heldout, ...people.others }).map(([id, name]) =>
      user(id, name, true),
    ),
    ...Object.entries(people.former).map(([id, name]) => user(id, name, false)),
  ];
  const staff = users.filter((u) => u["active"] === true && u["accountType"] === "atlassian");
  const reporters = users.filter((u) => String(u["accountId"]) in people.others);
  const statuses = statusRows(sources);
  const summaries = dice.shuffle([
    ...phrases.things.flatMap((thing) => phrases.troubles.map((trouble) => `${capital(thing)} ${trouble}`)),
    ...phrases.wishes.flatMap((wish) => phrases.things.map((thing) => `${wish} ${thing}`)),
  ]);
  const issues: IssueRow[] = [];
  const next = new Map<string, number>();

  const issue = (
    project: ProjectSource,
    number: number,
    type: Row,
    status: Row,
    parent?: IssueRow,
  ): IssueRow => {
    const id = String(20_001 + issues.length);
    const summary = required(summaries.pop(), "summary");
    const created = stamp(issues.length * 5);
    const row: IssueRow = {
      id,
      key: `${project.key}-${number}`,
      self: `${SITE}/rest/api/3/issue/${id}`,
      fields: {
        summary,
        issuetype: type,
        project: { id: project.id, key: project.key, name: project.name },
        ...(parent ? { parent: { id: parent.id, key: parent.key } } : {}),
        status,
        priority: PRIORITIES[dice.between(1, 3)],
        assignee: dice.chance(0.6) ? dice.pick(staff) : null,
        reporter: dice.pick(reporters),
        labels: dice.chance(0.3) ? [dice.pick(phrases.marks)] : [],
        description: dice.chance(0.5) ? adf(dice.pick(phrases.notes)) : null,
        created,
        updated: created,
      },
    };
    issues.push(row);
    return row;
  };

  for (const project of sources.projects) {
    const flow = required(flows.workflows[project.workflow], project.workflow);
    const named = (name: string) =>
      required(
        statuses.find((s) => s["name"] === name),
        name,
      );
    const closed = ["Done", "Cancelled"];
    const open = [...new Set(flow.transitions.flatMap(([, , leaves]) => leaves))].filter(
      (n) => !closed.includes(n),
    );
    const mine: IssueRow[] = [];
    let number = project.first;
    for (let i = 0; i < PER_PROJECT; i += 1) {
      const last = i === PER_PROJECT - 1;
      const status = named(last ? dice.pick(closed) : i % 3 === 0 ? flow.start : dice.pick(open));
      const type = dice.pick(ISSUE_TYPES.filter((t) => t.hierarchyLevel === 0));
      mine.push(issue(project, number, type, status));
      number += project.use === "heldout" && dice.chance(0.4) ? dice.between(2, 9) : 1;
    }
    for (let i = 0; i < SUBTASKS; i += 1) {
      issue(project, number, ISSUE_TYPES[3], named(flow.start), mine[i]);
      number += 1;
    }
    next.set(project.key, number);
  }

  return {
    projects: sources.projects.map(({ id, key, name }) => ({ id, key, name, projectTypeKey: "software" })),
    setups: sources.projects.map(({ key, workflow, requires }) => ({
      project: key,
      workflow,
      start: required(
        statuses.find((s) => s["name"] === flows.workflows[workflow]?.start),
        workflow,
      )["id"],
      next: required(next.get(key), key),
      requires: requires ?? [],
    })),
    users: users.map((u) => ({ ...u, emailAddress: `${mailName(String(u["displayName"]))}@example.com` })),
    statuses,
    transitions: transitionRows(sources, statuses),
    fields: fieldRows(),
    issues,
    comments: phrases.comments.map((text, i) => {
      const about = required(issues[i * 23], "issue");
      const created = stamp(2000 + i);
      return {
        id: String(30_001 + i),
        issueId: about.id,
        self: `${SITE}/rest/api/3/issue/${about.id}/comment/${30_001 + i}`,
        author: dice.pick(staff),
        body: adf(text),
        created,
        updated: created,
      };
    }),
  };
}

function mailName(displayName: string): string {
  return displayName.toLowerCase().replaceAll(" ", ".");
}
