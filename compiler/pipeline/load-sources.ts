import type { Diagnostic } from "../../dsl/diagnostics/diagnostic.js";
import { parse } from "../../dsl/syntax/parse.js";
import { SourceFile } from "../../dsl/text/source-file.js";
import type { TemplateString } from "../../dsl/tree/expression.js";
import type { SourceTree } from "../../dsl/tree/file.js";
import type { Span } from "../../dsl/tree/span.js";
import type { Json } from "../../runtime/abi/json.js";
import { plainText } from "../bind/expression.js";
import type { Sources } from "../bind/sources.js";
import { names } from "../diagnostics/names.js";
import { types } from "../diagnostics/types.js";
import { type Host, HostError } from "../host/host.js";
import type { ApiModel } from "../openapi/api-model.js";
import { loadApi } from "../openapi/load-api.js";
import { type ParsedText, parseText } from "../openapi/parse-text.js";

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
export class SourceLoader implements Sources {
  readonly diagnostics: Diagnostic[] = [];
  /** Texts of all files that a diagnostic can point into. */
  readonly files = new Map<string, SourceFile>();
  private readonly trees = new Map<string, SourceTree>();
  private readonly apis = new Map<string, ApiModel | undefined>();
  private readonly dataFiles = new Map<string, Json | undefined>();
  private readonly dataTexts = new Map<string, ParsedText>();
  /** Which files each file names. */
  private readonly mentions = new Map<string, Set<string>>();

  constructor(private readonly host: Host) {}

  resolve(from: string, relative: string): string {
    return this.host.resolve(from, relative);
  }

  tree(path: string): SourceTree | undefined {
    return this.trees.get(path);
  }

  api(path: string): ApiModel | undefined {
    return this.apis.get(path);
  }

  dataPlace(path: string, steps: readonly string[]): Span | undefined {
    return this.dataTexts.get(path)?.locate(steps);
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
    const text = await this.read(path, mention);
    if (text === undefined) return false;
    const source = new SourceFile(path, text);
    this.files.set(path, source);
    const { tree, diagnostics } = parse(source);
    this.trees.set(path, tree);
    this.diagnostics.push(...diagnostics);
    for (const use of tree.uses)
      await this.mentioned(path, use.file, (mentioned) => this.load(mentioned.path, mentioned));
    for (const api of tree.apis) await this.mentioned(path, api.file, (mentioned) => this.loadApi(mentioned));
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
    const path = this.host.resolve(from, relative);
    this.mentions.set(from, (this.mentions.get(from) ?? new Set()).add(path));
    await load({ from, span: file.span, path });
  }

  private async loadApi(mention: Mention): Promise<void> {
    const { path } = mention;
    if (this.apis.has(path)) return;
    // Set first: a document that is missing is reported at its first mention only.
    this.apis.set(path, undefined);
    const text = await this.read(path, mention);
    if (text === undefined) return;
    this.files.set(path, new SourceFile(path, text));
    const loaded = await loadApi(this.host, path);
    this.apis.set(path, loaded.model);
    for (const [file, inner] of loaded.model?.places?.texts ?? []) {
      if (!this.files.has(file)) this.files.set(file, new SourceFile(file, inner));
    }
    this.diagnostics.push(...loaded.diagnostics);
  }

  private async loadData(mention: Mention): Promise<void> {
    const { path } = mention;
    if (this.dataFiles.has(path)) return;
    this.dataFiles.set(path, undefined);
    const text = await this.read(path, mention);
    if (text === undefined) return;
    this.files.set(path, new SourceFile(path, text));
    const parsed = parseText(text);
    if (parsed.problem !== undefined) {
      const place = { file: path, span: parsed.problem.span };
      this.diagnostics.push(names.report("RVR2014", place, { file: path, reason: parsed.problem.message }));
      return;
    }
    this.dataFiles.set(path, parsed.value as Json);
    this.dataTexts.set(path, parsed);
  }

  private async read(path: string, mention: Mention | undefined): Promise<string | undefined> {
    let reason = "there is no such file";
    try {
      const text = await this.host.readText(path);
      if (text !== undefined) return text;
    } catch (error) {
      if (!(error instanceof HostError)) throw error;
      reason = error.message.replace(/\.$/u, "");
    }
    if (mention !== undefined) {
      const place = { file: mention.from, span: mention.span };
      this.diagnostics.push(names.report("RVR2013", place, { file: path, reason }));
    }
    return undefined;
  }
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
