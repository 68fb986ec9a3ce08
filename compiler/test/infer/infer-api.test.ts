import { beforeAll, describe, expect, it } from "vitest";
import { memoryHost } from "../../host/memory-host.js";
import { describeFacts } from "../../infer/describe.js";
import { inferApi } from "../../infer/infer-api.js";
import type { InferredResource } from "../../infer/inferred.js";
import type { ApiModel } from "../../openapi/api-model.js";
import { loadApi } from "../../openapi/load-api.js";
import { LIBRARY } from "./library.js";

async function modelOf(text: string): Promise<ApiModel> {
  const { model } = await loadApi(memoryHost({ "api.yaml": text }), "api.yaml");
  if (model === undefined) throw new Error("no model");
  return model;
}

let resources: readonly InferredResource[];
const named = (name: string): InferredResource => {
  const found = resources.find((resource) => resource.name === name);
  if (found === undefined) throw new Error(`no ${name} among ${resources.map((one) => one.name).join(", ")}`);
  return found;
};
const rolesOf = (name: string) => named(name).roles.map(({ value }) => `${value.role} ${value.operation}`);

beforeAll(async () => {
  resources = inferApi(await modelOf(LIBRARY));
});

describe("the resources of a document", () => {
  it("are those with records of their own, by the words of their paths", () => {
    expect(resources.map(({ name, kind, exists }) => `${name} ${kind} ${exists.confidence}`)).toEqual([
      "Book collection high",
      "BookChapter collection high",
      "BookNote collection medium",
      "Shelf collection high",
      "Settings singleton medium",
      "Member collection low",
      "Tag collection medium",
    ]);
  });

  it("have operations on their paths, whatever a path calls its parameters", () => {
    expect(rolesOf("Book")).toEqual([
      "read getBook",
      "update changeBook",
      "delete deleteBook",
      "list listBooks",
      "create createBook",
      "list recentBooks",
      "list booksOnShelf",
      "action lendBook",
    ]);
    expect(rolesOf("BookNote")).toEqual(["read getNote", "upsert setNote"]);
    expect(rolesOf("Settings")).toEqual(["read getSettings", "update setSettings"]);
    expect(rolesOf("Tag")).toEqual(["list listTags"]);
  });

  it("are replaced by a PUT that requires something, and changed by one that requires nothing", () => {
    expect(rolesOf("BookChapter")).toContain("replace setChapter");
    expect(rolesOf("Shelf")).toContain("replace updateShelf");
    expect(rolesOf("Settings")).toContain("update setSettings");
  });

  it("are identified by the field that the path means", () => {
    const key = (name: string) => named(name).identifier?.value.field;
    expect([key("Book"), named("Book").aliases.map(({ value }) => value)]).toEqual(["id", ["slug"]]);
    expect([key("BookChapter"), key("BookNote"), key("Shelf"), key("Tag")]).toEqual([
      "number",
      "key",
      "gid",
      "id",
    ]);
    expect(key("Settings")).toBeUndefined();
  });

  it("are left open where two fields fit equally well", () => {
    const { identifier, open } = named("Member");
    expect(identifier?.value.field).toBeUndefined();
    expect(identifier?.confidence).toBe("low");
    expect(open).toEqual(["the path's 'member' may be 'id' or 'key' of the record"]);
  });

  it("lie below one another", () => {
    const [parent] = named("BookChapter").parents;
    expect(parent?.value).toEqual({ parameter: "book-id", resource: "Book", field: undefined });
    expect(parent?.confidence).toBe("medium");
  });

  it("come in pages and in envelopes", () => {
    expect(
      named("Book").lists.map(({ operation, path, paging }) => [operation, path, paging?.value]),
    ).toEqual([
      ["listBooks", ["values"], { kind: "offset", position: "startAt", limit: "maxResults" }],
      ["recentBooks", [], undefined],
      ["booksOnShelf", [], undefined],
    ]);
    expect(named("BookChapter").lists[0]?.paging?.value.kind).toBe("cursor");
    expect(named("Shelf").envelope?.value).toBe("data");
    expect(named("Shelf").record?.value.name).toBe("Shelf");
  });

  it("have computed fields, states without edges, and references", () => {
    const { computed, states, references } = named("Book");
    expect(computed.map(({ value }) => value)).toEqual(["id", "slug", "pages", "made"]);
    expect(states.map(({ value }) => value)).toEqual([{ field: "status", values: ["here", "lent", "lost"] }]);
    expect(references.map(({ value }) => value)).toEqual([{ field: "shelfId", resource: "Shelf" }]);
  });

  it("say why, for every fact", () => {
    for (const resource of resources) {
      for (const { kind, value, reason, confidence } of describeFacts(resource)) {
        expect(reason, `${resource.name} ${kind}`).not.toBe("");
        expect(value, `${resource.name} ${kind}`).not.toBe("");
        expect(["high", "medium", "low"]).toContain(confidence);
      }
    }
  });
});

describe("inference", () => {
  it("does not depend on the order of paths, but for the order of its list", async () => {
    const lines = LIBRARY.split("\n  /v1/");
    const [head = "", ...paths] = lines;
    const last = paths.at(-1) ?? "";
    const [lastPath = "", components = ""] = last.split("\ncomponents:");
    const turned = [head, ...[...paths.slice(0, -1), lastPath].reverse()].join("\n  /v1/");
    const other = inferApi(await modelOf(`${turned}\ncomponents:${components}`));
    const facts = (list: readonly InferredResource[]) =>
      list.map((one) => [one.name, one.identifier?.value.field, one.record?.value.name]).sort();
    expect(facts(other)).toEqual(facts(resources));
  });

  it("survives paths and properties with names of the prototype", async () => {
    const text = `
openapi: 3.1.0
info: { title: Odd, version: "1" }
paths:
  /constructor/{__proto__}:
    parameters: [{ name: __proto__, in: path, required: true, schema: { type: string } }]
    get: { operationId: a, responses: { "200": { description: One., content: { application/json: { schema: { type: object, properties: { __proto__: { type: string }, toString: { type: string } } } } } } } }
  /{a}/{b}: { get: { operationId: b, parameters: [{ name: a, in: path, required: true, schema: {} }, { name: b, in: path, required: true, schema: {} }], responses: { "200": { description: One. } } } }
  /x/{a}-{b}: { get: { operationId: c, parameters: [{ name: a, in: path, required: true, schema: {} }, { name: b, in: path, required: true, schema: {} }], responses: { "200": { description: One. } } } }
  /日本/{id}: { get: { operationId: d, parameters: [{ name: id, in: path, required: true, schema: {} }], responses: { "200": { description: One., content: { application/json: { schema: { type: object, properties: { id: {} } } } } } } } }
`;
    const found = inferApi(await modelOf(text));
    expect(found.map(({ name }) => name)).toEqual(["Constructor", "Resource"]);
  });
});
