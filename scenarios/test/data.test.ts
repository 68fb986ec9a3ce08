import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { dataFiles } from "../../tools/atlassian-data/files.js";
import { readSources } from "../../tools/atlassian-data/sources.js";

type Row = { readonly [key: string]: unknown };

const path = (name: string) => fileURLToPath(new URL(`../data/${name}`, import.meta.url));
const read = <T = Row[]>(name: string) => parse(readFileSync(path(name), "utf8")) as T;

// `RVRC_WRITE_DATA=1 npx vitest run scenarios/test/data` writes the files after the sources were edited.
if (process.env["RVRC_WRITE_DATA"] === "1") {
  for (const [name, text] of dataFiles()) writeFileSync(path(name), text);
}

describe("the committed data", () => {
  it.each([...dataFiles()])("%s is what its sources make", (name, text) => {
    expect(readFileSync(path(name), "utf8")).toBe(text);
  });
});

const at = (value: unknown, ...keys: readonly string[]): unknown =>
  keys.reduce<unknown>(
    (v, key) => (typeof v === "object" && v !== null ? (v as Row)[key] : undefined),
    value,
  );

describe("Jira records", () => {
  const issues = read("issues.yaml");
  const users = read("users.yaml");
  const projects = read("projects.yaml");
  const setups = read("project-setups.yaml");
  const transitions = read("transitions.yaml");

  it("has the numbers and the names that tasks rely on", () => {
    expect(projects.length).toBe(16);
    expect(users.length).toBe(68);
    expect(issues.length).toBe(16 * 22);
    const parents = issues.filter((i) => at(i, "fields", "issuetype", "subtask") === false);
    expect(parents.length).toBe(320);
    const keys = issues.map((i) => i["key"]);
    expect(new Set(keys).size).toBe(keys.length);
    expect(new Set(issues.map((i) => i["id"])).size).toBe(issues.length);
    expect(keys).toEqual(expect.arrayContaining(["ABC-123", "XYZ-456", "ISK-1"]));
  });

  it("refers only to what exists, and numbers new issues after the old ones", () => {
    const accounts = users.map((u) => u["accountId"]);
    const statuses = read("statuses.yaml").map((s) => s["id"]);
    for (const issue of issues) {
      const [project, number] = String(issue["key"]).split("-");
      expect(at(issue, "fields", "project", "key")).toBe(project);
      const setup = setups.find((s) => s["project"] === project);
      expect(Number(number)).toBeLessThan(Number(setup?.["next"]));
      expect(statuses).toContain(at(issue, "fields", "status", "id"));
      const assignee = at(issue, "fields", "assignee");
      if (assignee !== null) expect(accounts).toContain(at(assignee, "accountId"));
      const parent = at(issue, "fields", "parent", "key");
      if (parent !== undefined) expect(issues.some((i) => i["key"] === parent)).toBe(true);
    }
  });

  it("leads from every open status to Done by exactly one transition, whose name is no status", () => {
    const statuses = read("statuses.yaml");
    const names = statuses.map((s) => s["name"]);
    for (const issue of issues) {
      const workflow = setups.find((s) => s["project"] === at(issue, "fields", "project", "key"))?.[
        "workflow"
      ];
      const from = at(issue, "fields", "status", "id");
      const leaving = transitions.filter((t) => t["workflow"] === workflow && t["from"] === from);
      expect(leaving.length, String(issue["key"])).toBeGreaterThan(0);
      expect(new Set(leaving.map((t) => t["id"])).size).toBe(leaving.length);
      const open = at(issue, "fields", "status", "statusCategory", "key") !== "done";
      expect(leaving.filter((t) => at(t, "to", "name") === "Done").length).toBe(open ? 1 : 0);
      for (const t of leaving) expect(names).not.toContain(t["name"]);
    }
    expect(new Set(transitions.map((t) => t["ref"])).size).toBe(transitions.length);
  });
});

