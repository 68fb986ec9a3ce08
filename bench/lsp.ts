/**
 * From a keystroke to the findings about it, through the real server and its pipes. The file is the largest scenario;
 * a mistake and its repair follow each other, so that every edit changes what is published.
 *
 *   npm run bench:lsp -- [edits]
 */
import { readFileSync } from "node:fs";
import { cpus } from "node:os";
import { performance } from "node:perf_hooks";
import { Client } from "../server/test/client.js";

const FILE = "scenarios/cross-product.rvr";
const GOAL_MS = 100;
const RIGHT = "title = pageTitle as text\n      parentId";
const WRONG = "title = pageTitel as text\n      parentId";

const edits = Number(process.argv[2] ?? 100);
const client = new Client(process.cwd(), "dist/cli/main.js");
await client.start();
const opened = performance.now();
await client.open(FILE, readFileSync(FILE, "utf8"));
const first = performance.now() - opened;

const times: number[] = [];
let found = 0;
for (let edit = 0; edit < edits; edit++) {
  const [from, to] = edit % 2 === 0 ? ([RIGHT, WRONG] as const) : ([WRONG, RIGHT] as const);
  const start = performance.now();
  const findings = await client.edit(FILE, from, to);
  times.push(performance.now() - start);
  found += findings.filter(({ severity }) => severity === 1).length;
}
await client.stop();

times.sort((left, right) => left - right);
const at = (share: number) => times[Math.min(times.length - 1, Math.floor(share * times.length))] ?? 0;
const show = (time: number) => `${time.toFixed(0)} ms`;
const processors = cpus();
console.log(
  `${processors[0]?.model.trim() ?? "unknown processor"}, ${processors.length} cores, Node ${process.versions.node}`,
);
console.log(`${FILE}: first findings after ${show(first)}`);
console.log(`${edits} edits: median ${show(at(0.5))}, p95 ${show(at(0.95))}, worst ${show(at(1))}`);
console.log(`goal: ${GOAL_MS} ms at the median: ${at(0.5) <= GOAL_MS ? "reached" : "missed"}`);
// A server that says nothing would be fast, too.
const mistakes = Math.ceil(edits / 2);
if (found !== mistakes) throw new Error(`${mistakes} mistakes were typed, and ${found} findings came.`);
