import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Scenarios that the generated ones are made from; the fifth is longer than they shall be. */
const TEMPLATES = ["page-creation", "page-labeling", "subtask-creation", "ticket-transition"];
const WORLDS = 4;
const LINES = 300;

/**
 * Writes a project of many scenario files of about 300 lines over four world files, from the scenarios in `from`. Every
 * scenario has a name, texts, drawn tasks and tests of its own. The same arguments write the same bytes.
 *
 * @returns the files, from the project's folder.
 */
export function writeLargeProject(from: string, folder: string, count: number): readonly string[] {
  cpSync(join(from, "openapi"), join(folder, "openapi"), { recursive: true, filter: isSource });
  for (const part of ["data", "rewards"])
    cpSync(join(from, "scenarios", part), join(folder, "scenarios", part), { recursive: true });
  mkdirSync(join(folder, "scenarios", "worlds"));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "large", private: true }));
  const world = readFileSync(join(from, "scenarios", "worlds", "atlassian.rvr"), "utf8");
  for (let n = 0; n < WORLDS; n++) {
    writeFileSync(join(folder, "scenarios", "worlds", `site${n}.rvr`), inWorld(world, n));
  }
  return Array.from({ length: count }, (_, n) => {
    const template = TEMPLATES[n % TEMPLATES.length] ?? "";
    const text = readFileSync(join(from, "scenarios", `${template}.rvr`), "utf8");
    const file = `scenarios/${template}-${String(n).padStart(3, "0")}.rvr`;
    writeFileSync(join(folder, file), generated(text, n));
    return file;
  });
}

function isSource(path: string): boolean {
  return !path.includes("/test");
}

/** Moves a text from the shipped world to one of the generated ones. */
function inWorld(text: string, n: number): string {
  return text.replace(/\batlassian(_paper)?\b/gu, (_, paper = "") => `site${n}${paper}`);
}

function generated(template: string, n: number): string {
  const text = inWorld(template, Math.floor(n / TEMPLATES.length) % WORLDS)
    .replace(/^scenario (\w+)/mu, `scenario $1_${n}`)
    .replace(/^(\s*system ")(?!")/gmu, `$1Team ${n}. `)
    .replace(/ seed (\d+)/gu, (_, seed) => ` seed ${Number(seed) + n}`);
  const tests = text.match(/^ {2}test "[\s\S]*?^ {2}\}\n/gmu) ?? [];
  const end = text.lastIndexOf("}");
  const more: string[] = [];
  let lines = text.split("\n").length;
  for (let at = 0; lines < LINES && tests.length > 0; at++) {
    const again = (tests[at % tests.length] ?? "").replace('test "', `test "case ${at}: `);
    more.push(again);
    lines += again.split("\n").length - 1;
  }
  return text.slice(0, end) + more.join("") + text.slice(end);
}
