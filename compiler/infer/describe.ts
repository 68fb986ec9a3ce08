import type { Confidence, Fact } from "./fact.js";
import type { InferredResource } from "./inferred.js";

/** One thing that is believed of a resource, in words. */
export interface DescribedFact {
  /** What kind of fact: `exists`, `record`, `key`, `alias`, `parent`, `envelope`, a role, `computed`, and so on. */
  readonly kind: string;
  readonly value: string;
  readonly confidence: Confidence;
  readonly reason: string;
}

/** Every fact about a resource, in a fixed order. */
export function describeFacts(resource: InferredResource): readonly DescribedFact[] {
  const row = <T>(kind: string, found: Fact<T> | undefined, text: (value: T) => string): DescribedFact[] =>
    found === undefined
      ? []
      : [{ kind, value: text(found.value), confidence: found.confidence, reason: found.reason }];
  const { exists, record, identifier, aliases, parents, envelope, roles, lists } = resource;
  return [
    ...row("exists", exists, ({ item }) => item),
    ...row("record", record, ({ name }) => name ?? "a schema without a name"),
    ...row("key", identifier, ({ field, parameter }) => field ?? `no field, by ${parameter} in the path`),
    ...aliases.flatMap((one) => row("alias", one, (value) => value)),
    ...parents.flatMap((one) => row("parent", one, (value) => value.resource ?? value.parameter)),
    ...row("envelope", envelope, (value) => value),
    ...roles.flatMap((one) => row(one.value.role, one, ({ operation }) => operation)),
    ...lists.flatMap(({ operation, paging }) =>
      row("paging", paging, ({ kind, position }) => `${operation} by ${kind} ${position}`),
    ),
    ...resource.references.flatMap((one) =>
      row("reference", one, ({ field, resource: to }) => `${field} to ${to}`),
    ),
    ...resource.states.flatMap((one) =>
      row("states", one, ({ field, values }) => `${field}: ${values.join(", ")}`),
    ),
    ...together("computed", resource.computed),
  ];
}

/** One row for all facts that are believed for the same reason. */
function together(kind: string, facts: readonly Fact<string>[]): readonly DescribedFact[] {
  const groups = new Map<string, Fact<string>[]>();
  for (const one of facts) groups.set(one.reason, [...(groups.get(one.reason) ?? []), one]);
  return [...groups].map(([reason, [first, ...others]]) => ({
    kind,
    value: [first, ...others].map((one) => one?.value ?? "").join(", "),
    confidence: first?.confidence ?? "low",
    reason,
  }));
}
