import type { Json } from "../../runtime/abi/json.js";
import type { CompiledScenario, Episode, Task } from "../../runtime/abi/scenario.js";
import type { EmittedCall, TraceCall } from "../../runtime/abi/trace.js";
import { isArray, isObject } from "../../runtime/value/access.js";
import { plain } from "../../runtime/value/rich-text.js";
import type { Fault } from "./trajectory.js";

/** Rewards are sums of a few weights; nobody means a difference as small as this. */
const TOLERANCE = 1e-9;

/** A candidate as it was played, before it ended. */
export interface Played {
  readonly scenario: CompiledScenario;
  readonly task: Task;
  readonly reward: string;
  readonly calls: readonly EmittedCall[];
  readonly trace: readonly TraceCall[];
  /** What the policy got to see after each call. */
  readonly results: readonly string[];
  readonly score: number;
  readonly success: boolean;
}

export interface FoundFault {
  readonly fault: Fault;
  readonly detail: string;
}

/** Plays calls on a task. */
export function play(
  scenario: CompiledScenario,
  task: Task,
  reward: string,
  calls: readonly EmittedCall[],
): Played {
  const episode: Episode = scenario.start(task, { reward });
  const results = calls.map((call) => episode.call(call).text);
  const { calls: trace } = episode.trace;
  const score = episode.finish();
  return { scenario, task, reward, calls, trace, results, score: score.reward, success: score.success };
}

/** Whether a candidate earns all that there is. */
export function isWhole({ success, score }: Pick<Played, "success" | "score">): boolean {
  return success && score >= 1 - TOLERANCE;
}

/** The first thing that speaks against a candidate, in the order format, rules, meaning; undefined for none. */
export function faultOf(played: Played): FoundFault | undefined {
  return (
    formatFault(played) ??
    ruleFault(played) ??
    startFault(played) ??
    groundingFault(played) ??
    redundancyFault(played)
  );
}

/** Every call names a tool, parses, and obeys the tool's schema. */
export function formatFault({ calls, trace }: Played): FoundFault | undefined {
  if (calls.length === 0) return { fault: "format", detail: "there is no call" };
  for (const call of trace) {
    if (call.outcome === "unknown-tool") return { fault: "format", detail: `there is no tool ${call.tool}` };
    if (call.outcome === "unparsed")
      return { fault: "format", detail: `the arguments of ${call.tool} are no JSON object` };
    const [violation] = call.violations;
    if (violation !== undefined)
      return { fault: "format", detail: `${call.tool}: ${violation.path} ${violation.message}` };
  }
  return undefined;
}

/** The service takes every call, and the reward is the highest there is. */
export function ruleFault({ calls, trace, score, success }: Played): FoundFault | undefined {
  const refused = trace.find(({ outcome }) => outcome !== "ok");
  if (refused !== undefined)
    return { fault: "refused", detail: `${refused.tool} is answered ${refused.status}` };
  if (trace.length < calls.length) return { fault: "refused", detail: "calls follow the end of the episode" };
  if (!success) return { fault: "unsolved", detail: "the goal is not reached" };
  if (!isWhole({ success, score })) return { fault: "unsolved", detail: `the reward is ${score}` };
  return undefined;
}

/** There is something to do. */
export function startFault({ scenario, task, reward }: Played): FoundFault | undefined {
  const { goalReached } = scenario.start(task, { reward });
  return goalReached ? { fault: "nothing-to-do", detail: "the goal holds before the first call" } : undefined;
}

/** Every value that is sent stands in the request, the system text, an earlier answer, or is one that the tool's schema lists. */
export function groundingFault({ scenario, task, calls, results }: Played): FoundFault | undefined {
  const { bare, hinted } = scenario.system;
  let seen = [task.prompt, bare, hinted];
  for (const [index, call] of calls.entries()) {
    const tool = scenario.tools.find((one) => one.function.name === call.tool);
    const listed = new Set(listedValues(tool?.function.parameters ?? {}));
    for (const { path, value } of leaves(call.arguments ?? null, [])) {
      if (!listed.has(value) && !seen.some((text) => shows(text, value)))
        return {
          fault: "ungrounded",
          detail: `${call.tool}: nothing shows ${path.join(".")} = ${JSON.stringify(value)}`,
        };
    }
    seen = [...seen, results[index] ?? ""];
  }
  return undefined;
}

/** Values that a schema lists, fixes or falls back to, and both truth values: there is no third. */
function listedValues(schema: Json): readonly Scalar[] {
  const found: Scalar[] = [true, false];
  const visit = (part: Json): void => {
    if (isArray(part)) for (const item of part) visit(item);
    else if (isObject(part)) {
      for (const [key, inner] of Object.entries(part)) {
        if (["const", "enum", "default"].includes(key))
          found.push(...leaves(inner, []).map(({ value }) => value));
        visit(inner);
      }
    }
  };
  visit(schema);
  return found;
}

/** No call can be left out. */
export function redundancyFault({ scenario, task, reward, calls, score }: Played): FoundFault | undefined {
  for (const index of calls.keys()) {
    const rest = calls.filter((_, at) => at !== index);
    const without = play(scenario, task, reward, rest);
    if (without.success && without.score >= score - TOLERANCE)
      return {
        fault: "redundant",
        detail: `${calls[index]?.tool ?? ""}, call ${index + 1}, changes nothing`,
      };
  }
  return undefined;
}

type Scalar = string | number | boolean;

function leaves(
  value: Json,
  path: readonly string[],
): readonly { readonly path: readonly string[]; readonly value: Scalar }[] {
  if (value === null) return [];
  if (isArray(value)) return value.flatMap((item, index) => leaves(item, [...path, String(index)]));
  if (isObject(value)) return Object.entries(value).flatMap(([key, inner]) => leaves(inner, [...path, key]));
  return [{ path, value: value as Scalar }];
}

/** Whether a text has a value in it as words of its own, as it is or as JSON writes it. */
function shows(text: string, value: Scalar): boolean {
  if (typeof value !== "string") return hasWord(text, String(value));
  // Markup around a text is a matter of form: what must be known is the text.
  const bare = value.includes("<") ? plain(value) : value;
  const wanted = [value, typeof bare === "string" ? bare : value].map((one) => one.trim());
  return wanted.some(
    (one) => one === "" || hasWord(text, one) || hasWord(text, JSON.stringify(one).slice(1, -1)),
  );
}

/** `1` stands in `page 1.` and not in `ABC-123`. */
function hasWord(text: string, word: string): boolean {
  const isPart = (character: string | undefined) =>
    character !== undefined && /[\p{L}\p{N}_]/u.test(character);
  const [first, last] = [word[0], word.at(-1)];
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const joinsBefore = isPart(first) && isPart(text[at - 1]);
    const joinsAfter = isPart(last) && isPart(text[at + word.length]);
    if (!joinsBefore && !joinsAfter) return true;
  }
  return false;
}
