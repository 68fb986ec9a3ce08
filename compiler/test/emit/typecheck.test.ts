import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { completeProject, emitModules } from "../../emit/project.js";
import type { ScenarioIr } from "../../ir/scenario.js";
import { literal, rewards, scenario, scenarioInput, variable, worldInput } from "./mini.js";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "../../..");

/** Uses of the environment; a line that must not compile says so in the comment before it. */
const USES = `
import { NoteTakingEnvironment, main, scenario } from "./generated/note_taking/index.js";
import type { types } from "./generated/note_taking/index.js";
import { registry } from "./generated/registry.js";
import { NoteClosingEnvironment } from "./generated/note_closing/index.js";

const end = new NoteClosingEnvironment();
void [end.finish_with({ answer: "x" }).status, end.ask_user({ missing: ["x"] }), end.finish().success];
end.report_failure({ tool: "get_note", reason: "x" });
// @ts-expect-error there is no such tool to report
end.report_failure({ tool: "got_note", reason: "x" });
// @ts-expect-error an answer is a string
end.finish_with({ answer: 1 });

const env = new NoteTakingEnvironment();
env.reset("train/0");
env.reset({ given: { title: "x", near: 1 } }, { reward: "plain" });
for (const tasks of Object.values(scenario.splits)) for (const task of tasks) env.reset(task);
const answer = env.create_note({ title: "x", folder: { key: "home" } });
if (answer.status === 201) {
  const id: string = answer.body.id;
  const parent: string | undefined = answer.body.folder?.parent?.key;
  void [id, parent];
}
if (answer.status === 422) {
  const message: string = answer.body.error;
  void message;
}
const record = (variables: types.TaskVariables): string => variables.near.title + variables.title;
void [env.finish("done").reward, record, main(async (given, defaults) => given.name + defaults.policy), registry];

// @ts-expect-error a title is a string
env.create_note({ title: 1, folder: { key: "home" } });
// @ts-expect-error deep inside, too
env.create_note({ title: "x", folder: { key: 1 } });
// @ts-expect-error the folder is required
env.create_note({ title: "x" });
// @ts-expect-error there is no such argument
env.get_note({ id: "1", verbose: true });
// @ts-expect-error there is no such tool
env.delete_note({ id: "1" });
// @ts-expect-error there is no such split
env.reset("test/0");
// @ts-expect-error there is no such variable
env.reset({ given: { far: "1" } });
// @ts-expect-error there is no such reward
env.reset("train/0", { reward: "loud" });
// @ts-expect-error no call is answered with 418
if (answer.status === 418) void answer;
// @ts-expect-error only an accepted call has an id
void answer.body.id;
`;

/** The scenario with what only some scenarios have: other right values, groups of calls, a closing. */
const closing: ScenarioIr = {
  ...scenario,
  name: "note_closing",
  gold: scenario.gold.map((gold) => ({
    ...gold,
    lines: [
      { path: ["title"], value: literal("a"), matcher: { kind: "pattern", pattern: "^a" } },
      {
        path: ["folder", "key"],
        value: literal("b"),
        matcher: { kind: "one_of", values: variable("title") },
      },
    ],
    allows: [["stars"]],
  })),
  closing: {
    answer: { type: "string" },
    kind: "answer",
    value: variable("title"),
    matcher: { kind: "one_of", values: literal(null) },
  },
  rewards: rewards.map((reward) => ({
    ...reward,
    steps: reward.steps.map((step) => ({
      ...step,
      others: [{ tool: "get_note", arguments: [] }],
      once: true,
      order: { relation: "after", any: true, tool: "create_note", immediately: true },
    })),
  })),
};

test("what is printed type-checks under the strictest settings, as source and as declarations", async () => {
  const folder = await mkdtemp(join(tmpdir(), "rvrc-typecheck-"));
  try {
    const scenarios = [scenarioInput(), scenarioInput(closing)];
    const modules = await emitModules({ worlds: [worldInput()], scenarios });
    const listed = ["note_closing", "note_taking"].map((name) => ({
      name,
      source: "scenarios/notes.rvr",
      worlds: ["desk"],
    }));
    const files = await completeProject(modules, listed, [], "0.1.0");
    const write = async (path: string, text: string) => {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    };
    const isSource = (path: string) => path.endsWith(".ts") && !path.endsWith(".d.ts");
    const hasSource = new Set(files.filter(({ path }) => isSource(path)).map(({ path }) => path));
    for (const { path, text } of files) {
      await write(`source/generated/${path}`, text);
      // Here the declarations alone speak for the code.
      if (!hasSource.has(path)) await write(`declared/generated/${path}`, text);
    }
    const settings = {
      compilerOptions: {
        target: "ES2022",
        lib: ["ES2023"],
        module: "NodeNext",
        moduleResolution: "NodeNext",
        types: [],
        strict: true,
        exactOptionalPropertyTypes: true,
        noUncheckedIndexedAccess: true,
        noImplicitOverride: true,
        noImplicitReturns: true,
        noFallthroughCasesInSwitch: true,
        noUnusedLocals: true,
        noUnusedParameters: true,
        noPropertyAccessFromIndexSignature: true,
        verbatimModuleSyntax: true,
        isolatedDeclarations: false,
        noEmit: true,
        paths: { "rvrc/runtime": [join(root, "runtime/index.ts")] },
      },
      include: ["**/*.ts"],
    };
    await write("tsconfig.json", JSON.stringify(settings));
    await write("package.json", JSON.stringify({ type: "module" }));
    for (const part of ["source", "declared"]) await write(`${part}/uses.ts`, USES);
    const tsc = join(root, "node_modules/typescript/bin/tsc");
    const run = promisify(execFile)(process.execPath, [tsc, "-p", folder], { cwd: folder });
    const output = await run.then(
      ({ stdout }) => stdout,
      (error: { readonly stdout?: string }) => error.stdout ?? String(error),
    );
    expect(output).toBe("");
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
