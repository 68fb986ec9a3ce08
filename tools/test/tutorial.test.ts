import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, it } from "vitest";
import { rvrc } from "../../cli/test/rvrc.js";

const PAGE = fileURLToPath(new URL("../../docs/language.md", import.meta.url));

interface Block {
  readonly language: string;
  readonly file: string | undefined;
  readonly add: boolean;
  readonly text: string;
}

/** The fenced blocks of the tutorial, in order. */
function blocksOf(page: string): readonly Block[] {
  const tutorial = page.slice(0, page.indexOf("\n## A complete file"));
  return [...tutorial.matchAll(/^```(\w+)(?: file=(\S+))?( add)?\n([\s\S]*?)^```$/gmu)].map(
    ([, language = "", file, add, text = ""]) => ({ language, file, add: add !== undefined, text }),
  );
}

const folder = mkdtempSync(join(tmpdir(), "rvrc-tutorial-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const files = new Map<string, string>();

function put(file: string, text: string): void {
  files.set(file, text);
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
}

/** What stands in an `add` block goes before the last brace of its file. */
function added(file: string, text: string): string {
  const before = files.get(file) ?? "";
  const end = before.trimEnd().lastIndexOf("}");
  return `${before.slice(0, end)}\n${text}}\n`;
}

/** The lines with `-` become those with `+`. */
function changed(file: string, diff: string): string {
  const side = (mark: string) =>
    diff
      .split("\n")
      .flatMap((line) => (line.startsWith(mark) ? [line.slice(1)] : []))
      .join("\n");
  const before = files.get(file) ?? "";
  expect(before).toContain(side("-"));
  return before.replace(side("-"), side("+"));
}

/** The command of a console block with what it prints. */
async function shown(block: Block): Promise<string> {
  const [first = ""] = block.text.split("\n");
  const args = first.replace(/^\$ rvrc /u, "").split(" ");
  const { stdout, stderr } = await rvrc(args, { cwd: folder });
  return `${first}\n${stdout}${stderr}`;
}

// `RVRC_WRITE_DOCS=1 npx vitest run tools/test/tutorial` puts in what the commands print now.
it("does what its tutorial says, from an empty folder to an audited scenario", async () => {
  let page = readFileSync(PAGE, "utf8");
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }\n');
  let undo: (() => void) | undefined;
  let commands = 0;
  for (const block of blocksOf(page)) {
    const { file, text } = block;
    if (file !== undefined && block.language === "diff") {
      const before = files.get(file) ?? "";
      put(file, changed(file, text));
      undo = () => put(file, before);
    } else if (file !== undefined) put(file, block.add ? added(file, text) : text);
    else if (block.language === "console") {
      const printed = await shown(block);
      commands += 1;
      if (process.env["RVRC_WRITE_DOCS"] === "1") {
        page = page.replace(`\`\`\`console\n${text}\`\`\``, () => `\`\`\`console\n${printed}\`\`\``);
      } else expect(text).toBe(printed);
      undo?.();
      undo = undefined;
    }
  }
  if (process.env["RVRC_WRITE_DOCS"] === "1") writeFileSync(PAGE, page);
  expect(commands).toBe(3);
  expect(files.size).toBe(5);
  // `rvrc init` gives the same files.
  const template = fileURLToPath(new URL("../../templates/desk/", import.meta.url));
  for (const [file, text] of files) expect(readFileSync(join(template, file), "utf8")).toBe(text);
  // The files of the tutorial are in the layout that `rvrc format` gives.
  expect((await rvrc(["format", "scenarios/", "--check"], { cwd: folder })).code).toBe(0);
  // Last, what a reader would do next.
  const compiled = await rvrc(["compile", "scenarios/", "--strict"], { cwd: folder });
  expect([compiled.code, compiled.stderr]).toEqual([
    0,
    expect.stringContaining("Certified: 1 of 1 rewards."),
  ]);
}, 120_000);
