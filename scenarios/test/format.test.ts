import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { canonicalText } from "../../compiler/emit/canonical.js";
import type { Host } from "../../compiler/host/host.js";
import { nodeHost } from "../../compiler/host/node-host.js";
import { bindProgram } from "../../compiler/pipeline/bind-program.js";
import { formatText, SourceFile } from "../../dsl/index.js";
import { tokenizeFile } from "../../dsl/syntax/lexer.js";
import { endOf } from "../../dsl/syntax/token-layout.js";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const FILES = readdirSync(`${ROOT}/scenarios`, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".rvr"))
  .map((name) => `scenarios/${name.replaceAll("\\", "/")}`)
  .sort();
const SCENARIOS = FILES.filter((file) => !file.includes("/worlds/"));

const read = (path: string) => new SourceFile(path, readFileSync(`${ROOT}/${path}`, "utf8"));

function format(source: SourceFile): string {
  const result = formatText(source);
  if (result.kind === "broken") throw new Error(`${source.path} does not parse`);
  return result.text;
}

/** The same tokens on the same lines, but no indentation, wide gaps, runs of empty lines and comments in between. */
function mangle(source: SourceFile): SourceFile {
  let text = "";
  let position = 0;
  tokenizeFile(source).tokens.forEach((token, index) => {
    const gap = source.text.slice(position, token.startOffset);
    const comment = index % 13 === 0 ? `# ${index}\n` : "";
    if (gap.includes("#") || gap === "") text += gap;
    else text += gap.includes("\n") ? `  \n\n\n${comment}` : "\t  ";
    position = endOf(token);
    text += source.text.slice(token.startOffset, position);
  });
  return new SourceFile(source.path, text + source.text.slice(position));
}

/** The shipped files, with the text of scenario files replaced. */
function hostWith(textOf: (source: SourceFile) => string): Host {
  const host = nodeHost(ROOT);
  return {
    ...host,
    async readText(path) {
      const text = await host.readText(path);
      return text === undefined || !path.endsWith(".rvr") ? text : textOf(new SourceFile(path, text));
    },
  };
}

async function meanings(host: Host): Promise<readonly string[]> {
  const { scenarios, diagnostics } = await bindProgram(host, SCENARIOS);
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  return scenarios.flatMap(({ ir, worlds }) => [
    canonicalText(ir),
    ...worlds.map((world) => canonicalText(world.ir)),
  ]);
}

it("has the shipped files in its own layout", () => {
  expect(FILES.length).toBeGreaterThan(5);
  for (const file of FILES) expect(format(read(file)), file).toBe(read(file).text);
});

it("gives the same scenarios from a mangled layout, mangled and formatted", async () => {
  for (const file of FILES) expect(mangle(read(file)).text).not.toBe(read(file).text);
  const wanted = await meanings(nodeHost(ROOT));
  expect(wanted.length).toBeGreaterThanOrEqual(2 * SCENARIOS.length);
  expect(await meanings(hostWith((source) => mangle(source).text))).toEqual(wanted);
  expect(await meanings(hostWith((source) => format(mangle(source))))).toEqual(wanted);
});
