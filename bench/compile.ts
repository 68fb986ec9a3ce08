/**
 * What compiling costs: the five scenarios in a fresh process, the same again without a change, one edit at a time under
 * `rvrc compile --watch` from the write of the source to the line that follows the write of the output, and a generated
 * project of many scenarios. Times are wall clock and processor (user and system, all threads); on a machine that does
 * other work the second is the one to compare.
 *
 *   npm run bench:compile -- [--parts cold,stages,edits,large] [--scenarios 200] [--edits 30] [--json FILE]
 *
 * Needs `npm run build` before. Works in temporary folders that it removes.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { EDITS, type Edit } from "./edits.js";
import { writeLargeProject } from "./large-project.js";
import { stageTimes } from "./stages.js";

const { values: flags } = parseArgs({
  options: {
    parts: { type: "string", default: "cold,stages,edits,large" },
    scenarios: { type: "string", default: "200" },
    edits: { type: "string", default: "30" },
    json: { type: "string" },
  },
});
const main = join(process.cwd(), "dist", "cli", "main.js");

interface Cost {
  readonly wall: number;
  readonly processor: number;
  /** Most memory in use, in bytes. */
  readonly memory: number;
}

interface Line {
  readonly what: string;
  readonly runs: number;
  readonly median: Cost;
  /** Wall clock that 95 % of the runs keep. */
  readonly p95: number;
}

