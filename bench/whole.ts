/**
 * One whole API document, side by side with openapi-typescript on the same file: time and peak memory of each, every run in a
 * process of its own, turn by turn, medians.
 *
 *   npm run bench:whole -- DOCUMENT --peer FOLDER [--runs N]
 *
 * FOLDER is where openapi-typescript is installed (`npm install --prefix FOLDER openapi-typescript@7`); without it only rvrc
 * is measured. rvrc makes the API model, the inferred world, and a scenario that has every operation as a tool: tool lists,
 * validators, worlds, types, checker. openapi-typescript makes types. Needs `npm run build` before.
 */
import { spawnSync } from "node:child_process";
import { cpus } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

interface Run {
  readonly milliseconds: number;
  readonly megabytes: number;
  /** Milliseconds at the end of each stage. */
  readonly stages?: { readonly [stage: string]: number };
  readonly files?: number;
  readonly size?: number;
}

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    peer: { type: "string" },
    runs: { type: "string", default: "3" },
    one: { type: "string" },
    other: { type: "string" },
  },
});

if (flags.one !== undefined) console.log(JSON.stringify(await whole(resolve(flags.one))));
else if (flags.other !== undefined) console.log(JSON.stringify(await peer(flags.other, flags.peer ?? "")));
else table(positionals[0], flags.peer, Number(flags.runs));

async function whole(path: string): Promise<Run> {
  const began = performance.now();
  const stages: Record<string, number> = {};
  const lap = (stage: string) => {
    stages[stage] = Math.round(performance.now() - began);
  };
  const { compileScenarios, inferApi, inferWorld, loadApi, nodeHost } = await import("rvrc/compiler");
  const runtime = await import("rvrc/runtime");
  const host = nodeHost(dirname(path));
  const { model } = await loadApi(host, basename(path));
  if (model === undefined) throw new Error(`${path} cannot be read`);
  lap("document read");
  const resources = inferApi(model);
  const document = basename(path);
  const options = { model, resources, name: "inferred", document: `../${document}`, records: 2, seed: 1 };
  const world = inferWorld(options);
  lap("world inferred");
  const known = new Set(world.operations);
  const rest = [...model.operations.keys()].filter((id) => !known.has(id));
  const name = (id: string) => (/^[A-Za-z_]\w*$/u.test(id) ? id : JSON.stringify(id));
  const scenario = [
    'use world inferred from "inferred.rvr"',
    "world whole extends inferred {",
    ...rest.map((id) => `on api.${name(id)} { respond 204 }`),
    "}",
    "scenario every_operation {",
    "world whole",
    "tools {",
    ...[...model.operations.keys()].map((id, index) => `tool_${index} = api.${name(id)}`),
    "}",
    'system "Every operation."',
    'task once { given n: integer prompt "Once {n}." gold tool_0 { }',
    "split train 1 seed 1 { n in [1] disjoint n } split heldout 1 seed 1 { n in [2] disjoint n } }",
    "reward sound { derive slots }",
    "}",
  ].join("\n");
  const drafts = new Map<string, string>(
    [...world.files].map(([file, text]) => [`whole/${file}`, text] as const),
  );
  drafts.set("whole/scenario.rvr", scenario);
  const over = {
    ...host,
    readText: async (file: string) => drafts.get(host.resolve("", file)) ?? host.readText(file),
  };
  const result = await compileScenarios({
    host: over,
    paths: ["whole/scenario.rvr"],
    out: "generated",
    runtime,
    emit: true,
    replay: false,
  });
  lap("everything printed");
  const error = result.diagnostics.find(({ severity }) => severity === "error");
  if (error !== undefined) throw new Error(`${error.code} ${error.message}`);
  return {
    milliseconds: Math.round(performance.now() - began),
    megabytes: megabytes(),
    stages,
    files: result.files.length,
    size: Math.round(result.files.reduce((sum, { text }) => sum + text.length, 0) / 1e5) / 10,
  };
}

async function peer(path: string, folder: string): Promise<Run> {
  const began = performance.now();
  const entry = join(resolve(folder), "node_modules/openapi-typescript/dist/index.mjs");
  const { default: openapiTS, astToString } = (await import(entry)) as {
    default: (from: URL) => Promise<unknown>;
    astToString: (ast: unknown) => string;
  };
  const text = astToString(await openapiTS(new URL(`file://${resolve(path)}`)));
  return {
    milliseconds: Math.round(performance.now() - began),
    megabytes: megabytes(),
    size: Math.round(text.length / 1e5) / 10,
  };
}

function megabytes(): number {
  return Math.round(process.resourceUsage().maxRSS / 1024);
}

function table(document: string | undefined, folder: string | undefined, runs: number): void {
  if (document === undefined) throw new Error("Name an API document.");
  const self = fileURLToPath(import.meta.url);
  const run = (args: readonly string[]): Run => {
    const { stdout, stderr, status } = spawnSync(process.execPath, [self, ...args], {
      encoding: "utf8",
      maxBuffer: 1e8,
    });
    if (status !== 0) throw new Error(stderr);
    return JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as Run;
  };
  const own: Run[] = [];
  const others: Run[] = [];
  for (let index = 0; index < runs; index += 1) {
    own.push(run(["--one", document]));
    if (folder !== undefined) others.push(run(["--other", document, "--peer", folder]));
  }
  console.log(
    `${cpus()[0]?.model ?? "unknown processor"}, ${cpus().length} cores, Node ${process.version}; ${basename(document)}, medians of ${runs}`,
  );
  const row = (label: string, all: readonly Run[]) => {
    if (all.length === 0) return;
    const [first] = all;
    const times = all.map(({ milliseconds }) => milliseconds);
    console.log(
      `| ${label} | ${median(times)} ms (${Math.min(...times)} to ${Math.max(...times)}) | ${median(all.map((one) => one.megabytes))} MiB | ${first?.size ?? 0} MB printed |`,
    );
  };
  row("rvrc: model, tools, validators, world, types", own);
  for (const stage of Object.keys(own[0]?.stages ?? {}))
    console.log(`|   ${stage} after | ${median(own.map((one) => one.stages?.[stage] ?? 0))} ms | | |`);
  row("openapi-typescript: types", others);
  if (others.length > 0) {
    const ratio = (of: (one: Run) => number) => (median(own.map(of)) / median(others.map(of))).toFixed(2);
    console.log(`ratio: time ${ratio((one) => one.milliseconds)}, memory ${ratio((one) => one.megabytes)}`);
  }
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
