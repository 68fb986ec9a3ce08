import type { Readable, Writable } from "node:stream";
import {
  CodeActionKind,
  type Connection,
  createConnection,
  DidChangeWatchedFilesNotification,
  ErrorCodes,
  type InitializeResult,
  MarkupKind,
  ProposedFeatures,
  ResponseError,
  TextDocumentSyncKind,
} from "vscode-languageserver/node";
import { COMPILER_VERSION } from "../../compiler/pipeline/version.js";
import { parse, SourceFile, type Span } from "../../dsl/index.js";
import { codeActions } from "./features/code-actions.js";
import { complete } from "./features/completion/complete.js";
import { definition } from "./features/definition.js";
import { folds } from "./features/folding.js";
import { formatted } from "./features/formatting.js";
import { hover } from "./features/hover.js";
import { references } from "./features/references.js";
import { rename, renameTarget } from "./features/rename.js";
import { semanticTokens, TOKEN_MODIFIERS, TOKEN_TYPES } from "./features/semantic-tokens.js";
import { documentSymbols, matchingSymbols } from "./features/symbols.js";
import { changedText, type LinePlace, offsetOf } from "./open-documents.js";
import { createPublisher } from "./publisher.js";
import type { Snapshot } from "./snapshot.js";
import * as lsp from "./to-lsp.js";
import { type Located, Workspace } from "./workspace.js";

export interface ServerOptions {
  readonly input: Readable;
  readonly output: Writable;
  /** The project's folder of a folder in it. */
  readonly projectRoot: (folder: string) => string;
}

/** Speaks the language server protocol until the editor ends it; the process ends with the connection. */
export function startServer({ input, output, projectRoot }: ServerOptions): void {
  const connection = createConnection(ProposedFeatures.all, input, output);
  const workspace = new Workspace({
    projectRoot,
    publish: createPublisher(connection),
    onBug: (error) =>
      connection.console.error(error instanceof Error ? (error.stack ?? error.message) : String(error)),
  });
  life(connection, workspace);
  documents(connection, workspace);
  requests(connection, workspace);
  projectRequests(connection, workspace);
  connection.listen();
}

function life(connection: Connection, workspace: Workspace): void {
  let watches = false;
  connection.onInitialize(({ capabilities, workspaceFolders }): InitializeResult => {
    watches = capabilities.workspace?.didChangeWatchedFiles?.dynamicRegistration === true;
    for (const { uri } of workspaceFolders ?? []) workspace.addFolder(uri);
    return {
      serverInfo: { name: "rvrc", version: COMPILER_VERSION },
      capabilities: {
        textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true },
        completionProvider: { triggerCharacters: [".", '"', "{", "/", "(", ":", "="] },
        hoverProvider: true,
        definitionProvider: true,
        referencesProvider: true,
        renameProvider: { prepareProvider: true },
        documentSymbolProvider: true,
        workspaceSymbolProvider: true,
        codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix, CodeActionKind.SourceFixAll] },
        documentFormattingProvider: true,
        foldingRangeProvider: true,
        semanticTokensProvider: {
          legend: { tokenTypes: [...TOKEN_TYPES], tokenModifiers: [...TOKEN_MODIFIERS] },
          full: true,
          range: true,
        },
        workspace: { workspaceFolders: { supported: true } },
      },
    };
  });
  connection.onInitialized(() => {
    if (!watches) return;
    const watchers = [{ globPattern: "**/*.{rvr,yaml,yml,json}" }];
    void connection.client.register(DidChangeWatchedFilesNotification.type, { watchers });
  });
  connection.onDidChangeWatchedFiles(() => {
    for (const { session } of workspace.all()) session.refresh();
  });
  connection.onShutdown(() => workspace.dispose());
}

