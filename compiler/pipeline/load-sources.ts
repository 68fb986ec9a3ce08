import type { Diagnostic } from "../../dsl/diagnostics/diagnostic.js";
import { SourceFile } from "../../dsl/text/source-file.js";
import type { TemplateString } from "../../dsl/tree/expression.js";
import type { SourceTree } from "../../dsl/tree/file.js";
import type { Span } from "../../dsl/tree/span.js";
import type { Json } from "../../runtime/abi/json.js";
import { plainText } from "../bind/plain-text.js";
import { names } from "../diagnostics/names.js";
import { types } from "../diagnostics/types.js";
import { type Host, HostError } from "../host/host.js";
import type { ApiModel } from "../openapi/api-model.js";
import { loadApi } from "../openapi/load-api.js";
import type { OverlayText } from "../openapi/overlay/apply-overlays.js";
import type { ReadSources } from "./bind-memory.js";
import type { Texts } from "./read-texts.js";
import type { SourceMemory } from "./source-memory.js";

/** A file that another one names, with the place that names it. */
interface Mention {
  readonly from: string;
  readonly span: Span;
  readonly path: string;
}

/**
 * Reads scenario files and everything that they name: used files, API documents, data files. Each is read once.
 * What cannot be read is reported at the place that names it, and is then simply missing.
 */
export class SourceLoader implements ReadSources {
  readonly diagnostics: Diagnostic[] = [];
  /** Texts of all files that a diagnostic can point into. */
  readonly files = new Map<string, SourceFile>();
  private readonly trees = new Map<string, SourceTree>();
  private readonly apis = new Map<string, ApiModel | undefined>();
  private readonly dataFiles = new Map<string, Json | undefined>();
  /** Which files each file names. */
  private readonly mentions = new Map<string, Set<string>>();

  constructor(
    private readonly texts: Texts,
    private readonly memory: SourceMemory,
  ) {}

  resolve(from: string, relative: string): string {
    return this.texts.host.resolve(from, relative);
  }

  tree(path: string): SourceTree | undefined {
    return this.trees.get(path);
  }

  api(path: string, overlays: readonly string[]): ApiModel | undefined {
    return this.apis.get(apiKey(path, overlays));
  }

  dataPlace(path: string, steps: readonly string[]): Span | undefined {
    const source = this.data(path) === undefined ? undefined : this.files.get(path);
    return source && this.memory.dataPlace(source, steps);
  }

  text(path: string): SourceFile | undefined {
    return this.files.get(path);
  }

  data(path: string): Json | undefined {
    return this.dataFiles.get(path);
  }

  /** A file and every file that it names, directly or not: what a change of would change its meaning. */
  closure(path: string): readonly SourceFile[] {
    const reached = new Set<string>();
    const visit = (file: string): void => {
      if (reached.has(file)) return;
      reached.add(file);
      for (const mentioned of this.mentions.get(file) ?? []) visit(mentioned);
    };
    visit(path);
    return [...reached].flatMap((file) => this.files.get(file) ?? []);
  }

  /** @returns false when the file does not exist. */
  async load(path: string, mention?: Mention): Promise<boolean> {
    if (this.trees.has(path)) return true;
    const source = await this.read(path, mention);
    if (source === undefined) return false;
    this.files.set(path, source);
    const { tree, diagnostics } = this.memory.tree(source);
    this.trees.set(path, tree);
    this.diagnostics.push(...diagnostics);
    for (const use of tree.uses)
      await this.mentioned(path, use.file, (mentioned) => this.load(mentioned.path, mentioned));
    for (const api of tree.apis) {
      const overlays: Mention[] = [];
      for (const overlay of api.overlays)
        await this.mentioned(path, overlay, async (mentioned) => overlays.push(mentioned));
      await this.mentioned(path, api.file, (mentioned) => this.loadApi(mentioned, overlays));
    }
    for (const file of dataMentions(tree))
      await this.mentioned(path, file, (mentioned) => this.loadData(mentioned));
    return true;
  }

  private async mentioned(
    from: string,
    file: TemplateString,
    load: (mention: Mention) => Promise<unknown>,
  ): Promise<void> {
    const relative = plainText(file);
    if (relative === undefined) {
      const place = { file: from, span: file.span };
      this.diagnostics.push(types.report("RVR3003", place, { what: "the name of a file" }));
    }
    if (relative === undefined || relative === "") return;
    if (/^[a-z][a-z0-9+.-]+:\/\//iu.test(relative)) {
      const place = { file: from, span: file.span };
      const remedy = "Save the document in the project, and name that file.";
      const reason = "nothing is fetched from the network";
      this.diagnostics.push(names.report("RVR2013", place, { file: relative, reason }, { remedy }));
      return;
    }
    const path = this.resolve(from, relative);
    this.mentions.set(from, (this.mentions.get(from) ?? new Set()).add(path));
    await load({ from, span: file.span, path });
  }

