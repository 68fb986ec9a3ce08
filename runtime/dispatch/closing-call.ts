import type { JsonObject } from "../abi/json.js";
import type { ToolDefinition } from "../abi/scenario.js";
import type { SchemaViolation } from "../abi/trace.js";
import type { Value } from "../abi/value.js";
import { get, isArray, isObject, list } from "../value/access.js";
import { contains, is } from "../value/compare.js";

/** What is wrong with the arguments of a closing tool; the schemas of these tools are one level deep. */
export function closingViolations(tool: ToolDefinition, args: JsonObject): readonly SchemaViolation[] {
  const { parameters } = tool.function;
  const properties = get(parameters, "properties");
  const known = isObject(properties) ? properties : {};
  const found: SchemaViolation[] = [];
  for (const name of list(get(parameters, "required"))) {
    if (typeof name !== "string" || Object.hasOwn(args, name)) continue;
    found.push({ path: name, keyword: "required", message: `must have required property '${name}'` });
  }
  for (const [name, value] of Object.entries(args)) {
    const schema = Object.hasOwn(known, name) ? known[name] : undefined;
    if (schema === undefined) {
      const message = "must NOT have additional properties";
      found.push({ path: name, keyword: "additionalProperties", message });
    } else found.push(...valueViolations(name, schema, value));
  }
  return found;
}

function valueViolations(path: string, schema: Value, value: Value): readonly SchemaViolation[] {
  const type = get(schema, "type");
  if (typeof type === "string" && !hasType(value, type)) {
    return [{ path, keyword: "type", message: `must be ${type}` }];
  }
  const allowed = get(schema, "enum");
  if (isArray(allowed) && !contains(allowed, value)) {
    return [{ path, keyword: "enum", message: "must be equal to one of the allowed values" }];
  }
  const items = get(schema, "items");
  if (items === undefined) return [];
  return list(value).flatMap((item, index) => valueViolations(`${path}.${index}`, items, item));
}

function hasType(value: Value, type: string): boolean {
  switch (type) {
    case "string":
    case "number":
    case "integer":
    case "boolean":
    case "array":
    case "object":
    case "null":
      return is(value, type);
    default:
      return true;
  }
}
