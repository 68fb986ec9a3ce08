import type { ApiModel, Operation } from "../openapi/api-model.js";

export type Segment =
  | { readonly kind: "word"; readonly text: string }
  | { readonly kind: "parameter"; readonly name: string };

/** Every operation on the same path, whatever its parameters are called. */
export interface PathGroup {
  /** The template with `{}` for each parameter. */
  readonly shape: string;
  /** The template that comes first in the document. */
  readonly template: string;
  readonly segments: readonly Segment[];
  /** By method, in order of the document; of two with one method the first. */
  readonly operations: ReadonlyMap<string, Operation>;
}

/** The paths of a document, by shape. Paths with more than a parameter in a segment are left out. */
export function groupPaths(model: ApiModel): ReadonlyMap<string, PathGroup> {
  const groups = new Map<string, PathGroup & { readonly operations: Map<string, Operation> }>();
  for (const operation of model.operations.values()) {
    const segments = segmentsOf(operation.path);
    if (segments === undefined) continue;
    const shape = shapeOf(segments);
    const group = groups.get(shape) ?? { shape, template: operation.path, segments, operations: new Map() };
    groups.set(shape, group);
    if (!group.operations.has(operation.method)) group.operations.set(operation.method, operation);
  }
  return groups;
}

export function shapeOf(segments: readonly Segment[]): string {
  return segments.map((segment) => (segment.kind === "word" ? `/${segment.text}` : "/{}")).join("");
}

/** Undefined for `/a/{b}-{c}`. */
export function segmentsOf(path: string): readonly Segment[] | undefined {
  const segments: Segment[] = [];
  for (const text of path.split("/").filter((part) => part !== "")) {
    if (!/[{}]/u.test(text)) {
      segments.push({ kind: "word", text });
      continue;
    }
    const name = /^\{([^{}]+)\}$/u.exec(text)?.[1];
    if (name === undefined) return undefined;
    segments.push({ kind: "parameter", name });
  }
  return segments;
}
