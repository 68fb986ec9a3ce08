import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { didYouMean, hasErrors } from "../../dsl/index.js";
import { type CompiledScenario, UsageError } from "../../runtime/index.js";
import { FindingsError } from "./findings-error.js";
import { fromRoot, projectRoot } from "./root.js";
import { isUsageError } from "./usage.js";

/** Names are written with `_`; a hyphen is what people type. */
export function normaliseName(name: string): string {
  return name.replaceAll("-", "_");
}

/** The scenario that an argument names: a `.rvr` file, compiled in memory, or a compiled scenario by name. */
export async function openScenario(argument: string, out = "generated"): Promise<CompiledScenario> {
  return argument.endsWith(".rvr") ? compileInMemory(argument) : loadCompiled(normaliseName(argument), out);
}

interface RegistryModule {
  readonly registry: ReadonlyMap<string, () => Promise<{ readonly scenario: CompiledScenario }>>;
}

async function loadCompiled(name: string, out: string): Promise<CompiledScenario> {
  const root = projectRoot();
  const path = join(root, out, "registry.js");
  if (!existsSync(path)) {
    throw new UsageError(
      `There are no compiled scenarios in ${out}/.`,
      "Run `rvrc compile scenarios/` first, or name a .rvr file.",
    );
  }
  const { registry } = await loading(out, () => import(pathToFileURL(path).href) as Promise<RegistryModule>);
  const load = registry.get(name);
  if (load === undefined) {
    const known = [...registry.keys()];
    const near = didYouMean(name, known);
    const hint = near === undefined ? `Compiled are: ${known.join(", ")}.` : `Did you mean ${near}?`;
    throw new UsageError(`No compiled scenario is called '${name}'.`, hint);
  }
  return (await loading(out, load)).scenario;
}

/** Printed code that does not load is the state of a folder, not a fault of ours. */
async function loading<Module>(out: string, load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    if (!(error instanceof Error) || isUsageError(error)) throw error;
    if ("code" in error && error.code === "ERR_MODULE_NOT_FOUND" && error.message.includes("'rvrc'")) {
      throw new UsageError(
        `The code in ${out}/ runs on rvrc, and this project does not have that package.`,
        "Run `npm install rvrc` here, or name the .rvr file instead of the scenario.",
      );
    }
    const [reason] = error.message.split("\n");
    throw new UsageError(
      `The code in ${out}/ does not load: ${reason}`,
      "Write it again with `rvrc compile` on the scenario files.",
    );
  }
}

async function compileInMemory(argument: string): Promise<CompiledScenario> {
  const { compileScenarios, nodeHost } = await import("../../compiler/index.js");
  const runtime = await import("../../runtime/index.js");
  const root = projectRoot();
  const host = nodeHost(root);
  const paths = [fromRoot(root, argument)];
  const result = await compileScenarios({
    host,
    paths,
    out: "generated",
    runtime,
    emit: false,
    replay: false,
  });
  if (result.missing.length > 0) {
    throw new UsageError(`There is no file ${argument}.`, "Name a .rvr file or a compiled scenario.");
  }
  if (hasErrors(result.diagnostics)) throw new FindingsError(result.diagnostics, result.sources);
  const [first, second] = result.scenarios;
  if (first?.compiled === undefined || second !== undefined) {
    throw new UsageError(
      `${argument} declares ${result.scenarios.length} scenarios, and one is needed.`,
      "Compile it and name the scenario.",
    );
  }
  return first.compiled;
}
