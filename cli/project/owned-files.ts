import { createHash } from "node:crypto";
import type { Host } from "../../compiler/index.js";
import { UsageError } from "../../runtime/index.js";

/** SHA-256 of a text, in hexadecimal. */
export function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/**
 * Refuses to write over files that somebody has changed since they were made.
 *
 * @param files texts to write, by path from the host's root
 * @param known hashes of what was made before, by path
 * @throws UsageError naming some of them
 */
export async function refuseChanged(
  host: Host,
  files: ReadonlyMap<string, string>,
  known: ReadonlyMap<string, string>,
): Promise<void> {
  const changed: string[] = [];
  for (const [path, text] of files) {
    const there = await host.readText(path);
    if (there !== undefined && there !== text && hashOf(there) !== known.get(path)) changed.push(path);
  }
  if (changed.length === 0) return;
  const shown = changed.slice(0, 3).join(", ");
  const more = changed.length > 3 ? ` and ${changed.length - 3} more` : "";
  throw new UsageError(
    `${shown}${more} would be written over, and ${changed.length === 1 ? "was" : "were"} changed or made by someone else.`,
    "Name another folder with --out, or write over them with --force.",
  );
}
