import type { Diagnostic } from "../../../dsl/diagnostics/diagnostic.js";
import { apiDiagnostics } from "../diagnostics.js";
import { isNode, member } from "../node.js";
import { type ParsedText, parseText } from "../parse-text.js";
import { select } from "./json-path.js";
import { isContainer, MOST_VALUES, type Origin, OverlaidDocument, ownValue } from "./overlaid-document.js";

/** An overlay file with its text. */
export interface OverlayText {
  readonly path: string;
  readonly text: string;
}

/** A document after its overlays, as if it had been read so. */
export interface Overlaid {
  readonly parsed: ParsedText;
  readonly diagnostics: readonly Diagnostic[];
}

type Report = typeof apiDiagnostics.report;

/**
 * Applies OpenAPI Overlays (1.0 and 1.1) to a document, in order. What is wrong with one is reported and left out;
 * values that come from an overlay are located there.
 */
export function applyOverlays(
  file: string,
  base: ParsedText,
  overlays: readonly OverlayText[],
  resolve: (from: string, relative: string) => string,
): Overlaid {
  const document = new OverlaidDocument(base.value, file);
  const files = new Map<string, ParsedText>([[file, base]]);
  const diagnostics: Diagnostic[] = [];
  for (const { path, text } of overlays) {
    if (document.isFull) break;
    const parsed = parseText(text);
    files.set(path, parsed);
    const report = (
      code: Parameters<Report>[0],
      steps: readonly string[],
      values: Readonly<Record<string, string | number>>,
    ): void => {
      const span = parsed.problem?.span ?? parsed.locate(steps);
      diagnostics.push(apiDiagnostics.report(code, { file: path, span }, values as never));
    };
    new OverlayRun(document, path, parsed, report).apply((extended) => resolve(path, extended) === file);
  }
  const place = (steps: readonly string[]) => {
    const origin = document.originOf(steps);
    const span = files.get(origin.file)?.locate(origin.steps) ?? { start: 0, end: 0 };
    return { file: origin.file, span };
  };
  const parsed = {
    text: base.text,
    value: document.value,
    problem: undefined,
    locate: (steps: readonly string[]) => place(steps).span,
    place,
    exactInteger: (steps: readonly string[]) => {
      const origin = document.originOf(steps);
      return files.get(origin.file)?.exactInteger?.(origin.steps);
    },
    ...(base.mergeKey === undefined ? {} : { mergeKey: base.mergeKey }),
  };
  return { parsed, diagnostics };
}

class OverlayRun {
  constructor(
    private readonly document: OverlaidDocument,
    private readonly path: string,
    private readonly overlay: ParsedText,
    private readonly report: (
      code: Parameters<Report>[0],
      steps: readonly string[],
      values: Readonly<Record<string, string | number>>,
    ) => void,
  ) {}

  apply(isMeant: (extended: string) => boolean): void {
    const { problem, value } = this.overlay;
    if (problem !== undefined) {
      this.report("RVR7040", [], { path: this.path, reason: problem.message });
      return;
    }
    const version = member(value, "overlay");
    const text = typeof version === "number" ? version.toFixed(1) : String(version ?? "");
    if (!/^1\.[01](\.|$)/u.test(text)) {
      const reason =
        version === undefined ? "it has no member `overlay`" : `it is of version ${text.slice(0, 20)}`;
      this.report("RVR7041", version === undefined ? [] : ["overlay"], { reason });
      return;
    }
    const actions = member(value, "actions");
    if (!Array.isArray(actions) || actions.length === 0) {
      this.report("RVR7041", ["actions"], { reason: "it lists no `actions`" });
      return;
    }
    const extended = member(value, "extends");
    // An address of the network names a document that may have been copied here.
    if (typeof extended === "string" && !/^[A-Za-z][A-Za-z0-9+.-]*:/u.test(extended) && !isMeant(extended)) {
      this.report("RVR7047", ["extends"], { extended });
    }
    for (const [index, action] of actions.entries()) {
      const at = ["actions", String(index)];
      this.action(action, at);
      if (!this.document.isFull) continue;
      this.report("RVR7048", at, { most: MOST_VALUES });
      return;
    }
  }

  private action(action: unknown, at: readonly string[]): void {
    const target = member(action, "target");
    const nodes = this.selected(target, [...at, "target"]);
    if (nodes === undefined) return;
    if (nodes.length === 0) {
      this.report("RVR7043", [...at, "target"], { target: String(target) });
    } else if (member(action, "remove") === true) {
      this.remove(nodes, [...at, "target"]);
    } else {
      const source = this.source(action, at);
      if (source !== undefined) this.update(nodes, source.value, source.origin, at);
    }
  }

