import { readdirSync, readFileSync } from "node:fs";
import { SourceFile } from "../index.js";

const folder = new URL("./fixtures/", import.meta.url);

/** Text files that must parse without a finding. */
export function validFixtures(): readonly SourceFile[] {
  return readFixtures("valid/");
}

/** Broken files; each has its findings beside it in a `.txt` file. */
export function brokenFixtures(): readonly {
  readonly source: SourceFile;
  readonly expected: string;
  readonly path: URL;
}[] {
  return readFixtures("broken/").map((source) => {
    const path = new URL(`broken/${source.path.replace(/\.rvr$/, ".txt")}`, folder);
    return { source, expected: readFileSync(path, "utf8"), path };
  });
}

function readFixtures(group: string): readonly SourceFile[] {
  const names = readdirSync(new URL(group, folder)).filter((name) => name.endsWith(".rvr"));
  return names
    .sort()
    .map((name) => new SourceFile(name, readFileSync(new URL(group + name, folder), "utf8")));
}

/** A copy of a tree without places and comments, for comparing what two texts mean. */
export function meaningOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(meaningOf);
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).filter(([key]) => key !== "span" && key !== "comments");
  return Object.fromEntries(kept.map(([key, inner]) => [key, meaningOf(inner)]));
}
