import { compileFunction } from "node:vm";
import { InternalError } from "../../dsl/text/internal-error.js";
import type { CompiledScenario } from "../../runtime/abi/scenario.js";
import type { EmittedFile } from "../emit/file.js";
import { openingLines } from "../emit/header.js";
import { scenarioFolder } from "../emit/scenario-input.js";
import { resolvePath } from "../host/host.js";
import { toScript } from "./script.js";

/** What `import * as rt from "rvrc/runtime"` gives. The compiler does not import the runtime; its caller hands it in. */
export type RuntimeModule = object;

const RUNTIME = "rvrc/runtime";

type Exports = Record<string, unknown>;

/** A module that was run. It stays as it is while its code and what it imports do. */
export interface LinkedModule {
  /** Its text but for the lines that say where it comes from. */
  readonly code: string;
  readonly exports: Exports;
  /** What each specifier gave. */
  readonly imports: ReadonlyMap<string, object>;
}

/** Modules of earlier linkers. */
export interface ModuleStore {
  find(path: string, fits: (module: LinkedModule) => boolean): LinkedModule | undefined;
  add(path: string, module: LinkedModule): void;
}

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

  /** Takes the `.js` files among the given ones. Modules in the store that have not changed are not run again. */
  constructor(
    files: readonly EmittedFile[] | Linker,
    private readonly runtime: RuntimeModule,
    private readonly store?: ModuleStore,
  ) {
    if (files instanceof Linker) this.texts = files.texts;
    else {
      const modules = files.filter(({ path }) => path.endsWith(".js"));
      this.texts = new Map(modules.map(({ path, text }) => [path, text]));
    }
  }

  /** The same files, of which none has been loaded: what this one loads goes with it. */
  fresh(): Linker {
    return new Linker(this, this.runtime, this.store);
  }

  /** Exports of the module at a path. Runs it, and what it imports, the first time. */
  load(path: string): Readonly<Exports> {
    const known = this.loaded.get(path);
    if (known !== undefined) return known;
    const text = this.texts.get(path);
    if (text === undefined) throw new InternalError(`no module ${path}`);
    const code = text.slice(openingLines(text).length);
    const stored = this.store?.find(path, (module) => this.holds(path, module, code));
    const module = stored ?? this.run(path, text, code);
    if (stored === undefined) this.store?.add(path, module);
    this.loaded.set(path, module.exports);
    return module.exports;
  }

  /** Printed modules import each other in no circle, so this ends. */
  private holds(path: string, module: LinkedModule, code: string): boolean {
    if (module.code !== code) return false;
    return [...module.imports].every(([specifier, exports]) => this.imported(path, specifier) === exports);
  }

  private run(path: string, text: string, code: string): LinkedModule {
    const exports: Exports = {};
    // Set before it is complete: a circle would otherwise not end.
    this.loaded.set(path, exports);
    const imports = new Map<string, object>();
    const require = (specifier: string): object => {
      const found = this.imported(path, specifier);
      imports.set(specifier, found);
      return found;
    };
    const run = compileFunction(toScript(path, text), ["exports", "require"], {
      filename: `rvrc:generated/${path}`,
    });
    run(exports, require);
    return { code, exports, imports };
  }

  private imported(path: string, specifier: string): object {
    if (specifier === RUNTIME) return this.runtime;
    if (!specifier.startsWith(".")) throw new InternalError(`${path} imports ${JSON.stringify(specifier)}`);
    return this.load(resolvePath(path, specifier));
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

/** The same when it is first asked for; what it loads and leaves behind goes with whoever holds the answer. */
export function scenarioLater(linker: Linker, name: string): () => CompiledScenario {
  let scenario: CompiledScenario | undefined;
  return () => {
    scenario ??= scenarioOf(linker.fresh(), name);
    return scenario;
  };
}

function isScenario(value: unknown): value is CompiledScenario {
  return (
    typeof value === "object" && value !== null && "abi" in value && "start" in value && "splits" in value
  );
}
