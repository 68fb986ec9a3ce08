import type { CompiledScenario, Task } from "../../runtime/index.js";
import type { Completion } from "../model/packed-batch.js";
import { renderAssistantTurn, renderPrompt, renderToolTurn, type Tokenizer } from "../tokenizer/index.js";

/**
 * A task's own solution as a training row: the prompt, then each call with the answer that the environment gives it,
 * then `final`, unless a closing call ended the episode. Assistant tokens carry loss.
 */
export function goldRow(
  scenario: CompiledScenario,
  tokenizer: Tokenizer,
  task: Task,
  system: "bare" | "hinted",
  final: string,
): Completion {
  const ids: number[] = [];
  const mask: boolean[] = [];
  const push = (part: readonly number[], carriesLoss: boolean): void => {
    for (const id of part) {
      ids.push(id);
      mask.push(carriesLoss);
    }
  };
  const messages = [{ role: "user", content: task.prompt }] as const;
  push(renderPrompt(tokenizer, { system: scenario.system[system], tools: scenario.tools, messages }), false);
  const episode = scenario.start(task);
  for (const call of scenario.gold(task)) {
    const turn = { calls: [{ name: call.tool, arguments: call.arguments ?? {} }] };
    push(renderAssistantTurn(tokenizer, turn), true);
    const { text } = episode.call(call);
    if (episode.done) return { ids, mask };
    push(renderToolTurn(tokenizer, { results: [{ content: text, name: call.tool }], ended: true }), false);
  }
  push(renderAssistantTurn(tokenizer, { content: final }), true);
  return { ids, mask };
}
