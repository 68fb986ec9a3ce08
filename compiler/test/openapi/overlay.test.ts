import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { memoryHost } from "../../host/memory-host.js";
import { loadApi } from "../../openapi/load-api.js";
import { applyOverlays } from "../../openapi/overlay/apply-overlays.js";
import { parseText } from "../../openapi/parse-text.js";
import { type Data, plain } from "./fixture.js";

const BASE = `openapi: 3.1.0
info: { title: Shop, version: "1" }
tags: [{ name: a }, { name: b }, { name: c }]
paths:
  /items:
    get:
      operationId: listItems
      parameters:
        - { name: top, in: query, schema: { type: integer } }
        - { name: dummy, in: query, schema: { type: string } }
      responses: { "200": { description: Items. } }
  /items/{id}:
    get:
      operationId: getItem
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      responses: { "200": { description: An item. } }
`;

interface Named {
  readonly name: string;
}

/** The document, as far as the tests look into it. */
interface Shop {
  readonly info: { readonly contact?: unknown };
  readonly tags: readonly Named[];
  readonly paths: {
    readonly [path: string]: {
      readonly get: {
        readonly operationId: string;
        readonly parameters: readonly Named[];
        readonly extra?: { readonly list: readonly number[] };
      };
    };
  };
}

const overlay = (actions: readonly Data[], version = "1.1.0") =>
  stringify({ overlay: version, info: { title: "Fixes", version: "1" }, actions });

/** The document after one overlay or several, and the findings as `CODE "text" in file`. */
function apply(texts: readonly string[], base = BASE) {
  const overlays = texts.map((text, n) => ({ path: `api/o${n + 1}.yaml`, text }));
  const resolve = (_: string, relative: string) => `api/${relative}`;
  const { parsed, diagnostics } = applyOverlays("api/base.yaml", parseText(base), overlays, resolve);
  const textOf = (file: string) => overlays.find(({ path }) => path === file)?.text ?? base;
  const pointed = ({
    file,
    span,
  }: {
    readonly file: string;
    readonly span: { start: number; end: number };
  }) => `${file}: ${textOf(file).slice(span.start, span.end)}`;
  return {
    value: plain(parsed.value) as Shop,
    codes: diagnostics.map(({ code }) => code),
    findings: diagnostics.map((one) => `${one.code} ${pointed(one)}`),
    written: (...steps: string[]) => pointed(parsed.place?.(steps) ?? expect.fail("no place")),
  };
}

describe("an update", () => {
  it("merges objects, appends to lists and replaces plain values", () => {
    const { value, codes } = apply([
      overlay([
        { target: "$.info", update: { description: "All of it.", title: "Store" } },
        { target: "$.tags", update: { name: "d" } },
        { target: "$.tags", update: [{ name: "e" }, { name: "f" }] },
        { target: "$.paths['/items'].get.operationId", update: "list" },
        { target: "$", update: { paths: { "/items": { get: { parameters: [{ name: "skip" }] } } } } },
      ]),
    ]);
    expect(codes).toEqual([]);
    expect(value.info).toEqual({ title: "Store", version: "1", description: "All of it." });
    expect(value.tags.map(({ name }) => name)).toEqual(["a", "b", "c", "d", "e", "f"]);
    expect(value.paths["/items"]?.get.operationId).toBe("list");
    expect(value.paths["/items"]?.get.parameters.map(({ name }) => name)).toEqual(["top", "dummy", "skip"]);
  });

  it("reaches every node that a path selects, each with a copy of its own", () => {
    const { value } = apply([
      overlay([
        { target: "$.paths.*.get", update: { extra: { list: [1] } } },
        { target: "$.paths['/items'].get.extra.list", update: 2 },
        { target: "$.paths[?@.get.operationId == 'getItem'].get", update: { summary: "One." } },
        { target: "$..parameters[?match(@.name, 'i.')]", update: { description: "Which." } },
      ]),
    ]);
    expect(value.paths["/items"]?.get.extra?.list).toEqual([1, 2]);
    expect(value.paths["/items/{id}"]?.get).toMatchObject({
      extra: { list: [1] },
      summary: "One.",
      parameters: [{ name: "id", description: "Which." }],
    });
  });

  it("sees what the actions and overlays before it did", () => {
    const { value } = apply([
      overlay([{ target: "$.info", update: { contact: { name: "A" } } }]),
      overlay([{ target: "$.info.contact", update: { email: "a@example.org" } }], "1.0.0"),
    ]);
    expect(value.info.contact).toEqual({ name: "A", email: "a@example.org" });
  });
});

it("removes members and items, several at once", () => {
  const { value, codes } = apply([
    overlay([
      { target: "$.tags[?@.name != 'b']", remove: true },
      { target: "$..parameters[?@.name == 'dummy']", remove: true },
      { target: "$.paths['/items/{id}']", remove: true },
      { target: "$.info.version", update: { ignored: true }, remove: true },
    ]),
  ]);
  expect(codes).toEqual([]);
  expect(value.tags).toEqual([{ name: "b" }]);
  expect(value.paths["/items"]?.get.parameters).toHaveLength(1);
  expect(Object.keys(value.paths)).toEqual(["/items"]);
  expect(value.info).toEqual({ title: "Shop" });
});

it("copies what stands elsewhere", () => {
  const { value, codes } = apply([
    overlay([
      { target: "$.paths", update: { "/things": {} } },
      { target: "$.paths['/things']", copy: "$.paths['/items']" },
      { target: "$.paths['/things'].get.operationId", update: "listThings" },
    ]),
  ]);
  expect(codes).toEqual([]);
  expect(value.paths["/things"]?.get).toEqual({ ...value.paths["/items"]?.get, operationId: "listThings" });
  expect(value.paths["/items"]?.get.operationId).toBe("listItems");
});

