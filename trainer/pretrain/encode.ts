import { renderAssistantTurn, renderPrompt, renderToolTurn, type Tokenizer } from "../tokenizer/index.js";
import type { Dialogue } from "./dialogue.js";

/** A dialogue as token ids; `weights` is 1 on the tokens that the model is taught to write, 0 elsewhere. */
export interface EncodedDialogue {
  readonly ids: number[];
  readonly weights: number[];
}

/**
 * Writes a dialogue the way an episode is written: prompt, then assistant turns with the tool turns between them. An
 * assistant turn marked `wrong` is context only, so mistakes are seen and repaired but not taught.
 */
export function encodeDialogue(tokenizer: Tokenizer, dialogue: Dialogue): EncodedDialogue {
  const ids = renderPrompt(tokenizer, {
    system: dialogue.system,
    tools: dialogue.tools,
    messages: [{ role: "user", content: dialogue.user }],
  });
  const weights = ids.map(() => 0);
  const append = (part: readonly number[], weight: number): void => {
    for (const id of part) {
      ids.push(id);
      weights.push(weight);
    }
  };
  for (const turn of dialogue.turns) {
    if ("say" in turn) {
      append(renderAssistantTurn(tokenizer, { content: turn.say }), 1);
      continue;
    }
    append(renderAssistantTurn(tokenizer, { calls: [turn.call] }), turn.wrong === true ? 0 : 1);
    if (turn.answer !== undefined) {
      append(
        renderToolTurn(tokenizer, { results: [{ content: turn.answer, name: turn.call.name }], ended: true }),
        0,
      );
    }
  }
  return { ids, weights };
}
