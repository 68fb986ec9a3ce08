import { appendFileSync } from "node:fs";
import { createInterface } from "node:readline";
import {
  type CompiledScenario,
  type Episode,
  type Json,
  type Task,
  UsageError,
} from "../../runtime/index.js";
import { EXIT, type ExitCode } from "../output/exit-codes.js";
import type { Output } from "../output/streams.js";
import { table } from "../output/table.js";
import { openScenario } from "../project/scenarios.js";

export interface PlayFlags {
  readonly task?: string;
  readonly reward?: string;
  readonly out?: string;
  readonly json?: boolean;
}

const HELP = [
  '  TOOL {json}     call a tool, e.g. get_issue {"issueIdOrKey":"ABC-123"}',
  "  gold            play the calls that solve the task",
  "  tools           the tools again, with their parameters",
  "  finish [TEXT]   end the episode, with a final message if you like",
  "  quit            leave without a score",
].join("\n");

/** `rvrc play SCENARIO`: one episode by hand. Reads commands from a terminal or a pipe. */
export async function runPlay(output: Output, argument: string, flags: PlayFlags): Promise<ExitCode> {
  const scenario = await openScenario(argument);
  const task = scenario.bind({ task: flags.task ?? `${Object.keys(scenario.splits)[0] ?? "train"}/0` });
  const reward = flags.reward ?? scenario.defaultReward;
  const episode = scenario.start(task, { reward });
  const say = (text: string) => (flags.json === true ? output.note(text) : output.data(text));
  say(`${scenario.title} (${task.id}, reward ${reward})\n`);
  say(`system: ${scenario.system.bare}\n`);
  say(`tools:  ${scenario.tools.map((tool) => tool.function.name).join(", ")}   (help for commands)\n`);
  say(`user:   ${task.prompt}\n`);
  const lines = createInterface({ input: process.stdin, terminal: false });
  const prompt = () => {
    if (process.stdin.isTTY) process.stderr.write("> ");
  };
  prompt();
  let final: string | undefined;
  let quit = false;
  for await (const raw of lines) {
    const line = raw.trim();
    const [word = ""] = line.split(/\s/u);
    const rest = line.slice(word.length).trim();
    if (word === "quit") quit = true;
    else if (word === "finish") final = rest;
    else if (word === "help") say(HELP);
    else if (word === "tools") for (const tool of scenario.tools) say(JSON.stringify(tool.function));
    else if (word === "gold")
      for (const call of scenario.gold(task)) say(answer(episode, call.tool, JSON.stringify(call.arguments)));
    else if (word !== "") say(answer(episode, word, rest === "" ? "{}" : rest));
    if (quit || final !== undefined) break;
    prompt();
  }
  lines.close();
  if (quit) return EXIT.ok;
  report(output, scenario, task, episode, final, flags);
  return EXIT.ok;
}

function answer(episode: Episode, tool: string, raw: string): string {
  let args: Json;
  try {
    args = JSON.parse(raw) as Json;
  } catch {
    args = null;
  }
  const parsed = typeof args === "object" && args !== null && !Array.isArray(args);
  const result = episode.call(parsed ? { tool, arguments: args as { [key: string]: Json } } : { tool, raw });
  return `${tool}: ${result.status === 0 ? result.outcome : result.status} ${result.text}`;
}

function report(
  output: Output,
  scenario: CompiledScenario,
  task: Task,
  episode: Episode,
  final: string | undefined,
  flags: PlayFlags,
): void {
  const score = episode.finish(final);
  const calls = episode.trace.calls.map(({ tool, arguments: args, raw }) => ({
    tool,
    ...(args === undefined ? { raw: raw ?? "" } : { arguments: args }),
  }));
  const { reward, success } = score;
  const line = JSON.stringify({
    scenario: scenario.name,
    task: task.id,
    given: task.given,
    seed: 0,
    calls,
    final,
    reward,
    success,
  });
  if (flags.json === true) {
    output.data(line);
  } else {
    const rows = score.terms.map((term) => [term.group, term.id, term.value.toFixed(4), term.why]);
    output.data(`\nreward ${reward}, ${success ? "goal reached" : "goal not reached"}`);
    output.data(table(["group", "term", "value", "why"], rows));
  }
  if (flags.out === undefined) return;
  try {
    appendFileSync(flags.out, `${line}\n`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : "unknown";
    throw new UsageError(`Cannot write ${flags.out}: ${reason}.`, "Choose another file.");
  }
}