function documents(connection: Connection, workspace: Workspace): void {
  connection.onDidOpenTextDocument(({ textDocument: { uri, text, version } }) => {
    const found = workspace.locate(uri);
    found?.project.session.change(found.file, text, version);
  });
  connection.onDidChangeTextDocument(({ textDocument: { uri, version }, contentChanges }) => {
    const found = workspace.locate(uri);
    if (found === undefined) return;
    const { session } = found.project;
    const changes = contentChanges.map((change) => ({
      range: "range" in change ? change.range : undefined,
      text: change.text,
    }));
    session.change(found.file, changedText(session.textOf(found.file) ?? "", changes), version);
  });
  connection.onDidSaveTextDocument(({ textDocument: { uri } }) => {
    const found = workspace.locate(uri);
    if (found?.file.endsWith(".rvr")) workspace.saved(found);
  });
  connection.onDidCloseTextDocument(({ textDocument: { uri } }) => {
    const found = workspace.locate(uri);
    found?.project.session.close(found.file);
  });
}

/** A document with what the compiler knows of it, bound from the text as it stands. */
async function at(
  workspace: Workspace,
  uri: string,
): Promise<(Located & { readonly snapshot: Snapshot }) | undefined> {
  const located = workspace.locate(uri);
  const snapshot = await located?.project.session.snapshot(located.file);
  return located === undefined || snapshot === undefined ? undefined : { ...located, snapshot };
}

function requests(connection: Connection, workspace: Workspace): void {
  connection.onCompletion(async ({ textDocument: { uri }, position }) => {
    const located = workspace.locate(uri);
    const { session } = located?.project ?? {};
    const snapshot = located && (await session?.quickSnapshot(located.file));
    if (session === undefined || snapshot === undefined) return null;
    const { source } = snapshot;
    const offset = offsetOf(source, position);
    // Only a text can name a file, and a large project has many.
    const files = mayBeInText(source, offset) ? await session.projectFiles() : [];
    return lsp.toCompletionItems(complete(snapshot, offset, files), source);
  });
  connection.onHover(async ({ textDocument: { uri }, position }) => {
    const found = await at(workspace, uri);
    const shown = found && hover(found.snapshot, offsetOf(found.snapshot.source, position));
    if (found === undefined || shown === undefined) return null;
    const range = lsp.toRange(found.snapshot.source, shown.span);
    return { contents: { kind: MarkupKind.Markdown, value: shown.markdown }, range };
  });
  connection.onDefinition(async ({ textDocument: { uri }, position }) => {
    const found = await at(workspace, uri);
    const place = found && definition(found.snapshot, offsetOf(found.snapshot.source, position));
    if (found === undefined || place === undefined) return null;
    return lsp.toLocations([place], found.project.uriOf, sourcesOf(found.snapshot));
  });
  connection.onDocumentSymbol(({ textDocument: { uri } }) => {
    const located = workspace.locate(uri);
    const text = located?.project.session.textOf(located.file);
    if (located === undefined || text === undefined) return null;
    const source = new SourceFile(located.file, text);
    return documentSymbols(parse(source).tree).map((symbol) => lsp.toDocumentSymbol(symbol, source));
  });
  connection.onCodeAction(async ({ textDocument: { uri }, range, context }) => {
    const found = await at(workspace, uri);
    if (found === undefined) return null;
    const { snapshot, project } = found;
    const span = { start: offsetOf(snapshot.source, range.start), end: offsetOf(snapshot.source, range.end) };
    const wanted = (kind: string) =>
      context.only?.some((only) => kind === only || kind.startsWith(`${only}.`)) ?? true;
    return codeActions(snapshot.program, found.file, span)
      .filter((action) => wanted(action.kind))
      .map((action) => lsp.toCodeAction(action, project.uriOf, sourcesOf(snapshot)));
  });
  const tokens = async (uri: string, range?: { readonly start: LinePlace; readonly end: LinePlace }) => {
    const found = await at(workspace, uri);
    if (found === undefined) return { data: [] };
    const { source } = found.snapshot;
    const within: Span | undefined = range && {
      start: offsetOf(source, range.start),
      end: offsetOf(source, range.end),
    };
    return lsp.toSemanticTokens(semanticTokens(found.snapshot, within), source);
  };
  connection.languages.semanticTokens.on(({ textDocument }) => tokens(textDocument.uri));
  connection.languages.semanticTokens.onRange(({ textDocument, range }) => tokens(textDocument.uri, range));
  connection.onDocumentFormatting(({ textDocument: { uri } }) => {
    const located = workspace.locate(uri);
    const text = located?.project.session.textOf(located.file);
    if (located === undefined || text === undefined) return null;
    const source = new SourceFile(located.file, text);
    const newText = formatted(source);
    if (newText === undefined) return [];
    return [{ range: lsp.toRange(source, { start: 0, end: text.length }), newText }];
  });
  connection.onFoldingRanges(({ textDocument: { uri } }) => {
    const located = workspace.locate(uri);
    const text = located?.project.session.textOf(located.file);
    if (located === undefined || text === undefined) return null;
    return folds(new SourceFile(located.file, text)).map(lsp.toFoldingRange);
  });
}

