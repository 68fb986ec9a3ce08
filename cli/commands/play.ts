import { appendFileSync, existsSync } from "node:fs";
import { dirname } from "node:path";
import { createInterface } from "node:readline";
import { didYouMean } from "../../dsl/index.js";
import {
  type CompiledScenario,
  type EmittedCall,
  type Episode,
  type Task,
  UsageError,
} from "../../runtime/index.js";
import { EXIT, type ExitCode } from "../output/exit-codes.js";
import type { Output } from "../output/streams.js";
import { table } from "../output/table.js";
import { readCallLine } from "../project/call-line.js";
import { normaliseName, openScenario } from "../project/scenarios.js";

export interface PlayFlags {
  readonly task?: string;
  readonly reward?: string;
  readonly out?: string;
  readonly json?: boolean;
}

const HELP = [
  '  TOOL {json}     call a tool, e.g. get_issue {"issueIdOrKey":"ABC-123"}',
  '  TOOL(a: 1)      the same in short, e.g. get_issue(issueIdOrKey: "ABC-123")',
  "  gold            play the calls that solve the task",
  "  tools           the tools again, with their parameters",
  "  finish [TEXT]   end the episode, with a final message if you like",
  "  quit            leave without a score",
].join("\n");

const COMMANDS = ["gold", "tools", "finish", "quit", "help"];

/** `rvrc play SCENARIO`: one episode by hand. Reads commands from a terminal or a pipe. */
export async function runPlay(output: Output, argument: string, flags: PlayFlags): Promise<ExitCode> {
  // Found out before an episode is played for nothing.
  if (flags.out !== undefined && !existsSync(dirname(flags.out))) {
    throw new UsageError(
      `There is no folder ${dirname(flags.out)}.`,
      "Make it first, or choose another file.",
    );
  }
  const scenario = await openScenario(argument);
  const task = scenario.bind({ task: flags.task ?? `${Object.keys(scenario.splits)[0] ?? "train"}/0` });
  const reward = flags.reward === undefined ? scenario.defaultReward : normaliseName(flags.reward);
  const episode = scenario.start(task, { reward });
  const say = (text: string) => (flags.json === true ? output.note(text) : output.data(text));
  const known = scenario.tools.map((tool) => tool.function.name);
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
    const call = readCallLine(line);
    const word = call.tool;
    if (word === "quit") quit = true;
    else if (word === "finish" && !(known.includes(word) && isCall(line, word)))
      final = line.slice(word.length).trim();
    else if (word === "help") say(HELP);
    else if (word === "tools") for (const tool of scenario.tools) say(JSON.stringify(tool.function));
    else if (word === "gold") for (const gold of scenario.gold(task)) say(answer(episode, gold));
    else if (word !== "") {
      say(answer(episode, call));
      const near = known.includes(word) ? undefined : didYouMean(word, [...known, ...COMMANDS]);
      if (near !== undefined) output.note(`(counted as a call; did you mean ${near}?)`);
    }
    if (quit || final !== undefined || episode.done) break;
    prompt();
  }
  lines.close();
  if (quit) return EXIT.ok;
  report(output, scenario, task, episode, final, flags);
  return EXIT.ok;
}

/** `finish` is a command with a text, and in some scenarios a tool with arguments. */
function isCall(line: string, word: string): boolean {
  return /^\s*[({]/u.test(line.slice(word.length));
}

function answer(episode: Episode, call: EmittedCall): string {
  const { status, outcome, text } = episode.call(call);
  return `${call.tool}: ${status === 0 ? outcome : status} ${text}`;
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
