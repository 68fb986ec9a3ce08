import { stringify } from "yaml";
import { confluence } from "./confluence.js";
import { Dice } from "./dice.js";
import { ISSUE_TYPES, jira, PRIORITIES } from "./jira.js";
import { pools, rows } from "./rows.js";
import { readSources } from "./sources.js";

const SEED = 20_260_105;

/** Plain block layout, which the project's formatter leaves alone. */
function lines(comment: string, list: unknown): string {
  return `# ${comment}\n${stringify(list, { lineWidth: 0, indentSeq: true, aliasDuplicateObjects: false })}`;
}

/** Every composed file of the scenarios' data folder: name and text. Same sources, same bytes. */
export function dataFiles(): ReadonlyMap<string, string> {
  const sources = readSources();
  const tracker = jira(sources, new Dice(SEED));
  const wiki = confluence(sources, new Dice(SEED + 1));
  const pool = pools(sources, tracker, wiki);
  const task = rows(sources, wiki, pool, new Dice(SEED + 2));
  const lists = Object.fromEntries(
    Object.entries(pool).flatMap(([name, { train, heldout }]) => [
      [`train_${name}`, train],
      [`heldout_${name}`, heldout],
    ]),
  );
  return new Map([
    ["projects.yaml", lines("Projects", tracker.projects)],
    [
      "project-setups.yaml",
      lines("Workflow, first status, next number and extra required fields of each project", tracker.setups),
    ],
    ["issue-types.yaml", lines("Issue types; 10003 is the sub-task", ISSUE_TYPES)],
    ["priorities.yaml", lines("Priorities", PRIORITIES)],
    ["users.yaml", lines("People; the last two have left", tracker.users)],
    ["statuses.yaml", lines("Statuses of all workflows", tracker.statuses)],
    [
      "transitions.yaml",
      lines("Transitions: from is the id of the status that a transition leaves", tracker.transitions),
    ],
    ["fields.yaml", lines("Create metadata by issue type and field", tracker.fields)],
    ["issues.yaml", lines("Issues", tracker.issues)],
    ["comments.yaml", lines("Comments", tracker.comments)],
    ["spaces.yaml", lines("Spaces", wiki.spaces)],
    ["pages.yaml", lines("Pages; those of the spaces NOTE and WEEK are there to be labelled", wiki.pages)],
    ["labels.yaml", lines("Labels that pages have from the start", wiki.labels)],
    [
      "page-gold.yaml",
      lines("The right labels of the pages that are to be labelled, by the label guide", wiki.gold),
    ],
    ["pools.yaml", lines("Keys of the records that tasks of each split may name", lists)],
    ["subtask-train.yaml", lines("Training tasks of the sub-task scenario", task.subtaskTrain)],
    ["ticket-train.yaml", lines("Training tasks of the ticket scenario", task.ticketTrain)],
    ["page-train.yaml", lines("Training tasks of the page scenario", task.pageTrain)],
    ["page-heldout.yaml", lines("Held-out tasks of the page scenario", task.pageHeldout)],
    ["label-train.yaml", lines("Training tasks of the labelling scenario", task.labelTrain)],
    ["cross-train.yaml", lines("Training tasks of the cross-product scenario", task.crossTrain)],
    ["cross-heldout.yaml", lines("Held-out tasks of the cross-product scenario", task.crossHeldout)],
  ]);
}