/** Requests that need the other files of the project, too. */
function projectRequests(connection: Connection, workspace: Workspace): void {
  connection.onReferences(async ({ textDocument: { uri }, position, context }) => {
    const found = await at(workspace, uri);
    if (found === undefined) return null;
    const { snapshot, project } = found;
    const offset = offsetOf(snapshot.source, position);
    const whole = await project.session.wholeProject(wordAt(snapshot.source, offset));
    const places = references(snapshot, offset, whole, context.includeDeclaration);
    return lsp.toLocations(
      places,
      project.uriOf,
      sourcesOf(snapshot, ...whole.map((program) => ({ program }))),
    );
  });
  connection.onPrepareRename(async ({ textDocument: { uri }, position }) => {
    const found = await at(workspace, uri);
    if (found === undefined) return null;
    const target = renameTarget(found.snapshot, offsetOf(found.snapshot.source, position));
    if (target.kind === "refused") throw refusal(target.reason);
    return { range: lsp.toRange(found.snapshot.source, target.span), placeholder: target.name };
  });
  connection.onRenameRequest(async ({ textDocument: { uri }, position, newName }) => {
    const found = await at(workspace, uri);
    if (found === undefined) return null;
    const { snapshot, project } = found;
    const offset = offsetOf(snapshot.source, position);
    const whole = await project.session.wholeProject(wordAt(snapshot.source, offset));
    const renamed = rename(snapshot, offset, newName, whole);
    if (renamed.kind === "refused") throw refusal(renamed.reason);
    const sources = sourcesOf(snapshot, ...whole.map((program) => ({ program })));
    return lsp.toWorkspaceEdit(renamed.edits, project.uriOf, sources);
  });
  connection.onWorkspaceSymbol(async ({ query }) => {
    const found = [];
    for (const { session, uriOf } of workspace.all()) {
      for (const file of await session.projectFiles()) {
        const source = file.endsWith(".rvr") ? await session.sourceOf(file) : undefined;
        if (source === undefined) continue;
        for (const { name, kind, span } of matchingSymbols(parse(source).tree, query)) {
          const location = { uri: uriOf(file), range: lsp.toRange(source, span) };
          found.push({ name, kind: lsp.SYMBOL_KINDS[kind], location, containerName: file });
        }
      }
    }
    return found;
  });
}

function refusal(reason: string): ResponseError {
  return new ResponseError(ErrorCodes.InvalidRequest, reason);
}

function sourcesOf(...snapshots: readonly Pick<Snapshot, "program">[]): lsp.SourceOf {
  return (file) => {
    for (const { program } of snapshots) {
      const source = program.sources.get(file);
      if (source !== undefined) return source;
    }
    return undefined;
  };
}

/** Whether a quote on the line is open; names of files stand on one line. */
function mayBeInText(source: SourceFile, offset: number): boolean {
  const start = source.lineStart(source.positionAt(offset).line);
  return (source.text.slice(start, offset).match(/"/g) ?? []).length % 2 === 1;
}

/** The word that touches a place. */
function wordAt({ text }: SourceFile, offset: number): string {
  const before = /\w*$/.exec(text.slice(Math.max(0, offset - 200), offset))?.[0] ?? "";
  const after = /^\w*/.exec(text.slice(offset, offset + 200))?.[0] ?? "";
  return before + after;
}
