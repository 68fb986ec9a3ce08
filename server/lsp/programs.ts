import type { Host } from "../../compiler/host/host.js";
import { type BoundProgram, bindProgram } from "../../compiler/pipeline/bind-program.js";

/** Binds files for the server. The one place where it meets the compiler's pipeline. */
export interface Programs {
  bind(files: readonly string[]): Promise<BoundProgram>;
}

export function createPrograms(host: Host): Programs {
  return { bind: (files) => bindProgram(host, files) };
}
