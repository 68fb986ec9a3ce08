import { registries } from "../compiler/diagnostics/registries.js";
import { combineRegistries, type DiagnosticEntry, type Stage } from "../dsl/diagnostics/define.js";

/** Heading of each stage's chapter, and what its codes are about. */
const CHAPTERS: Readonly<Record<Stage, readonly [title: string, about: string]>> = {
  syntax: ["Syntax", "The text cannot be read as the language."],
  names: ["Names", "A name stands for nothing, or for two things."],
  types: ["Types", "A value cannot be what the API document or an operator asks for."],
  world: ["Worlds", "Resources, behaviour and effects of a world."],
  tasks: ["Tasks", "Tasks, splits and gold."],
  rewards: ["Rewards", "Rewards that mean nothing, or not what they say."],
  api: ["API documents", "Faults of an OpenAPI document. What is sound in it stays usable."],
  tests: ["Tests", "Declared tests that do not hold."],
  audit: ["Audit", "Rewards that can be earned without doing the task."],
};

/** The text of `docs/diagnostics.md`: every code of every stage. Same registries, same bytes. */
export function diagnosticsPage(): string {
  const entries = combineRegistries(registries);
  const lines = [
    "# Diagnostics",
    "",
    "Every code that `rvrc compile`, `rvrc check`, `rvrc test` and `rvrc tools` can report. Each has a page of its own",
    "with an example, which `rvrc explain CODE` prints.",
    "Codes are stable: a retired one is never given another meaning. Names in braces are filled in at each report.",
    "",
    "This page is made from the registries of the stages; do not edit it. After a change there:",
    "",
    "```",
    "RVRC_WRITE_DOCS=1 npx vitest run tools/test/diagnostics-page tools/test/diagnostic-pages",
    "```",
    "",
    "The first digit of a code names its stage:",
    "",
    ...registries.map(({ stage, entries: own }) => contentsLine(stage, own)),
  ];
  for (const { stage } of registries) {
    const [title, about] = CHAPTERS[stage];
    lines.push("", `## ${title}`, "", about);
    for (const entry of entries.values()) if (entry.stage === stage) lines.push("", ...describe(entry));
  }
  return `${lines.join("\n")}\n`;
}

function contentsLine(stage: Stage, entries: readonly DiagnosticEntry[]): string {
  const [title, about] = CHAPTERS[stage];
  const digit = entries[0]?.code[3] ?? "";
  return `- \`RVR${digit}\` [${title}](#${title.toLowerCase().replaceAll(" ", "-")}): ${about} ${entries.length} codes.`;
}

function describe({ code, severity, message, why, remedy, example }: DiagnosticEntry): string[] {
  const text = [
    `### ${code}`,
    "",
    `**${severity}**: ${prose(message)}`,
    "",
    `Why: ${prose(why)}`,
    "",
    `Do: ${prose(remedy)}`,
  ];
  const shown = example === undefined ? [] : ["", "```", ...example.split("\n"), "```"];
  return [
    ...text,
    ...shown,
    "",
    `[An input with it, what the compiler says, and the input corrected](diagnostics/${code}.md)`,
  ];
}

/** Angle brackets outside code would be read as markup. */
function prose(text: string): string {
  return text
    .split("`")
    .map((part, index) => (index % 2 === 0 ? part.replaceAll("<", "&lt;").replaceAll("*", "\\*") : part))
    .join("`");
}
