import { type CompiledScenario, type Score, type Task, UsageError } from "../../runtime/index.js";
import { EXIT, type ExitCode } from "../output/exit-codes.js";
import type { Output } from "../output/streams.js";
import { table } from "../output/table.js";
import { readEpisodes, type SavedEpisode, taskOf } from "../project/episodes.js";
import { normaliseName, openScenario } from "../project/scenarios.js";
import { isUsageError } from "../project/usage.js";

export interface ScoreFlags {
  readonly trace?: string;
  readonly reward?: string;
  readonly json?: boolean;
}

/** `rvrc score SCENARIO --trace FILE`: replays saved calls in the compiled world and scores them term by term. */
export async function runScore(output: Output, argument: string, flags: ScoreFlags): Promise<ExitCode> {
  const { trace } = flags;
  // Not left to the command line's parser: it would name this one before an option that is misspelt.
  if (trace === undefined) {
    throw new UsageError("Which episodes?", "Name a file with --trace FILE, or - for standard input.");
  }
  const scenario = await openScenario(argument);
  const reward = flags.reward === undefined ? scenario.defaultReward : normaliseName(flags.reward);
  if (!scenario.rewards.some((known) => known.name === reward)) {
    const names = scenario.rewards.map((known) => known.name).join(", ");
    throw new UsageError(`${scenario.name} has no reward '${flags.reward}'.`, `Use one of ${names}.`);
  }
  const lines = readEpisodes(trace);
  if (lines.length === 0)
    throw new UsageError(
      `${trace === "-" ? "Standard input" : trace} holds no episode.`,
      "Write one JSON object a line.",
    );
  let faults = 0;
  for (const line of lines) {
    try {
      if (line.kind === "fault") throw new UsageError(line.reason, "see the episode format in docs/cli.md");
      const { task, score } = scoreOne(scenario, line.episode, reward);
      output.data(flags.json === true ? asJson(scenario, task, reward, score) : asTable(task, reward, score));
    } catch (error) {
      if (!isUsageError(error)) throw error;
      faults++;
      output.note(`${line.place}: ${error.message} (${error.remedy})`);
    }
  }
  return faults > 0 ? EXIT.findings : EXIT.ok;
}

function scoreOne(
  scenario: CompiledScenario,
  saved: SavedEpisode,
  reward: string,
): { readonly task: Task; readonly score: Score } {
  if (saved.scenario !== undefined && normaliseName(saved.scenario) !== scenario.name) {
    throw new UsageError(
      `the episode was played in ${saved.scenario}`,
      `score it there; this is ${scenario.name}`,
    );
  }
  const task = taskOf(scenario, saved);
  const episode = scenario.start(task, { reward });
  for (const call of saved.calls) episode.call(call);
  return { task, score: episode.finish(saved.final) };
}

function asJson(scenario: CompiledScenario, task: Task, reward: string, score: Score): string {
  return JSON.stringify({
    scenario: scenario.name,
    task: task.id,
    reward: score.reward,
    success: score.success,
    terms: score.terms.map(({ id, group, value, why }) => ({ id, group, value, why })),
    given: task.given,
    rewardName: reward,
  });
}

function asTable(task: Task, reward: string, score: Score): string {
  const rows = score.terms.map(({ id, group, value, why }) => [group, id, value.toFixed(4), why]);
  const goal = score.success ? "goal reached" : "goal not reached";
  return `${task.id}  ${reward} = ${score.reward}  (${goal})\n${table(["group", "term", "value", "why"], rows)}\n`;
}
