import type { Path } from "../../dsl/tree/expression.js";
import type { ResourceDeclaration } from "../../dsl/tree/world.js";
import type { JsonObject } from "../../runtime/abi/json.js";
import { get } from "../../runtime/value/access.js";
import { names } from "../diagnostics/names.js";
import { listNames, type Reporter } from "../diagnostics/reporter.js";
import { world } from "../diagnostics/world.js";
import type { ResourceIr, StepsIr } from "../ir/world.js";
import type { ApiModel, Schema } from "../openapi/api-model.js";
import type { ApiPlace } from "./api-places.js";
import type { ResourceInfo } from "./context.js";
import { bindFlow, seedFault } from "./flow.js";
import { bindMatcher } from "./matcher.js";
import { plainText } from "./plain-text.js";
import { checkSeeds } from "./seed-schema.js";
import type { Sources } from "./sources.js";
import { unreadableApi } from "./unreadable-api.js";

/** Schema and state machine of a resource. */
export function resourceInfo(
  declaration: ResourceDeclaration,
  apis: ReadonlyMap<string, ApiModel>,
  reporter: Reporter,
  apiPlaces: ReadonlyMap<string, ApiPlace>,
): ResourceInfo {
  const name = declaration.name.text;
  const described = resourceSchema(declaration, apis, reporter, apiPlaces);
  const { model, schema } = described;
  const flow = declaration.items.find((item) => item.kind === "flow");
  const whole = model === undefined || schema === undefined ? undefined : { model, schema };
  return { name, ...described, flow: flow && bindFlow(reporter, name, whole, flow) };
}

/** Schema of a resource, found in its API's named schemas. */
function resourceSchema(
  declaration: ResourceDeclaration,
  apis: ReadonlyMap<string, ApiModel>,
  reporter: Reporter,
  apiPlaces: ReadonlyMap<string, ApiPlace>,
): Pick<ResourceInfo, "model" | "schema"> {
  const reference = declaration.schema;
  if (reference === undefined) return { model: undefined, schema: undefined };
  const model = apis.get(reference.api.text);
  if (model === undefined) {
    const values = { name: reference.api.text, known: listNames(apis.keys()) };
    const extras = reporter.suggest(reference.api.text, reference.api.span, [...apis.keys()]);
    reporter.add(names.report("RVR2002", reporter.at(reference.api.span), values, extras));
    return { model: undefined, schema: undefined };
  }
  if (model === unreadableApi) return { model: undefined, schema: undefined };
  const schema = model.schemas.get(reference.member.text);
  if (schema === undefined) {
    const extras = reporter.suggest(reference.member.text, reference.member.span, [...model.schemas.keys()]);
    const values = { api: reference.api.text, name: reference.member.text };
    reporter.add(names.report("RVR2030", reporter.at(reference.member.span), values, extras));
    return { model, schema };
  }
  reporter.references.member(reference, apiPlaces.get(reference.api.text), "schema");
  notePaths(reporter, declaration, model, schema);
  return { model, schema };
}

/** Notes the types of the paths that a resource names. */
function notePaths(
  { references }: Reporter,
  declaration: ResourceDeclaration,
  model: ApiModel,
  schema: Schema,
): void {
  for (const item of declaration.items) {
    const paths = item.kind === "key" ? [item.path, ...item.aliases] : [];
    if (item.kind === "computed") paths.push(...item.paths);
    if (item.kind === "match" || item.kind === "flow") paths.push(item.path);
    for (const path of paths) references.path(path, model, schema);
  }
}

export function stepsOf(path: Path): StepsIr {
  return path.segments.map((segment) => segment.text);
}

/** A resource, and whether all its seeds could be used: what is wrong with the others was reported. */
export interface BoundResource {
  readonly ir: ResourceIr;
  readonly seeded: boolean;
}

/** Binds keys, seeds and comparison rules. Undefined when there is no key, which was reported. */
export function bindResource(
  sources: Sources,
  reporter: Reporter,
  declaration: ResourceDeclaration,
  info: Pick<ResourceInfo, "flow" | "model" | "schema">,
): BoundResource | undefined {
  const { flow } = info;
  const name = declaration.name.text;
  const keys = declaration.items.filter((item) => item.kind === "key");
  const seeds = declaration.items.filter((item) => item.kind === "seed");
  const key = keys[0];
  if (key === undefined) {
    reporter.add(world.report("RVR4005", reporter.at(declaration.name.span), { name }));
    return undefined;
  }
  for (const [what, list] of [
    ["`key`", keys],
    ["`seed`", seeds],
    ["`flow`", declaration.items.filter((item) => item.kind === "flow")],
  ] as const) {
    const second = list[1];
    if (second === undefined || list[0] === undefined) continue;
    const related = [{ ...reporter.at(list[0].span), message: "first given here" }];
    reporter.add(world.report("RVR4008", reporter.at(second.span), { what, name }, { related }));
  }
  const seed = seeds[0];
  const path = seed && plainText(seed.file);
  const read =
    seed === undefined || path === undefined
      ? { records: [], all: true }
      : readSeeds(
          sources,
          reporter,
          declaration,
          sources.resolve(reporter.file, path),
          seed.span,
          stepsOf(key.path),
          info,
        );
  const ir: ResourceIr = {
    name,
    schema: declaration.schema && `${declaration.schema.api.text}.${declaration.schema.member.text}`,
    key: stepsOf(key.path),
    aliases: key.aliases.map(stepsOf),
    seed: read.records,
    computed: declaration.items.flatMap((item) => (item.kind === "computed" ? item.paths.map(stepsOf) : [])),
    matchers: declaration.items.flatMap((item) =>
      item.kind === "match"
        ? [{ path: stepsOf(item.path), matcher: bindMatcher(reporter, item.matcher) }]
        : [],
    ),
    ...(flow === undefined ? {} : { flow: flow.ir }),
  };
  return { ir, seeded: read.all };
}

function readSeeds(
  sources: Sources,
  reporter: Reporter,
  declaration: ResourceDeclaration,
  file: string,
  span: ResourceDeclaration["span"],
  key: StepsIr,
  { flow, model, schema }: Pick<ResourceInfo, "flow" | "model" | "schema">,
): { readonly records: readonly JsonObject[]; readonly all: boolean } {
  const data = sources.data(file);
  if (data === undefined) return { records: [], all: false };
  if (!Array.isArray(data)) {
    reporter.add(names.report("RVR2014", reporter.at(span), { file, reason: "a list of records is needed" }));
    return { records: [], all: false };
  }
  if (model !== undefined && schema !== undefined) {
    const seeds = { resource: declaration.name.text, file, span, records: data };
    checkSeeds(sources, reporter, seeds, model, schema);
  }
  const seen = new Set<string>();
  const records: JsonObject[] = [];
  for (const [index, record] of data.entries()) {
    const value = get(record, ...key);
    const usable = typeof value === "string" || (typeof value === "number" && Number.isSafeInteger(value));
    const fault = !usable
      ? `has no usable key at '${key.join(".")}'`
      : seen.has(String(value))
        ? `repeats the key '${String(value)}'`
        : flow && seedFault(flow, record as JsonObject);
    if (fault !== undefined) {
      const values = { index: index + 1, name: declaration.name.text, reason: fault };
      const place = sources.dataPlace(file, [String(index)]);
      const related = place === undefined ? [] : [{ file, span: place, message: "this record" }];
      reporter.add(world.report("RVR4006", reporter.at(span), values, { related }));
      continue;
    }
    seen.add(String(value));
    records.push(record as JsonObject);
  }
  return { records, all: records.length === data.length };
}
