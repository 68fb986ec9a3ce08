import { join } from "node:path";
import { pathToFileURL } from "node:url";

interface Compiler {
  nodeHost(folder: string): object;
  createWorkspace(
    host: object,
    onWork: (stage: string) => void,
  ): {
    compile(options: object): Promise<{ readonly diagnostics: readonly { readonly severity: string }[] }>;
  };
}

/**
 * Compiles the scenarios of a project in this process and gives the processor time in milliseconds by stage. The time up
 * to the next piece of work counts for the one before; what comes before the first counts as "start".
 */
export async function stageTimes(project: string): Promise<ReadonlyMap<string, number>> {
  const load = (path: string) => import(pathToFileURL(join(process.cwd(), "dist", path)).href);
  const { createWorkspace, nodeHost } = (await load("compiler/index.js")) as Compiler;
  const runtime: object = await load("runtime/index.js");
  const times = new Map<string, number>();
  let stage = "start";
  let last = process.cpuUsage();
  const mark = (next: string) => {
    const { user, system } = process.cpuUsage(last);
    times.set(stage, (times.get(stage) ?? 0) + (user + system) / 1000);
    last = process.cpuUsage();
    stage = next;
  };
  const workspace = createWorkspace(nodeHost(project), mark);
  const options = { paths: ["scenarios"], out: "generated", runtime, emit: true, replay: true };
  const { diagnostics } = await workspace.compile(options);
  if (diagnostics.some((one) => one.severity === "error")) throw new Error(`${project} does not compile`);
  mark("end");
  return times;
}
