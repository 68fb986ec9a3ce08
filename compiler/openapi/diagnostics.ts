import { defineDiagnostics } from "../../dsl/diagnostics/define.js";
import { msg } from "../../dsl/diagnostics/message.js";

const lines = (...texts: readonly string[]): string => texts.join("\n");

/** Findings about an API document. 7001 to 7009 leave no model; the others leave everything that is sound usable. */
export const apiDiagnostics = defineDiagnostics("api", {
  RVR7001: {
    severity: "error",
    message: msg`The API document "${"path"}" does not exist.`,
    why: "Operations, schemas and types come from it.",
    remedy:
      "Correct the path; it is taken relative to the file that names it and must lie in the project folder.",
    example: 'api jira from "../openapi/jria.yaml"',
  },
  RVR7002: {
    severity: "error",
    message: msg`The API document "${"path"}" cannot be read: ${"reason"}.`,
    why: "It must be JSON or YAML 1.2 text.",
    remedy: "Correct the text at this place.",
    example: "paths: [",
  },
  RVR7003: {
    severity: "error",
    message: msg`${"version"} is not supported.`,
    why: "OpenAPI 3.0 and 3.1 documents are read; other versions describe parameters and bodies in other ways.",
    remedy: "Convert the document to OpenAPI 3.0 or 3.1.",
    example: 'swagger: "2.0"',
  },
  RVR7004: {
    severity: "error",
    message: "This is no OpenAPI document.",
    why: msg`${"reason"}.`,
    remedy: 'Start the document with `openapi: "3.1.0"`, `info` and `paths`.',
    example: "title: Notes of a meeting",
  },
  RVR7005: {
    severity: "warning",
    message: msg`The document breaks the rules of OpenAPI here: it ${"reason"}.`,
    why: "What stands there may have been meant otherwise than it is read.",
    remedy: "Correct the document.",
    example: lines(
      "paths:",
      "  /a:",
      "    get:",
      "      operationId: list",
      "      responses:",
      '        "200": {}',
    ),
  },
  RVR7010: {
    severity: "warning",
    message: msg`A second operation is called "${"id"}"; it is known as "${"name"}" here.`,
    why: "An operationId must be unique, or a scenario could mean either operation.",
    remedy: "Give one of the two another operationId.",
    example: lines(
      "paths:",
      "  /a:",
      '    get: { operationId: list, responses: { "200": { description: all } } }',
      "  /b:",
      '    get: { operationId: list, responses: { "200": { description: all } } }',
    ),
  },
  RVR7011: {
    severity: "warning",
    message: msg`${"method"} ${"path"} has no operationId; it is known as "${"name"}" here.`,
    why: "Scenarios name operations by their operationId.",
    remedy: "Add an operationId.",
    example: lines("paths:", "  /a:", '    get: { responses: { "200": { description: all } } }'),
  },
  RVR7012: {
    severity: "warning",
    message: msg`The path has the placeholder {${"name"}}, but no path parameter of that name is described.`,
    why: "Without a description its type is unknown; it is taken as a required string.",
    remedy: "Describe the parameter in the operation or the path.",
    example: lines(
      "paths:",
      "  /a/{id}:",
      '    get: { operationId: read, responses: { "200": { description: one } } }',
    ),
  },
  RVR7013: {
    severity: "warning",
    message: msg`The path parameter "${"name"}" has no placeholder in ${"path"}.`,
    why: "Its value could not be sent; the parameter is left out.",
    remedy: "Add the placeholder to the path, or change where the parameter goes.",
    example: lines(
      "paths:",
      "  /a:",
      "    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]",
      '    get: { operationId: read, responses: { "200": { description: one } } }',
    ),
  },
  RVR7014: {
    severity: "warning",
    message: msg`${"path"} and ${"other"} match the same requests.`,
    why: "Paths that differ only in the names of their placeholders cannot be told apart.",
    remedy: "Merge the two paths.",
    example: lines(
      "paths:",
      "  /a/{id}:",
      "    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]",
      '    get: { operationId: byId, responses: { "200": { description: one } } }',
      "  /a/{key}:",
      "    parameters: [{ name: key, in: path, required: true, schema: { type: string } }]",
      '    get: { operationId: byKey, responses: { "200": { description: one } } }',
    ),
  },
  RVR7020: {
    severity: "warning",
    message: msg`The reference "${"reference"}" leads nowhere.`,
    why: "What it stands for is unknown, so any value is accepted there.",
    remedy:
      "Correct the reference; files must lie in the project folder, and nothing is fetched from the network.",
    example: lines(
      "components:",
      "  schemas:",
      '    Issue: { type: object, properties: { parent: { $ref: "#/components/schemas/Isue" } } }',
    ),
  },
  RVR7021: {
    severity: "warning",
    message: msg`The schema "${"name"}" contains itself without end.`,
    why: "A value would have to be checked for ever; the part that leads back is left out.",
    remedy: "Break the circle: a schema may contain itself only inside a property or a list.",
    example: lines(
      "components:",
      "  schemas:",
      '    Issue: { allOf: [{ $ref: "#/components/schemas/Issue" }] }',
    ),
  },
  RVR7022: {
    severity: "warning",
    message: "Branches of this oneOf can match the same value; it is read as anyOf.",
    why: "oneOf refuses a value that matches two branches, so valid requests would be refused.",
    remedy:
      "Use anyOf, or make the branches exclude each other: require a property with different constants.",
    example: lines(
      "components:",
      "  schemas:",
      "    Body:",
      "      oneOf:",
      "        - { type: object, properties: { value: { type: string } } }",
      "        - { type: object, properties: { storage: { type: string } } }",
    ),
  },
  RVR7023: {
    severity: "warning",
    message: msg`The pattern "${"pattern"}" is not a regular expression of JavaScript; it is ignored.`,
    why: "Texts cannot be checked against it.",
    remedy: "Rewrite the pattern in the common subset of ECMA-262.",
    example: lines("components:", "  schemas:", '    Key: { type: string, pattern: "(?i)^abc-" }'),
  },
  RVR7024: {
    severity: "info",
    message: msg`The format "${"format"}" is not known and is not checked.`,
    why: "Only formats with one agreed meaning are checked.",
    remedy: "Nothing needs to be done; add a pattern if the form of the text matters.",
    example: lines("components:", "  schemas:", "    Query: { type: string, format: jql }"),
  },
  RVR7025: {
    severity: "warning",
    message: msg`"${"name"}" is required but not among the properties.`,
    why: "Its type is unknown.",
    remedy: "Describe the property, or take it off the list.",
    example: lines(
      "components:",
      "  schemas:",
      "    Issue: { type: object, required: [summary], properties: { sumary: { type: string } } }",
    ),
  },
  RVR7026: {
    severity: "warning",
    message: msg`The property "${"name"}" is left out.`,
    why: "A property of this name means the prototype of an object in JavaScript and cannot be checked safely.",
    remedy: "Nothing needs to be done unless a scenario uses the property.",
    example: lines(
      "components:",
      "  schemas:",
      "    Issue: { type: object, properties: { __proto__: { type: string } } }",
    ),
  },
  RVR7027: {
    severity: "warning",
    message: msg`The keyword "${"keyword"}" is ignored: ${"reason"}.`,
    why: "Its value has no meaning there.",
    remedy: "Correct the schema.",
    example: lines(
      "components:",
      "  schemas:",
      '    Issue: { type: object, properties: { key: { type: string, minLength: "3" } } }',
    ),
  },
  RVR7028: {
    severity: "warning",
    message: "`nullable` stands beside no type; null is accepted.",
    why: "OpenAPI 3.0 gives `nullable` a meaning only beside `type`, but null was surely meant to be allowed.",
    remedy: "Write the type beside it.",
    example: lines(
      "openapi: 3.0.3",
      "components:",
      "  schemas:",
      "    User: { type: object }",
      '    Assignee: { nullable: true, allOf: [{ $ref: "#/components/schemas/User" }] }',
    ),
  },
  RVR7029: {
    severity: "warning",
    message: msg`The part of this allOf that closes its object refuses "${"name"}", which another part describes.`,
    why: "Each part of an allOf is checked alone: additionalProperties false knows only the properties beside it.",
    remedy: "Remove additionalProperties, or put it as unevaluatedProperties beside the allOf.",
    example: lines(
      "components:",
      "  schemas:",
      "    Issue:",
      "      allOf:",
      "        - { type: object, additionalProperties: false, properties: { key: { type: string } } }",
      "        - { type: object, properties: { id: { type: string } } }",
    ),
  },
  RVR7030: {
    severity: "info",
    message: msg`The operation "${"id"}" describes no successful response.`,
    why: "What it answers is unknown, so a scenario can use nothing of its answer.",
    remedy: "Describe a 2xx response.",
    example: lines(
      "paths:",
      "  /a:",
      '    get: { operationId: list, responses: { "404": { description: none } } }',
    ),
  },
  RVR7031: {
    severity: "warning",
    message: msg`Schemas lie deeper than ${"limit"} levels; what lies below is not read.`,
    why: "Such depth comes from a generated or damaged document.",
    remedy: "Name the inner schemas and refer to them.",
  },
});
