import { createRequire } from "node:module";
import { UsageError } from "../../runtime/index.js";
import { findNativeModule } from "./native-module.js";
import type { TensorLibrary } from "./tensor-library.js";

export type EngineName = "native" | "wasm" | "cpu";
export type EngineRequest = "auto" | EngineName;

export interface Engine {
  readonly name: EngineName;
  /** One sentence for a person: why this engine was taken. */
  readonly why: string;
  readonly tf: TensorLibrary;
}

const load = createRequire(import.meta.url);

/**
 * Opens an engine; nothing of TensorFlow.js is loaded before this call. `auto` takes the native add-on where it can
 * be loaded, else WebAssembly. Throws UsageError for an engine that is unknown or not installed.
 */
export async function openEngine(request: string = "auto"): Promise<Engine> {
  switch (request) {
    case "auto": {
      const native = await openNative();
      if (native !== undefined) return native;
      return openWasm("the native add-on is not installed, WebAssembly runs everywhere");
    }
    case "native": {
      const native = await openNative();
      if (native !== undefined) return native;
      throw new UsageError(
        "the native engine is not installed",
        "install @tensorflow/tfjs-node, point RVRC_ENGINE_DIR at a folder that has it, or use --engine wasm",
      );
    }
    case "wasm":
      return openWasm("asked for");
    case "cpu": {
      const tf = load("@tensorflow/tfjs-core") as TensorLibrary;
      load("@tensorflow/tfjs-backend-cpu");
      await activate(tf, "cpu");
      return { name: "cpu", why: "asked for; plain JavaScript, many times slower than wasm", tf };
    }
    case "cuda":
    case "webgpu":
      throw new UsageError(
        `the ${request} engine is not part of this version`,
        "use --engine auto, native or wasm",
      );
    default:
      throw new UsageError(
        `there is no engine named ${JSON.stringify(request)}`,
        "use auto, native, wasm or cpu",
      );
  }
}

async function openWasm(why: string): Promise<Engine> {
  const tf = load("@tensorflow/tfjs-core") as TensorLibrary;
  load("@tensorflow/tfjs-backend-wasm");
  await activate(tf, "wasm");
  return { name: "wasm", why, tf };
}

async function openNative(): Promise<Engine | undefined> {
  const found = findNativeModule();
  if (found === undefined) return undefined;
  await activate(found.tf, "tensorflow");
  return { name: "native", why: `the native add-on was found in ${found.place}`, tf: found.tf };
}

async function activate(tf: TensorLibrary, backend: string): Promise<void> {
  // Keeps TensorFlow.js from advertising on the console and from checking every value.
  tf.enableProdMode();
  const set = await tf.setBackend(backend);
  await tf.ready();
  if (!set) {
    throw new UsageError(`TensorFlow.js cannot start its ${backend} backend here`, "use another --engine");
  }
}
