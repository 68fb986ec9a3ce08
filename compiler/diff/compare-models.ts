import type { Place } from "../../dsl/diagnostics/define.js";
import { didYouMean } from "../../dsl/diagnostics/did-you-mean.js";
import { compareText } from "../../dsl/text/compare.js";
import type { ApiModel, Operation } from "../openapi/api-model.js";
import type { Change } from "./change.js";
import { compareOperations, shapeOf } from "./compare-operations.js";
import { newComparisons } from "./compare-schemas.js";

/** What a new version of a document changes for those who call it, operation by operation. */
export function compareModels(before: ApiModel, after: ApiModel): readonly Change[] {
  const known = newComparisons(before, after);
  const successors = new Set<string>();
  const changes = [...before.operations.values()].flatMap((operation): readonly Change[] => {
    const now = after.operations.get(operation.id);
    if (now !== undefined) return compareOperations({ before, after, known }, operation, now);
    const successor = successorOf(before, after, operation);
    if (successor === undefined) return [gone(before, after, operation)];
    successors.add(successor.id);
    const place = after.places?.operation(successor.id);
    const renamed = `is called ${successor.id} now`;
    return [
      { severity: "breaking", operation: operation.id, at: "", message: renamed, place, also: [] },
      ...compareOperations({ before, after, known }, operation, successor),
    ];
  });
  for (const operation of after.operations.values()) {
    if (before.operations.has(operation.id) || successors.has(operation.id)) continue;
    const place = after.places?.operation(operation.id);
    changes.push({
      severity: "compatible",
      operation: operation.id,
      at: "",
      message: "is new",
      place,
      also: [],
    });
  }
  return changes.sort(
    (left, right) => compareText(left.operation, right.operation) || compareText(left.at, right.at),
  );
}

/** The operation with the same method and path under another id. */
function successorOf(before: ApiModel, after: ApiModel, { method, path }: Operation): Operation | undefined {
  return [...after.operations.values()].find(
    (one) => one.method === method && shapeOf(one.path) === shapeOf(path) && !before.operations.has(one.id),
  );
}

function gone(before: ApiModel, after: ApiModel, { id }: Operation): Change {
  const near = didYouMean(id, [...after.operations.keys()]);
  const message = near === undefined ? "is gone" : `is gone; ${near} may be meant`;
  const place: Place | undefined = before.places?.operation(id);
  return { severity: "breaking", operation: id, at: "", message, place, also: [] };
}
