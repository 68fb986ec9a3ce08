import type { MemoryHost } from "../../compiler/host/memory-host.js";
import { type BoundProgram, bindProgram } from "../../compiler/pipeline/bind-program.js";
import { miniHost, miniScenario } from "../../compiler/test/bind/mini.js";
import type { SourceFile } from "../../dsl/index.js";
import { complete } from "../lsp/features/completion/complete.js";
import type { Snapshot } from "../lsp/snapshot.js";

/** Marks the cursor in a text. */
export const CURSOR = "┆";

export interface Marked {
  readonly snapshot: Snapshot;
  readonly offset: number;
  readonly host: MemoryHost;
}

let sound: Promise<BoundProgram> | undefined;

/** The small project with one file replaced, whose text holds the cursor; bound as the server binds it. */
export async function marked(text: string, file = "close.rvr"): Promise<Marked> {
  const offset = text.indexOf(CURSOR);
  if (offset < 0) throw new Error("The text has no cursor.");
  const host = miniHost({}, { [file]: text.replace(CURSOR, "") });
  const program = await bindProgram(host, [file]);
  sound ??= bindProgram(miniHost(), ["close.rvr"]);
  const source = program.sources.get(file) as SourceFile;
  return { snapshot: { file, source, program, good: await sound }, offset, host };
}

/** The small scenario with one piece of its text replaced. */
export function edited(from: string, to: string): string {
  const text = miniScenario();
  if (!text.includes(from)) throw new Error(`The scenario does not hold ${from}`);
  return text.replace(from, () => to);
}

/** The world of the small project, with one piece of its text replaced. */
export function editedWorld(from: string, to: string): string {
  const text = miniHost().files.get("office.rvr") ?? "";
  if (!text.includes(from)) throw new Error(`The world does not hold ${from}`);
  return text.replace(from, () => to);
}

/** Labels that are offered at the cursor, the best ones first. */
export async function offers(text: string, file = "close.rvr"): Promise<readonly string[]> {
  const { snapshot, offset, host } = await marked(text, file);
  const found = complete(snapshot, offset, [...host.files.keys()]).offers;
  return [...found].sort((left, right) => (left.rank ?? 2) - (right.rank ?? 2)).map(({ label }) => label);
}
