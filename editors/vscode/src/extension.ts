import {
  commands,
  type ExtensionContext,
  type LogOutputChannel,
  ShellExecution,
  Task,
  TaskScope,
  tasks,
  Uri,
  window,
  workspace,
} from "vscode";
import {
  LanguageClient,
  type LanguageClientOptions,
  type ServerOptions,
  TransportKind,
} from "vscode-languageclient/node";
import { type ServerCommand, serverCommand } from "./server-command.js";

let client: LanguageClient | undefined;

/** Starts the language server where the folder is trusted; the server is part of the project that is open. */
export async function activate(context: ExtensionContext): Promise<void> {
  const output = window.createOutputChannel("rvrc", { log: true });
  context.subscriptions.push(
    output,
    commands.registerCommand("rvrc.restartServer", () => restart(output)),
    commands.registerCommand("rvrc.showOutput", () => output.show()),
    commands.registerCommand("rvrc.compile", compileThisFile),
    commands.registerCommand("rvrc.explain", explainCode),
    workspace.onDidGrantWorkspaceTrust(() => restart(output)),
    workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("rvrc.server.path")) void restart(output);
    }),
  );
  await restart(output);
}

export async function deactivate(): Promise<void> {
  await client?.stop();
  client = undefined;
}

async function restart(output: LogOutputChannel): Promise<void> {
  await client?.stop().catch(() => undefined);
  client = undefined;
  if (!workspace.isTrusted) {
    output.info("This folder is not trusted, so that the language server of the project is not started.");
    return;
  }
  const command = currentCommand();
  output.info(`Starting ${command.kind === "script" ? command.path : command.name}`);
  const options: LanguageClientOptions = {
    documentSelector: [{ scheme: "file", language: "rvr" }],
    outputChannel: output,
  };
  const fresh = new LanguageClient("rvrc", "rvrc", serverOptions(command), options);
  client = fresh;
  try {
    await fresh.start();
  } catch (error) {
    output.error(error instanceof Error ? error.message : String(error));
    const answer = await window.showErrorMessage(
      "The language server of rvrc could not be started. Install rvrc in this project, or set `rvrc.server.path`.",
      "Show the output",
    );
    if (answer !== undefined) output.show();
  }
}

function currentCommand(): ServerCommand {
  const setting = workspace.getConfiguration("rvrc").get<string>("server.path") ?? "";
  const folders = (workspace.workspaceFolders ?? []).map((folder) => folder.uri.fsPath);
  const open = window.activeTextEditor?.document.uri;
  // A file on its own has no folder: then the one that it lies in counts.
  const nearby = open?.scheme === "file" ? [Uri.joinPath(open, "..").fsPath] : [];
  return serverCommand(setting, [...folders, ...nearby]);
}

function serverOptions(command: ServerCommand): ServerOptions {
  return command.kind === "script"
    ? { module: command.path, args: ["lsp"], transport: TransportKind.stdio }
    : { command: command.name, args: ["lsp"], transport: TransportKind.stdio };
}

function commandLine(command: ServerCommand, ...args: readonly string[]): ShellExecution {
  return command.kind === "script"
    ? new ShellExecution("node", [command.path, ...args])
    : new ShellExecution(command.name, [...args]);
}

async function compileThisFile(): Promise<void> {
  const document = window.activeTextEditor?.document;
  if (document?.languageId !== "rvr") return;
  await document.save();
  await runTask("compile", commandLine(currentCommand(), "compile", document.uri.fsPath));
}

async function explainCode(): Promise<void> {
  const code = await window.showInputBox({
    prompt: "Which code? For example RVR3001",
    placeHolder: "RVR3001",
  });
  if (code !== undefined && /^(RVR)?\d{4}$/i.test(code.trim()))
    await runTask("explain", commandLine(currentCommand(), "explain", code.trim()));
}

async function runTask(name: string, execution: ShellExecution): Promise<void> {
  const scope = workspace.workspaceFolders?.[0] ?? TaskScope.Workspace;
  await tasks.executeTask(new Task({ type: "rvrc", task: name }, scope, name, "rvrc", execution));
}
