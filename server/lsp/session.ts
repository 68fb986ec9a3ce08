import type { Host } from "../../compiler/host/host.js";
import type { BoundProgram } from "../../compiler/pipeline/bind-program.js";
import { type Diagnostic, SourceFile } from "../../dsl/index.js";
import { diagnosticsByFile } from "./features/diagnostics.js";
import { overlayHost } from "./overlay-host.js";
import { createPrograms } from "./programs.js";
import type { Snapshot } from "./snapshot.js";

/** How long typing may pause before it is looked at. Shorter than the pauses between keys of a fast typist. */
const PAUSE_MS = 20;

/** A request that the text outruns so often is not answered; editors ask again. */
const MOST_ATTEMPTS = 5;

/** Findings of files, with the text that they point into. */
export type Publish = (
  found: ReadonlyMap<string, readonly Diagnostic[]>,
  sources: ReadonlyMap<string, SourceFile>,
) => void;

/** What is known of an open document. Its revision is that of the text it was bound from. */
interface Bound {
  readonly program: BoundProgram;
  readonly good: BoundProgram | undefined;
  readonly revision: number;
  /** State of the disk that it was read from. */
  readonly disk: number;
}

/**
 * The open documents of one project and what the compiler says of them. Each document is bound on its own, together
 * with what it names; documents that name a changed one are bound again. Results for an older text are dropped.
 */
export class Session {
  private readonly open = new Map<string, string>();
  private readonly versions = new Map<string, number>();
  private readonly bound = new Map<string, Bound>();
  /** Findings of the replay after the last save, until the text changes. */
  private readonly replayed = new Map<string, readonly Diagnostic[]>();
  private published = new Set<string>();
  private readonly programs;
  private readonly host: Host;
  private revision = 0;
  private disk = 0;
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private files: Promise<readonly string[]> | undefined;

  constructor(
    disk: Host,
    private readonly publish: Publish,
    private readonly onBug: (error: unknown) => void,
  ) {
    this.host = overlayHost(disk, this.open);
    this.programs = createPrograms(this.host);
  }

  textOf(file: string): string | undefined {
    return this.open.get(file);
  }

  /** The editor's number for the text of an open document. */
  versionOf(file: string): number | undefined {
    return this.versions.get(file);
  }

  /** A document was opened or changed. */
  change(file: string, text: string, version: number): void {
    if (!this.open.has(file)) this.files = undefined;
    this.open.set(file, text);
    this.versions.set(file, version);
    this.replayed.delete(file);
    this.touch();
  }

  close(file: string): void {
    this.open.delete(file);
    this.versions.delete(file);
    this.bound.delete(file);
    this.replayed.delete(file);
    this.refresh();
  }

  /** Something on disk changed. */
  refresh(): void {
    this.files = undefined;
    this.disk++;
    this.touch();
  }

  /** Findings of the replay of a saved document; nothing when it has changed since. */
  addReplayed(file: string, revision: number, found: readonly Diagnostic[]): void {
    if (revision !== this.revision || !this.open.has(file)) return;
    this.replayed.set(file, found);
    this.report();
  }

  get currentRevision(): number {
    return this.revision;
  }

