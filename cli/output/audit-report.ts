import { callTexts, type EpisodesReport, type Finding, type RewardReport } from "../../compiler/index.js";
import { counted } from "../../dsl/index.js";
import type { Output } from "./streams.js";

/** One reward's report for people: what holds, what does not, and for each finding a trace that shows it. */
export function printReport(output: Output, report: RewardReport): void {
  const findings = report.findings.length === 0 ? "no finding" : counted(report.findings.length, "finding");
  const covered = [
    `${counted(report.kinds, "kind")} of ${counted(report.tasks, "task")}`,
    `${counted(report.letters, "kind")} of calls`,
    counted(report.states, "state"),
  ];
  output.data(
    `${report.scenario} ${report.reward}: ${findings}; ${report.exact ? "exact" : "bound"} over all traces of at most ${counted(report.depth, "call")} (${covered.join(", ")})`,
  );
  for (const reason of report.inexact) output.data(`  a bound, no proof: ${reason}`);
  for (const verdict of report.verdicts) {
    const mark = verdict.holds ? "holds" : "FAILS";
    output.data(`  ${verdict.check.padEnd(3)} ${mark}  ${verdict.method.padEnd(10)}  ${verdict.detail}`);
  }
  for (const finding of report.findings) printFinding(output, finding);
}

/** Levels that are shown. */
const LEVELS = 4;

/** What saved episodes came to. */
export function printEpisodes(output: Output, report: EpisodesReport): void {
  const { episodes, successes, groups, equalGroups, levels, fooled, aboveSuccess } = report;
  const share = (part: number, all: number) =>
    `${part} of ${all}${all === 0 ? "" : ` (${percent(part / all)})`}`;
  output.data(`  saved: ${counted(episodes, "episode")}, ${share(successes, episodes)} solve their task`);
  if (episodes === 0) return;
  const most = levels
    .slice(0, LEVELS)
    .map(({ score, episodes: n }) => `${shown(score)} has ${percent(n / episodes)}`);
  const rest = levels.length > LEVELS ? `, and ${counted(levels.length - LEVELS, "more level")}` : "";
  output.data(`    scores: ${most.join(", ")}${rest}`);
  if (groups > 0)
    output.data(`    groups that score alike: ${share(equalGroups, groups)}; they teach nothing`);
  if (aboveSuccess > 0)
    output.data(
      `    ${counted(aboveSuccess, "failing episode scores", "failing episodes score")} as much as a success`,
    );
  const [worst] = fooled;
  if (worst === undefined) output.data("    no failing episode scores as if it had solved its task");
  else
    output.data(
      `    FOOLED: ${counted(fooled.length, "failing episode scores", "failing episodes score")} 0.95 or more; first ${worst.place}: ${shown(worst.score)}`,
    );
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

function shown(score: number): string {
  return String(Math.round(score * 1e4) / 1e4);
}

function printFinding(output: Output, finding: Finding): void {
  output.data(`\n  ${finding.check}: ${finding.message}`);
  output.data(`    at stake: ${finding.stake}`);
  const { witness } = finding;
  if (witness !== undefined) {
    const outcome = `scores ${witness.score} under ${witness.reward}, ${witness.success ? "a success" : "no success"}`;
    output.data(`    witness on ${witness.task}: ${outcome}`);
    for (const [index, call] of callTexts(witness).entries()) {
      output.data(`      ${call} -> ${witness.statuses[index] ?? 0}`);
    }
    if (witness.calls.length === 0) output.data("      no call at all");
  }
  output.data(`    do: ${finding.remedy}`);
}
