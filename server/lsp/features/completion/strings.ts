import { resolvePath } from "../../../../compiler/host/host.js";
import type { Expected } from "../../../../dsl/syntax/expected.js";
import type { View } from "../../view.js";
import type { CompletionOffer } from "./item.js";

/** Endings of the files that a string may name, by what stands before it. */
const DOCUMENTS = /\.(ya?ml|json)$/;

/** File names, task ids and the like for the text of a string. */
export function stringOffers(
  view: View,
  expected: readonly Expected[],
  item: readonly string[],
  files: readonly string[],
): readonly CompletionOffer[] {
  const rules = expected.flatMap((one) => (one.kind === "string" ? [one.rules.at(-1) ?? ""] : []));
  const first = item[0] ?? "";
  if (rules.includes("use")) return fileOffers(view.snapshot.file, files, /\.rvr$/);
  const states = stateOffers(view, item);
  if (states.length > 0) return states;
  const data =
    rules.includes("api") ||
    (first === "api" && rules.includes("stringList")) ||
    item.at(-1) === "seed" ||
    rules.includes("domain");
  if (data || (first === "split" && item.at(-1) === "from"))
    return fileOffers(view.snapshot.file, files, DOCUMENTS);
  if (rules.includes("testSubject")) {
    const splits = view.scenario?.bound?.ir.splits ?? [];
    return splits.flatMap(({ name, tasks }) =>
      tasks
        .slice(0, 20)
        .map(({ id }): CompletionOffer => ({ label: id, kind: "value", insert: id, detail: name })),
    );
  }
  if (item.at(-1) === "term") return termOffers(view);
  return [];
}

/** States of the flows of the world, where a record moves to one. */
function stateOffers({ world }: View, item: readonly string[]): readonly CompletionOffer[] {
  if (!item.includes("move") || item.at(-1) !== "to") return [];
  const states = (world?.ir.resources ?? []).flatMap(({ flow }) =>
    (flow?.edges ?? []).flatMap(({ from, to }) => [from, ...to]),
  );
  return [...new Set(states)].map((state) => ({
    label: state,
    kind: "value",
    insert: state,
    detail: "state",
  }));
}

/** Ids of what rewards count. */
function termOffers(view: View): readonly CompletionOffer[] {
  const ids = (view.scenario?.bound?.ir.rewards ?? []).flatMap((reward) =>
    reward.form === "sound"
      ? [...reward.writes.flatMap((write) => write.slots), ...reward.steps].map(({ id }) => id)
      : [...reward.slotSets, ...reward.recalls, ...reward.steps, ...reward.charges].map(({ id }) => id),
  );
  return [...new Set(ids)].map((id) => ({ label: id, kind: "value", insert: id, detail: "term" }));
}

function fileOffers(from: string, files: readonly string[], ending: RegExp): readonly CompletionOffer[] {
  return files
    .filter((file) => ending.test(file) && file !== from)
    .map((file) => {
      const path = relativeTo(from, file);
      return { label: path, kind: "file" as const, insert: path, rank: path.split("/").length };
    });
}

/** A path as a file would write it: `resolvePath(from, relativeTo(from, to))` is `to`. */
function relativeTo(from: string, to: string): string {
  const folder = from.split("/").slice(0, -1);
  const target = to.split("/");
  let shared = 0;
  while (shared < folder.length && shared < target.length - 1 && folder[shared] === target[shared]) shared++;
  const path = [...folder.slice(shared).map(() => ".."), ...target.slice(shared)].join("/");
  return resolvePath(from, path) === to ? path : to;
}