it("keeps keys such as __proto__ as data", () => {
  const text =
    '{ "overlay": "1.0.0", "actions": [{ "target": "$.info", "update": { "__proto__": { "x": 1 } } }] }';
  apply([text]);
  expect(({} as { x?: number }).x).toBe(undefined);
});

describe("a value", () => {
  it("is located where it was written", () => {
    const first = overlay([
      { target: "$.info", update: { title: "Store", contact: { name: "Ann" } } },
      { target: "$.tags[0]", remove: true },
      { target: "$.tags", update: [{ name: "z" }] },
      { target: "$.paths", update: { "/new": {} } },
      { target: "$.paths['/new']", copy: "$.paths['/items']" },
    ]);
    const { written } = apply([first]);
    expect(written("info", "title")).toBe("api/o1.yaml: Store");
    expect(written("info", "contact", "name")).toBe("api/o1.yaml: Ann");
    expect(written("info", "version")).toBe('api/base.yaml: "1"');
    expect(written("tags", "0", "name")).toBe("api/base.yaml: b");
    expect(written("tags", "2", "name")).toBe("api/o1.yaml: z");
    expect(written("paths", "/new", "get", "operationId")).toBe("api/base.yaml: listItems");
    // What is not there is where it would stand.
    expect(written("info", "contact", "email")).toMatch(/^api\/o1.yaml: /u);
  });

  it("is reported where it was written", async () => {
    const host = memoryHost({ "base.yaml": BASE });
    const fix = overlay([{ target: "$.paths['/items'].get.parameters", update: { $ref: "#/none" } }]);
    const { diagnostics, model } = await loadApi(host, "base.yaml", [{ path: "fix.yaml", text: fix }]);
    expect(model?.operations.size).toBe(2);
    expect(diagnostics.map(({ code, file }) => [code, file])).toContainEqual(["RVR7020", "fix.yaml"]);
  });
});

describe("reports", () => {
  it.each<[string, string, string[]]>([
    ["text that is none", "actions: [", ["RVR7040"]],
    ["another document", "title: Notes", ["RVR7041"]],
    ["another version", overlay([{ target: "$", update: {} }], "2.0.0"), ["RVR7041"]],
    ["no actions", overlay([]), ["RVR7041"]],
    ["a target that is no path", overlay([{ target: "paths", update: {} }]), ["RVR7042"]],
    ["no target", overlay([{ update: {} }]), ["RVR7042"]],
    [
      "a pattern that could run away",
      overlay([{ target: "$..[?search(@.name, '(a+)+b')]", remove: true }]),
      ["RVR7042"],
    ],
    ["a target that selects nothing", overlay([{ target: "$.paths['/item']", remove: true }]), ["RVR7043"]],
    ["the whole document removed", overlay([{ target: "$", remove: true }]), ["RVR7044"]],
    ["an object for a value", overlay([{ target: "$.info.title", update: { a: 1 } }]), ["RVR7044"]],
    ["a value for an object, further in", overlay([{ target: "$", update: { info: 1 } }]), ["RVR7044"]],
    ["targets of several kinds", overlay([{ target: "$.*", update: {} }]), ["RVR7044"]],
    ["an action without an effect", overlay([{ target: "$.info" }]), ["RVR7045"]],
    ["a copy of several", overlay([{ target: "$.info", copy: "$.paths.*" }]), ["RVR7046"]],
    [
      "an overlay of another document",
      `extends: other.yaml\n${overlay([{ target: "$.info", update: {} }])}`,
      ["RVR7047"],
    ],
  ])("%s", (_, text, expected) => {
    const { codes, value } = apply([text]);
    expect(codes).toEqual(expected);
    expect(value).toEqual(plain(parseText(BASE).value));
  });

  it("the place of what is wrong", () => {
    const { findings } = apply([
      overlay([
        { target: "$.paths['/item']", remove: true },
        { target: "$", update: { info: { title: { text: "x" } } } },
      ]),
    ]);
    expect(findings).toEqual(["RVR7043 api/o1.yaml: $.paths['/item']", "RVR7044 api/o1.yaml: title"]);
  });

  it("nothing about an overlay that names its document", () => {
    for (const name of ["base.yaml", "https://example.org/base.yaml"]) {
      expect(apply([`extends: ${name}\n${overlay([{ target: "$.info", update: {} }])}`]).codes).toEqual([]);
    }
  });

  it("a path that selects more places than a document can mean", () => {
    const rows = Array.from({ length: 400 }, () => Array.from({ length: 300 }, () => 1));
    const base = stringify({ openapi: "3.1.0", info: { title: "Wide", rows }, paths: {} }, { flow: true });
    expect(apply([overlay([{ target: "$.info.rows[*][*]", update: 2 }])], base).codes).toEqual(["RVR7042"]);
  });

  it("a list that is copied into itself, once and until it is too much", () => {
    const twice = { target: "$.tags", copy: "$.tags" };
    expect(apply([overlay([twice])]).value.tags.map(({ name }) => name)).toEqual([
      "a",
      "b",
      "c",
      "a",
      "b",
      "c",
    ]);
    const { codes, value } = apply([overlay(Array.from({ length: 40 }, () => twice))]);
    expect(codes).toEqual(["RVR7048"]);
    expect(value.tags.length).toBeLessThan(2_000_000);
  });
});
