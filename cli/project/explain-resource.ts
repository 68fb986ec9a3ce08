import type { ApiModel, InferredResource } from "../../compiler/index.js";
import {
  type BoundWorld,
  bindProgram,
  describeFacts,
  findScenarioFiles,
  inferApi,
  namesOfSchema,
  nodeHost,
} from "../../compiler/index.js";
import { didYouMean } from "../../dsl/index.js";
import { UsageError } from "../../runtime/index.js";
import { table } from "../output/table.js";
import { projectRoot } from "./root.js";

/** A resource of a world: what its file declares, what the API document suggests, and why. */
export interface ExplainedResource {
  readonly world: string;
  readonly resource: string;
  readonly file: string;
  readonly rows: readonly ExplainedRow[];
  readonly open: readonly string[];
}

export interface ExplainedRow {
  readonly kind: string;
  /** What the world's file says; "" where it says nothing. */
  readonly declared: string;
  /** What the document suggests; "" where it suggests nothing. */
  readonly inferred: string;
  readonly confidence: string;
  readonly reason: string;
}

/** Whether a subject of `rvrc explain` names a resource: `desk.Ticket`. */
export function isResourceName(subject: string): boolean {
  return /^[A-Za-z_]\w*\.[A-Za-z_]\w*$/u.test(subject);
}

/** Finds `World.Resource` among the scenario files of the project. Throws UsageError where there is none. */
export async function explainResource(subject: string): Promise<ExplainedResource> {
  const [worldName = "", resourceName = ""] = subject.split(".");
  const host = nodeHost(projectRoot());
  const { files } = await findScenarioFiles(host, ["."]);
  const program = await bindProgram(host, files);
  const known = program.worlds.map(({ ir }) => ir.name);
  const world = program.worlds.find(({ ir }) => ir.name === worldName);
  if (world === undefined) throw missing("world", worldName, known);
  const resource = world.ir.resources.find(({ name }) => name === resourceName);
  if (resource === undefined) {
    throw missing(
      `resource of the world ${worldName}`,
      resourceName,
      world.ir.resources.map(({ name }) => name),
    );
  }
  const [api, schema] = splitSchema(resource.schema);
  const model = api === undefined ? undefined : world.apis.get(api);
  const inferred = model === undefined ? [] : inferApi(model);
  const found = match(model, inferred, resourceName, schema);
  const declared = declaredRows(resource);
  const rows = found === undefined ? [] : describeFacts(found);
  const operations = new Set(
    world.ir.operations.map((operation) => `${operation.api}.${operation.operation}`),
  );
  const kinds = new Set([...declared.keys(), ...rows.map(({ kind }) => kind)]);
  return {
    world: worldName,
    resource: resourceName,
    file: world.file,
    rows: [...kinds].flatMap((kind): ExplainedRow[] => {
      const own = rows.filter((row) => row.kind === kind);
      const said = declared.get(kind) ?? "";
      const first = { kind, declared: said, inferred: "", confidence: "", reason: "" };
      if (own.length === 0) return [{ ...first, reason: "the world's file says so" }];
      return own.map(({ value, confidence, reason }, index) => {
        const behaviour = operationText(world, operations, api, kind, value);
        const declaredText = behaviour ?? (index === 0 ? said : "");
        return { kind, declared: declaredText, inferred: value, confidence, reason };
      });
    }),
    open: found?.open ?? [],
  };
}

/** The same for a terminal. */
export function explainedText({ world, resource, file, rows, open }: ExplainedResource): string {
  const cells = rows.map((row) => [row.kind, row.declared, row.inferred, row.confidence, row.reason]);
  return [
    `${world}.${resource} in ${file}. What the file declares holds; the rest is what the API document suggests.`,
    "",
    table(["", "declared", "inferred", "sure", "because"], cells),
    ...open.map((text) => `open: ${text}`),
  ].join("\n");
}

function missing(what: string, name: string, known: readonly string[]): UsageError {
  const near = didYouMean(name, known);
  const remedy =
    near !== undefined
      ? `Did you mean ${near}?`
      : known.length === 0
        ? "Run it in a project with scenario files."
        : `There are ${known.slice(0, 8).join(", ")}${known.length > 8 ? ", ..." : ""}.`;
  return new UsageError(`No ${what} is called ${name}.`, remedy);
}

function splitSchema(
  schema: string | undefined,
): readonly [api: string | undefined, schema: string | undefined] {
  const at = schema?.indexOf(".") ?? -1;
  return schema === undefined || at < 0
    ? [undefined, undefined]
    : [schema.slice(0, at), schema.slice(at + 1)];
}

/** The inferred resource with the same record, of several the one with the same name. */
function match(
  model: ApiModel | undefined,
  inferred: readonly InferredResource[],
  name: string,
  schema: string | undefined,
): InferredResource | undefined {
  const same = inferred.filter(
    ({ record }) =>
      schema !== undefined &&
      model !== undefined &&
      record !== undefined &&
      namesOfSchema(model, record.value.schema).includes(schema),
  );
  const named = (list: readonly InferredResource[]) =>
    list.find((resource) => resource.name.toLowerCase() === name.toLowerCase());
  return named(same) ?? (same.length > 0 ? same[0] : named(inferred));
}

function declaredRows(resource: BoundWorld["ir"]["resources"][number]): ReadonlyMap<string, string> {
  const path = (steps: readonly unknown[]) => steps.join(".");
  const rows: [string, string][] = [["key", path(resource.key)]];
  if (resource.schema !== undefined) rows.unshift(["record", resource.schema]);
  if (resource.aliases.length > 0) rows.push(["alias", resource.aliases.map(path).join(", ")]);
  if (resource.computed.length > 0) rows.push(["computed", resource.computed.map(path).join(", ")]);
  if (resource.flow !== undefined) rows.push(["states", path(resource.flow.path)]);
  rows.push(["seed", `${resource.seed.length} records`]);
  return new Map(rows);
}

const ROLES: ReadonlySet<string> = new Set([
  "read",
  "list",
  "create",
  "update",
  "replace",
  "upsert",
  "delete",
  "action",
]);

/** Whether the world answers an operation; undefined for a fact that is about none. */
function operationText(
  { underived }: BoundWorld,
  operations: ReadonlySet<string>,
  api: string | undefined,
  kind: string,
  operation: string,
): string | undefined {
  if (!ROLES.has(kind) || api === undefined) return undefined;
  const id = `${api}.${operation}`;
  if (operations.has(id)) return "answered";
  return underived.has(id) ? "not answered" : "";
}
