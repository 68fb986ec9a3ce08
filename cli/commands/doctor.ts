import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, homedir, tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { EXIT, type ExitCode } from "../output/exit-codes.js";
import type { Output } from "../output/streams.js";
import { table } from "../output/table.js";
import { projectRoot } from "../project/root.js";

interface Finding {
  readonly what: string;
  readonly state: "ok" | "missing" | "later";
  readonly detail: string;
  /** What to run to get it. */
  readonly remedy: string;
}

/** `rvrc doctor`: what works on this machine, what is missing, and what to run. Missing extras are no failure. */
export async function runDoctor(output: Output, flags: { readonly json?: boolean }): Promise<ExitCode> {
  const findings = [node(), machine(), vectors(), ...(await engines()), cacheFolder(), compiled()];
  if (flags.json === true) {
    output.data(JSON.stringify({ version: 1, findings }));
  } else {
    const rows = findings.map(({ what, state, detail, remedy }) => [what, state, detail, remedy]);
    output.data(table(["what", "state", "detail", "to get it"], rows));
  }
  return findings.some((one) => one.what === "Node" && one.state === "missing") ? EXIT.findings : EXIT.ok;
}

function node(): Finding {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const fits = major > 20 || (major === 20 && minor >= 19);
  return {
    what: "Node",
    state: fits ? "ok" : "missing",
    detail: `v${process.versions.node}`,
    remedy: fits ? "" : "install Node 20.19 or later",
  };
}

function machine(): Finding {
  const list = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  const detail = `${process.platform} ${process.arch}, ${list.length} cores, ${memory} GiB`;
  return { what: "machine", state: "ok", detail, remedy: "" };
}

/** Instruction sets that the engines can use, and whether this Node runs WebAssembly with vectors. */
function vectors(): Finding {
  // (module (func (result v128) i32.const 0 i8x16.splat)): valid only where vectors are known.
  const bytes = [
    0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 8, 1, 6, 0, 65, 0, 253, 15, 11,
  ];
  // The language library of Node lacks the name.
  const { WebAssembly: engine } = globalThis as unknown as {
    readonly WebAssembly: { validate(bytes: Uint8Array): boolean };
  };
  const simd = engine.validate(Uint8Array.from(bytes));
  const known = ["avx2", "fma", "avx512f", "avx512_bf16", "amx_bf16", "asimd"].filter((flag) =>
    flags().has(flag),
  );
  const detail = `WebAssembly vectors ${simd ? "yes" : "no"}${known.length > 0 ? `; ${known.join(" ")}` : ""}`;
  const remedy = simd ? "" : "use a Node built for this processor";
  return { what: "vectors", state: simd ? "ok" : "missing", detail, remedy };
}

/** Flags of the first processor; empty where the system does not tell. */
function flags(): ReadonlySet<string> {
  try {
    const line = readFileSync("/proc/cpuinfo", "utf8").match(/^(?:flags|Features)\s*:\s*(.*)$/mu);
    return new Set(line?.[1]?.split(" "));
  } catch {
    return new Set();
  }
}

/** Opens every engine for real: a package that is there but does not load is no engine. */
async function engines(): Promise<Finding[]> {
  const { openEngine } = await import("../../trainer/index.js");
  const remedies = {
    native: "npm i @tensorflow/tfjs-node (needs a network that serves its library)",
    wasm: "npm ci",
    cpu: "npm ci",
  };
  const found: Finding[] = [];
  for (const name of ["native", "wasm", "cpu"] as const) {
    try {
      const engine = await openEngine(name);
      found.push({ what: `engine ${name}`, state: "ok", detail: engine.why, remedy: "" });
    } catch (error) {
      const detail = error instanceof Error ? (error.message.split("\n")[0] ?? "") : "";
      found.push({ what: `engine ${name}`, state: "missing", detail, remedy: remedies[name] });
    }
  }
  const gpu = existsSync("/dev/nvidia0") ? "an NVIDIA device is present" : "no NVIDIA device seen";
  found.push({ what: "engine cuda", state: "later", detail: `not part of this version; ${gpu}`, remedy: "" });
  found.push({ what: "engine webgpu", state: "later", detail: "not part of this version", remedy: "" });
  return found;
}

function cacheFolder(): Finding {
  const folder = join(process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "rvrc");
  const probe = join(folder, `.probe-${process.pid}`);
  const existed = existsSync(folder);
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(probe, "");
    rmSync(probe);
    if (!existed) rmSync(folder, { recursive: true });
    return { what: "cache folder", state: "ok", detail: folder, remedy: "" };
  } catch {
    return {
      what: "cache folder",
      state: "missing",
      detail: `${folder} cannot be written`,
      remedy: `set XDG_CACHE_HOME to a folder of yours, e.g. ${tmpdir()}`,
    };
  }
}

function compiled(): Finding {
  const root = projectRoot();
  const there = existsSync(join(root, "generated", "registry.js"));
  return {
    what: "compiled scenarios",
    state: there ? "ok" : "missing",
    detail: there ? "generated/registry.js" : `none in ${join(root, "generated")}`,
    remedy: there ? "" : "rvrc compile scenarios/",
  };
}
