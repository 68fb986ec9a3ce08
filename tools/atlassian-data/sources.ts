import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";

export type Split = "train" | "heldout";

export interface People {
  readonly train: Readonly<Record<string, string>>;
  readonly heldout: Readonly<Record<string, string>>;
  readonly others: Readonly<Record<string, string>>;
  readonly former: Readonly<Record<string, string>>;
}

export interface ProjectSource {
  readonly key: string;
  readonly id: string;
  readonly name: string;
  readonly workflow: string;
  readonly use: Split | "none";
  /** Number of its first issue. */
  readonly first: number;
  readonly requires?: readonly string[];
}

export interface Workflow {
  readonly start: string;
  /** Id, name, names of the statuses it leaves, name of the status it enters. */
  readonly transitions: readonly (readonly [string, string, readonly string[], string])[];
}

export interface Workflows {
  readonly statuses: readonly { readonly id: string; readonly name: string; readonly category: string }[];
  readonly workflows: Readonly<Record<string, Workflow>>;
}

export interface SpaceSource {
  readonly key: string;
  readonly id: string;
  readonly name: string;
  readonly use: Split | "notes-train" | "notes-heldout";
}

export interface LabelSource {
  readonly labels: readonly {
    readonly name: string;
    readonly cue: string;
    readonly sentences: readonly string[];
  }[];
  readonly fillers: readonly string[];
  readonly titles: readonly string[];
}

export interface Phrases {
  readonly things: readonly string[];
  readonly troubles: readonly string[];
  readonly wishes: readonly string[];
  readonly topics: readonly string[];
  readonly kinds: readonly string[];
  readonly sentences: readonly string[];
  readonly notes: readonly string[];
  readonly marks: readonly string[];
  readonly comments: readonly string[];
}

export interface Titles {
  readonly train: readonly string[];
  readonly heldout: readonly string[];
}

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Reads a hand-written file of this folder, or of the scenarios' data folder. */
function load<T>(path: string): T {
  return parse(readFileSync(here(path), "utf8")) as T;
}

export interface Sources {
  readonly people: People;
  readonly projects: readonly ProjectSource[];
  readonly flows: Workflows;
  readonly spaces: readonly SpaceSource[];
  readonly labels: LabelSource;
  readonly phrases: Phrases;
  readonly subtaskTitles: Titles;
  readonly pageTitles: Titles;
}

export function readSources(): Sources {
  return {
    people: load("people.yaml"),
    projects: load("projects.yaml"),
    flows: load("workflows.yaml"),
    spaces: load("spaces.yaml"),
    labels: load("labels.yaml"),
    phrases: load("phrases.yaml"),
    subtaskTitles: load("../../scenarios/data/subtask-titles.yaml"),
    pageTitles: load("../../scenarios/data/page-titles.yaml"),
  };
}