  /** The document bound from the text as it stands. */
  async snapshot(file: string): Promise<Snapshot | undefined> {
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
      const text = this.open.get(file);
      if (text === undefined) return undefined;
      const known = this.bound.get(file);
      if (known?.revision === this.revision) return this.snapshotOf(file, text, known);
      await this.bindNow();
    }
    return undefined;
  }

  /** The text as it stands with what was last known: what a completion needs while the text changes. */
  async quickSnapshot(file: string): Promise<Snapshot | undefined> {
    const text = this.open.get(file);
    const known = this.bound.get(file);
    if (text === undefined || known === undefined) return this.snapshot(file);
    return this.snapshotOf(file, text, known);
  }

  /** Programs that together know every file of the project with some text in it. */
  async wholeProject(text: string): Promise<readonly BoundProgram[]> {
    const groups: { readonly files: string[]; readonly names: Set<string> }[] = [];
    for (const file of await this.projectFiles()) {
      if (!file.endsWith(".rvr")) continue;
      const content = (await this.host.readText(file).catch(() => undefined)) ?? "";
      if (!content.includes(text)) continue;
      // Two scenarios of one name cannot be bound together, and both may use the name that is looked for.
      const names = [...content.matchAll(/\bscenario\s+([A-Za-z_]\w*)/g)].map(([, name = ""]) => name);
      const group = groups.find((one) => !names.some((name) => one.names.has(name)));
      if (group === undefined) groups.push({ files: [file], names: new Set(names) });
      else {
        group.files.push(file);
        for (const name of names) group.names.add(name);
      }
    }
    const programs: BoundProgram[] = [];
    for (const { files } of groups) programs.push(await this.programs.bind(files));
    return programs;
  }

  /** Paths of all files of the project. */
  projectFiles(): Promise<readonly string[]> {
    this.files ??= this.host.list("").then(
      (listed) => [...new Set([...listed, ...this.open.keys()])],
      () => [...this.open.keys()],
    );
    return this.files;
  }

  async sourceOf(file: string): Promise<SourceFile | undefined> {
    const text = await this.host.readText(file).catch(() => undefined);
    return text === undefined ? undefined : new SourceFile(file, text);
  }

  /** Stops what is still waiting. */
  dispose(): void {
    clearTimeout(this.timer);
    this.open.clear();
  }

  private snapshotOf(file: string, text: string, { program, good }: Bound): Snapshot {
    const known = program.sources.get(file);
    return { file, source: known?.text === text ? known : new SourceFile(file, text), program, good };
  }

  private touch(): void {
    this.revision++;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.bindNow(), PAUSE_MS);
  }

  private bindNow(): Promise<void> {
    clearTimeout(this.timer);
    this.running ??= this.bindAll()
      .catch(this.onBug)
      .finally(() => {
        this.running = undefined;
      });
    return this.running;
  }

  /** Binds what is out of date, and once more when the text has changed meanwhile. */
  private async bindAll(): Promise<void> {
    for (let started = -1; started !== this.revision; ) {
      started = this.revision;
      const texts = new Map(this.open);
      const stale = [...texts.keys()].filter((file) => file.endsWith(".rvr") && this.isStale(file, texts));
      for (const file of stale) {
        const { disk } = this;
        const program = await this.programs.bind([file]);
        // Newer text has come: this answer is to a question that nobody asks any more.
        if (this.revision !== started) break;
        this.note(file, program, started, disk);
      }
      for (const [file, known] of this.bound) {
        if (this.revision === started) this.bound.set(file, { ...known, revision: started });
      }
    }
    this.report();
  }

  /** Whether any file that a document was bound from differs now. */
  private isStale(file: string, texts: ReadonlyMap<string, string>): boolean {
    const known = this.bound.get(file);
    if (known === undefined || known.disk !== this.disk) return true;
    return [...texts].some(
      ([path, text]) =>
        (path === file || known.program.sources.has(path)) && known.program.sources.get(path)?.text !== text,
    );
  }

  private note(file: string, program: BoundProgram, revision: number, disk: number): void {
    const declared = program.tree(file)?.scenarios.length ?? 0;
    const bound = program.scenarios.filter((scenario) => scenario.file === file).length;
    const complete = declared === bound && (declared > 0 || program.worlds.length > 0);
    const good = complete ? program : this.bound.get(file)?.good;
    this.bound.set(file, { program, good, revision, disk });
  }

  private report(): void {
    const found = new Map<string, readonly Diagnostic[]>();
    const sources = new Map<string, SourceFile>();
    for (const [file, { program }] of this.bound) {
      for (const [path, list] of diagnosticsByFile(program, this.replayed.get(file))) {
        // The same world may be read for several documents; each finding is shown once.
        const known = found.get(path) ?? [];
        const fresh = list.filter((one) => !known.some((other) => sameFinding(one, other)));
        found.set(path, [...known, ...fresh]);
        const source = program.sources.get(path);
        if (source !== undefined) sources.set(path, source);
      }
    }
    const gone = [...this.published].filter((path) => !found.has(path));
    for (const path of gone) found.set(path, []);
    this.published = new Set([...found].flatMap(([path, list]) => (list.length > 0 ? [path] : [])));
    this.publish(found, sources);
  }
}

function sameFinding(left: Diagnostic, right: Diagnostic): boolean {
  return (
    left.code === right.code &&
    left.span.start === right.span.start &&
    left.span.end === right.span.end &&
    left.message === right.message
  );
}
