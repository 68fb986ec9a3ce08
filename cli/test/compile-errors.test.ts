import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { atlassianProject, type Outcome, ROOT, rvrc, write } from "./rvrc.js";

/** A mistake that a person makes in a shipped scenario, and what `rvrc check` must answer. */
interface Mistake {
  readonly name: string;
  readonly file: string;
  readonly from: string;
  readonly to: string;
  readonly code: string;
  /** What the frame points at. */
  readonly marked: string;
  readonly says: readonly RegExp[];
}

/** The mistake whose answer the README shows, word for word. */
const README_SHOWS = "the parent as a bare string";

const MISTAKES: readonly Mistake[] = [
  {
    name: "a whole number for the transition id",
    file: "ticket-transition.rvr",
    from: "transition.id = wanted.id",
    to: "transition.id = 31",
    code: "RVR3001",
    marked: "31",
    says: [/'transition\.id' of transition_issue cannot be 31: expects a string/, /do: {2}Write a string/],
  },
  {
    name: "a property that the schema lacks",
    file: "subtask-creation.rvr",
    from: "fields.project.key = parent.fields.project.key",
    to: "fields.projectKey = parent.fields.project.key",
    code: "RVR3002",
    marked: "projectKey",
    says: [
      /create_issue has no argument 'fields\.projectKey'/,
      /do: {2}The schema has 'fields\.project\.key' instead/,
    ],
  },
  {
    name: "the parent as a bare string",
    file: "subtask-creation.rvr",
    from: "fields.parent.key = parent.key",
    to: "fields.parent = parent.key",
    code: "RVR3001",
    marked: "parent.key",
    says: [/'fields\.parent' of create_issue cannot be a value of type string: the schema says object/],
  },
  {
    name: "an operation that the document lacks",
    file: "subtask-creation.rvr",
    from: "jira.createIssue",
    to: "jira.creatIssue",
    code: "RVR2003",
    marked: "creatIssue",
    says: [/The API 'jira' has no operation 'creatIssue'/, /Did you mean 'createIssue'\?/],
  },
  {
    name: "a task in the training and the held-out split",
    file: "subtask-creation.rvr",
    from: `split heldout 200 seed 11 {
      parent in "data/pools.yaml" heldout_issues`,
    to: `split heldout from "data/subtask-train.yaml" {`,
    code: "RVR5001",
    marked: "heldout",
    says: [
      /ABC-123.* is in the splits 'train' and 'heldout'/,
      /the other split/,
      /A held-out figure means nothing/,
    ],
  },
  {
    name: "gold that the world refuses",
    file: "subtask-creation.rvr",
    from: `fields.issuetype.id = "10003"`,
    to: `fields.issuetype.id = "10002"`,
    code: "RVR5002",
    marked: "create_issue",
    says: [/Gold does not reach the goal for task train\/0: create_issue is answered with 400/],
  },
];

describe("rvrc check on the shipped scenarios with one mistake in each", () => {
  const project = atlassianProject(afterAll);

  async function answerTo({
    file,
    from,
    to,
  }: Mistake): Promise<{ readonly bad: string; readonly found: Outcome }> {
    const path = `scenarios/${file}`;
    const good = readFileSync(join(ROOT, path), "utf8");
    const bad = good.replace(from, to);
    expect(bad).not.toBe(good);
    write(project, path, bad);
    const found = await rvrc(["check", path], { cwd: project });
    write(project, path, good);
    return { bad, found };
  }

  it.each(MISTAKES)("$code: $name", async (mistake) => {
    const { to, code, marked, says } = mistake;
    const { bad, found } = await answerTo(mistake);
    expect([found.code, found.stdout]).toEqual([1, ""]);

    // The first finding, errors coming first: title, place, frame, reason, remedy.
    const [first = ""] = found.stderr.split("\n\n");
    expect(first).toMatch(new RegExp(`^error\\[${code}\\] `, "u"));
    for (const text of says) expect(first).toMatch(text);
    const line = bad.slice(0, markedAt(bad, to, marked)).split("\n").length;
    expect(first).toContain(`--> scenarios/${mistake.file}:${line}:`);
    expect(first).toMatch(/\n {3,}= why: \S/u);
    expect(first).toMatch(/\n {3,}= do: {2}\S/u);
    const rows = first.split("\n");
    const carets = rows.findIndex((row) => /^ *\|[ ]*\^+$/u.test(row));
    const begin = rows[carets]?.indexOf("^") ?? -1;
    const end = (rows[carets]?.lastIndexOf("^") ?? -1) + 1;
    expect(rows[carets - 1]?.slice(begin, end)).toBe(marked);

    if (mistake.name !== README_SHOWS) return;
    const readme = readFileSync(join(ROOT, "README.md"), "utf8");
    const [, shown] = /<!-- error-example -->\n```\n([\s\S]*?)\n```/u.exec(readme) ?? [];
    expect(first).toBe(shown);
  });
});

/** Where the marked text begins: inside the replaced text, or, for gold, in the line that opens its block. */
function markedAt(text: string, to: string, marked: string): number {
  const at = text.indexOf(to);
  const inside = to.lastIndexOf(marked);
  return inside >= 0 ? at + inside : text.lastIndexOf(marked, at);
}
