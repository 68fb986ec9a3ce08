/**
 * Whole episodes of the compiled scenarios, one after the other on one core: fork the world, run the calls, score under
 * the default reward. Two traces: `gold` (the calls that solve a task, over all training tasks) and `mixed` (the
 * scenario's regression fixtures: right and wrong, valid and broken). Prints the median, lowest and highest episodes
 * and calls a second of several repetitions.
 *
 *   npm run bench:score -- [repetitions] [seconds]
 */
import { readFileSync } from "node:fs";
import { cpus } from "node:os";
import { pathToFileURL } from "node:url";
import type { CompiledScenario, EmittedCall, Task } from "rvrc/runtime";

interface Trace {
  readonly task: Task;
  readonly calls: readonly EmittedCall[];
}

interface Fixture {
  readonly task: string;
  readonly calls: readonly EmittedCall[];
}

interface Registry {
  readonly registry: ReadonlyMap<string, () => Promise<{ readonly scenario: CompiledScenario }>>;
}

const [repetitions, seconds] = [Number(process.argv[2] ?? 7), Number(process.argv[3] ?? 0.5)];
const { registry } = (await import(pathToFileURL("generated/registry.js").href)) as Registry;

const processors = cpus();
console.log(
  `${processors[0]?.model.trim() ?? "unknown processor"}, ${processors.length} cores, Node ${process.versions.node}`,
);
console.log(
  `${new Date().toISOString().slice(0, 10)}, ${repetitions} repetitions of ${seconds} s, one thread\n`,
);
console.log(row("scenario", "trace", "episodes/s", "lowest", "highest", "calls/s"));
for (const [name, load] of registry) {
  const { scenario } = await load();
  const gold = (scenario.splits["train"] ?? []).map((task) => ({ task, calls: scenario.gold(task) }));
  measure(name, "gold", scenario, gold);
  const fixtures = JSON.parse(readFileSync(`generated/${name}/fixtures.json`, "utf8")) as readonly Fixture[];
  const mixed = fixtures.map(({ task, calls }) => ({ task: scenario.bind({ task }), calls }));
  measure(name, "mixed", scenario, mixed);
}

function measure(name: string, label: string, scenario: CompiledScenario, traces: readonly Trace[]): void {
  const episodes: number[] = [];
  const calls: number[] = [];
  // The first round warms the compiler of the engine up and is not counted.
  for (let round = 0; round <= repetitions; round++) {
    const began = performance.now();
    let played = 0;
    let called = 0;
    let elapsed = 0;
    while (elapsed < seconds) {
      for (const trace of traces) {
        const episode = scenario.start(trace.task);
        for (const call of trace.calls) episode.call(call);
        episode.finish();
        called += trace.calls.length;
      }
      played += traces.length;
      elapsed = (performance.now() - began) / 1000;
    }
    if (round === 0) continue;
    episodes.push(played / elapsed);
    calls.push(called / elapsed);
  }
  const sorted = [...episodes].sort((left, right) => left - right);
  const shown = [median(episodes), sorted[0] ?? 0, sorted.at(-1) ?? 0, median(calls)];
  console.log(row(name, label, ...shown.map((value) => Math.round(value).toString())));
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  const middle = sorted.length >> 1;
  const high = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? high : (high + (sorted[middle - 1] ?? high)) / 2;
}

function row(name: string, trace: string, ...figures: readonly string[]): string {
  return `${name.padEnd(20)}${trace.padEnd(8)}${figures.map((figure) => figure.padStart(12)).join("")}`;
}
