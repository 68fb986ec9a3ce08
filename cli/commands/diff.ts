import { type Change, compareModels, impactOn, loadApi, nodeHost } from "../../compiler/index.js";
import { counted, SourceFile } from "../../dsl/index.js";
import { UsageError } from "../../runtime/index.js";
import { printDiagnostics } from "../output/diagnostics.js";
import { EXIT, type ExitCode } from "../output/exit-codes.js";
import type { Output } from "../output/streams.js";
import { FindingsError } from "../project/findings-error.js";
import { fromRoot, projectRoot } from "../project/root.js";

export interface DiffFlags {
  readonly all?: boolean;
  readonly json?: boolean;
}

/** `rvrc diff OLD NEW [PATH...]`: what a new version of an API document breaks, in general and in given scenarios. */
export async function runDiff(
  output: Output,
  before: string,
  after: string,
  paths: readonly string[],
  flags: DiffFlags,
): Promise<ExitCode> {
  const root = projectRoot();
  const host = nodeHost(root);
  const [old, now] = [fromRoot(root, before), fromRoot(root, after)];
  const outside = [old, now].find((path) => path.startsWith(".."));
  if (outside !== undefined) {
    throw new UsageError(`${outside} lies outside of the project ${root}.`, "Copy it into the project.");
  }
  const models = [];
  const texts = new Map<string, SourceFile>();
  for (const path of [old, now]) {
    const { model, diagnostics } = await loadApi(host, path);
    if (model === undefined) throw new FindingsError(diagnostics, new Map());
    for (const [file, text] of model.places?.texts ?? []) texts.set(file, new SourceFile(file, text));
    models.push(model);
  }
  const [left, right] = models;
  if (left === undefined || right === undefined) return EXIT.ok;
  const changes = compareModels(left, right);
  const runtime = await import("../../runtime/index.js");
  const impact =
    paths.length === 0
      ? undefined
      : await impactOn({
          host,
          before: old,
          after: now,
          paths: paths.map((path) => fromRoot(root, path)),
          runtime,
        });
  const [missing] = impact?.missing ?? [];
  if (missing !== undefined) {
    throw new UsageError(
      `There is no scenario file at ${missing}.`,
      "Name a .rvr file, or a folder that has some below it.",
    );
  }
  if (impact !== undefined && !impact.reads) {
    throw new UsageError(
      `No scenario there reads ${old}.`,
      "Name the old document by the path that the scenarios give it.",
    );
  }
  if (impact !== undefined && models.some(({ places }) => (places?.texts.size ?? 0) > 1)) {
    throw new UsageError(
      "A document in several files cannot be put in place of another one.",
      "Leave the paths out for what changes in general, or put each version into one file.",
    );
  }
  if (impact !== undefined && impact.before.length > 0)
    throw new FindingsError(impact.before, impact.sources);
  const errors = impact?.diagnostics.filter(({ severity }) => severity === "error") ?? [];
  const breaking = changes.filter(({ severity }) => severity === "breaking");
  const broken = impact === undefined ? breaking.length > 0 : errors.length > 0;
  if (flags.json === true) {
    output.data(
      JSON.stringify({
        version: 1,
        ok: !broken,
        changes: changes.map((change) => withPlace(change, texts)),
        ...(impact === undefined
          ? {}
          : { diagnostics: impact.diagnostics, changed: impact.changed, scenarios: impact.scenarios }),
      }),
    );
    return broken ? EXIT.findings : EXIT.ok;
  }
  const shown = flags.all === true ? changes : changes.filter(({ severity }) => severity !== "compatible");
  for (const change of shown) output.data(lineOf(change, texts));
  const hidden = changes.length - shown.length;
  if (hidden > 0)
    output.note(
      `${counted(hidden, "compatible change is", "compatible changes are")} not shown; --all shows them.`,
    );
  if (impact !== undefined) {
    printDiagnostics(output, impact.diagnostics, impact.sources);
    for (const name of impact.changed) output.data(`${name}: compiles to other code; audit it again`);
  }
  return broken ? EXIT.findings : EXIT.ok;
}

function lineOf(change: Change, texts: ReadonlyMap<string, SourceFile>): string {
  const what = change.at === "" ? change.operation : `${change.operation} ${change.at}`;
  const { place } = withPlace(change, texts);
  return `${change.severity.padEnd(10)}  ${what} ${change.message}${place === undefined ? "" : `  (${place})`}`;
}

/** A change with its place as `file:line:column`. */
function withPlace(
  change: Change,
  texts: ReadonlyMap<string, SourceFile>,
): Omit<Change, "place"> & { readonly place?: string } {
  const { place, ...rest } = change;
  const source = place && texts.get(place.file);
  if (place === undefined || source === undefined) return rest;
  const { line, column } = source.positionAt(place.span.start);
  return { ...rest, place: `${place.file}:${line}:${column}` };
}
