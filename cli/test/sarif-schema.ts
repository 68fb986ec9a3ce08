/*
 * The part of the JSON schema of SARIF 2.1.0 that logs of rvrc use, written down from the standard (OASIS, sections 3.13
 * to 3.57). Objects are closed: a member that the standard does not know, or that is not listed here, is refused.
 */

type SchemaNode = Readonly<Record<string, unknown>>;

const object = (properties: SchemaNode, required: readonly string[] = []): SchemaNode => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});
const list = (items: SchemaNode, more: SchemaNode = {}): SchemaNode => ({ type: "array", items, ...more });

const text = { type: "string", minLength: 1 };
const message = object({ text, markdown: text }, ["text"]);
const level = { enum: ["none", "note", "warning", "error"] };
const uriReference = { type: "string", format: "uri-reference", pattern: "^[^\\\\ ]+$" };
const artifactLocation = object({ uri: uriReference, uriBaseId: text, index: { type: "integer" } });
const line = { type: "integer", minimum: 1 };
const offset = { type: "integer", minimum: -1 };
const region = object({
  startLine: line,
  startColumn: line,
  endLine: line,
  endColumn: line,
  charOffset: offset,
  charLength: { type: "integer", minimum: 0 },
  snippet: object({ text: { type: "string" } }),
});
const physicalLocation = object({ artifactLocation, region }, ["artifactLocation"]);
const location = object({ id: offset, physicalLocation, message });
const replacement = object({ deletedRegion: region, insertedContent: object({ text: { type: "string" } }) }, [
  "deletedRegion",
]);
const fix = object(
  {
    description: message,
    artifactChanges: list(
      object({ artifactLocation, replacements: list(replacement, { minItems: 1 }) }, [
        "artifactLocation",
        "replacements",
      ]),
      { minItems: 1, uniqueItems: true },
    ),
  },
  ["artifactChanges"],
);
const rule = object(
  {
    id: text,
    name: text,
    shortDescription: message,
    fullDescription: message,
    help: message,
    helpUri: { type: "string", format: "uri" },
    defaultConfiguration: object({ level }),
    properties: object({ tags: list(text, { uniqueItems: true }) }),
  },
  ["id"],
);
const result = object(
  {
    ruleId: text,
    ruleIndex: { type: "integer", minimum: -1 },
    level,
    message,
    locations: list(location),
    relatedLocations: list(location, { uniqueItems: true }),
    fixes: list(fix, { uniqueItems: true }),
    properties: { type: "object" },
  },
  ["message"],
);
const run = object(
  {
    tool: object(
      {
        driver: object({ name: text, semanticVersion: text, rules: list(rule, { uniqueItems: true }) }, [
          "name",
        ]),
      },
      ["driver"],
    ),
    columnKind: { enum: ["utf16CodeUnits", "unicodeCodePoints"] },
    originalUriBaseIds: {
      type: "object",
      additionalProperties: object({ uri: uriReference, uriBaseId: text, description: message }),
    },
    results: list(result),
  },
  ["tool"],
);

export const sarifSchema = object(
  {
    $schema: { type: "string", format: "uri" },
    version: { const: "2.1.0" },
    runs: list(run),
  },
  ["version", "runs"],
);
