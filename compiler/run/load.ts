import { compileFunction } from "node:vm";
import { InternalError } from "../../dsl/text/internal-error.js";
import type { CompiledScenario } from "../../runtime/abi/scenario.js";
import type { EmittedFile } from "../emit/file.js";
import { scenarioFolder } from "../emit/scenario-input.js";
import { resolvePath } from "../host/host.js";
import { toScript } from "./script.js";

/** What `import * as rt from "rvrc/runtime"` gives. The compiler does not import the runtime; its caller hands it in. */
export type RuntimeModule = object;

const RUNTIME = "rvrc/runtime";

type Exports = Record<string, unknown>;

/**
 * Links printed modules in memory: nothing is written, so a scenario can be run before anyone decides to keep it.
 *
 * Running them is as safe as the printers: every character outside a literal comes from an emitter or from ajv's
 * code printer, and user text occurs only inside literals and comments that the emitters escape (the tests try to
 * break out). A module gets no `require` but one that knows the given modules and the runtime, and no import of
 * anything else is ever printed.
 *
 * The modules are plain functions that only this linker holds, so they are collected with it. An `import()` of a file
 * or a data URL would stay in Node's module cache until the process ends, which an editor would feel.
 */
export class Linker {
  private readonly loaded = new Map<string, Exports>();
  private readonly texts: ReadonlyMap<string, string>;
  private readonly runtime: RuntimeModule;

  /** Takes the `.js` files among the given ones. */
  constructor(files: readonly EmittedFile[], runtime: RuntimeModule) {
    this.texts = new Map(
      files.filter(({ path }) => path.endsWith(".js")).map(({ path, text }) => [path, text]),
    );
    this.runtime = runtime;
  }

  /** Exports of the module at a path. Runs it, and what it imports, the first time. */
  load(path: string): Readonly<Exports> {
    const known = this.loaded.get(path);
    if (known !== undefined) return known;
    const text = this.texts.get(path);
    if (text === undefined) throw new InternalError(`no module ${path}`);
    const exports: Exports = {};
    this.loaded.set(path, exports);
    const require = (specifier: string): object => {
      if (specifier === RUNTIME) return this.runtime;
      if (!specifier.startsWith(".")) throw new InternalError(`${path} imports ${JSON.stringify(specifier)}`);
      return this.load(resolvePath(path, specifier));
    };
    const run = compileFunction(toScript(path, text), ["exports", "require"], {
      filename: `rvrc:generated/${path}`,
    });
    run(exports, require);
    return exports;
  }
}

/** Runs the printed files of a scenario. Throws InternalError when they do not export one. */
export function loadScenario(
  files: readonly EmittedFile[],
  name: string,
  runtime: RuntimeModule,
): CompiledScenario {
  return scenarioOf(new Linker(files, runtime), name);
}

/** The scenario of this name, from files that hold several. */
export function scenarioOf(linker: Linker, name: string): CompiledScenario {
  const path = `${scenarioFolder(name)}/scenario.js`;
  const { scenario } = linker.load(path);
  if (!isScenario(scenario)) throw new InternalError(`${path} exports no scenario`);
  return scenario;
}

function isScenario(value: unknown): value is CompiledScenario {
  return (
    typeof value === "object" && value !== null && "abi" in value && "start" in value && "splits" in value
  );
}
