import { execFile } from "node:child_process";
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ROOT, temporaryFolder } from "./rvrc.js";

const RIGHT = `
import { SubtaskCreationEnvironment } from "./generated/subtask_creation/index.js";

const env = new SubtaskCreationEnvironment();
env.reset("train/0");
env.reset({ given: { parent: "ABC-123" } }, { reward: "paper_compat" });
const answer = env.create_issue({
  fields: {
    project: { key: "ABC" },
    parent: { key: "ABC-123" },
    summary: "Write QA test cases",
    issuetype: { id: "10003" },
    assignee: { accountId: "admin123" },
  },
});
if (answer.status === 201) {
  const key: string | undefined = answer.body.key;
  void key;
}
const { reward, success }: { reward: number; success: boolean } = env.finish("Done.");
void [reward, success];
`;

/** Each line alone must be refused. */
const WRONG = [
  `env.create_issue({ fields: { project: { key: 1 } } });`,
  `env.create_issue({ fields: { parent: "ABC-123" } });`,
  `env.create_issue({ fields: { projectKey: "ABC" } });`,
  `env.create_issue({ fields: { issuetype: { id: 10003 } } });`,
  `env.get_issue({});`,
  `env.get_issue({ issueIdOrKey: true });`,
  `env.delete_issue({ issueIdOrKey: "ABC-123" });`,
  `env.reset("test/0");`,
  `env.reset("train/0", { reward: "loud" });`,
  `env.reset({ given: { parnt: "ABC-123" } });`,
];

/** Type-checks a user's files against the compiled scenarios and the built package; the errors by file and line. */
function typeCheck(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const folder = temporaryFolder();
  cpSync(join(ROOT, "generated"), join(folder, "generated"), { recursive: true });
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(ROOT, join(folder, "node_modules", "rvrc"), "dir");
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  const compilerOptions = {
    ...{ target: "ES2022", lib: ["ES2023"], module: "NodeNext", types: [], strict: true, noEmit: true },
    ...{ exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, skipLibCheck: false },
  };
  const config = { compilerOptions, files: Object.keys(files) };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const tsc = join(ROOT, "node_modules", "typescript", "bin", "tsc");
  return new Promise((resolve) => {
    execFile(process.execPath, [tsc, "-p", folder, "--pretty", "false"], { cwd: folder }, (error, stdout) => {
      const lines = stdout.split("\n").filter((line) => /^\S.*error TS/u.test(line));
      resolve(error === null || lines.length > 0 ? lines : [String(error)]);
    });
  });
}

it("takes right arguments and refuses each wrong one, through the built package", async () => {
  const start = `import { SubtaskCreationEnvironment } from "./generated/subtask_creation/index.js";
const env = new SubtaskCreationEnvironment();
`;
  const errors = await typeCheck({ "right.ts": RIGHT, "wrong.ts": `${start}${WRONG.join("\n")}\n` });
  expect(errors.filter((line) => !line.startsWith("wrong.ts"))).toEqual([]);
  const refused = new Set(errors.map((line) => Number(/^wrong\.ts\((\d+),/u.exec(line)?.[1])));
  expect([...refused].sort((a, b) => a - b)).toEqual(WRONG.map((_, index) => index + 3));
});
