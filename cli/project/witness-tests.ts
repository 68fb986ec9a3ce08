import { type Finding, playOf, type ScenarioSummary, witnessTest } from "../../compiler/index.js";
import { formatText, SourceFile } from "../../dsl/index.js";
import { whole } from "../output/interrupt.js";

interface Files {
  readText(path: string): Promise<string | undefined>;
  writeText(path: string, text: string): Promise<void>;
}

/**
 * Puts the witnesses of findings at the end of their scenario, as tests; one that stands there already, under whatever
 * title, is left out. The rest of the file keeps its bytes. Gives the number of tests that were written.
 */
export async function writeTests(
  { file, ir, bound }: ScenarioSummary,
  findings: readonly Finding[],
  host: Files,
): Promise<number> {
  const text = await host.readText(file);
  if (text === undefined) return 0;
  const titles = new Set(ir.tests.map((test) => test.title));
  const known = new Set(ir.tests.map((test) => playOf(test, ir.defaultReward)));
  const blocks: string[] = [];
  for (const finding of findings) {
    const test = witnessTest(finding, titles);
    if (test === undefined || known.has(test.play)) continue;
    known.add(test.play);
    titles.add(test.title);
    blocks.push(test.text);
  }
  if (blocks.length === 0) return 0;
  const end = bound.declaration.span.end - 1;
  const before = text.slice(0, end).replace(/[ \t]+$/u, "");
  const longer = `${before}${before.endsWith("\n") ? "" : "\n"}${blocks.join("")}${text.slice(end)}`;
  await whole(() => host.writeText(file, isFormatted(file, text) ? formatted(file, longer) : longer));
  return blocks.length;
}

function isFormatted(file: string, text: string): boolean {
  return formatted(file, text) === text;
}

function formatted(file: string, text: string): string {
  const result = formatText(new SourceFile(file, text));
  return result.kind === "formatted" ? result.text : text;
}