const lines: Line[] = [];
const folder = mkdtempSync(join(tmpdir(), "rvrc-bench-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

const processors = cpus();
console.log(
  `${processors[0]?.model.trim() ?? "unknown processor"}, ${processors.length} cores, Node ${process.versions.node}, ${new Date().toISOString().slice(0, 10)}\n`,
);
console.log(row("what", "runs", "wall ms", "p95 ms", "cpu ms", "peak MB"));

const parts = new Set(flags.parts.split(","));
const five = shippedProject(join(folder, "five"));
let stages: readonly (readonly [stage: string, milliseconds: number])[] = [];
if (parts.has("cold")) {
  await report("five scenarios, fresh process", 3, () => {
    rmSync(join(five, "generated"), { recursive: true, force: true });
    return compileIn(five);
  });
  await report("the same, files up to date", 3, () => compileIn(five));
}
if (parts.has("stages")) {
  console.log("\nwhere the processor time of a first compilation goes, in ms:");
  stages = [...(await stageTimes(five))].sort(([, left], [, right]) => right - left);
  for (const [stage, time] of stages) console.log(`  ${stage.padEnd(16)}${time.toFixed(0).padStart(8)}`);
  console.log();
}
if (parts.has("edits"))
  await watched(five, "scenarios/cross-product.rvr", Number(flags.edits), "five scenarios");
if (parts.has("large")) await compileLarge(Number(flags.scenarios), Math.ceil(Number(flags.edits) / 3));
if (flags.json !== undefined) {
  const machine = { processor: processors[0]?.model, cores: processors.length, node: process.versions.node };
  writeFileSync(
    flags.json,
    `${JSON.stringify({ date: new Date().toISOString(), machine, lines, stages: Object.fromEntries(stages) }, null, 2)}\n`,
  );
}

/** A quarter of the scenarios and all of them: what one more costs shows whether the time grows in proportion. */
async function compileLarge(count: number, edits: number): Promise<void> {
  const few = Math.max(4, Math.round(count / 4));
  const costs: Cost[] = [];
  for (const size of [few, count]) {
    const project = join(folder, `large-${size}`);
    const [file = ""] = writeLargeProject(process.cwd(), project, size);
    costs.push(await report(`${size} scenarios, fresh process`, 1, () => compileIn(project)));
    if (size === count && edits > 0) await watched(project, file, edits, `${size} scenarios`);
  }
  const [small, large] = costs as [Cost, Cost];
  const marginal = (large.processor - small.processor) / (count - few);
  const average = large.processor / count;
  console.log(
    `\nprocessor time of one more scenario ${marginal.toFixed(0)} ms, on average ${average.toFixed(0)} ms`,
  );
}

/** The shipped scenarios in a project of their own. */
function shippedProject(project: string): string {
  for (const part of ["scenarios", "openapi"])
    cpSync(part, join(project, part), { recursive: true, filter: (path) => !path.includes("/test") });
  writeFileSync(join(project, "package.json"), JSON.stringify({ name: "five", private: true }));
  return project;
}

/** Runs the command on a project in a process of its own, which tells its costs when it ends. */
async function compileIn(cwd: string): Promise<Cost> {
  const began = performance.now();
  const child = start(cwd, ["compile", "scenarios"]);
  let told = "";
  child.stderr?.on("data", (text) => {
    told += text;
  });
  const code = await new Promise((resolve) => child.on("close", resolve));
  const wall = performance.now() - began;
  const [, processor, memory] = /COST (\d+) (\d+)/u.exec(told) ?? [];
  if (code !== 0 || processor === undefined) throw new Error(`rvrc compile ended with ${code}: ${told}`);
  return { wall, processor: Number(processor) / 1000, memory: Number(memory) * 1024 };
}

/** Edits one file again and again under `--watch`, each kind of edit in turn. */
async function watched(cwd: string, file: string, count: number, where: string): Promise<void> {
  const child = start(cwd, ["compile", "scenarios", "--watch", "--json"]);
  const next = rounds(child);
  await next();
  const source = join(cwd, file);
  const original = readFileSync(source, "utf8");
  const costs = new Map<Edit, Cost[]>();
  for (let n = 0; n < count * EDITS.length; n++) {
    const edit = EDITS[n % EDITS.length] as Edit;
    const text = edit.apply(original, n);
    if (text === original) throw new Error(`the edit "${edit.what}" finds nothing to change in ${file}`);
    writeFileSync(`${source}.new`, text);
    const before = usage(child);
    const began = performance.now();
    renameSync(`${source}.new`, source);
    const round = await next();
    const wall = performance.now() - began;
    if (!round.ok) throw new Error(`the edit "${edit.what}" breaks ${file}`);
    const cost = { wall, processor: usage(child) - before, memory: 0 };
    costs.set(edit, [...(costs.get(edit) ?? []), cost]);
  }
  child.kill("SIGINT");
  await new Promise((resolve) => child.on("close", resolve));
  for (const [edit, all] of costs) summarise(`${where}, edit: ${edit.what}`, all);
  summarise(`${where}, all edits`, [...costs.values()].flat());
}

function start(cwd: string, args: readonly string[]): ChildProcess {
  const hook = [
    "process.on('exit', () => {",
    "const used = process.resourceUsage();",
    "const cost = ['COST', used.userCPUTime + used.systemCPUTime, used.maxRSS];",
    "process.stderr.write(cost.join(' ') + String.fromCharCode(10)); })",
  ].join(" ");
  return spawn(
    process.execPath,
    ["--import", `data:text/javascript,${encodeURIComponent(hook)}`, main, ...args],
    {
      cwd,
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
}

/** The JSON lines of a watching process, one for each call. */
function rounds(child: ChildProcess): () => Promise<{ readonly ok: boolean }> {
  const waiting: ((line: string) => void)[] = [];
  const read: string[] = [];
  let rest = "";
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    const pieces = (rest + text).split("\n");
    rest = pieces.pop() ?? "";
    for (const line of pieces) {
      const taker = waiting.shift();
      if (taker === undefined) read.push(line);
      else taker(line);
    }
  });
  return async () => {
    const line = read.shift() ?? (await new Promise<string>((resolve) => waiting.push(resolve)));
    return JSON.parse(line) as { readonly ok: boolean };
  };
}

/** Processor time of a running process in milliseconds; NaN where the system does not tell. */
function usage(child: ChildProcess): number {
  try {
    // The second field, the command, may hold anything but stands in parentheses; ticks are a hundredth of a second.
    const stat = readFileSync(`/proc/${child.pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return 10 * (Number(fields[11]) + Number(fields[12]));
  } catch {
    return Number.NaN;
  }
}

async function report(what: string, runs: number, run: () => Promise<Cost>): Promise<Cost> {
  const costs: Cost[] = [];
  for (let n = 0; n < runs; n++) costs.push(await run());
  return summarise(what, costs);
}

function summarise(what: string, costs: readonly Cost[]): Cost {
  const sorted = (of: (cost: Cost) => number) => costs.map(of).sort((left, right) => left - right);
  const at = (values: readonly number[], share: number) =>
    values[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN;
  const wall = sorted((cost) => cost.wall);
  const median: Cost = {
    wall: at(wall, 0.5),
    processor: at(
      sorted((cost) => cost.processor),
      0.5,
    ),
    memory: Math.max(...costs.map((cost) => cost.memory)),
  };
  const p95 = at(wall, 0.95);
  lines.push({ what, runs: costs.length, median, p95 });
  const memory = median.memory > 0 ? (median.memory / 2 ** 20).toFixed(0) : "";
  const figures = [median.wall, p95, median.processor].map((value) => value.toFixed(0));
  console.log(row(what, String(costs.length), ...figures, memory));
  return median;
}

function row(what: string, ...figures: readonly string[]): string {
  return what.padEnd(52) + figures.map((figure) => figure.padStart(9)).join("");
}
