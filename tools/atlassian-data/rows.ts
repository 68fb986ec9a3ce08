import type { ConfluenceData, PageRow } from "./confluence.js";
import type { Dice } from "./dice.js";
import type { IssueRow, JiraData, Row } from "./jira.js";
import type { Sources, Split } from "./sources.js";

/** Training rows of a scenario; the sub-task scenario has more, since its success hangs on copying names and titles. */
const TRAIN_ROWS = 60;
const SUBTASK_TRAIN_ROWS = 240;
const HELDOUT_ROWS = 200;

/** Deals the items of a list in shuffled rounds, so that a value comes again only after all others came. */
function dealer<T>(dice: Dice, list: readonly T[]): () => T {
  let deck: T[] = [];
  return () => {
    if (deck.length === 0) deck = dice.shuffle(list);
    return deck.pop() as T;
  };
}

export interface Pools {
  readonly issues: Readonly<Record<Split, readonly string[]>>;
  readonly tickets: Readonly<Record<Split, readonly string[]>>;
  readonly users: Readonly<Record<Split, readonly string[]>>;
  readonly pages: Readonly<Record<Split, readonly string[]>>;
  readonly notes: Readonly<Record<Split, readonly string[]>>;
}

/** Keys of the records that tasks of each split may name. */
export function pools(sources: Sources, jira: JiraData, confluence: ConfluenceData): Pools {
  const use = new Map(sources.projects.map((p) => [p.key, p.use]));
  const parents = (split: Split) =>
    jira.issues.filter((i) => isParent(i) && use.get(i.key.split("-")[0] ?? "") === split);
  const spaces = new Map(sources.spaces.map((s) => [s.id, s.use]));
  const pages = (kind: string) => confluence.pages.filter((p) => spaces.get(p.spaceId) === kind);
  const both = <T>(make: (split: Split) => T) => ({ train: make("train"), heldout: make("heldout") });
  return {
    issues: both((split) => parents(split).map((i) => i.key)),
    tickets: both((split) =>
      parents(split)
        .filter(isOpen)
        .map((i) => i.key),
    ),
    users: both((split) => Object.keys(sources.people[split])),
    pages: both((split) => pages(split).map((p) => p.id)),
    notes: both((split) => pages(`notes-${split}`).map((p) => p.id)),
  };
}

const isParent = (issue: IssueRow) => issue.fields.issuetype["subtask"] === false;
const isOpen = (issue: IssueRow) => (issue.fields.status["statusCategory"] as Row)["key"] !== "done";

export interface Rows {
  readonly subtaskTrain: readonly Row[];
  readonly ticketTrain: readonly Row[];
  readonly pageTrain: readonly Row[];
  readonly pageHeldout: readonly Row[];
  readonly labelTrain: readonly Row[];
  readonly crossTrain: readonly Row[];
  readonly crossHeldout: readonly Row[];
}

/** Task rows. The first rows are the tasks that are known from the literature; the others are dealt. */
export function rows(sources: Sources, confluence: ConfluenceData, pool: Pools, dice: Dice): Rows {
  const keyOf = (id: string) => sources.spaces.find((s) => s.id === page(id).spaceId)?.key ?? "";
  const page = (id: string): PageRow => confluence.pages.find((p) => p.id === id) ?? missing(id);
  const titles = { train: sources.subtaskTitles.train, heldout: sources.subtaskTitles.heldout };
  const pageTitles = { train: sources.pageTitles.train, heldout: sources.pageTitles.heldout };

  const make = (count: number, first: readonly Row[], row: () => Row) => {
    const list = [...first];
    const seen = new Set(list.map((item) => JSON.stringify(item)));
    for (let tries = 0; list.length < count; tries += 1) {
      if (tries > 100 * count) throw new Error(`the pools hold no ${count} different rows`);
      const item = row();
      const text = JSON.stringify(item);
      if (!seen.has(text)) list.push(item);
      seen.add(text);
    }
    return list;
  };
  const jiraPart = (split: Split) => {
    const parent = dealer(dice, pool.issues[split]);
    const who = dealer(dice, pool.users[split]);
    const title = dealer(dice, titles[split]);
    return () => ({ parent: parent(), who: who(), title: title() });
  };
  const pagePart = (split: Split) => {
    const parentPage = dealer(dice, pool.pages[split]);
    const pageTitle = dealer(dice, pageTitles[split]);
    return () => {
      const id = parentPage();
      return { parentPage: id, pageTitle: pageTitle(), space: keyOf(id) };
    };
  };
  const crossPart = (split: Split) => {
    const left = jiraPart(split);
    const right = pagePart(split);
    return () => ({ ...left(), ...right() });
  };

  return {
    subtaskTrain: make(
      SUBTASK_TRAIN_ROWS,
      [{ parent: "ABC-123", who: "admin123", title: "Write QA test cases" }],
      jiraPart("train"),
    ),
    ticketTrain: make(
      TRAIN_ROWS,
      [{ ticket: "ISK-1" }],
      (() => {
        const ticket = dealer(
          dice,
          pool.tickets.train.filter((key) => key !== "ISK-1"),
        );
        return () => ({ ticket: ticket() });
      })(),
    ),
    pageTrain: make(
      TRAIN_ROWS,
      [{ parentPage: "789", pageTitle: "Oncall Runbook - Payments", space: "PAY" }],
      pagePart("train"),
    ),
    pageHeldout: make(HELDOUT_ROWS, [], pagePart("heldout")),
    labelTrain: pool.notes.train.map((id) => ({ page: id })),
    crossTrain: make(
      TRAIN_ROWS,
      [
        {
          parent: "ABC-123",
          who: "admin123",
          title: "Write Release Notes",
          parentPage: "789",
          pageTitle: "Release Notes 1.0",
          space: "PAY",
        },
        {
          parent: "XYZ-456",
          who: "jsmith",
          title: "Plan the rollback",
          parentPage: "100",
          pageTitle: "Deployment Steps",
          space: "ENG",
        },
      ],
      crossPart("train"),
    ),
    crossHeldout: make(HELDOUT_ROWS, [], crossPart("heldout")),
  };
}

function missing(id: string): never {
  throw new Error(`no page ${id}`);
}
