import { type FSWatcher, readdirSync, statSync, watch } from "node:fs";
import { dirname, join } from "node:path";
import { SKIPPED_FOLDERS, TEMPORARY_SUFFIX } from "./node-host.js";

/** A change is told after this many milliseconds without another one: editors write a file in several steps. */
const QUIET = 8;

/** Without events from the system, a change is suspected this often, in milliseconds. */
const POLL = 400;

export interface FolderWatcher {
  /**
   * From now on watches these folders and no others. A folder that does not exist is waited for in the nearest one
   * above it.
   */
  sync(folders: readonly string[]): void;
  /** Resolves when something may have changed since the last call was answered. Rejects when the signal is aborted. */
  next(signal: AbortSignal): Promise<void>;
  close(): void;
}

/**
 * Suspects changes in folders. It says when to look, never what has changed: the caller compares what it reads, so a
 * surplus event costs a look and nothing else. Watching is by folder and not by file, which sees files that are made,
 * replaced by a rename or made again. Where the system refuses to watch, and under `poll`, it says so regularly.
 */
export function watchFolders(options: { readonly poll?: boolean } = {}): FolderWatcher {
  const watched = new Map<string, { readonly inode: number; readonly watcher: FSWatcher }>();
  let suspected = false;
  let wake = (): void => undefined;
  let timer: NodeJS.Timeout | undefined;
  const suspect = (): void => {
    suspected = true;
    wake();
  };
  const poll = (): void => {
    timer ??= setInterval(suspect, POLL);
  };
  const drop = (folder: string): void => {
    watched.get(folder)?.watcher.close();
    watched.delete(folder);
  };
  const add = (folder: string, inode: number): void => {
    try {
      const watcher = watch(folder, { persistent: true }, (_event, name) => {
        if (name?.endsWith(TEMPORARY_SUFFIX) !== true) suspect();
      });
      // A folder that goes away is found out by the next `sync`.
      watcher.on("error", suspect);
      watched.set(folder, { inode, watcher });
      // What happened before the watching began was not seen.
      suspect();
    } catch {
      // Too many watches, or a file system without events.
      poll();
    }
  };
  if (options.poll === true) poll();
  return {
    sync(folders) {
      if (options.poll === true) return;
      const wanted = new Map(folders.map(nearestFolder));
      for (const [folder, { inode }] of watched) if (wanted.get(folder) !== inode) drop(folder);
      for (const [folder, inode] of wanted) if (!watched.has(folder)) add(folder, inode);
    },
    async next(signal) {
      while (!suspected) {
        signal.throwIfAborted();
        await new Promise<void>((resolve) => {
          wake = () => {
            signal.removeEventListener("abort", wake);
            resolve();
          };
          signal.addEventListener("abort", wake);
        });
      }
      while (suspected) {
        suspected = false;
        await new Promise((resolve) => setTimeout(resolve, QUIET));
      }
      signal.throwIfAborted();
    },
    close() {
      clearInterval(timer);
      for (const folder of [...watched.keys()]) drop(folder);
    },
  };
}

/** A folder and those below it at any depth, but for those that no host lists. Empty when there is none. */
export function foldersBelow(folder: string, left: (path: string) => boolean): readonly string[] {
  try {
    const inside = readdirSync(folder, { withFileTypes: true }).filter(
      (entry) => entry.isDirectory() && !SKIPPED_FOLDERS.has(entry.name),
    );
    const paths = inside.map((entry) => join(folder, entry.name)).filter((path) => !left(path));
    return [folder, ...paths.flatMap((path) => foldersBelow(path, left))];
  } catch {
    return [];
  }
}

function nearestFolder(folder: string): readonly [string, number] {
  const stats = statSync(folder, { throwIfNoEntry: false });
  if (stats?.isDirectory() === true) return [folder, stats.ino];
  const parent = dirname(folder);
  return parent === folder ? [folder, 0] : nearestFolder(parent);
}
