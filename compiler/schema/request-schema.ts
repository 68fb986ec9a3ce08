import type { Json } from "../../runtime/abi/json.js";
import type { Location, Operation, Schema } from "../openapi/api-model.js";
import { emptyRecord } from "../openapi/node.js";

/**
 * Schema of an operation's canonical request `{path, query, header, body}`. Parameters that the document does not
 * describe are refused in path and query; any header may be sent. An operation without a body takes none. References
 * mean the operation's model.
 */
export function requestSchema(operation: Operation): Schema {
  const properties = emptyRecord<Json>();
  const required: string[] = [];
  for (const location of ["path", "query", "header"] as const) {
    const schema = locationSchema(operation, location);
    properties[location] = schema;
    if (schema["required"] !== undefined) required.push(location);
  }
  if (operation.body !== undefined) {
    properties["body"] = operation.body.schema;
    if (operation.body.required) required.push("body");
  }
  return { type: "object", properties, required, additionalProperties: false };
}

function locationSchema(operation: Operation, location: Location): Schema {
  const properties = emptyRecord<Json>();
  const required: string[] = [];
  for (const parameter of operation.parameters) {
    if (parameter.in !== location) continue;
    properties[parameter.name] = parameter.schema;
    if (parameter.required) required.push(parameter.name);
  }
  return {
    type: "object",
    properties,
    ...(required.length === 0 ? {} : { required }),
    ...(location === "header" ? {} : { additionalProperties: false }),
  };
}
