import { makeTrajectories, type Trajectory, type TrajectoryReport } from "../../compiler/index.js";
import { counted, hasErrors } from "../../dsl/index.js";
import { UsageError } from "../../runtime/index.js";
import { EXIT, type ExitCode } from "../output/exit-codes.js";
import { whole } from "../output/interrupt.js";
import type { Output } from "../output/streams.js";
import { table } from "../output/table.js";
import { compileProject } from "../project/compile.js";
import { FindingsError } from "../project/findings-error.js";
import { fromRoot, projectRoot } from "../project/root.js";

export interface TrajectoriesFlags {
  readonly split?: string;
  readonly perTask?: number;
  readonly reward?: string;
  readonly out?: string;
  readonly json?: boolean;
}

/** `rvrc trajectories PATH...`: episodes that solve their tasks the right way, checked one by one. */
export async function runTrajectories(
  output: Output,
  paths: readonly string[],
  flags: TrajectoriesFlags,
): Promise<ExitCode> {
  const { result, host } = await compileProject(output, paths, { emit: false, replay: false });
  if (hasErrors(result.diagnostics)) throw new FindingsError(result.diagnostics, result.sources);
  const split = flags.split ?? "train";
  const known = new Set<string>();
  const all: Trajectory[] = [];
  const reports: TrajectoryReport[] = [];
  await whole(async (signal) => {
    for (const { name, bound, compiled, rewards } of result.scenarios) {
      if (compiled === undefined) continue;
      if (compiled.splits[split] === undefined) {
        throw new UsageError(
          `${name} has no split '${split}'.`,
          `It has ${Object.keys(compiled.splits).join(", ")}.`,
        );
      }
      if (flags.reward !== undefined && !rewards.includes(flags.reward))
        throw new UsageError(`${name} has no reward '${flags.reward}'.`, `Use one of ${rewards.join(", ")}.`);
      output.progress(`trajectories of ${name}`);
      const options = {
        split,
        perTask: flags.perTask ?? 1,
        signal,
        ...(flags.reward === undefined ? {} : { reward: flags.reward }),
      };
      const { trajectories, report } = makeTrajectories(bound, compiled, options, known);
      all.push(...trajectories);
      reports.push(report);
    }
  });
  output.progress("");
  const lines = all.map((one) => JSON.stringify(one));
  if (flags.out === undefined) {
    if (flags.json === true)
      output.data(JSON.stringify({ version: 1, scenarios: reports, trajectories: all }));
    else for (const line of lines) output.data(line);
    output.note(
      `${counted(all.length, "trajectory", "trajectories")} of ${counted(reports.length, "scenario")}.`,
    );
    return lost(reports) ? EXIT.findings : EXIT.ok;
  }
  const path = fromRoot(projectRoot(), flags.out);
  await whole(() => host.writeText(path, lines.map((line) => `${line}\n`).join("")));
  if (flags.json === true) output.data(JSON.stringify({ version: 1, out: path, scenarios: reports }));
  else print(output, reports, path);
  return lost(reports) ? EXIT.findings : EXIT.ok;
}

/** Tasks without a trajectory that are named, of each scenario. */
const SHOWN = 3;

/** Whether some task has no trajectory at all, though none of another task says the same. */
function lost(reports: readonly TrajectoryReport[]): boolean {
  return reports.some((report) => report.lost.length > 0);
}

function print(output: Output, reports: readonly TrajectoryReport[], path: string): void {
  const rows = reports.map((one) => {
    const refused = Object.entries(one.refused).flatMap(([fault, count]) =>
      count === 0 ? [] : [`${fault} ${count}`],
    );
    return [
      one.scenario,
      String(one.tasks),
      String(one.candidates),
      String(one.kept),
      String(one.duplicates),
      String(one.shapes),
      refused.join(", "),
    ];
  });
  output.data(table(["scenario", "tasks", "candidates", "kept", "duplicates", "shapes", "refused"], rows));
  for (const { scenario, lost: all } of reports) {
    for (const { task, fault, detail } of all.slice(0, SHOWN))
      output.data(`${scenario} ${task}: ${fault}: ${detail}`);
    if (all.length > SHOWN) output.data(`${scenario}: and ${all.length - SHOWN} tasks more without one`);
  }
  const kept = reports.reduce((sum, one) => sum + one.kept, 0);
  output.note(`${counted(kept, "trajectory", "trajectories")} in ${path}.`);
}
