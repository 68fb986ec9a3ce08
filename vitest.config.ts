import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = (path: string) => fileURLToPath(new URL(path, import.meta.url));

// The unit tests run on every supported Node; what trains, starts processes or audits at length runs once.
const slow = [
  "cli/test/**",
  "server/test/process.test.ts",
  "trainer/test/train*.test.ts",
  // They audit many scenarios, with code that the other tests run everywhere.
  "compiler/test/audit/{mutants,second-opinion,once-wrong}.test.ts",
  "compiler/test/synth/**",
  "compiler/test/trajectories/**",
  // They read the repository's own texts, or run TypeScript: no version of Node changes what they find.
  "tools/test/**",
  "compiler/test/emit/typecheck.test.ts",
];
const unitOnly = process.env["RVRC_UNIT"] === "1";

export default defineConfig({
  resolve: {
    // Generated code names the package's public entries; tests run on the sources behind them.
    alias: { "rvrc/runtime": root("./runtime/index.ts") },
  },
  test: {
    include: ["**/test/**/*.test.ts"],
    exclude: ["**/node_modules/**", "dist/**", ...(unitOnly ? slow : [])],
    isolate: false,
    // Tests that start commands wait most of the time, so two files run side by side on the smallest machine, too.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    setupFiles: [root("./tools/test-seed.ts")],
    reporters: ["default", root("./tools/summary-reporter.ts")],
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
