/**
 * What rvrc reads out of API documents: operations, schemas, findings, time and memory; and what is made of all operations:
 * tools and validators. Each document is read twice, which must give the same. For folders of documents that are not part of this repository.
 *
 *   npm run bench:specs -- FOLDER [--json FILE]
 *
 * Needs `npm run build` before. Each document is read in a process of its own.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { basename, dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

interface Counts {
  readonly document: string;
  readonly title: string;
  readonly version: string;
  readonly operations: number;
  readonly mutating: number;
  readonly schemas: number;
  /** Operations whose arguments could be shown as a tool's, without a reference. */
  readonly tools: number;
  /** Functions in the printed module of validators. */
  readonly validators: number;
  readonly errors: number;
  readonly warnings: number;
  /** Findings by code. */
  readonly codes: { readonly [code: string]: number };
  readonly hash: string;
  /** Time to read the document once, from text to model. */
  readonly milliseconds: number;
  /** Time to make all tools and validators. */
  readonly makingMilliseconds: number;
  readonly peakMegabytes: number;
}

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: "string" }, one: { type: "string" } },
});

if (flags.one !== undefined) console.log(JSON.stringify(await counts(flags.one)));
else table(positionals[0]);

async function counts(path: string): Promise<Counts> {
  // Loaded here, so that the table's own process stays small.
  const { buildValidators, loadApi, nodeHost, parametersSchema } = await import("rvrc/compiler");
  const began = performance.now();
  const read = () => loadApi(nodeHost(dirname(path)), basename(path));
  const { model, diagnostics } = await read();
  const milliseconds = Math.round(performance.now() - began);
  const hashOf = (loaded: Awaited<ReturnType<typeof loadApi>>) =>
    createHash("sha256")
      .update(
        JSON.stringify([
          loaded.diagnostics,
          [...(loaded.model?.operations ?? [])],
          [...(loaded.model?.schemas ?? [])],
        ]),
      )
      .digest("hex");
  const hash = hashOf({ model, diagnostics } as never);
  if (hashOf(await read()) !== hash) throw new Error(`${path} reads otherwise the second time`);
  const operations = [...(model?.operations.values() ?? [])];
  const makingBegan = performance.now();
  const tools = operations.filter((operation) => {
    const { body, parameters } = operation;
    const all = body === undefined ? parameters : [...parameters, { ...body, name: "body" }];
    return model !== undefined && !JSON.stringify(parametersSchema(model, all)).includes('"$ref":"#/$defs');
  }).length;
  const validators =
    model === undefined ? 0 : buildValidators(model, [...model.operations.keys()]).names.size;
  const makingMilliseconds = Math.round(performance.now() - makingBegan);
  const codes: Record<string, number> = {};
  for (const { code } of diagnostics) codes[code] = (codes[code] ?? 0) + 1;
  return {
    document: basename(path),
    title: model?.title ?? "",
    version: model?.openapi ?? "",
    operations: operations.length,
    mutating: operations.filter((one) => one.mutates).length,
    schemas: model?.schemas.size ?? 0,
    tools,
    validators,
    errors: diagnostics.filter(({ severity }) => severity === "error").length,
    warnings: diagnostics.filter(({ severity }) => severity === "warning").length,
    codes: Object.fromEntries(Object.entries(codes).sort(([left], [right]) => (left < right ? -1 : 1))),
    hash: hash.slice(0, 12),
    milliseconds,
    makingMilliseconds,
    peakMegabytes: Math.round(process.resourceUsage().maxRSS / 1024),
  };
}

function table(folder: string | undefined): void {
  if (folder === undefined) throw new Error("Name a folder with API documents.");
  const documents = readdirSync(folder)
    .filter((name) => /\.(?:json|ya?ml)$/u.test(name))
    .sort();
  const all = documents.map((name): Counts => {
    const script = fileURLToPath(import.meta.url);
    const child = spawnSync(process.execPath, [script, "--one", resolve(folder, name)], { encoding: "utf8" });
    if (child.status !== 0) throw new Error(`${name}: ${child.stderr}`);
    return JSON.parse(child.stdout) as Counts;
  });
  console.log(
    `${cpus()[0]?.model ?? "unknown processor"}, ${cpus().length} cores, Node ${process.versions.node}`,
  );
  const header = [
    "document",
    "OpenAPI",
    "operations",
    "mutating",
    "schemas",
    "tools",
    "validators",
    "errors",
    "warnings",
    "ms",
    "making ms",
    "MB",
    "sha256",
  ];
  const rows = all.map((one) => [
    one.document,
    one.version,
    one.operations,
    one.mutating,
    one.schemas,
    one.tools,
    one.validators,
    one.errors,
    one.warnings,
    one.milliseconds,
    one.makingMilliseconds,
    one.peakMegabytes,
    one.hash,
  ]);
  for (const row of [header, header.map(() => "---"), ...rows]) console.log(`| ${row.join(" | ")} |`);
  for (const { document, codes } of all) {
    const listed = Object.entries(codes).map(([code, count]) => `${code} ${count}`);
    if (listed.length > 0) console.log(`${document}: ${listed.join(", ")}`);
  }
  if (flags.json !== undefined) writeFileSync(flags.json, `${JSON.stringify(all, null, 2)}\n`);
}
