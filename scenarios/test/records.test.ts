import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";

const read = (path: string) =>
  parse(readFileSync(fileURLToPath(new URL(path, import.meta.url)), "utf8")) as unknown;

const ajv = new Ajv2020({ strict: false, validateFormats: false, ownProperties: true, allErrors: true });
ajv.addSchema(read("../../openapi/jira.yaml") as object, "jira");
ajv.addSchema(read("../../openapi/confluence.yaml") as object, "confluence");

describe("seeded records fit the schemas of the documents", () => {
  it.each([
    ["projects", "jira", "Project"],
    ["issue-types", "jira", "IssueType"],
    ["priorities", "jira", "Priority"],
    ["users", "jira", "User"],
    ["statuses", "jira", "Status"],
    ["transitions", "jira", "IssueTransition"],
    ["fields", "jira", "FieldCreateMetadata"],
    ["issues", "jira", "IssueBean"],
    ["comments", "jira", "Comment"],
    ["spaces", "confluence", "SpaceSingle"],
    ["pages", "confluence", "PageSingle"],
    ["labels", "confluence", "Label"],
  ])("%s: %s.%s", (file, api, schema) => {
    const validate = ajv.compile({ $ref: `${api}#/components/schemas/${schema}` });
    for (const record of read(`../data/${file}.yaml`) as unknown[]) {
      expect(validate(record), JSON.stringify({ record, errors: validate.errors })).toBe(true);
    }
  });

  it("refuses what does not fit, so that the test above means something", () => {
    const validate = ajv.compile({ $ref: "jira#/components/schemas/IssueBean" });
    expect(validate({ id: 20_001, key: "ABC-1", fields: {} })).toBe(false);
    expect(validate({ id: "20001", summary: "not a field of the bean" })).toBe(false);
    expect(validate({ id: "20001", fields: { description: "plain" } })).toBe(false);
    expect(validate({ id: "20001", fields: { description: null, assignee: null } })).toBe(true);
  });
});
