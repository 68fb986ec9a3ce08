import { expect } from "vitest";
import { type Feature, read, sending } from "./reading.js";

const ref = (name: string) => `{ $ref: "#/components/schemas/${name}" }`;

/** Rows about what schemas say. */
export const schemaFeatures: readonly Feature[] = [
  {
    row: 1,
    name: "a schema that contains itself",
    async check() {
      const api = await read(`${sending(ref("Tree"))}
components:
  schemas:
    Tree:
      type: object
      required: [name]
      properties: { name: { type: string }, children: { type: array, items: ${ref("Tree")} } }`);
      expect(api.schema("Tree")).toMatchObject({
        properties: { children: { items: { $ref: "#/$defs/Tree" } } },
      });
      const deep = (name: unknown) => ({ name: "a", children: [{ name: "b", children: [{ name }] }] });
      expect(api.accepts("send", { body: deep("c") })).toBe(true);
      expect(api.accepts("send", { body: deep(3) })).toBe(false);
      expect(JSON.stringify(api.shown("send"))).not.toContain("$ref");
      expect(api.types()).toContain("readonly children?: readonly TreeInput[];");
      expect(api.codes).toEqual([]);
    },
  },
  {
    row: 2,
    name: "schemas that are reached on exponentially many ways",
    async check() {
      const levels = Array.from({ length: 60 }, (_, at) => at);
      const lines = levels.flatMap((at) => [
        `    A${at}: { type: object, properties: { l: ${ref(`A${at + 1}`)}, r: ${ref(`A${at + 1}`)} } }`,
        `    B${at}: { allOf: [${ref(`B${at + 1}`)}, ${ref(`C${at + 1}`)}] }`,
        `    C${at}: { anyOf: [${ref(`B${at + 1}`)}, ${ref(`C${at + 1}`)}] }`,
      ]);
      const ends = ["A", "B", "C"].map(
        (name) => `    ${name}60: { type: object, properties: { e: { type: string } } }`,
      );
      const api = await read(
        [
          sending(`{ allOf: [${ref("A0")}], properties: { b: ${ref("B0")} } }`),
          "components:",
          "  schemas:",
          ...lines,
          ...ends,
        ].join("\n"),
      );
      // Any of these would take longer than the test may, if a way were gone twice.
      expect(JSON.stringify(api.shown("send")).length).toBeLessThan(100_000);
      expect(api.types()).toContain("interface A0Input");
      expect(api.accepts("send", { body: { l: { r: { l: {} } } } })).toBe(true);
      expect(api.accepts("send", { body: { l: { r: { l: 3 } } } })).toBe(false);
    },
  },
  {
    row: 4,
    name: "required in another part of an allOf",
    async check() {
      const api = await read(`${sending(ref("Card"))}
components:
  schemas:
    Base: { type: object, properties: { title: { type: string }, size: { type: integer } } }
    Card:
      required: [size]
      allOf:
        - ${ref("Base")}
        - { required: [title] }`);
      expect(api.accepts("send", { body: { title: "a", size: 1 } })).toBe(true);
      expect(api.accepts("send", { body: { title: "a" } })).toBe(false);
      expect(api.accepts("send", { body: { size: 1 } })).toBe(false);
      expect(api.shown("send")).toMatchObject({
        properties: { title: { type: "string" }, size: { type: "integer" } },
        required: expect.arrayContaining(["title", "size"]),
      });
      expect(api.types()).toContain("readonly title: string; readonly size: number;");
      expect(api.codes).toEqual([]);
    },
  },
  {
    row: 6,
    name: "a required name that is not described",
    async check() {
      const api = await read(
        sending("{ type: object, required: [title, owner], properties: { title: { type: string } } }"),
      );
      expect(api.codes).toEqual(["RVR7025"]);
      expect(api.accepts("send", { body: { title: "a" } })).toBe(false);
      for (const owner of [3, null, { id: 1 }])
        expect(api.accepts("send", { body: { title: "a", owner } })).toBe(true);
      expect(api.shown("send")).toMatchObject({ properties: { owner: {} }, required: ["title", "owner"] });
      expect(api.types()).toContain("readonly owner: unknown;");
    },
  },
  {
    row: 7,
    name: "discriminators: mappings by name and by reference, implicit names, nested ones",
    check: checkDiscriminators,
  },
  {
    row: 8,
    name: "null in 3.0 and in 3.1",
    check: checkNull,
  },
  {
    row: 10,
    name: "read-only and required in requests",
    async check() {
      const api = await read(`${sending(ref("Card"))}
components:
  schemas:
    Card:
      type: object
      required: [id, title]
      properties: { id: { type: string, readOnly: true }, title: { type: string } }`);
      expect(api.codes).toEqual(["RVR7033"]);
      expect(api.accepts("send", { body: { title: "a" } })).toBe(true);
      expect(api.shown("send")).toMatchObject({
        properties: { title: { type: "string" } },
        required: ["title"],
      });
      expect(api.shown("send")).not.toHaveProperty("properties.id");
      expect(api.types()).not.toContain("readonly id");
      expect(api.fits("Card", { title: "a" }, "response")).toBe(false);
      expect(api.fits("Card", { id: "1", title: "a" }, "response")).toBe(true);
    },
  },
  {
    row: 11,
    name: "write-only in answers",
    async check() {
      const api = await read(`
paths:
  /a:
    get:
      operationId: get
      responses: { "200": { description: d, content: { application/json: { schema: ${ref("User")} } } } }
components:
  schemas:
    User:
      type: object
      required: [name, password]
      properties: { name: { type: string }, password: { type: string, writeOnly: true } }`);
      expect(api.fits("User", { name: "a" }, "response")).toBe(true);
      expect(api.fits("User", { name: "a" }, "request")).toBe(false);
      expect(api.types()).not.toContain("password");
      expect(api.shownSchema("User", "response")).not.toHaveProperty("properties.password");
      expect(api.shownSchema("User")).toHaveProperty("properties.password");
    },
  },
  {
    row: 13,
    name: "exclusive bounds as flags and as numbers",
    async check() {
      const old = await read(
        sending("{ type: number, minimum: 1, exclusiveMinimum: true, maximum: 5, exclusiveMaximum: false }"),
      );
      const now = await read(sending("{ type: number, exclusiveMinimum: 1, maximum: 5 }"), "3.1.0");
      for (const api of [old, now]) {
        expect([1, 1.5, 5, 6].map((body) => api.accepts("send", { body }))).toEqual([
          false,
          true,
          true,
          false,
        ]);
        expect(api.shown("send")).toEqual({ type: "number", exclusiveMinimum: 1, maximum: 5 });
        expect(api.codes).toEqual([]);
      }
    },
  },
  {
    row: 30,
    name: "names of prototypes",
    async check() {
      const text = `{"openapi":"3.0.3","info":{"title":"T","version":"1"},"paths":{"/a":{"post":{
        "operationId":"send","responses":{"204":{"description":"d"}},"requestBody":{"required":true,"content":{
        "application/json":{"schema":{"type":"object","required":["constructor","toString"],"properties":{
        "constructor":{"type":"string"},"toString":{"type":"string"},"hasOwnProperty":{"type":"integer"},
        "__proto__":{"type":"string"}},"additionalProperties":false}}}}}}}}`;
      const api = await read(text);
      expect(api.codes).toEqual(["RVR7026"]);
      expect(api.accepts("send", { body: {} })).toBe(false);
      expect(api.accepts("send", { body: { constructor: "a", toString: "b" } })).toBe(true);
      expect(api.accepts("send", { body: { constructor: "a", toString: "b", hasOwnProperty: "c" } })).toBe(
        false,
      );
      const hostile = JSON.parse('{"constructor":"a","toString":"b","__proto__":{"x":1}}') as object;
      expect(api.accepts("send", { body: hostile })).toBe(false);
      expect(api.shown("send")).toMatchObject({ required: ["constructor", "toString"] });
      expect(api.types()).toContain("readonly constructor: string; readonly toString: string;");
    },
  },
  {
    row: 37,
    name: "branches of a oneOf that overlap",
    async check() {
      const api = await read(
        sending(
          "{ oneOf: [{ type: object, properties: { value: { type: string } } }, { type: object, properties: { storage: { type: object } } }] }",
        ),
      );
      expect(api.codes).toEqual(["RVR7022"]);
      for (const body of [{ value: "a" }, { storage: {} }, {}])
        expect(api.accepts("send", { body })).toBe(true);
      expect(api.accepts("send", { body: { value: 1, storage: 1 } })).toBe(false);
      const apart = await read(sending("{ oneOf: [{ type: string }, { type: integer }] }"));
      expect(apart.codes).toEqual([]);
    },
  },
  {
    row: 39,
    name: "patterns of other engines",
    async check() {
      const pattern = (text: string) =>
        `{ type: object, properties: { p: { type: string, pattern: '${text}' } } }`;
      for (const refused of ["(?i)^abc$", "^a\\z", "(?<n>a)(?P<m>b)", "[a"]) {
        const api = await read(sending(pattern(refused)));
        expect(api.codes, refused).toEqual(["RVR7023"]);
        expect(api.accepts("send", { body: { p: "anything" } }), refused).toBe(true);
      }
      const api = await read(sending(pattern("^\\p{Lu}[\\w\\_\\-]+$")));
      expect(api.codes).toEqual([]);
      expect(["Äb-c", "äb", "A b"].map((p) => api.accepts("send", { body: { p } }))).toEqual([
        true,
        false,
        false,
      ]);
    },
  },
  {
    row: 41,
    name: "formats that nobody knows",
    async check() {
      const api = await read(
        sending(
          "{ type: object, properties: { q: { type: string, format: jql }, d: { type: string, format: date } } }",
        ),
      );
      expect(api.codes).toEqual(["RVR7024"]);
      expect(api.accepts("send", { body: { q: "x = 1" } })).toBe(true);
      expect(api.accepts("send", { body: { d: "tomorrow" } })).toBe(false);
    },
  },
  {
    row: 45,
    name: "const, prefixItems, boolean schemas, $defs, $anchor, $id and $dynamicRef",
    check: checkKeywordsOf31,
  },
  {
    row: 50,
    name: "hundreds of values and long descriptions",
    async check() {
      const values = Array.from({ length: 1200 }, (_, at) => `v${at}`);
      const long = `One sentence of many words. ${"More of them follow here. ".repeat(100)}`;
      const api = await read(
        sending(
          `{ type: object, properties: { many: { type: string, description: "Which one.", enum: [${values.join(", ")}] }, text: { type: string, description: "${long}" } } }`,
        ),
      );
      expect(api.shown("send")).toMatchObject({
        properties: {
          many: { type: "string", description: "Which one. One of 1200 values that are not listed here." },
          text: { description: "One sentence of many words." },
        },
      });
      expect(api.shown("send")).not.toHaveProperty("properties.many.enum");
      expect(api.accepts("send", { body: { many: "v1199" } })).toBe(true);
      expect(api.accepts("send", { body: { many: "v1200" } })).toBe(false);
    },
  },
];