  private async loadApi(mention: Mention, overlays: readonly Mention[]): Promise<void> {
    const { path } = mention;
    const key = apiKey(
      path,
      overlays.map((overlay) => overlay.path),
    );
    if (this.apis.has(key)) return;
    // Set first: a document that is missing is reported at its first mention only.
    this.apis.set(key, undefined);
    if ((await this.readSource(mention)) === undefined) return;
    for (const overlay of overlays) await this.readSource(overlay);
    const { loaded, files } = await this.memory.api(key, this.texts, async (host) => {
      const texts: OverlayText[] = [];
      // Missing ones are asked for as well: the model must not be remembered when they appear.
      for (const { path: overlay } of overlays) {
        const text = await readQuietly(host, overlay);
        if (text !== undefined) texts.push({ path: overlay, text });
      }
      return loadApi(host, path, texts);
    });
    this.apis.set(key, loaded.model);
    this.diagnostics.push(...loaded.diagnostics);
    // What the document refers to belongs to it, and findings may point there.
    for (const file of files) this.files.set(file.path, file);
    const known = this.mentions.get(path) ?? [];
    this.mentions.set(path, new Set([...known, ...files.map((file) => file.path)]));
  }

  /** Text of a document that diagnostics may point into. */
  private async readSource(mention: Mention): Promise<SourceFile | undefined> {
    const source = await this.read(mention.path, mention);
    if (source !== undefined) this.files.set(mention.path, source);
    return source;
  }

  private async loadData(mention: Mention): Promise<void> {
    const { path } = mention;
    if (this.dataFiles.has(path)) return;
    this.dataFiles.set(path, undefined);
    const source = await this.read(path, mention);
    if (source === undefined) return;
    this.files.set(path, source);
    const parsed = this.memory.data(source);
    if (parsed.problem !== undefined) {
      const place = { file: path, span: parsed.problem.span };
      this.diagnostics.push(names.report("RVR2014", place, { file: path, reason: parsed.problem.message }));
      return;
    }
    this.dataFiles.set(path, parsed.value as Json);
  }

  private async read(path: string, mention: Mention | undefined): Promise<SourceFile | undefined> {
    let reason: string | undefined;
    try {
      const source = await this.texts.read(path);
      if (source !== undefined) return source;
    } catch (error) {
      if (!(error instanceof HostError)) throw error;
      reason = error.message.replace(/\.$/u, "");
    }
    // A listed file that is gone by now is none; one that cannot be read must not be left out silently.
    if (mention === undefined && reason === undefined) return undefined;
    if (mention === undefined) this.files.set(path, new SourceFile(path, ""));
    const place = mention ? { file: mention.from, span: mention.span } : { file: path, span: NOWHERE };
    reason ??= "there is no such file";
    this.diagnostics.push(names.report("RVR2013", place, { file: path, reason }));
    return undefined;
  }
}

const NOWHERE: Span = { start: 0, end: 0 };

/** What cannot be read was reported at its mention. */
async function readQuietly(host: Host, path: string): Promise<string | undefined> {
  try {
    return await host.readText(path);
  } catch (error) {
    if (error instanceof HostError) return undefined;
    throw error;
  }
}

function apiKey(path: string, overlays: readonly string[]): string {
  return [path, ...overlays].join("\n");
}

/** Every YAML file that a tree names: seeds, rows and value lists. */
function dataMentions(tree: SourceTree): TemplateString[] {
  const found: TemplateString[] = [];
  for (const world of tree.worlds) {
    for (const item of world.items) {
      if (item.kind !== "resource") continue;
      for (const part of item.items) if (part.kind === "seed") found.push(part.file);
    }
  }
  for (const scenario of tree.scenarios) {
    for (const item of scenario.tasks.flatMap((task) => task.items)) {
      if (item.kind !== "split") continue;
      if (item.rows !== undefined) found.push(item.rows);
      for (const part of item.items) {
        if (part.kind === "domain" && part.source.kind === "file") found.push(part.source.file);
      }
    }
  }
  return found;
}
