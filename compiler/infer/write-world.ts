import { nameText, stringText } from "../../dsl/print/value.js";
import type { ApiModel } from "../openapi/api-model.js";
import { behaviourText, shownName } from "./behaviour.js";
import type { Fact } from "./fact.js";
import type { InferredResource } from "./inferred.js";
import { isPlainName, operationsOf, type StoredResource, sentIdentifier, storeResources } from "./stored.js";
import { commentText } from "./words.js";

export interface WorldText {
  /** Lines of a `world` block. */
  readonly lines: readonly string[];
  /** Operations that have behaviour, in order of the world. */
  readonly operations: readonly string[];
}

export interface WorldOptions {
  readonly model: ApiModel;
  /** How the file names the document. */
  readonly api: string;
  /** Name of the world. */
  readonly name: string;
  readonly resources: readonly InferredResource[];
  /** Path of the seed of a resource as the world's file names it; undefined for one that starts empty. */
  readonly seedOf: (resource: InferredResource) => string | undefined;
  /** Whether comments say why each part stands there. */
  readonly reasons: boolean;
}

/** A world with the inferred resources, everything written out: what is wrong in it is corrected where it stands. */
export function writeWorld({ model, api, name, resources, seedOf, reasons }: WorldOptions): WorldText {
  const stored = storeResources(model, resources);
  const because = (...facts: readonly (Fact<unknown> | undefined)[]): readonly string[] =>
    reasons ? facts.flatMap((one) => (one === undefined ? [] : [`# ${reasonText(one)}`])) : [];
  const operations = new Set<string>();
  const blocks = resources.flatMap((resource) => {
    const own = stored.get(resource.name);
    if (own === undefined) return [];
    return resource.roles.flatMap((role) => {
      const operation = model.operations.get(role.value.operation);
      if (operation === undefined || operations.has(operation.id)) return [];
      const statements = behaviourText(model, own, operation, role.value.role);
      if (statements === undefined) return [];
      operations.add(operation.id);
      return ["", ...because(role), `on ${api}.${nameText(operation.id)} {`, ...statements, "}"];
    });
  });
  const shapes = [...stored.values()].flatMap((own) =>
    own.hides && own.fields.length > 0
      ? [`shape ${shownName(own)}(record) = pick(record, [${own.fields.map(stringText).join(", ")}])`]
      : own.hides
        ? [`shape ${shownName(own)}(record) = record`]
        : [],
  );
  const lines = [
    `world ${name} {`,
    ...resources.flatMap((resource) => {
      const own = stored.get(resource.name);
      return own === undefined ? [] : resourceLines(model, api, own, seedOf(resource), because);
    }),
    "",
    ...shapes,
    "",
    `invalid ${api} else 400 { message: "{violation.path} {violation.message}" }`,
    ...blocks,
    "}",
  ];
  return { lines, operations: [...operations] };
}

function resourceLines(
  model: ApiModel,
  api: string,
  stored: StoredResource,
  seed: string | undefined,
  because: (...facts: readonly (Fact<unknown> | undefined)[]) => readonly string[],
): readonly string[] {
  const { resource, key, schemaName: schema } = stored;
  const aliases = resource.aliases
    .map(({ value }) => value)
    .filter((name) => name !== key && isPlainName(name));
  const [create] = operationsOf(model, resource, "create");
  const isOwn = create === undefined || sentIdentifier(model, create, resource) === undefined;
  const filled = isOwn ? [key, ...aliases] : [];
  return [
    "",
    ...because(resource.exists, resource.record, resource.identifier),
    `resource ${resource.name}${schema === undefined ? "" : `: ${api}.${nameText(schema)}`} {`,
    `key ${nameText(key)}${aliases.length === 0 ? "" : ` alias ${aliases.map(nameText).join(", ")}`}`,
    ...(seed === undefined ? [] : [`seed ${stringText(seed)}`]),
    ...(filled.length === 0 || stored.composite ? [] : [`computed ${filled.map(nameText).join(", ")}`]),
    "}",
  ];
}

/** A fact in a comment: why, and how sure. */
export function reasonText({ reason, confidence }: Fact<unknown>): string {
  return `${commentText(reason)} (${confidence})`;
}
