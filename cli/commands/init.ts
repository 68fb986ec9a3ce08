import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { COMPILER_VERSION } from "../../compiler/pipeline/version.js";
import { UsageError } from "../../runtime/index.js";
import { EXIT, type ExitCode } from "../output/exit-codes.js";
import { whole } from "../output/interrupt.js";
import type { Output } from "../output/streams.js";

export interface InitFlags {
  readonly json?: boolean;
}

/** Scenario of the template, for the commands that are shown. */
const SCENARIO = "open_ticket";

/** `rvrc init [DIR]`: a new project with one scenario that compiles, passes its tests and trains. */
export async function runInit(output: Output, folder: string, flags: InitFlags): Promise<ExitCode> {
  const root = resolve(folder);
  if (existsSync(root) && !lstatSync(root).isDirectory()) {
    throw new UsageError(`${folder} is no folder.`, "Name a folder that does not exist, or an empty one.");
  }
  const files = new Map<string, string>([...ownFiles(root), ...templateFiles()]);
  const taken = [...files.keys()].filter((file) => existsSync(join(root, file)));
  // A package.json that is there already is the user's, and needs no more than its type.
  const kept: readonly string[] = taken.filter((file) => file === "package.json" || file === ".gitignore");
  const clash = taken.find((file) => !kept.includes(file));
  if (clash !== undefined) {
    throw new UsageError(
      `${join(folder, clash)} is there already.`,
      "Name another folder: nothing is overwritten.",
    );
  }
  const written = [...files.keys()].filter((file) => !kept.includes(file)).sort();
  await whole(async () => {
    for (const file of written) {
      const path = join(root, file);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, files.get(file) ?? "", { flag: "wx" });
    }
  });
  if (flags.json === true) {
    output.data(JSON.stringify({ version: 1, folder: root, written, kept, scenario: SCENARIO }));
    return EXIT.ok;
  }
  for (const file of written) output.data(join(folder, file));
  for (const file of kept) output.note(`${join(folder, file)} was there already and stays as it is.`);
  for (const line of nextSteps(root, kept)) output.note(line);
  return EXIT.ok;
}

function ownFiles(root: string): readonly (readonly [string, string])[] {
  const name = basename(root)
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/gu, "-")
    .replace(/^[._-]+|[._-]+$/gu, "");
  const project = {
    name: name === "" ? "scenarios" : name,
    private: true,
    type: "module",
    scripts: {
      compile: "rvrc compile scenarios/",
      test: "rvrc test scenarios/",
      audit: "rvrc audit scenarios/",
      train: `rvrc train ${SCENARIO}`,
    },
    dependencies: { rvrc: `^${COMPILER_VERSION}` },
  };
  return [
    ["package.json", `${JSON.stringify(project, null, 2)}\n`],
    [".gitignore", "node_modules/\nruns/\n"],
  ];
}

/** The files of the tutorial, which a test holds against docs/language.md. */
function templateFiles(): readonly (readonly [string, string])[] {
  // Compiled code runs from dist/cli/commands; the template lies beside the sources.
  const template = fileURLToPath(new URL("../../../templates/desk/", import.meta.url));
  return readdirSync(template, { recursive: true, withFileTypes: true }).flatMap((entry) => {
    if (!entry.isFile()) return [];
    const path = join(entry.parentPath, entry.name);
    const name = relative(template, path).replaceAll("\\", "/");
    return [[name, readFileSync(path, "utf8")] as const];
  });
}

function nextSteps(root: string, kept: readonly string[]): readonly string[] {
  const where = relative(process.cwd(), root);
  const typed = kept.includes("package.json")
    ? [`  in package.json: "type": "module", and rvrc among the dependencies`]
    : [];
  return [
    "",
    "Next:",
    ...(where === "" ? [] : [`  cd ${where}`]),
    ...typed,
    "  npm install",
    "  npx rvrc compile scenarios/      environment, checker, tools and types",
    "  npx rvrc audit scenarios/        what the reward cannot be fooled into",
    `  npx rvrc train ${SCENARIO}       GRPO with the embedded model`,
  ];
}
