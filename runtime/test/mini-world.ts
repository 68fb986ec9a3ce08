import type { JsonObject } from "../abi/json.js";
import type {
  Handler,
  OperationProgram,
  ResourceProgram,
  Validator,
  ValidatorError,
  WorldProgram,
} from "../program/world.js";
import { get } from "../value/access.js";
import { object, spread } from "../value/build.js";
import { text } from "../value/text.js";

/** A small tracker: issues with notes. Ids and keys are given by the service in the order of creation. */
export const issues: ResourceProgram = {
  name: "Issue",
  key: ["key"],
  aliases: [["id"]],
  seed: [
    { key: "T-1", id: "101", fields: { title: "First", labels: ["a", "b"], seen: 0 } },
    { key: "T-2", id: "102", fields: { title: "Second", labels: [], seen: 0 } },
    { key: "T-3", id: "103", fields: { title: "Third", labels: [], seen: 0, body: null } },
  ],
  computed: [["id"], ["key"], ["fields", "seen"]],
  matchers: [
    { path: ["fields", "title"], matcher: { kind: "text" } },
    { path: ["fields", "labels"], matcher: { kind: "set" } },
    { path: ["fields", "body"], matcher: { kind: "richtext" } },
  ],
};

/** Tags have a key of the author's making: it is no identifier that the service gave. */
export const tags: ResourceProgram = {
  name: "Tag",
  key: ["ref"],
  aliases: [],
  seed: [{ ref: "T-1/urgent", issue: "T-1", name: "urgent" }],
  computed: [],
  matchers: [],
};

export const notes: ResourceProgram = {
  name: "Note",
  key: ["id"],
  aliases: [],
  seed: [],
  computed: [["id"], ["at"]],
  matchers: [],
};

/** A validator that asks for types of values by path, as a compiled schema would. */
function validator(required: readonly (readonly [path: readonly string[], type: string])[]): Validator {
  const judge: Validator = (request) => {
    const errors: ValidatorError[] = [];
    for (const [path, type] of required) {
      const value = get(request as JsonObject, ...path);
      const parent = path.slice(0, -1);
      const pointer = (steps: readonly string[]) => steps.map((step) => `/${step}`).join("");
      if (value === undefined) {
        const params = { missingProperty: path.at(-1) };
        errors.push({ instancePath: pointer(parent), keyword: "required", message: "is missing", params });
      } else if ((Array.isArray(value) ? "array" : typeof value) !== type) {
        const params = { type };
        errors.push({ instancePath: pointer(path), keyword: "type", message: `must be ${type}`, params });
      }
    }
    judge.errors = errors.length === 0 ? null : errors;
    return errors.length === 0;
  };
  return judge;
}

function operation(
  id: string,
  mutates: boolean,
  required: readonly (readonly [path: readonly string[], type: string])[],
  handler: Handler,
): OperationProgram {
  return {
    id,
    method: mutates ? "post" : "get",
    path: `/${id}`,
    mutates,
    handler,
    validator: validator(required),
    invalid: ({ path, keyword, message }) => ({
      status: 400,
      body: { error: `${path}: ${keyword}: ${message}` },
    }),
  };
}

const notFound = { status: 404, body: { error: "not found" } };

const operations: readonly OperationProgram[] = [
  operation("t.get", false, [[["path", "key"], "string"]], (world, request, validate) => {
    const issue = world.find("Issue", request.path["key"]);
    if (issue === undefined) return notFound;
    return validate() ?? { status: 200, body: issue };
  }),
  operation("t.list", false, [], (world) => ({ status: 200, body: { items: world.all("Issue") } })),
  operation("t.create", true, [[["body", "fields", "title"], "string"]], (world, request, validate) => {
    const refusal = validate();
    if (refusal !== undefined) return refusal;
    const serial = world.serial("Issue") + 1;
    const created = world.create(
      "Issue",
      object(
        ["key", `T-${serial}`],
        ["id", `${100 + serial}`],
        ["fields", object(spread(get(request.body, "fields")), ["seen", 0])],
      ),
    );
    return { status: 201, body: { key: created["key"] ?? null, id: created["id"] ?? null } };
  }),
  operation("t.edit", true, [[["body", "title"], "string"]], (world, request, validate) => {
    const issue = world.find("Issue", request.path["key"]);
    if (issue === undefined) return notFound;
    const refusal = validate();
    if (refusal !== undefined) return refusal;
    world.update("Issue", issue, ["fields", "title"], get(request.body, "title"));
    return { status: 204, body: null };
  }),
  operation("t.remove", true, [], (world, request) => {
    const issue = world.find("Issue", request.path["key"]);
    if (issue === undefined) return notFound;
    world.remove("Issue", issue);
    return { status: 204, body: null };
  }),
  operation("t.note", true, [[["body", "text"], "string"]], (world, request, validate) => {
    const issue = world.find("Issue", request.path["key"]);
    if (issue === undefined) return notFound;
    const refusal = validate();
    if (refusal !== undefined) return refusal;
    const id = `note-${world.serial("Note")}`;
    const note = world.create("Note", {
      id,
      at: world.now,
      issue: issue["key"] ?? null,
      text: text(get(request.body, "text")),
    });
    return { status: 201, body: note };
  }),
];

/** The tracker. */
export function miniWorld(name = "tracker"): WorldProgram {
  return {
    name,
    resources: [issues, tags, notes],
    operations: Object.fromEntries(operations.map((each) => [each.id, each])),
  };
}