describe("Confluence records", () => {
  const pages = read("pages.yaml");
  const spaces = read("spaces.yaml");

  it("has the numbers and the ids that tasks rely on", () => {
    expect(spaces.length).toBe(17);
    expect(pages.length).toBe(4 * 12 + 11 * 21 + 48 + 210);
    expect(new Set(pages.map((p) => p["id"])).size).toBe(pages.length);
    const pay = spaces.find((s) => s["key"] === "PAY")?.["id"];
    expect(pay).toBe("65538");
    expect(pages.find((p) => p["id"] === "789")?.["spaceId"]).toBe(pay);
    expect(pages.some((p) => p["id"] === "100")).toBe(true);
    expect(pages.some((p) => p["id"] === "10001")).toBe(true);
  });

  it("has no title twice within a space and none that a task asks for", () => {
    const wanted = new Set(Object.values(read<Record<string, string[]>>("page-titles.yaml")).flat());
    const seen = new Set<string>();
    for (const page of pages) {
      expect(wanted.has(String(page["title"]))).toBe(false);
      const place = `${String(page["spaceId"])}/${String(page["title"])}`;
      expect(seen.has(place), place).toBe(false);
      seen.add(place);
    }
  });

  it("records as right labels exactly those whose cue stands in the page", () => {
    const { labels } = readSources().labels;
    const gold = read("page-gold.yaml");
    expect(labels.length).toBe(12);
    expect(gold.length).toBe(258);
    for (const { page, labels: right } of gold) {
      const text = String(
        at(
          pages.find((p) => p["id"] === page),
          "body",
          "storage",
          "value",
        ),
      );
      const words = text.toLowerCase().split(/[^a-z]+/);
      const found = labels.filter((l) => words.includes(l.cue)).map((l) => l.name);
      expect([...found].sort(), String(page)).toEqual(right);
      expect(found.length).toBeGreaterThanOrEqual(3);
      expect(found.length).toBeLessThanOrEqual(5);
      for (const label of labels) {
        // Not even part of another word may hint at a label that is not meant.
        if (!found.includes(label.name)) expect(text.toLowerCase()).not.toContain(label.cue);
      }
    }
    const sizes = gold.slice(0, 6).map((g) => (g["labels"] as string[]).length);
    expect(sizes).toEqual([3, 3, 3, 4, 4, 5]);
  });
});

describe("the splits", () => {
  const pools = read<Record<string, string[]>>("pools.yaml");

  it.each(["issues", "tickets", "users", "pages", "notes"])("share no %s", (name) => {
    const train = pools[`train_${name}`] ?? [];
    const heldout = pools[`heldout_${name}`] ?? [];
    expect(train.length).toBeGreaterThanOrEqual(12);
    expect(heldout.length).toBeGreaterThanOrEqual(name === "users" ? 30 : 200);
    expect(heldout.filter((item) => train.includes(item))).toEqual([]);
  });

  it.each(["subtask-titles.yaml", "page-titles.yaml"])("share no title of %s", (name) => {
    const { train = [], heldout = [] } = read<Record<string, string[]>>(name);
    const all = [...train, ...heldout];
    expect(new Set(all.map((t) => t.toLowerCase())).size).toBe(all.length);
    expect(train.length).toBeGreaterThanOrEqual(14);
    expect(heldout.length).toBeGreaterThanOrEqual(210);
  });

  it("gives every page row the space of its parent page", () => {
    const pages = read("pages.yaml");
    const spaces = read("spaces.yaml");
    for (const file of ["page-train.yaml", "page-heldout.yaml", "cross-train.yaml", "cross-heldout.yaml"]) {
      const rows = read(file);
      expect(rows.length).toBe(file.includes("train") ? 60 : 200);
      expect(new Set(rows.map((r) => JSON.stringify(r))).size).toBe(rows.length);
      for (const row of rows) {
        const page = pages.find((p) => p["id"] === row["parentPage"]);
        expect(spaces.find((s) => s["id"] === page?.["spaceId"])?.["key"]).toBe(row["space"]);
      }
    }
  });
});
