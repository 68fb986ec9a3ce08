import { memoryHost } from "../../host/memory-host.js";
import type { ApiModel } from "../../openapi/api-model.js";
import { loadApi } from "../../openapi/load-api.js";

const CODES = Array.from({ length: 300 }, (_, index) => `C${index}`).join(", ");

const HEAD = `openapi: 3.1.0
info: { title: Desk, version: "1" }
paths:
`;

/** One path each, so that a test can put them in another order. */
const PATHS = [
  `  /notes/{id}:
    put:
      operationId: putNote
      summary: ${"Replaces a note. ".repeat(80)}
      parameters:
        - { name: id, in: path, required: true, schema: { type: integer } }
        - { name: "filter[by]", in: query, schema: { type: string } }
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [id, text]
              properties:
                id: { type: string }
                text: { type: string, minLength: 1 }
                due: { type: [string, "null"] }
                rank: { type: integer, enum: [1, 2, 3] }
                made: { type: string, readOnly: true }
                tags: { type: array, items: { type: string }, uniqueItems: true }
                currency: { type: string, enum: [${CODES}] }
                extra: {}
                pair: { type: array, prefixItems: [{ type: string }, { type: integer }], items: { type: boolean }, minItems: 2 }
                labels: { type: object, additionalProperties: { type: string } }
                place: { oneOf: [{ type: string }, { type: object, required: [x], properties: { x: { type: number }, y: { type: number } } }] }
      responses: { "200": { description: Done. } }
`,
  `  /trees:
    post:
      operationId: "trees/plant"
      requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/Tree" } } } }
      responses: { "201": { description: Planted. } }
`,
  `  /trees/plant:
    post: { operationId: trees_plant, responses: { "200": { description: Done. } } }
`,
  `  /long:
    get: { operationId: ${"very".repeat(20)}, responses: { "200": { description: Done. } } }
`,
  `  /marks:
    patch:
      operationId: setMark
      parameters: [{ name: note, in: query, schema: { type: string } }]
      requestBody: { content: { application/json: { schema: { type: object, properties: { note: { type: [string, "null"] }, note__body: { type: boolean } } } } } }
      responses: { "200": { description: Done. } }
`,
];

const SCHEMAS = `components:
  schemas:
    Tree:
      type: object
      required: [name]
      properties: { name: { type: string }, branches: { type: array, items: { $ref: "#/components/schemas/Tree" } } }
`;

/** A small service with one operation for each thing that makes a tool hard to describe. */
export async function desk(order = (paths: readonly string[]) => paths): Promise<ApiModel> {
  const text = HEAD + order(PATHS).join("") + SCHEMAS;
  const { model } = await loadApi(memoryHost({ "desk.yaml": text }), "desk.yaml");
  if (model === undefined) throw new Error("the document of the tests cannot be read");
  return model;
}
