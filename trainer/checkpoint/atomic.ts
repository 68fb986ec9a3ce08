import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from "node:fs";

/** Writes a file so that a kill at any moment leaves the old one or the new one, never a part. */
export function writeFileAtomic(path: string, content: string | Uint8Array): void {
  const temporary = `${path}.tmp`;
  writeDurably(temporary, content);
  renameSync(temporary, path);
}

/** Writes a file and waits until it is on disk. */
export function writeDurably(path: string, content: string | Uint8Array): void {
  rmSync(path, { force: true });
  const bytes = typeof content === "string" ? Buffer.from(content, "utf8") : content;
  const file = openSync(path, "wx");
  try {
    let at = 0;
    while (at < bytes.length) at += writeSync(file, bytes, at);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