async function checkDiscriminators(): Promise<void> {
  const api = await read(
    `${sending(ref("Pet"))}
components:
  schemas:
    Pet:
      oneOf: [${ref("Cat")}, ${ref("Dog")}, ${ref("Bird")}, ${ref("Fish")}]
      discriminator:
        propertyName: kind
        mapping: { cat: Cat, dog: "#/components/schemas/Dog", puppy: "#/components/schemas/Dog", tweety: "../more/bird.yaml#/Bird" }
    Cat: { type: object, properties: { kind: { type: string }, lives: { type: integer } } }
    Dog: { type: object, required: [kind], properties: { kind: { type: string }, lives: { type: boolean } } }
    Bird: { $ref: "../more/bird.yaml#/Bird" }
    Fish:
      oneOf: [${ref("Eel")}, ${ref("Cod")}]
      discriminator: { propertyName: kind }
    Eel: { type: object, properties: { kind: { type: string }, volts: { type: integer } } }
    Cod: { type: object, properties: { kind: { type: string }, volts: { type: string } } }`,
    "3.0.3",
    {
      "more/bird.yaml":
        "Bird: { type: object, properties: { kind: { type: string }, wings: { type: integer } } }",
    },
  );
  expect(api.codes).toEqual([]);
  const good = [
    { kind: "cat", lives: 9 },
    { kind: "dog", lives: true },
    { kind: "puppy", lives: false },
    { kind: "Eel", volts: 5 },
    { kind: "Cod", volts: "none" },
  ];
  for (const body of good) expect(api.accepts("send", { body }), JSON.stringify(body)).toBe(true);
  const bad = [
    { kind: "Cat", lives: 9 },
    { kind: "cat", lives: true },
    { kind: "Cod", volts: 5 },
    { lives: 9 },
    { kind: "x" },
  ];
  for (const body of bad) expect(api.accepts("send", { body }), JSON.stringify(body)).toBe(false);
  const types = api.types();
  expect(types).toContain('readonly kind: "cat"; readonly lives?: number;');
  expect(types).toContain('readonly kind: "dog" | "puppy";');
  expect(types).toContain('readonly kind: "Eel";');
  const conflict = await read(`${sending(ref("Pet"))}
components:
  schemas:
    Pet: { oneOf: [${ref("Cat")}, ${ref("Dog")}], discriminator: { propertyName: kind, mapping: { hound: Dog, lost: Ferret } } }
    Cat: { type: object, required: [kind], properties: { kind: { type: string, enum: [Cat, tom] } } }
    Dog: { type: object, required: [kind], properties: { kind: { type: string, enum: [dog] } } }`);
  expect([...conflict.codes].sort()).toEqual(["RVR7020", "RVR7027"]);
  expect(["tom", "dog", "hound"].map((kind) => conflict.accepts("send", { body: { kind } }))).toEqual([
    true,
    true,
    false,
  ]);
}

