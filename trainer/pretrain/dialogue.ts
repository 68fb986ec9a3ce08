import type { ChatTool } from "../tokenizer/index.js";
import type { Value } from "./slots.js";

/** One assistant turn of a dialogue: a call with the answer that it gets, or a closing text. */
export type Turn =
  | { readonly call: DialogueCall; readonly answer?: string; readonly wrong?: boolean }
  | { readonly say: string };

export interface DialogueCall {
  readonly name: string;
  readonly arguments: { readonly [key: string]: Value };
}

/** A whole dialogue of the corpus: one request, then turns of the assistant. */
export interface Dialogue {
  readonly system: string;
  readonly tools: readonly ChatTool[];
  readonly user: string;
  readonly turns: readonly Turn[];
}
