import type { ExpressionIr, ObjectEntryIr } from "../ir/expression.js";
import type { OperationIr, StatementIr } from "../ir/world.js";
import type { ApiModel, Operation, Schema } from "../openapi/api-model.js";
import { isForeign, requiredOf } from "../schema/direction.js";
import { describedNames, schemaAt } from "../schema/schema-at.js";
import { typesOf } from "../schema/types-of.js";
import type { DerivedBehaviour } from "./match-operation.js";

/** The local that holds the record of a derived operation. */
const RECORD: ExpressionIr = { kind: "local", name: "record" };
const BODY: ExpressionIr = { kind: "request", part: "body" };

/**
 * The statements of an operation that its world says nothing about: the schema is checked, the record is looked up
 * (404 where there is none), the change is made, the record is the answer.
 */
export function deriveOperation(
  api: string,
  model: ApiModel,
  operation: Operation,
  behaviour: DerivedBehaviour,
): OperationIr {
  const statements: StatementIr[] = [{ kind: "validate" }, ...statementsOf(model, operation, behaviour)];
  return {
    api,
    operation: operation.id,
    method: operation.method,
    path: operation.path,
    mutates: behaviour.kind !== "read" && behaviour.kind !== "list",
    statements,
  };
}

function statementsOf(model: ApiModel, operation: Operation, behaviour: DerivedBehaviour): StatementIr[] {
  const resource = behaviour.resource.info.name;
  const answer = (body: ExpressionIr): StatementIr => {
    return { kind: "respond", status: behaviour.status, body: behaviour.answers ? body : undefined };
  };
  switch (behaviour.kind) {
    case "list": {
      const list = listed(operation, behaviour);
      const { listProperty } = behaviour;
      return [answer(listProperty === undefined ? list : object([entry(listProperty, list)]))];
    }
    case "create":
      return [
        ...createStatements(model, operation, behaviour),
        // The answer is the record as it was stored.
        answer(RECORD),
      ];
    case "read":
      return [...found(behaviour), answer(RECORD)];
    case "delete":
      return [...found(behaviour), { kind: "delete", resource, record: RECORD }, answer(RECORD)];
    case "update":
    case "replace": {
      const entries = changed(model, operation, behaviour);
      const effects: StatementIr[] =
        entries.length === 0 ? [] : [{ kind: "update", resource, record: RECORD, entries }];
      return [...found(behaviour), ...effects, answer(lookup(behaviour))];
    }
  }
}

/** `let record = Resource(path.id)`, and 404 where there is none below the parents that the path names. */
function found(behaviour: DerivedBehaviour): StatementIr[] {
  const { parents } = behaviour;
  const present: ExpressionIr = { kind: "is", operand: RECORD, negated: false, test: "present" };
  const condition = parents.reduce<ExpressionIr>(
    (test, parent) => and(test, sameText(get(RECORD, parent.property), parameterOf(parent.parameter))),
    present,
  );
  return [
    { kind: "let", local: "record", value: lookup(behaviour) },
    { kind: "require", condition, status: 404, body: noSuch(behaviour) },
  ];
}

function createStatements(
  model: ApiModel,
  operation: Operation,
  { resource, parents }: DerivedBehaviour,
): StatementIr[] {
  const [key = ""] = resource.key;
  const name = resource.info.name;
  const body = operation.body?.schema ?? {};
  const sent = writable(model, body, key);
  const next: ExpressionIr = { kind: "next-key", resource: name };
  const made = keyIsText(model, resource.info.schema, key)
    ? ({ kind: "builtin", name: "text", arguments: [next] } as const)
    : next;
  const required = sent && requiredOf(model, body, "request").includes(key);
  const given = get(BODY, key);
  const value: ExpressionIr = required ? given : sent ? orElse(given, made) : made;
  const free: StatementIr[] = sent
    ? [
        {
          kind: "require",
          condition: {
            kind: "is",
            operand: { kind: "lookup", resource: name, key: given },
            negated: false,
            test: "absent",
          },
          status: 409,
          body: message([`There already is ${name} `, given]),
        },
      ]
    : [];
  const record = object([
    { kind: "spread", value: BODY },
    ...parents.map((parent) => entry(parent.property, parameterOf(parent.parameter))),
    entry(key, value),
  ]);
  return [...free, { kind: "create", resource: name, record, as: "record" }];
}

