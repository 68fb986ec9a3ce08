import { basename, posix } from "node:path";
import {
  type CreateThenRead,
  createThenRead,
  describeFacts,
  type InferredResource,
  inferApi,
  inferWorld,
  loadApi,
  nodeHost,
} from "../../compiler/index.js";
import { counted, didYouMean } from "../../dsl/index.js";
import { UsageError } from "../../runtime/index.js";
import { EXIT, type ExitCode } from "../output/exit-codes.js";
import { whole } from "../output/interrupt.js";
import type { Output } from "../output/streams.js";
import { table } from "../output/table.js";
import { FindingsError } from "../project/findings-error.js";
import { refuseChanged } from "../project/owned-files.js";
import { fromRoot, projectRoot } from "../project/root.js";

export interface InferFlags {
  readonly resource?: string;
  readonly out?: string;
  readonly records?: number;
  readonly seed?: number;
  readonly check?: boolean;
  readonly force?: boolean;
  readonly json?: boolean;
}

/** `rvrc infer DOC`: the resources that a document speaks of, why, and a world that keeps them. */
export async function runInfer(output: Output, document: string, flags: InferFlags): Promise<ExitCode> {
  const root = projectRoot();
  const host = nodeHost(root);
  const path = fromRoot(root, document);
  if (path.startsWith("..")) {
    throw new UsageError(
      `${document} lies outside of the project ${root}.`,
      "Copy it into the project: a world names its document by a path.",
    );
  }
  const { model, diagnostics } = await loadApi(host, path);
  if (model === undefined) throw new FindingsError(diagnostics, new Map());
  const all = inferApi(model);
  const shown = flags.resource === undefined ? all : [findResource(all, flags.resource)];
  const checked = flags.check === true ? await checkAll(output, host, path, model, shown, all) : undefined;
  if (flags.out !== undefined) {
    const folder = fromRoot(root, flags.out);
    const name = worldName(path);
    const world = inferWorld({
      model,
      resources: all,
      name,
      document: posix.relative(folder, path),
      records: flags.records ?? 12,
      seed: flags.seed ?? 1,
    });
    const files = new Map([...world.files].map(([file, text]) => [posix.join(folder, file), text] as const));
    if (flags.force !== true) await refuseChanged(host, files, new Map());
    await whole(async (signal) => {
      for (const [file, text] of files) {
        signal.throwIfAborted();
        if ((await host.readText(file)) !== text) await host.writeText(file, text);
      }
    });
    output.note(
      `${counted(world.operations.length, "operation")} of ${model.operations.size} in ${folder}/${name}.rvr, with ${counted(files.size - 1, "seed file")}.`,
    );
  }
  if (flags.json === true) output.data(JSON.stringify(asJson(path, shown, checked)));
  else print(output, shown, flags.resource !== undefined, checked);
  return checked?.some(({ outcome }) => outcome !== "same") === true ? EXIT.findings : EXIT.ok;
}

async function checkAll(
  output: Output,
  host: ReturnType<typeof nodeHost>,
  document: string,
  model: Parameters<typeof createThenRead>[0]["model"],
  wanted: readonly InferredResource[],
  all: readonly InferredResource[],
): Promise<readonly CreateThenRead[]> {
  const runtime = await import("../../runtime/index.js");
  const results = await whole((signal) =>
    createThenRead({
      host,
      document,
      model,
      wanted,
      resources: all,
      runtime,
      signal,
      onResource: (name) => output.progress(`create then read ${name}`),
    }),
  );
  output.progress("");
  return results;
}

function findResource(all: readonly InferredResource[], name: string): InferredResource {
  const found = all.find((resource) => resource.name === name);
  if (found !== undefined) return found;
  const names = all.map((resource) => resource.name);
  const near = didYouMean(name, names);
  throw new UsageError(
    `No resource called ${name} is inferred.`,
    near === undefined ? "Without --resource, all are listed." : `Did you mean ${near}?`,
  );
}

function worldName(path: string): string {
  const plain = basename(path)
    .replace(/\.[^.]*$/u, "")
    .replace(/[^A-Za-z0-9]+/gu, "_")
    .replace(/^[^A-Za-z]+|_+$/gu, "")
    .toLowerCase();
  return plain === "" ? "inferred" : plain;
}

function asJson(
  document: string,
  resources: readonly InferredResource[],
  checked: readonly CreateThenRead[] | undefined,
) {
  return {
    version: 1,
    document,
    resources: resources.map((resource) => ({
      name: resource.name,
      kind: resource.kind,
      facts: describeFacts(resource),
      open: resource.open,
    })),
    ...(checked === undefined ? {} : { createThenRead: checked }),
  };
}

function print(
  output: Output,
  resources: readonly InferredResource[],
  facts: boolean,
  checked: readonly CreateThenRead[] | undefined,
): void {
  if (facts) {
    for (const resource of resources) output.data(factTable(resource));
  } else {
    output.data(table(["resource", "path", "key", "sure", "operations"], resources.map(resourceRow)));
    output.note(`${counted(resources.length, "resource")}; --resource NAME says why.`);
  }
  if (checked === undefined) return;
  output.data("");
  for (const { resource, outcome, reason } of checked)
    if (outcome !== "same") output.data(`${resource}: ${reason}`);
  const same = checked.filter(({ outcome }) => outcome === "same").length;
  output.data(
    `What was created was read back for ${same} of ${counted(checked.length, "resource")} with both operations.`,
  );
}

function resourceRow(resource: InferredResource): readonly string[] {
  const { name, exists, identifier, aliases, roles } = resource;
  const key =
    identifier === undefined
      ? "-"
      : [identifier.value.field ?? "?", ...aliases.map(({ value }) => value)].join(", ");
  const kinds = [...new Set(roles.map(({ value }) => value.role))];
  return [name, exists.value.item, key, exists.confidence, kinds.join(", ")];
}

/** Every fact of a resource with its reason. */
export function factTable(resource: InferredResource): string {
  const rows = describeFacts(resource).map(({ kind, value, confidence, reason }) => [
    kind,
    value,
    confidence,
    reason,
  ]);
  const open = resource.open.map((text) => `open: ${text}`);
  return [table([resource.name, "", "sure", "because"], rows), ...open].join("\n");
}
