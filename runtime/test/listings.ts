import type { Json, JsonObject } from "../abi/json.js";
import type { EmittedCall } from "../abi/trace.js";

/**
 * The listings of "An RLVR Proof of Concept for Tool-Use Agents on Atlassian Workflows" (arXiv 2607.01465) with the
 * scores that its two rewards, and ours, give them.
 */
export interface Listing {
  readonly name: string;
  readonly given: { readonly [name: string]: Json };
  readonly calls: readonly EmittedCall[];
  readonly compat?: number;
  readonly literal?: number;
  readonly sound: { readonly min: number; readonly max: number };
}

const releaseNotes = {
  parent: "ABC-123",
  parentPage: "789",
  title: "Write Release Notes",
  pageTitle: "Release Notes 1.0",
};

const call = (tool: string, args: JsonObject): EmittedCall => ({ tool, arguments: args });
const getIssue = (issueIdOrKey: string) => call("get_issue", { issueIdOrKey });
const getPage = (page_id: string) => call("get_page", { page_id });

/** The fields that the second listing repeats, the parent wrongly as a text. */
const flatParent = { parent: "ABC-123", summary: "Write Release Notes", issuetype: { id: "10003" } };
const wrongIssue = (fields: JsonObject) => call("create_issue", { fields: { ...fields, ...flatParent } });
const rightIssue = call("create_issue", {
  fields: {
    project: { key: "ABC" },
    parent: { key: "ABC-123" },
    summary: "Write Release Notes",
    issuetype: { id: "10003" },
    assignee: { accountId: "admin123" },
  },
});
const createPage = (spaceId: string, value: string) =>
  call("create_page", {
    spaceId,
    title: "Release Notes 1.0",
    parentId: "789",
    body: { representation: "storage", value },
  });

const converged = (spaceId: string) => [
  getIssue("ABC-123"),
  getPage("789"),
  rightIssue,
  createPage(spaceId, "<p>Release Notes 1.0</p>"),
];

export const listings: readonly Listing[] = [
  {
    name: "1: stops early",
    given: { parent: "XYZ-456", parentPage: "100" },
    calls: [getIssue("XYZ-456"), getPage("100")],
    compat: 0,
    literal: 0,
    sound: { min: 0, max: 0.5 },
  },
  {
    name: "2: nested arguments wrong",
    given: releaseNotes,
    calls: [
      getIssue("ABC-123"),
      getPage("789"),
      wrongIssue({ project: { key: "ABC" }, assignee: { accountId: "admin123" } }),
      createPage("PAY", "<h2>Release Notes 1.0</h2>"),
      wrongIssue({ project: { key: "ABC" }, assignee: "admin123" }),
      wrongIssue({ project: { key: "ABC" } }),
      wrongIssue({ projectKey: "ABC" }),
      wrongIssue({ project: { key: "ABC" }, assignee: { accountId: "admin123" } }),
    ],
    compat: 0.52,
    literal: 0,
    sound: { min: 0, max: 0.5 },
  },
  {
    name: "3: converged, the space by its key",
    given: releaseNotes,
    calls: converged("PAY"),
    compat: 1,
    literal: 1,
    sound: { min: 0, max: 0.5 },
  },
  {
    name: "3 with the id of the space, as the real service wants it",
    given: releaseNotes,
    calls: converged("65538"),
    sound: { min: 0.9, max: 1 },
  },
];
