import { relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { nodeHost } from "../../compiler/index.js";
import type { Diagnostic, SourceFile } from "../../dsl/index.js";
import { Replays } from "./replay.js";
import { Session } from "./session.js";
import { fileUri, type UriOf } from "./to-lsp.js";

/** A document of the editor: its project and its path there. */
export interface Located {
  readonly project: Project;
  readonly file: string;
}

/** One project folder with its documents. */
export interface Project {
  readonly root: string;
  readonly session: Session;
  readonly uriOf: UriOf;
}

export interface WorkspaceOptions {
  /** The project's folder of a file: what its paths are relative to. */
  readonly projectRoot: (folder: string) => string;
  readonly publish: (
    project: Project,
    found: ReadonlyMap<string, readonly Diagnostic[]>,
    sources: ReadonlyMap<string, SourceFile>,
  ) => void;
  readonly onBug: (error: unknown) => void;
}

/** All projects that the editor has documents of. Folders are found from the documents, as the command does. */
export class Workspace {
  private readonly projects = new Map<string, Project>();
  /** Addresses as the editor wrote them, by root and path: it compares them letter by letter. */
  private readonly uris = new Map<string, string>();
  private readonly replays: Replays;

  constructor(private readonly options: WorkspaceOptions) {
    this.replays = new Replays(options.onBug);
  }

  /** Undefined for what is no file. */
  locate(uri: string): Located | undefined {
    if (!uri.startsWith("file:")) return undefined;
    let path: string;
    try {
      path = fileURLToPath(uri);
    } catch {
      return undefined;
    }
    const folder = path.slice(0, Math.max(path.lastIndexOf("/"), path.lastIndexOf(sep), 0)) || sep;
    const project = this.project(this.options.projectRoot(folder));
    const file = relative(project.root, path).split(sep).join("/");
    this.uris.set(`${project.root}\n${file}`, uri);
    return { project, file };
  }

  all(): readonly Project[] {
    return [...this.projects.values()];
  }

  /** A folder of the workspace, so that its symbols are found before a file is open. */
  addFolder(uri: string): void {
    if (!uri.startsWith("file:")) return;
    try {
      this.project(this.options.projectRoot(fileURLToPath(uri)));
    } catch {
      // A folder of another machine, or a name that no file has: its files are opened one by one, or not at all.
    }
  }

  /** Replays gold and tests of a document that was saved. */
  saved({ project, file }: Located): void {
    const { session, root } = project;
    const revision = session.currentRevision;
    this.replays.start(root, file, (found) => session.addReplayed(file, revision, found));
  }

  dispose(): void {
    this.replays.dispose();
    for (const { session } of this.projects.values()) session.dispose();
  }

  private project(root: string): Project {
    const known = this.projects.get(root);
    if (known !== undefined) return known;
    const uriOf = (file: string) => this.uris.get(`${root}\n${file}`) ?? fileUri(`${root}/${file}`);
    const session: Session = new Session(
      nodeHost(root),
      (found, sources) => this.options.publish(project, found, sources),
      this.options.onBug,
    );
    const project: Project = { root, session, uriOf };
    this.projects.set(root, project);
    return project;
  }
}
