import { createHash } from "node:crypto";
import { compareText } from "../../dsl/text/compare.js";
import { ABI } from "../../runtime/abi/version.js";
import { canonicalText } from "./canonical.js";
import type { EmittedFile } from "./file.js";

/** A file that went into the compilation. */
export interface SourceText {
  /** Relative to the project. */
  readonly path: string;
  readonly text: string;
}

/** A scenario as the manifest lists it: enough to tell later which files belong to which source. */
export interface ListedScenario {
  readonly name: string;
  /** The `.rvr` file that declares it, relative to the project. */
  readonly source: string;
  readonly worlds: readonly string[];
}

/** SHA-256 of a text in hexadecimal. */
export function sha256(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("hex");
}

const hashes = new WeakMap<SourceText, string>();

/** Hash of a file's text. Files that a later compilation meets again are not hashed again. */
export function hashOf(file: SourceText): string {
  const known = hashes.get(file) ?? sha256(file.text);
  hashes.set(file, known);
  return known;
}

/** One hash over several sources: of the lines `<hash> <path>` in order of path, so that the given order is free. */
export function sourcesHash(sources: readonly SourceText[]): string {
  const lines = sources.map((file) => `${hashOf(file)} ${file.path}\n`);
  return sha256(lines.sort(compareText).join(""));
}

/**
 * `manifest.json`: what made the files and from what, with the hash of each. The writer learns from it which files
 * are ours and no longer wanted; a check learns from it whether anything was edited.
 */
export function emitManifest(
  compiler: string,
  scenarios: readonly ListedScenario[],
  sources: readonly SourceText[],
  files: readonly EmittedFile[],
): EmittedFile {
  const hashes = (texts: readonly EmittedFile[]) =>
    Object.fromEntries(texts.map((file) => [file.path, hashOf(file)]));
  const listed = Object.fromEntries(scenarios.map(({ name, source, worlds }) => [name, { source, worlds }]));
  const manifest = { compiler, abi: ABI, scenarios: listed, sources: hashes(sources), files: hashes(files) };
  return { path: "manifest.json", text: canonicalText(manifest) };
}
