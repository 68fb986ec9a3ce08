import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import SwaggerParser from "@apidevtools/swagger-parser";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";

type Node = { readonly [key: string]: unknown };

const METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];
const file = (name: string) => fileURLToPath(new URL(`../${name}`, import.meta.url));
const read = (name: string) => parse(readFileSync(file(name), "utf8")) as Node;
const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null;

interface Operation {
  readonly path: string;
  readonly method: string;
  readonly shared: readonly Node[];
  readonly node: Node;
}

function operations(document: Node): Operation[] {
  const found: Operation[] = [];
  for (const [path, item] of Object.entries(document["paths"] as Node)) {
    const entries = item as Node;
    for (const method of METHODS) {
      const node = entries[method];
      if (isNode(node)) {
        found.push({ path, method, shared: (entries["parameters"] ?? []) as readonly Node[], node });
      }
    }
  }
  return found;
}

/** Every `$ref` of a document, with example data left out, since a reference there is plain data. */
function references(value: unknown, out: string[] = []): string[] {
  if (Array.isArray(value)) {
    for (const item of value) references(item, out);
  } else if (isNode(value)) {
    for (const [key, item] of Object.entries(value)) {
      if (key === "example" || key === "examples") continue;
      if (key === "$ref" && typeof item === "string") out.push(item);
      else references(item, out);
    }
  }
  return out;
}

function resolve(document: Node, reference: string): unknown {
  const steps = reference.slice(2).split("/");
  let at: unknown = document;
  for (const step of steps) {
    const key = step.replaceAll("~1", "/").replaceAll("~0", "~");
    at = isNode(at) && Object.hasOwn(at, key) ? at[key] : undefined;
  }
  return at;
}

/** Names of the component schemas that no operation reaches. */
function unreachable(document: Node): string[] {
  const seen = new Set<string>();
  const queue = references(document["paths"]);
  for (let reference = queue.pop(); reference !== undefined; reference = queue.pop()) {
    if (seen.has(reference)) continue;
    seen.add(reference);
    queue.push(...references(resolve(document, reference)));
  }
  const schemas = (document["components"] as Node)["schemas"] as Node;
  return Object.keys(schemas).filter((name) => !seen.has(`#/components/schemas/${name}`));
}

const JIRA = [
  "addComment",
  "assignIssue",
  "createIssue",
  "doTransition",
  "editIssue",
  "findUsers",
  "getCreateIssueMetaIssueTypeId",
  "getCreateIssueMetaIssueTypes",
  "getIssue",
  "getTransitions",
  "getUser",
  "searchAndReconsileIssuesUsingJql",
  "searchAndReconsileIssuesUsingJqlPost",
  "searchForIssuesUsingJql",
  "searchForIssuesUsingJqlPost",
];

const CONFLUENCE = [
  "addLabelsToContent",
  "createPage",
  "getChildPages",
  "getPageById",
  "getPageLabels",
  "getPages",
  "getSpaceById",
  "getSpaces",
  "removeLabelFromContentUsingQueryParameter",
  "searchByCQL",
  "updatePage",
];

const DOCUMENTS = [
  { name: "jira.yaml", version: "3.0.3", ids: JIRA },
  { name: "confluence.yaml", version: "3.1.0", ids: CONFLUENCE },
];

describe.each(DOCUMENTS)("$name", ({ name, version, ids }) => {
  const document = read(name);
  const all = operations(document);

  it("is a valid document of its version", async () => {
    expect(document["openapi"]).toBe(version);
    await expect(SwaggerParser.validate(file(name))).resolves.toBeDefined();
  });

  it("holds exactly the operations it is meant to", () => {
    expect(all.map((o) => o.node["operationId"]).sort()).toEqual(ids);
  });

  it("resolves every reference within itself and leaves no schema unused", () => {
    const all = references(document);
    expect(all.length).toBeGreaterThan(50);
    for (const reference of all) {
      expect(reference.startsWith("#/"), reference).toBe(true);
      expect(resolve(document, reference), reference).toBeDefined();
    }
    expect(unreachable(document)).toEqual([]);
  });

  it("gives every operation a summary, a known tag, a refusal with a schema and its path parameters", () => {
    const tags = (document["tags"] as readonly Node[]).map((tag) => tag["name"]);
    for (const { path, shared, node } of all) {
      const id = String(node["operationId"]);
      expect(typeof node["summary"], id).toBe("string");
      expect((node["tags"] as readonly unknown[]).length, id).toBe(1);
      for (const tag of node["tags"] as readonly unknown[]) expect(tags, id).toContain(tag);

      const responses = node["responses"] as Node;
      const refusals = Object.keys(responses).filter((status) => status.startsWith("4"));
      expect(refusals.length, id).toBeGreaterThan(0);
      for (const status of refusals) {
        const response = follow(document, responses[status]);
        expect(isNode(response["content"]), `${id} ${status}`).toBe(true);
      }

      const parameters = [...shared, ...((node["parameters"] ?? []) as readonly Node[])].map((p) =>
        follow(document, p),
      );
      const declared = parameters.filter((p) => p["in"] === "path").map((p) => p["name"]);
      const named = [...path.matchAll(/\{([^}]+)\}/g)].map((match) => match[1]);
      expect(declared.sort(), id).toEqual(named.sort());
      const places = parameters.map((p) => `${String(p["in"])} ${String(p["name"])}`);
      expect(new Set(places).size, id).toBe(places.length);
    }
  });
});

function follow(document: Node, value: unknown): Node {
  const node = value as Node;
  return typeof node["$ref"] === "string" ? (resolve(document, node["$ref"]) as Node) : node;
}

describe("disagreements kept on purpose", () => {
  const jira = read("jira.yaml");
  const confluence = read("confluence.yaml");
  const schema = (document: Node, name: string) =>
    resolve(document, `#/components/schemas/${name}`) as Node & { readonly properties: Node };

  it("requires nothing when an issue is created, edited or moved", () => {
    for (const name of ["IssueUpdateDetails", "IssueFieldsWrite", "IssueReference", "TransitionReference"]) {
      expect(schema(jira, name)["required"], name).toBeUndefined();
    }
    expect(schema(jira, "IssueFieldsWrite")["additionalProperties"]).toBe(true);
    expect((schema(jira, "TransitionReference").properties["id"] as Node)["type"]).toBe("string");
  });

  it("takes page ids as integers in paths and gives them as strings in responses", () => {
    const parameter = resolve(confluence, "#/components/parameters/pageId") as Node;
    expect(parameter["schema"]).toEqual({ type: "integer", format: "int64" });
    expect(schema(confluence, "PageBulk").properties["id"]).toEqual({ type: "string" });
  });

  it("has a page body whose two forms both take the same value", () => {
    const branches = schema(confluence, "PageBody")["oneOf"] as readonly Node[];
    expect(branches).toHaveLength(2);
    for (const branch of branches) {
      const form = follow(confluence, branch);
      expect(form["required"]).toBeUndefined();
      expect(form["additionalProperties"]).toBeUndefined();
    }
  });

  it("answers every request to the removed search with 401 or 410", () => {
    const removed = operations(jira).filter((o) => o.path === "/rest/api/3/search");
    expect(removed).toHaveLength(2);
    for (const { node } of removed) expect(Object.keys(node["responses"] as Node)).toEqual(["401", "410"]);
  });
});
