import type { Dice } from "./dice.js";
import type { Row } from "./jira.js";
import type { Sources, SpaceSource } from "./sources.js";

export interface PageRow {
  readonly id: string;
  readonly title: string;
  readonly spaceId: string;
  readonly [name: string]: unknown;
}

export interface ConfluenceData {
  readonly spaces: readonly Row[];
  readonly pages: readonly PageRow[];
  readonly labels: readonly Row[];
  /** The right labels of the pages that are to be labelled. */
  readonly gold: readonly { readonly page: string; readonly labels: readonly string[] }[];
}

const TRAIN_PAGES = 12;
const HELDOUT_PAGES = 21;
const TRAIN_NOTES = 48;
const HELDOUT_NOTES = 210;
/** Sentences of a label that only training pages use. */
const TRAIN_SENTENCES = 5;

/** Ids that known tasks name, by space: the second page of the space gets the first of them, and so on. */
const NAMED: Readonly<Record<string, readonly string[]>> = { PAY: ["789"], ENG: ["100"] };

/** First id of a space's pages; of different lengths, as on sites that grew over years. */
const BASES = [
  771, 2304, 40112, 655, 18350, 229407, 3047105, 7216, 51840, 604233, 1180421, 92077, 4405, 360912, 27731,
];

function stamp(minutes: number): string {
  return new Date(Date.UTC(2026, 1, 2, 9) + minutes * 60_000).toISOString();
}

/** How many labels the n-th page has: half of the pages three, the other half four or five. */
function size(n: number): number {
  const place = n % 6;
  return place < 3 ? 3 : place < 5 ? 4 : 5;
}

export function confluence(sources: Sources, dice: Dice): ConfluenceData {
  const { phrases, labels } = sources;
  const authors = Object.keys(sources.people.others);
  const pages: PageRow[] = [];
  const homes = new Map<string, string>();
  const gold: { page: string; labels: string[] }[] = [];
  const titles = dice.shuffle(
    phrases.topics.flatMap((topic) => phrases.kinds.map((kind) => `${topic} ${kind}`)),
  );

  const add = (space: SpaceSource, id: string, title: string, value: string) => {
    const home = homes.get(space.key);
    const createdAt = stamp(pages.length * 37);
    const authorId = dice.pick(authors);
    pages.push({
      id,
      status: "current",
      title,
      spaceId: space.id,
      parentId: home ?? null,
      parentType: home === undefined ? null : "page",
      authorId,
      ownerId: authorId,
      createdAt,
      version: { number: dice.between(1, 6), createdAt, authorId },
      body: { storage: { representation: "storage", value } },
    });
    if (home === undefined) homes.set(space.key, id);
  };

  sources.spaces.forEach((space, index) => {
    if (space.use !== "train" && space.use !== "heldout") return;
    let id = BASES[index] ?? 0;
    const named = NAMED[space.key] ?? [];
    const count = space.use === "train" ? TRAIN_PAGES : HELDOUT_PAGES;
    for (let i = 0; i < count; i += 1) {
      const title = titles.pop();
      if (title === undefined) throw new Error("too few page titles");
      add(space, named[i - 1] ?? String(id), title, `<p>${dice.pick(phrases.sentences)}</p>`);
      id += dice.between(2, 40);
      if (named.includes(String(id))) id += 1;
    }
  });

  for (const use of ["notes-train", "notes-heldout"] as const) {
    const space = sources.spaces.find((s) => s.use === use);
    if (space === undefined) throw new Error(`no space for ${use}`);
    const training = use === "notes-train";
    const count = training ? TRAIN_NOTES : HELDOUT_NOTES;
    let id = training ? 10_001 : 57_204;
    let deck: string[] = [];
    for (let n = 0; n < count; n += 1) {
      // Labels are dealt from a shuffled deck, so that each of them is met about equally often.
      const chosen: string[] = [];
      while (chosen.length < size(n)) {
        if (deck.length === 0) deck = dice.shuffle(labels.labels.map((label) => label.name));
        const place = deck.findIndex((name) => !chosen.includes(name));
        if (place < 0) deck = dice.shuffle(labels.labels.map((label) => label.name));
        else chosen.push(...deck.splice(place, 1));
      }
      const sentences = chosen.map((name) => {
        const all = labels.labels.find((label) => label.name === name)?.sentences ?? [];
        return dice.pick(training ? all.slice(0, TRAIN_SENTENCES) : all.slice(TRAIN_SENTENCES));
      });
      if (sentences.length < 5 && dice.chance(0.5)) {
        sentences.splice(dice.between(0, sentences.length), 0, dice.pick(labels.fillers));
      }
      const title = `${dice.pick(labels.titles)}, no. ${n + 1}`;
      add(space, String(id), title, `<p>${sentences.join(" ")}</p>`);
      gold.push({ page: String(id), labels: [...chosen].sort() });
      id += training ? 1 : dice.between(3, 60);
    }
  }

  return {
    spaces: sources.spaces.map(({ id, key, name }, i) => ({
      id,
      key,
      name,
      type: "global",
      status: "current",
      authorId: authors[0],
      createdAt: stamp(-5000 + i),
      homepageId: homes.get(key) ?? null,
    })),
    pages,
    labels: pages
      .slice(0, 36)
      .filter((_, i) => i % 3 === 0)
      .map(({ id }, i) => {
        const name = dice.pick(phrases.marks);
        return { ref: `${id}/global:${name}`, pageId: id, id: String(40_001 + i), prefix: "global", name };
      }),
    gold,
  };
}
