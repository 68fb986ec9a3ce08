import type { ExpressionIr } from "../ir/expression.js";
import { anyPart } from "./walk.js";

/** Records of a resource that have given values at given paths. */
export interface IndexedRecords {
  readonly resource: string;
  readonly paths: readonly (readonly string[])[];
  /** Do not depend on the record. */
  readonly values: readonly ExpressionIr[];
}

/**
 * What the condition of a comprehension or a quantifier over all records of a resource fixes by equality: an index leads
 * to these records, and the condition is then asked of them alone. Undefined where it fixes nothing.
 */
export function indexedRecords(
  list: ExpressionIr,
  local: string,
  condition: ExpressionIr | undefined,
): IndexedRecords | undefined {
  if (list.kind !== "records" || condition === undefined) return undefined;
  const fixed = conjuncts(condition).flatMap((part) => {
    if (part.kind !== "binary" || part.operator !== "==") return [];
    const sides = [
      [part.left, part.right],
      [part.right, part.left],
    ] as const;
    for (const [own, other] of sides) {
      const path = pathFrom(own, local);
      if (path !== undefined && !readsLocal(other, local)) return [{ path, value: other }];
    }
    return [];
  });
  if (fixed.length === 0) return undefined;
  return {
    resource: list.resource,
    paths: fixed.map(({ path }) => path),
    values: fixed.map(({ value }) => value),
  };
}

function conjuncts(condition: ExpressionIr): readonly ExpressionIr[] {
  return condition.kind === "binary" && condition.operator === "and"
    ? [...conjuncts(condition.left), ...conjuncts(condition.right)]
    : [condition];
}

/** The path of `local.a.b`; undefined for anything else, and for the record itself. */
function pathFrom(expression: ExpressionIr, local: string): readonly string[] | undefined {
  const path: string[] = [];
  let object = expression;
  while (object.kind === "get") {
    path.unshift(object.key);
    object = object.object;
  }
  return object.kind === "local" && object.name === local && path.length > 0 ? path : undefined;
}

function readsLocal(expression: ExpressionIr, local: string): boolean {
  return anyPart(expression, (part) => part.kind === "local" && part.name === local);
}