async function checkNull(): Promise<void> {
  const old = await read(`${sending(ref("Card"))}
components:
  schemas:
    User: { type: object, properties: { name: { type: string } } }
    Card:
      type: object
      properties:
        typed: { type: string, nullable: true }
        listed: { type: string, nullable: true, enum: [a, b] }
        untyped: { nullable: true, enum: [a] }
        user: { nullable: true, allOf: [${ref("User")}] }
        owner: { nullable: true, $ref: "#/components/schemas/User" }
        plain: { type: string, nullable: false }`);
  expect([...old.codes].sort()).toEqual(["RVR7028", "RVR7028", "RVR7032", "RVR7032"]);
  for (const name of ["typed", "listed", "untyped", "user", "owner"])
    expect(old.accepts("send", { body: { [name]: null } }), name).toBe(true);
  expect(old.accepts("send", { body: { plain: null } })).toBe(false);
  expect(old.accepts("send", { body: { listed: "c" } })).toBe(false);
  expect(old.accepts("send", { body: { owner: { name: 1 } } })).toBe(false);
  expect(old.types()).toContain('readonly listed?: "a" | "b" | null;');
  const now = await read(
    sending(
      "{ type: object, properties: { both: { type: [string, 'null'] }, old: { type: string, nullable: true }, listed: { type: [string, 'null'], enum: [a] } } }",
    ),
    "3.1.0",
  );
  expect(now.codes).toContain("RVR7027");
  expect(now.accepts("send", { body: { both: null } })).toBe(true);
  expect(now.accepts("send", { body: { old: null } })).toBe(false);
  expect(now.accepts("send", { body: { listed: null } })).toBe(false);
}

