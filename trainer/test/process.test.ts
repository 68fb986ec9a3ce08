import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TrainOptions } from "../run/train-options.js";
import { writeToyPolicy } from "./toy.js";

const repository = fileURLToPath(new URL("../..", import.meta.url));
const built = join(repository, "dist", "test-child");
let root = "";

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "rvrc-process-"));
  writeToyPolicy(join(root, "policy"));
  // Threads and processes run JavaScript files, so the sources are compiled once for them.
  const compiler = createRequire(import.meta.url).resolve("typescript/package.json");
  execFileSync(
    process.execPath,
    [
      join(dirname(compiler), "bin", "tsc"),
      ...["trainer/test/child-run.ts", "trainer/parallel/worker.ts", "--ignoreConfig"],
      ...["--outDir", built, "--rootDir", ".", "--module", "nodenext", "--target", "es2022"],
      ...["--types", "node", "--skipLibCheck"],
    ],
    { cwd: repository, stdio: "pipe" },
  );
}, 120_000);
afterAll(() => {
  for (const dir of [root, built]) rmSync(dir, { recursive: true, force: true });
});

const options = (name: string, threads: number): TrainOptions => ({
  ...{ policyDir: join(root, "policy"), outDir: join(root, name), engine: "wasm", threads, seed: 9 },
  ...{ steps: 8, evalEvery: 3, checkpointEvery: 2, preflightEpisodes: 8 },
});

/** Runs a child to its end, or kills it as soon as it prints `killAt`. Resolves to what it printed. */
function run(given: TrainOptions & { readonly resume?: boolean }, killAt?: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(built, "trainer/test/child-run.js"), JSON.stringify(given)]);
    let printed = "";
    let failed = "";
    child.stdout.on("data", (part: Buffer) => {
      printed += part.toString();
      if (killAt !== undefined && printed.includes(killAt)) child.kill("SIGKILL");
    });
    child.stderr.on("data", (part: Buffer) => {
      failed += part.toString();
    });
    child.on("error", reject);
    child.on("close", (code, signal) => {
      if (code === 0 || (killAt !== undefined && signal === "SIGKILL")) resolve(printed);
      else reject(new Error(`code ${code}, signal ${signal}: ${failed}`));
    });
  });
}

const outcome = (name: string): readonly string[] =>
  ["metrics.jsonl", "episodes.jsonl", "summary.json", "policy/model.safetensors"].map((file) =>
    readFileSync(join(root, name, file)).toString("base64"),
  );

describe("a training process", () => {
  it("gives the same bytes on one thread and on two", async () => {
    expect(await run(options("one", 1))).toMatch(/^wasm \(/);
    expect(await run(options("two", 2))).toMatch(/^wasm on 2 threads/);
    expect(outcome("two")).toEqual(outcome("one"));
  }, 120_000);

  it("goes on after a kill to the bytes of an unbroken run", async () => {
    for (const killAt of ["step 3\n", "step 5\n"]) {
      const resume = killAt !== "step 3\n";
      const printed = await run({ ...options("killed", 1), resume }, killAt);
      expect(printed).not.toContain("step 8");
    }
    const printed = await run({ ...options("killed", 1), resume: true });
    expect(printed).toContain("step 8");
    expect(printed).not.toContain("step 2\n");
    expect(outcome("killed")).toEqual(outcome("one"));
  }, 120_000);
});
