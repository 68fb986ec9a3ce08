import type { Json } from "../../runtime/abi/json.js";
import { get, isObject, list } from "../../runtime/value/access.js";
import type { EmittedFile } from "../emit/file.js";
import type { ListedScenario, SourceText } from "../emit/manifest.js";
import { scenarioFolder } from "../emit/scenario-input.js";
import { type Host, HostError } from "../host/host.js";

export interface Kept {
  readonly scenarios: readonly ListedScenario[];
  /** Their files as they stand on disk, relative to the folder of generated code. */
  readonly files: readonly EmittedFile[];
  /** What they were made from, as it stands now. */
  readonly sources: readonly SourceText[];
}

const NOTHING: Kept = { scenarios: [], files: [], sources: [] };

/** Names become folders, so only those that the language allows are taken from a manifest. */
const PLAIN = /^[A-Za-z_][A-Za-z0-9_]*$/u;

/**
 * Compiling some files must not drop what other files of the project gave. What the manifest lists stays when its
 * source file still exists and is not among those that were compiled just now.
 */
export async function keptScenarios(
  host: Host,
  out: string,
  compiled: readonly ListedScenario[],
): Promise<Kept> {
  const manifest = await readManifest(host, `${out}/manifest.json`);
  if (manifest === undefined) return NOTHING;
  const names = new Set(compiled.map((scenario) => scenario.name));
  const made = new Set(compiled.map((scenario) => scenario.source));
  const scenarios: ListedScenario[] = [];
  const files = new Map<string, EmittedFile>();
  for (const scenario of manifest.scenarios) {
    if (names.has(scenario.name) || made.has(scenario.source)) continue;
    if ((await readQuietly(host, scenario.source)) === undefined) continue;
    scenarios.push(scenario);
    const worlds = scenario.worlds.map((world) => `worlds/${world}`);
    for (const folder of [scenarioFolder(scenario.name), ...worlds]) {
      for (const path of await host.list(`${out}/${folder}`)) {
        const text = await host.readText(path);
        const relative = path.slice(out.length + 1);
        if (text !== undefined) files.set(relative, { path: relative, text });
      }
    }
  }
  if (scenarios.length === 0) return NOTHING;
  const sources: SourceText[] = [];
  for (const path of manifest.sources) {
    const text = await readQuietly(host, path);
    if (text !== undefined) sources.push({ path, text });
  }
  return { scenarios, files: [...files.values()], sources };
}

/** A manifest is a file like any other: a path in it that leads outside is simply not there. */
async function readQuietly(host: Host, path: string): Promise<string | undefined> {
  try {
    return await host.readText(path);
  } catch (error) {
    if (error instanceof HostError) return undefined;
    throw error;
  }
}

interface Manifest {
  readonly scenarios: readonly ListedScenario[];
  readonly sources: readonly string[];
}

/** Undefined for a manifest that is missing or broken: it is then rewritten from what is compiled now. */
async function readManifest(host: Host, path: string): Promise<Manifest | undefined> {
  const text = await host.readText(path);
  if (text === undefined) return undefined;
  let manifest: Json;
  try {
    manifest = JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
  const listed = get(manifest, "scenarios");
  const sources = get(manifest, "sources");
  if (!isObject(listed) || !isObject(sources)) return undefined;
  const scenarios = Object.entries(listed).flatMap(([name, entry]): ListedScenario[] => {
    const source = get(entry, "source");
    if (!PLAIN.test(name) || typeof source !== "string") return [];
    const worlds = list(get(entry, "worlds")).flatMap((world) =>
      typeof world === "string" && PLAIN.test(world) ? [world] : [],
    );
    return [{ name, source, worlds }];
  });
  return { scenarios, sources: Object.keys(sources) };
}
