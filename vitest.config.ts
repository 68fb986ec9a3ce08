import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  resolve: {
    // Generated code names the package's public entries; tests run on the sources behind them.
    alias: { "rvrc/runtime": root("./runtime/index.ts") },
  },
  test: {
    include: ["**/test/**/*.test.ts"],
    exclude: ["node_modules/**", "dist/**"],
    isolate: false,
    reporters: ["default", root("./tools/summary-reporter.ts")],
    testTimeout: 60_000,
  },
});