/** One entry for each property that the body describes; a PATCH leaves alone what is not sent. */
function changed(model: ApiModel, operation: Operation, { kind, resource }: DerivedBehaviour) {
  const body = operation.body?.schema ?? {};
  const [key] = resource.key;
  return describedNames(model, body)
    .filter((name) => name !== key && writable(model, body, name))
    .map((name) => {
      const sent = get(BODY, name);
      return { path: [name], value: kind === "replace" ? sent : orElse(sent, get(RECORD, name)) };
    });
}

function listed(operation: Operation, { resource, parents }: DerivedBehaviour): ExpressionIr {
  const record: ExpressionIr = { kind: "local", name: "item" };
  const names = new Set(
    resource.info.model && resource.info.schema
      ? describedNames(resource.info.model, resource.info.schema)
      : [],
  );
  const tests = parents.map((parent) =>
    sameText(get(record, parent.property), parameterOf(parent.parameter)),
  );
  // A query parameter with the name of a property narrows the list; others (pages, sorting) change nothing here.
  for (const parameter of operation.parameters) {
    if (parameter.in !== "query" || !names.has(parameter.name)) continue;
    const asked: ExpressionIr = get({ kind: "request", part: "query" }, parameter.name);
    const absent: ExpressionIr = { kind: "is", operand: asked, negated: false, test: "absent" };
    tests.push({
      kind: "binary",
      operator: "or",
      left: absent,
      right: sameText(get(record, parameter.name), asked),
    });
  }
  const [first, ...rest] = tests;
  return {
    kind: "comprehension",
    item: record,
    local: "item",
    list: { kind: "records", resource: resource.info.name },
    condition: first === undefined ? undefined : rest.reduce(and, first),
  };
}

/** Whether a request may carry the property: described, and not filled by the service alone. */
function writable(model: ApiModel, body: Schema, name: string): boolean {
  if (!describedNames(model, body).includes(name)) return false;
  const at = schemaAt(model, body, [name]);
  return at.kind === "found" && !isForeign(model, at.schema, "request");
}

function keyIsText(model: ApiModel, schema: Schema | undefined, key: string): boolean {
  const at = schema && schemaAt(model, schema, [key], "response");
  return at?.kind !== "found" || typesOf(model, at.schema).has("string");
}

function lookup({ resource, parameter }: DerivedBehaviour): ExpressionIr {
  return { kind: "lookup", resource: resource.info.name, key: parameterOf(parameter) };
}

function noSuch({ resource, parameter }: DerivedBehaviour): ExpressionIr {
  return message([`There is no ${resource.info.name} `, parameterOf(parameter)]);
}

function message(parts: readonly (string | ExpressionIr)[]): ExpressionIr {
  return object([entry("message", { kind: "template", parts })]);
}

function parameterOf(name: string): ExpressionIr {
  return get({ kind: "request", part: "path" }, name);
}

/** Identifiers travel as text in a path and may be numbers in a record. */
function sameText(left: ExpressionIr, right: ExpressionIr): ExpressionIr {
  const asText = (value: ExpressionIr): ExpressionIr => {
    return { kind: "builtin", name: "text", arguments: [value] };
  };
  return { kind: "binary", operator: "==", left: asText(left), right: asText(right) };
}

function and(left: ExpressionIr, right: ExpressionIr): ExpressionIr {
  return { kind: "binary", operator: "and", left, right };
}

function orElse(value: ExpressionIr, other: ExpressionIr): ExpressionIr {
  const condition: ExpressionIr = { kind: "is", operand: value, negated: false, test: "present" };
  return { kind: "if", condition, yes: value, no: other };
}

function get(object: ExpressionIr, key: string): ExpressionIr {
  return { kind: "get", object, key };
}

function object(entries: readonly ObjectEntryIr[]): ExpressionIr {
  return { kind: "object", entries };
}

function entry(key: string, value: ExpressionIr): ObjectEntryIr {
  return { kind: "entry", key, value };
}
