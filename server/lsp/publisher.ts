import type { Connection } from "vscode-languageserver/node";
import { toDiagnostic } from "./to-lsp.js";
import type { WorkspaceOptions } from "./workspace.js";

/**
 * Sends findings to the editor: for open documents each time, with the version of the text that they are about; for
 * other files only when they differ from what was sent before.
 */
export function createPublisher(
  connection: Pick<Connection, "sendDiagnostics">,
): WorkspaceOptions["publish"] {
  const sent = new Map<string, string>();
  return (project, found, sources) => {
    for (const [file, list] of found) {
      const source = sources.get(file);
      const uri = project.uriOf(file);
      const diagnostics =
        source === undefined
          ? []
          : list.map((one) => toDiagnostic(one, source, project.uriOf, (path) => sources.get(path)));
      const version = project.session.versionOf(file);
      const text = JSON.stringify(diagnostics);
      if (version === undefined && (sent.get(uri) ?? "[]") === text) continue;
      sent.set(uri, text);
      void connection.sendDiagnostics({ uri, diagnostics, ...(version === undefined ? {} : { version }) });
    }
  };
}