  private selected(path: unknown, at: readonly string[]): readonly (readonly string[])[] | undefined {
    if (typeof path !== "string") {
      this.report("RVR7042", at, { path: JSON.stringify(path ?? null), reason: "a text is needed" });
      return undefined;
    }
    const selection = select(path, this.document.value);
    if (selection.kind === "nodes") return selection.locations;
    this.report("RVR7042", at, { path, reason: selection.message });
    return undefined;
  }

  private remove(nodes: readonly (readonly string[])[], at: readonly string[]): void {
    if (nodes.some((node) => node.length === 0)) {
      this.report("RVR7044", at, { reason: "the whole document cannot be removed" });
      return;
    }
    // From the last to the first, so that the places of those before stay what they are.
    for (const node of [...nodes].sort(compareLocations).reverse()) this.document.remove(node);
  }

  /** What is merged into the selected nodes, and where it was written. */
  private source(
    action: unknown,
    at: readonly string[],
  ): { readonly value: unknown; readonly origin: Origin } | undefined {
    const copied = member(action, "copy");
    if (copied !== undefined) {
      const [node, ...more] = this.selected(copied, [...at, "copy"]) ?? [];
      if (node !== undefined && more.length === 0) {
        return { value: this.document.at(node), origin: this.document.originOf(node) };
      }
      this.report("RVR7046", [...at, "copy"], {
        path: String(copied),
        count: node === undefined ? 0 : more.length + 1,
      });
      return undefined;
    }
    const value = member(action, "update");
    if (value !== undefined) return { value, origin: { file: this.path, steps: [...at, "update"] } };
    this.report("RVR7045", at, {});
    return undefined;
  }

  private update(
    nodes: readonly (readonly string[])[],
    value: unknown,
    origin: Origin,
    at: readonly string[],
  ): void {
    const kinds = new Set(nodes.map((node) => kindOf(this.document.at(node))));
    const [kind = "a plain value"] = kinds;
    if (kinds.size > 1) {
      this.report("RVR7044", [...at, "target"], { reason: `it selects ${[...kinds].join(" and ")} at once` });
    } else if (kind !== "a list" && kindOf(value) !== kind) {
      this.report("RVR7044", [...at, "update"], { reason: `${kindOf(value)} cannot be merged into ${kind}` });
    } else {
      for (const node of nodes) this.merge(node, value, origin, at);
    }
  }

  private merge(node: readonly string[], value: unknown, origin: Origin, at: readonly string[]): void {
    const { document } = this;
    const target = document.at(node);
    if (Array.isArray(target)) {
      // A list of its own: one that is copied into itself would grow ahead of the loop.
      const items = Array.isArray(value) ? [...value] : [value];
      for (const [i, item] of items.entries()) {
        const from = Array.isArray(value) ? below(origin, String(i)) : origin;
        document.put(target, String(target.length), item, from);
      }
      return;
    }
    if (!isNode(target) || !isNode(value)) {
      const container = document.at(node.slice(0, -1));
      const key = node.at(-1);
      if (key !== undefined && isContainer(container)) document.put(container, key, value, origin);
      return;
    }
    for (const [key, inner] of Object.entries(value)) {
      const own = below(origin, key);
      const known = ownValue(target, key);
      const kind = kindOf(known);
      if (known === undefined) document.put(target, key, inner, own);
      else if (kind === "a list" ? Array.isArray(inner) : kindOf(inner) === kind) {
        this.merge([...node, key], inner, own, at);
      } else {
        const reason = `${kindOf(inner)} cannot be merged into ${kind}, which is '${key}'`;
        const steps = own.file === this.path ? own.steps : at;
        this.report("RVR7044", steps, { reason });
      }
    }
  }
}

function below(origin: Origin, key: string): Origin {
  return { file: origin.file, steps: [...origin.steps, key] };
}

function kindOf(value: unknown): "an object" | "a list" | "a plain value" {
  if (Array.isArray(value)) return "a list";
  return isNode(value) ? "an object" : "a plain value";
}

/** Order of a document: by the first step that differs, indexes as numbers. */
function compareLocations(left: readonly string[], right: readonly string[]): number {
  for (const [i, step] of left.entries()) {
    const other = right[i];
    if (other === undefined) return 1;
    if (step === other) continue;
    const [a, b] = [Number(step), Number(other)];
    if (Number.isInteger(a) && Number.isInteger(b)) return a - b;
    return step < other ? -1 : 1;
  }
  return left.length - right.length;
}
