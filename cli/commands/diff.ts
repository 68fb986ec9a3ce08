import { posix } from "node:path";
import {
  type ApiModel,
  type Change,
  compareModels,
  impactOn,
  loadApi,
  nodeHost,
} from "../../compiler/index.js";
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
  const texts = new Map<string, SourceFile>();
  const load = async (path: string, overlays: readonly string[]): Promise<ApiModel> => {
    const read = await Promise.all(
      overlays.map(async (overlay) => ({ path: overlay, text: (await host.readText(overlay)) ?? "" })),
    );
    const { model, diagnostics } = await loadApi(host, path, read);
    if (model === undefined) throw new FindingsError(diagnostics, new Map());
    for (const [file, text] of model.places?.texts ?? []) texts.set(file, new SourceFile(file, text));
    return model;
  };
  const [left, right] = [await load(old, []), await load(now, [])];
  const runtime = await import("../../runtime/index.js");
  const impact =
    paths.length === 0
      ? undefined
      : await impactOn({
          host,
          before: old,
          replacements: replacements(old, now, right),
          paths: paths.map((path) => fromRoot(root, path)),
          out: "generated",
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
  if (impact !== undefined && impact.before.length > 0)
    throw new FindingsError(impact.before, impact.sources);
  const found = new Map<string, Change>();
  for (const overlays of impact?.overlays ?? [[]]) {
    const versions =
      overlays.length === 0 ? [left, right] : [await load(old, overlays), await load(now, overlays)];
    const [before, after] = versions as [ApiModel, ApiModel];
    for (const change of compareModels(before, after)) found.set(JSON.stringify(change), change);
  }
  const changes = [...found.values()];
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
          : {
              diagnostics: impact.diagnostics,
              changed: impact.changed,
              certificates: impact.certificates,
              scenarios: impact.scenarios,
            }),
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
    for (const { scenario, rewards } of impact.certificates)
      output.data(`${scenario}: its certificate no longer holds, of ${rewards.join(", ")}`);
  }
  return broken ? EXIT.findings : EXIT.ok;
}

/** What the new version is read in place of: the old document, and what stands beside it as the new one refers to it. */
function replacements(old: string, now: string, model: ApiModel): ReadonlyMap<string, string> {
  const files = new Map([[old, now]]);
  for (const file of model.places?.texts.keys() ?? []) {
    if (file === now) continue;
    files.set(posix.join(posix.dirname(old), posix.relative(posix.dirname(now), file)), file);
  }
  return files;
}

/** Some of many, and how many more. */
function listed(all: readonly string[]): string {
  return all.length <= 4 ? all.join(", ") : `${all.slice(0, 3).join(", ")} and ${all.length - 3} more places`;
}

function lineOf(change: Change, texts: ReadonlyMap<string, SourceFile>): string {
  const what = change.at === "" ? change.operation : `${change.operation} ${change.at}`;
  const { place } = withPlace(change, texts);
  const more = change.also.length === 0 ? "" : `, and so at ${listed(change.also)}`;
  return `${change.severity.padEnd(10)}  ${what} ${change.message}${more}${place === undefined ? "" : `  (${place})`}`;
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
