import type { JsonObject } from "../abi/json.js";
import type { SchemaViolation } from "../abi/trace.js";
import type { Steps, Value } from "../abi/value.js";
import type { ToolProgram } from "../program/scenario.js";
import type { ApiRequest, Validator, ValidatorError } from "../program/world.js";
import { get, isArray, isObject } from "../value/access.js";
import { isDeclared } from "./request.js";

/** A broken rule of the API's schema, with its place in the canonical request. */
export interface ApiViolation {
  readonly place: Steps;
  readonly keyword: string;
  readonly message: string;
}

/** No report gets longer than this: one wrong branch can break a rule for each of its values. */
const REPORT_LIMIT = 32;

/** The rules of the API's schema that a request breaks, in the validator's order, none twice. */
export function apiViolations(validator: Validator, request: ApiRequest): readonly ApiViolation[] {
  const { path, query, header, body } = request;
  if (validator(body === undefined ? { path, query, header } : { path, query, header, body })) return [];
  return distinct((validator.errors ?? []).map(fromError));
}

function fromError(error: ValidatorError): ApiViolation {
  const place = error.instancePath
    .split("/")
    .slice(1)
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
  const name = error.params["missingProperty"] ?? error.params["additionalProperty"];
  if (typeof name === "string") place.push(name);
  return { place, keyword: error.keyword, message: error.message ?? `breaks ${error.keyword}` };
}

function distinct(violations: readonly ApiViolation[]): readonly ApiViolation[] {
  const seen = new Set<string>();
  const result: ApiViolation[] = [];
  for (const violation of violations) {
    const id = `${violation.keyword} ${JSON.stringify(violation.place)}`;
    if (result.length >= REPORT_LIMIT || seen.has(id)) continue;
    seen.add(id);
    result.push(violation);
  }
  return result;
}

/** A place of the canonical request in the tool's own view: the argument's name, then the way below its target. */
export function flatPath(tool: ToolProgram, place: Steps): string {
  let best: { name: string; length: number } | undefined;
  for (const { name, target } of tool.arguments) {
    if (target.length <= (best?.length ?? -1) || !isPrefix(target, place)) continue;
    best = { name, length: target.length };
  }
  if (best !== undefined) return [best.name, ...place.slice(best.length)].join(".");
  return (place.length > 1 && place[0] === tool.rest ? place.slice(1) : place).join(".");
}

function isPrefix(prefix: Steps, place: Steps): boolean {
  return prefix.length <= place.length && prefix.every((key, i) => key === place[i]);
}

/** Arguments that the tool does not declare: at the top by name, below it where the shown schema is closed. */
export function unknownArguments(tool: ToolProgram, args: JsonObject): readonly SchemaViolation[] {
  const violations: SchemaViolation[] = [];
  const report = (path: Steps): void => {
    if (violations.length >= REPORT_LIMIT) return;
    violations.push({
      path: path.join("."),
      keyword: "additionalProperties",
      message: "is not an argument of this tool",
    });
  };
  const properties = get(tool.definition.function.parameters, "properties");
  for (const name of Object.keys(args)) {
    if (!isDeclared(tool, name)) report([name]);
    else findUnknown(get(properties, name), args[name], [name], report);
  }
  return violations;
}

function findUnknown(schema: Value, value: Value, path: Steps, report: (path: Steps) => void): void {
  if (isArray(value)) {
    const items = get(schema, "items");
    for (const [i, item] of value.entries()) findUnknown(items, item, [...path, String(i)], report);
    return;
  }
  const properties = get(schema, "properties");
  if (!isObject(value) || !isObject(properties)) return;
  const closed = get(schema, "additionalProperties") === false;
  for (const key of Object.keys(value)) {
    if (Object.hasOwn(properties, key)) findUnknown(properties[key], value[key], [...path, key], report);
    else if (closed) report([...path, key]);
  }
}
