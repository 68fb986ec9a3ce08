import type { Host } from "../../compiler/host/host.js";
import type { BoundProgram } from "../../compiler/pipeline/bind-program.js";
import { createWorkspace } from "../../compiler/pipeline/workspace.js";

/** Binds files for the server. The one place where it meets the compiler's pipeline. */
export interface Programs {
  bind(files: readonly string[]): Promise<BoundProgram>;
}

export function createPrograms(host: Host): Programs {
  const workspace = createWorkspace(host);
  return { bind: (files) => workspace.bind(files) };
}
