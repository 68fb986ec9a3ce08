import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { homedir } from "node:os";
import { join } from "node:path";
import nodeUtil from "node:util";
import type { TensorLibrary } from "./tensor-library.js";

export interface NativeModule {
  readonly tf: TensorLibrary;
  /** Where it was found, for a person. */
  readonly place: string;
}

/** Folders in which `node_modules/@tensorflow/tfjs-node` may lie, beside the one of this package. */
export function nativeEngineFolders(environment: NodeJS.ProcessEnv = process.env): readonly string[] {
  const named = environment["RVRC_ENGINE_DIR"];
  const cache = environment["XDG_CACHE_HOME"] ?? join(homedir(), ".cache");
  return [...(named === undefined || named === "" ? [] : [named]), join(cache, "rvrc", "engine", "native")];
}

/** Loads the add-on from the first place that has a working one; undefined where none has. */
export function findNativeModule(): NativeModule | undefined {
  restoreNullCheck();
  // TensorFlow greets on standard error otherwise; a level that the user set stays.
  process.env["TF_CPP_MIN_LOG_LEVEL"] ??= "2";
  for (const folder of nativeEngineFolders()) {
    if (!existsSync(join(folder, "node_modules", "@tensorflow", "tfjs-node"))) continue;
    const tf = tryLoad(join(folder, "package.json"));
    if (tf !== undefined) return { tf, place: folder };
  }
  const tf = tryLoad(import.meta.url);
  return tf === undefined ? undefined : { tf, place: "this package's dependencies" };
}

function tryLoad(from: string): TensorLibrary | undefined {
  try {
    return createRequire(from)("@tensorflow/tfjs-node") as TensorLibrary;
  } catch {
    // Not installed, or its shared library does not load on this machine: either way it cannot be used.
    return undefined;
  }
}

/** The add-on calls `util.isNullOrUndefined`, which Node removed in version 23; without it every kernel fails. */
function restoreNullCheck(): void {
  const holder = nodeUtil as unknown as { isNullOrUndefined?: (value: unknown) => boolean };
  holder.isNullOrUndefined ??= (value) => value === null || value === undefined;
}