async function checkKeywordsOf31(): Promise<void> {
  const api = await read(
    `${sending(ref("Shape"))}
components:
  schemas:
    Shape:
      type: object
      properties:
        kind: { const: line }
        at: { type: array, minItems: 1, prefixItems: [{ type: string }, { type: integer }], items: false }
        more: { type: array, prefixItems: [{ type: string }], items: { type: boolean } }
        never: false
        ever: true
        inner: { $ref: "#/components/schemas/Shape/$defs/Point" }
        near: { $ref: "#point" }
        far: { $ref: "https://shapes.example/far" }
      $defs:
        Point: { $anchor: point, type: object, required: [x], properties: { x: { type: number } } }
        Far: { $id: "https://shapes.example/far", type: integer }
    Tree:
      $dynamicAnchor: node
      type: object
      properties: { value: { type: string }, children: { type: array, items: { $dynamicRef: "#node" } } }`,
    "3.1.0",
  );
  expect(api.codes).toEqual([]);
  const judged = (body: object) => api.accepts("send", { body });
  expect([{ kind: "line" }, { kind: "arc" }].map(judged)).toEqual([true, false]);
  expect([{ at: ["a"] }, { at: ["a", 1] }, { at: [1] }, { at: ["a", 1, 2] }].map(judged)).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect([{ more: ["a", true] }, { more: ["a", "b"] }].map(judged)).toEqual([true, false]);
  expect([{ never: 1 }, { ever: 1 }].map(judged)).toEqual([false, true]);
  expect([{ inner: { x: 1 } }, { inner: {} }, { near: { x: 1 } }, { near: {} }].map(judged)).toEqual([
    true,
    false,
    true,
    false,
  ]);
  expect([{ far: 1 }, { far: "a" }].map(judged)).toEqual([true, false]);
  expect(api.fits("Tree", { children: [{ value: "a", children: [] }] })).toBe(true);
  expect(api.fits("Tree", { children: [{ value: 1 }] })).toBe(false);
  const types = api.types();
  expect(types).toContain("readonly at?: readonly [string, (number)?];");
  expect(types).toContain("readonly more?: readonly [(string)?, ...(boolean)[]];");
  expect(types).toContain("readonly never?: never;");
  expect(api.shown("send")).toMatchObject({
    properties: { at: { prefixItems: [{ type: "string" }, { type: "integer" }], items: false } },
  });
  expect(api.shown("send")).not.toHaveProperty("properties.never");
  const several = await read(
    `components:
  schemas:
    One: { $dynamicAnchor: node, type: object, properties: { next: { $dynamicRef: "#node" } } }
    Two: { $dynamicAnchor: node, type: string }`,
    "3.1.0",
  );
  expect(several.codes).toEqual(["RVR7027"]);
}
