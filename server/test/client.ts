import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const MAIN = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}

/** A diagnostic as it came over the wire. */
export interface WireDiagnostic {
  readonly code: string;
  readonly message: string;
  readonly severity: number;
  readonly range: { readonly start: WirePlace; readonly end: WirePlace };
  readonly codeDescription: { readonly href: string };
  readonly relatedInformation?: readonly unknown[];
}

export interface WirePlace {
  readonly line: number;
  readonly character: number;
}

interface Published {
  readonly uri: string;
  readonly diagnostics: readonly WireDiagnostic[];
}

/** An editor's side of the protocol, over the pipes of a real server process. Frames are written and read by hand. */
export class Client {
  private readonly child: ChildProcess;
  private readonly waiting = new Map<number, (message: Message) => void>();
  private readonly listeners = new Set<(published: Published) => void>();
  private readonly texts = new Map<string, { text: string; version: number }>();
  private buffer = Buffer.alloc(0);
  private next = 1;
  errors = "";
  readonly exited: Promise<number | null>;

  constructor(
    readonly folder: string,
    main = MAIN,
  ) {
    if (!existsSync(main)) throw new Error("The server runs from the build: run `npm run build` first.");
    this.child = spawn(process.execPath, [main, "lsp", "--stdio", `--clientProcessId=${process.pid}`], {
      cwd: folder,
    });
    this.child.stdout?.on("data", (chunk: Buffer) => this.receive(chunk));
    this.child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      this.errors += text;
    });
    this.exited = new Promise((resolve) => this.child.on("close", resolve));
  }

  uri(file: string): string {
    return pathToFileURL(join(this.folder, file)).href;
  }

  async start(): Promise<Record<string, unknown>> {
    const result = await this.request("initialize", {
      processId: process.pid,
      rootUri: pathToFileURL(this.folder).href,
      workspaceFolders: [{ uri: pathToFileURL(this.folder).href, name: "project" }],
      capabilities: {},
    });
    this.notify("initialized", {});
    return result as Record<string, unknown>;
  }

  /** Asks, and gives the answer; throws the server's refusal. */
  async request(method: string, params: unknown): Promise<unknown> {
    const id = this.next++;
    const answer = new Promise<Message>((resolve) => this.waiting.set(id, resolve));
    this.send({ jsonrpc: "2.0", id, method, params });
    const { result, error } = await answer;
    if (error !== undefined) throw new Error(error.message);
    return result;
  }

  notify(method: string, params: unknown): void {
    this.send({ jsonrpc: "2.0", method, params });
  }

  /** Opens a document and gives the first findings about it. */
  open(file: string, text: string): Promise<readonly WireDiagnostic[]> {
    this.texts.set(file, { text, version: 1 });
    const found = this.findings(file);
    const textDocument = { uri: this.uri(file), languageId: "rvr", version: 1, text };
    this.notify("textDocument/didOpen", { textDocument });
    return found;
  }

  /** Replaces some text as an editor would, by a range, and gives the findings that follow. */
  edit(file: string, from: string, to: string): Promise<readonly WireDiagnostic[]> {
    const document = this.texts.get(file);
    const at = document?.text.indexOf(from) ?? -1;
    if (document === undefined || at < 0) throw new Error(`${file} does not hold ${from}`);
    const range = { start: placeOf(document.text, at), end: placeOf(document.text, at + from.length) };
    document.text = document.text.slice(0, at) + to + document.text.slice(at + from.length);
    document.version++;
    const found = this.findings(file);
    this.notify("textDocument/didChange", {
      textDocument: { uri: this.uri(file), version: document.version },
      contentChanges: [{ range, text: to }],
    });
    return found;
  }

  textOf(file: string): string {
    return this.texts.get(file)?.text ?? "";
  }

  /** A request about a place: where `marker` is in the text, and some characters on. */
  ask(method: string, file: string, marker: string, on = 0, more: object = {}): Promise<unknown> {
    const text = this.textOf(file);
    const at = text.indexOf(marker);
    if (at < 0) throw new Error(`${file} does not hold ${marker}`);
    const params = { textDocument: { uri: this.uri(file) }, position: placeOf(text, at + on), ...more };
    return this.request(method, params);
  }

  /** The next findings that are published for a file and fit. */
  findings(
    file: string,
    fits: (diagnostics: readonly WireDiagnostic[]) => boolean = () => true,
  ): Promise<readonly WireDiagnostic[]> {
    const uri = this.uri(file);
    return new Promise((resolve) => {
      const listener = (published: Published) => {
        if (published.uri !== uri || !fits(published.diagnostics)) return;
        this.listeners.delete(listener);
        resolve(published.diagnostics);
      };
      this.listeners.add(listener);
    });
  }

  /** Ends the server as an editor does, and gives its exit code. */
  async stop(): Promise<number | null> {
    await this.request("shutdown", undefined);
    this.notify("exit", undefined);
    return this.exited;
  }

  kill(): void {
    this.child.kill();
  }

  private send(message: object): void {
    const body = Buffer.from(JSON.stringify(message));
    this.child.stdin?.write(`Content-Length: ${body.length}\r\n\r\n`);
    this.child.stdin?.write(body);
  }

  private receive(chunk: Buffer): void {
    this.buffer = Buffer.concat([this.buffer, chunk]);
    for (;;) {
      const end = this.buffer.indexOf("\r\n\r\n");
      const length = Number(/Content-Length: (\d+)/i.exec(this.buffer.toString("latin1", 0, end))?.[1]);
      if (end < 0 || this.buffer.length < end + 4 + length) return;
      const message = JSON.parse(this.buffer.toString("utf8", end + 4, end + 4 + length)) as Message;
      this.buffer = this.buffer.subarray(end + 4 + length);
      this.handle(message);
    }
  }

  private handle(message: Message): void {
    if (message.method === "textDocument/publishDiagnostics") {
      for (const listener of [...this.listeners]) listener(message.params as Published);
    } else if (message.id !== undefined && message.method === undefined) {
      this.waiting.get(message.id)?.(message);
      this.waiting.delete(message.id);
    }
  }
}

export function placeOf(text: string, offset: number): WirePlace {
  const before = text.slice(0, offset);
  return { line: before.split("\n").length - 1, character: offset - (before.lastIndexOf("\n") + 1) };
}
