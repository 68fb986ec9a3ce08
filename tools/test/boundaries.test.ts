import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const ROOMS = [
  "dsl",
  "compiler",
  "runtime",
  "generated",
  "trainer",
  "server",
  "cli",
  "openapi",
  "scenarios",
  "tools",
  "bench",
];

interface Import {
  readonly file: string;
  readonly target: string;
}

function sources(folder: string): string[] {
  return readdirSync(`${ROOT}${folder}`, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts") && !entry.name.endsWith(".d.ts"))
    .map((entry) => `${entry.parentPath.slice(ROOT.length)}/${entry.name}`.replaceAll("\\", "/"));
}

const files = ROOMS.flatMap(sources);
const production = files.filter((file) => !file.includes("/test/"));
const imports: Import[] = production.flatMap((file) => {
  const text = readFileSync(`${ROOT}${file}`, "utf8");
  // Statements start a line, which keeps text that merely contains the word out.
  const statements = text.matchAll(/^(?:import|export)\s(?:[^"';]*?\sfrom\s+)?["']([^"']+)["']/gmu);
  const lazy = text.matchAll(/\bimport\(\s*["']([^"']+)["']\s*\)/gu);
  return [...statements, ...lazy].map((match) => ({ file, target: resolve(file, match[1] ?? "") }));
});

/** A relative specifier as a path from the root; a package as it is. */
function resolve(file: string, specifier: string): string {
  if (!specifier.startsWith(".")) return specifier;
  const steps = file.split("/").slice(0, -1);
  for (const step of specifier.split("/")) {
    if (step === "..") steps.pop();
    else if (step !== ".") steps.push(step);
  }
  return steps.join("/");
}

const importers = (target: RegExp) => [
  ...new Set(imports.filter((one) => target.test(one.target)).map((one) => one.file)),
];

it("sees the whole project", () => {
  expect(production.length).toBeGreaterThan(150);
  expect(imports.length).toBeGreaterThan(500);
});

// A heavy or delicate package stays behind one door.
const DOORS: readonly (readonly [name: string, target: RegExp, allowed: RegExp])[] = [
  ["chevrotain", /^chevrotain$/, /^dsl\/syntax\//],
  ["ts-morph", /^ts-morph$/, /^compiler\/emit\/transpile\.ts$/],
  ["swagger-parser", /^@apidevtools\/swagger-parser$/, /^compiler\/openapi\//],
  ["json-p3", /^json-p3$/, /^compiler\/openapi\/overlay\//],
  ["ajv", /^ajv(\/|$)/, /^compiler\/schema\//],
  ["yaml", /^yaml$/, /^(compiler\/openapi|tools)\//],
  ["TensorFlow.js", /^@tensorflow\//, /^trainer\//],
  ["tokenizers and templates", /^@huggingface\//, /^trainer\/tokenizer\//],
  [
    "the language server protocol",
    /^vscode-(languageserver|jsonrpc)(\/|$)/,
    /^server\/lsp\/(server|publisher|to-lsp)\.ts$/,
  ],
  ["commander", /^commander$/, /^cli\//],
];

for (const [name, target, allowed] of DOORS) {
  it(`imports ${name} only where it belongs`, () => {
    const found = importers(target);
    expect(found.length).toBeGreaterThan(0);
    expect(found.filter((file) => !allowed.test(file))).toEqual([]);
  });
}

// What a room may import of the others; the compiler's project references say the same to the type checker.
const ARROWS: Readonly<Record<string, RegExp>> = {
  dsl: /^dsl\//,
  runtime: /^runtime\//,
  compiler: /^(compiler|dsl)\/|^runtime\/(abi|value|random|matching)\//,
  trainer: /^(trainer|runtime)\//,
  server: /^(server|compiler|dsl|runtime)\//,
  generated: /^generated\//,
};

for (const [room, allowed] of Object.entries(ARROWS)) {
  it(`keeps the arrows of ${room}/`, () => {
    const wrong = imports.filter(
      ({ file, target }) =>
        file.startsWith(`${room}/`) &&
        ROOMS.some((other) => target.startsWith(`${other}/`)) &&
        !allowed.test(target),
    );
    expect(wrong).toEqual([]);
  });
}

it("lets generated code import the runtime and nothing else from outside", () => {
  const outside = imports.filter(
    ({ file, target }) => file.startsWith("generated/") && !target.startsWith("generated/"),
  );
  expect(outside.length).toBeGreaterThan(0);
  expect([...new Set(outside.map((one) => one.target))]).toEqual(["rvrc/runtime"]);
});

it("loads no TensorFlow.js and no compiler before a command asks for it", () => {
  const eager = imports.filter(({ file }) => file === "cli/program.ts" || file === "cli/main.ts");
  const heavy = eager.filter(({ file, target }) => {
    const text = readFileSync(`${ROOT}${file}`, "utf8");
    const written = target.split("/").at(-1) ?? target;
    return (
      /^(trainer|compiler\/(?!pipeline\/version))/.test(target) && !text.includes(`import("./${written}`)
    );
  });
  expect(heavy).toEqual([]);
});

it("keeps the compiler's version equal to the package's", async () => {
  const manifest = JSON.parse(readFileSync(`${ROOT}package.json`, "utf8")) as { version: string };
  const { COMPILER_VERSION } = await import("../../compiler/pipeline/version.js");
  expect(COMPILER_VERSION).toBe(manifest.version);
});
