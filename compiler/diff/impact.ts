import type { Diagnostic } from "../../dsl/diagnostics/diagnostic.js";
import { SourceFile } from "../../dsl/text/source-file.js";
import { certificatePath, readCertificate } from "../audit/certificate.js";
import { openingLines } from "../emit/header.js";
import type { Host } from "../host/host.js";
import type { CompileResult, ScenarioSummary } from "../pipeline/compile.js";
import { createWorkspace } from "../pipeline/workspace.js";
import type { RuntimeModule } from "../run/load.js";
import { overlaysOn } from "./overlays-on.js";

/** What a new version of a document does to scenarios. */
export interface Impact {
  /** Findings that the new version brings about: slots, gold, tests that no longer hold. */
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: ReadonlyMap<string, SourceFile>;
  /** Scenarios that still compile, to other code than before. */
  readonly changed: readonly string[];
  /** Certificates that say nothing of the new version: of scenarios that do not compile or became others. */
  readonly certificates: readonly { readonly scenario: string; readonly rewards: readonly string[] }[];
  /** Scenarios that were compiled, and paths that are no scenario file or folder. */
  readonly scenarios: readonly string[];
  readonly missing: readonly string[];
  /** Whether any of the scenarios reads the old document: if none does, nothing was tried. */
  readonly reads: boolean;
  /** Overlays that the scenarios put on the document. */
  readonly overlays: readonly (readonly string[])[];
  /** Errors that there were already: nothing is said of the new version then. */
  readonly before: readonly Diagnostic[];
}

export interface ImpactOptions {
  readonly host: Host;
  /** From the host's root. */
  readonly before: string;
  /** Which file is read in place of which: the new document in place of the old one, and what either refers to. */
  readonly replacements: ReadonlyMap<string, string>;
  readonly paths: readonly string[];
  /** Folder of the compiled scenarios, for their certificates. */
  readonly out: string;
  readonly runtime: RuntimeModule;
}

/** Compiles scenarios against both versions, tests and gold included, and tells what differs. */
export async function impactOn(options: ImpactOptions): Promise<Impact> {
  const { host, before, replacements, paths, out, runtime } = options;
  const texts = new Map<string, string | undefined>();
  for (const [path, other] of replacements) texts.set(path, await host.readText(other));
  const over: Host = {
    ...host,
    readText: async (path) => {
      const inside = host.resolve("", path);
      return texts.has(inside) ? texts.get(inside) : host.readText(path);
    },
  };
  const common = { out: "generated", runtime, emit: true, replay: true };
  const [then, later] = [createWorkspace(host), createWorkspace(over)];
  const old = await then.compile({ ...common, paths });
  const errors = old.diagnostics.filter(({ severity }) => severity === "error");
  const nothing = {
    reads: old.inputs.includes(before),
    missing: old.missing,
    scenarios: old.scenarios.map(({ name }) => name),
    overlays: overlaysOn(host, old.sources, before),
    before: errors,
  };
  if (errors.length > 0)
    return { ...nothing, diagnostics: [], sources: old.sources, changed: [], certificates: [] };
  const known = new Set(old.diagnostics.map(keyOf));
  const found = new Map<string, Diagnostic>();
  const sources = new Map<string, SourceFile>();
  const changed: string[] = [];
  const broken: string[] = [];
  // One by one: what one scenario loses says nothing of the others.
  for (const file of new Set(old.scenarios.map(({ bound }) => bound.file))) {
    const now = await later.compile({ ...common, paths: [file] });
    for (const one of now.diagnostics)
      if (one.severity !== "info" && !known.has(keyOf(one))) found.set(JSON.stringify(one), one);
    for (const [path, source] of now.sources) sources.set(path, source);
    const own = old.scenarios.filter(({ bound }) => bound.file === file);
    if (now.diagnostics.some(({ severity }) => severity === "error"))
      broken.push(...own.map(({ name }) => name));
    else changed.push(...changedScenarios(old, now, own));
  }
  // The new text was read under the old name; what is said of it is said of the new file.
  const renamed = (file: string) => replacements.get(file) ?? file;
  const diagnostics = [...found.values()].map((one) => ({
    ...one,
    file: renamed(one.file),
    related: one.related.map((place) => ({ ...place, file: renamed(place.file) })),
  }));
  for (const [path, other] of replacements) {
    const text = texts.get(path);
    if (text !== undefined) sources.set(other, new SourceFile(other, text));
  }
  const certificates = await certificatesOf(host, out, [...broken, ...changed]);
  return { ...nothing, diagnostics, sources, changed, certificates };
}

/** The places in the document have moved; what is said of a scenario file stays where it is. */
function keyOf({ code, file, span, message }: Diagnostic): string {
  return JSON.stringify(file.endsWith(".rvr") ? [code, file, span.start, message] : [code, message]);
}

function changedScenarios(
  old: CompileResult,
  now: CompileResult,
  own: readonly ScenarioSummary[],
): readonly string[] {
  const codeOf = (result: CompileResult, { name, ir }: ScenarioSummary) => {
    const folders = [`generated/${name}/`, ...ir.worlds.map((world) => `generated/worlds/${world}/`)];
    return result.files
      .filter(({ path }) => folders.some((folder) => path.startsWith(folder)))
      .map(({ path, text }) => `${path}\n${text.slice(openingLines(text).length)}`)
      .join("\n");
  };
  return own.filter((one) => codeOf(old, one) !== codeOf(now, one)).map(({ name }) => name);
}

async function certificatesOf(
  host: Host,
  out: string,
  scenarios: readonly string[],
): Promise<Impact["certificates"]> {
  const found: { scenario: string; rewards: readonly string[] }[] = [];
  for (const scenario of scenarios) {
    const certificate = readCertificate(await host.readText(certificatePath(out, scenario)));
    if (certificate !== undefined) found.push({ scenario, rewards: Object.keys(certificate.rewards) });
  }
  return found;
}
