/**
 * How well resources are inferred: beside tables that were made by hand (bench/inference/), precision and recall of
 * resources, of what identifies them and of what operations do, and whether what is created can be read back.
 *
 *   npm run bench:inference -- FOLDER [--all]
 *
 * FOLDER holds the documents of the tables, and may hold others, of which only create-then-read is told. `--all` names
 * everything that is wrong or missing. Needs `npm run build` before.
 */
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { createThenRead, inferApi, loadApi, nodeHost } from "rvrc/compiler";
import * as runtime from "rvrc/runtime";

/** Operations that show, list, make, change or remove a record. */
const CATEGORIES = ["read", "list", "create", "change", "delete"] as const;
type Category = (typeof CATEGORIES)[number];

type Row = { readonly path: string; readonly key?: string } & {
  readonly [category in Category]?: readonly string[];
};

const ROLES: { readonly [role: string]: readonly Category[] } = {
  read: ["read"],
  list: ["list"],
  create: ["create"],
  update: ["change"],
  replace: ["change"],
  upsert: ["create", "change"],
  delete: ["delete"],
};

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: { all: { type: "boolean", default: false } },
});
const [folder] = positionals;
if (folder === undefined) throw new Error("Name a folder with API documents.");

const header = [
  "document",
  "inferred",
  "by hand",
  "precision",
  "recall",
  "sure",
  "keys",
  "operations",
  "recall",
  "read back",
];
console.log(`| ${header.join(" | ")} |\n| --- |${" ---: |".repeat(header.length - 1)}`);
const notes: string[] = [];
for (const file of readdirSync(folder).sort()) {
  if (!/\.(?:json|ya?ml)$/u.test(file)) continue;
  const row = await measure(folder, file);
  if (row !== undefined) console.log(`| ${row.join(" | ")} |`);
}
if (flags.all) for (const note of notes) console.log(note);

async function measure(from: string, file: string): Promise<readonly string[] | undefined> {
  const host = nodeHost(from);
  const { model } = await loadApi(host, file);
  if (model === undefined) return undefined;
  const inferred = inferApi(model);
  const read = await createThenRead({
    host,
    document: file,
    model,
    resources: inferred,
    wanted: inferred,
    runtime,
  });
  if (inferred.length === 0) return undefined;
  for (const { resource, outcome, reason } of read)
    if (outcome !== "same") notes.push(`${file}: ${resource}: ${reason}`);
  const back = `${read.filter(({ outcome }) => outcome === "same").length} of ${read.length}`;
  const table = tableFor(file);
  if (table === undefined) return [file, String(inferred.length), "", "", "", "", "", "", "", back];
  const shape = (path: string) => path.replace(/\{[^{}]*\}/gu, "{}");
  const byHand = new Map(table.map((row) => [shape(row.path), row]));
  const found = inferred.map((resource) => ({
    resource,
    row: byHand.get(shape(resource.exists.value.item)),
  }));
  const right = found.filter(({ row }) => row !== undefined);
  const sure = found.filter(({ resource }) => resource.exists.confidence !== "low");
  const sureRight = sure.filter(({ row }) => row !== undefined);
  const keyed = right.filter(({ row }) => row?.key !== undefined);
  const keys = keyed.filter(({ resource, row }) => (resource.identifier?.value.field ?? "none") === row?.key);
  const said = new Set(
    right.flatMap(({ resource, row }) =>
      resource.roles.flatMap(({ value }) =>
        (ROLES[value.role] ?? []).map((category) => `${row?.path} ${category} ${value.operation}`),
      ),
    ),
  );
  const meant = new Set(
    table.flatMap((row) =>
      CATEGORIES.flatMap((category) => (row[category] ?? []).map((one) => `${row.path} ${category} ${one}`)),
    ),
  );
  const agreed = [...said].filter((one) => meant.has(one)).length;
  for (const { resource, row } of found)
    if (row === undefined) notes.push(`${file}: not by hand: ${resource.name} ${resource.exists.value.item}`);
  const shapes = new Set(inferred.map((resource) => shape(resource.exists.value.item)));
  for (const row of table) if (!shapes.has(shape(row.path))) notes.push(`${file}: not inferred: ${row.path}`);
  for (const one of said) if (!meant.has(one)) notes.push(`${file}: wrong: ${one}`);
  for (const one of meant) if (!said.has(one)) notes.push(`${file}: missing: ${one}`);
  return [
    file,
    String(inferred.length),
    String(table.length),
    share(right.length, inferred.length),
    share(right.length, table.length),
    share(sureRight.length, sure.length),
    share(keys.length, keyed.length),
    share(agreed, said.size),
    share(agreed, meant.size),
    back,
  ];
}

function tableFor(file: string): readonly Row[] | undefined {
  const name = basename(file).replace(/\.[^.]*$/u, "");
  try {
    const text = readFileSync(
      join(import.meta.dirname, "..", "..", "bench", "inference", `${name}.json`),
      "utf8",
    );
    return JSON.parse(text) as readonly Row[];
  } catch {
    return undefined;
  }
}

function share(part: number, whole: number): string {
  return whole === 0 ? "-" : `${((part / whole) * 100).toFixed(1)}%`;
}
