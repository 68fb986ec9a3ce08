import { UsageError } from "../../runtime/index.js";
import type { Tokenizer } from "./tokenizer.js";

/** A tool in the OpenAI function-calling form, as a chat template reads it. */
export interface ChatTool {
  readonly type: "function";
  readonly function: { readonly name: string; readonly description?: string; readonly parameters: object };
}

/** A call as an assistant message of a conversation carries it. */
export interface ChatCall {
  readonly name: string;
  readonly arguments: { readonly [key: string]: unknown };
}

export type ChatMessage =
  | { readonly role: "user"; readonly content: string }
  | { readonly role: "assistant"; readonly content?: string; readonly calls?: readonly ChatCall[] }
  | { readonly role: "tool"; readonly content: string; readonly name?: string };

export interface ChatOptions {
  /** Further names for the template, such as `enable_thinking`. */
  readonly templateValues?: { readonly [name: string]: unknown };
}

export interface PromptParts extends ChatOptions {
  /** System text; empty or absent for none. */
  readonly system?: string;
  readonly tools?: readonly ChatTool[];
  readonly messages: readonly ChatMessage[];
}

/** The ids of a conversation up to and with the header of the next assistant turn. */
export function renderPrompt(tokenizer: Tokenizer, parts: PromptParts): number[] {
  return tokenizer.encode(renderText(tokenizer, parts, true));
}

/** The same as text, for people to read. */
export function renderPromptText(tokenizer: Tokenizer, parts: PromptParts): string {
  return renderText(tokenizer, parts, true);
}

/**
 * The ids of an assistant turn as the template writes it, from after its header to its end-of-turn token. This is
 * what supervised training teaches; an episode keeps the sampled ids instead.
 */
export function renderAssistantTurn(
  tokenizer: Tokenizer,
  turn: { readonly content?: string; readonly calls?: readonly ChatCall[] },
  options: ChatOptions = {},
): number[] {
  const before: ChatMessage[] = [{ role: "user", content: "." }];
  const prompt = renderText(tokenizer, { ...options, messages: before }, true);
  const whole = renderText(
    tokenizer,
    { ...options, messages: [...before, { role: "assistant", ...turn }] },
    false,
  );
  if (!whole.startsWith(prompt)) {
    throw new UsageError(
      "the chat template does not write an assistant turn after its generation prompt",
      "choose a model whose template does, or train without supervised turns",
    );
  }
  const text = whole.slice(prompt.length);
  const end = text.lastIndexOf(tokenizer.eosToken);
  return tokenizer.encode(end < 0 ? text : text.slice(0, end + tokenizer.eosToken.length));
}

export interface ToolTurn extends ChatOptions {
  /** Answers to the calls of the turn that just ended, in order. */
  readonly results: readonly { readonly content: string; readonly name?: string }[];
  /** Whether the sampled turn already ends with the end-of-turn token; if not, the ids start with it. */
  readonly ended: boolean;
}

const mark = "Assistant turn goes here.";

/**
 * The ids that follow a sampled assistant turn: end of turn (unless sampled), the tool answers, and the header of the
 * next assistant turn. They come from renderings that hold a stand-in for the sampled turn, so the sampled ids are
 * never tokenised again.
 */
export function renderToolTurn(tokenizer: Tokenizer, turn: ToolTurn): number[] {
  const ids = tokenizer.encode(toolTurnText(tokenizer, turn));
  return turn.ended && ids[0] === tokenizer.eosId ? ids.slice(1) : ids;
}

function toolTurnText(tokenizer: Tokenizer, turn: ToolTurn): string {
  const options: ChatOptions =
    turn.templateValues === undefined ? {} : { templateValues: turn.templateValues };
  const user: ChatMessage = { role: "user", content: "." };
  const answers = turn.results.map((result): ChatMessage => ({ role: "tool", ...result }));
  try {
    const messages = [user, { role: "assistant", content: mark } as const, ...answers];
    const text = renderText(tokenizer, { ...options, messages }, true);
    const at = text.lastIndexOf(mark);
    if (at >= 0) return text.slice(at + mark.length);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
  }
  // Some templates accept a tool message only after a call: then the stand-in is a call, and what follows it is
  // found as the difference of the renderings with and without the answers.
  const calls = turn.results.map((result) => ({ name: result.name ?? "tool", arguments: {} }));
  const assistant: ChatMessage = { role: "assistant", content: "", calls };
  const without = renderText(tokenizer, { ...options, messages: [user, assistant] }, false);
  const withAnswers = renderText(tokenizer, { ...options, messages: [user, assistant, ...answers] }, true);
  const end = without.lastIndexOf(tokenizer.eosToken);
  if (end < 0 || !withAnswers.startsWith(without.slice(0, end))) {
    throw new UsageError(
      "the chat template cannot append a tool answer to an assistant turn",
      "choose a model whose template takes tool messages",
    );
  }
  return withAnswers.slice(end);
}

function renderText(tokenizer: Tokenizer, parts: PromptParts, addGenerationPrompt: boolean): string {
  const clean = (text: string): string => defuse(text, tokenizer.specialTokens);
  const messages: object[] = [];
  if (parts.system !== undefined && parts.system !== "") {
    messages.push({ role: "system", content: clean(parts.system) });
  }
  let open: string[] = [];
  let count = 0;
  for (const message of parts.messages) {
    switch (message.role) {
      case "user":
        messages.push({ role: "user", content: clean(message.content) });
        break;
      case "assistant": {
        const calls = message.calls ?? [];
        open = calls.map(() => callId(count++));
        messages.push({
          role: "assistant",
          content: clean(message.content ?? ""),
          ...(calls.length === 0
            ? {}
            : {
                tool_calls: calls.map((call, index) => ({
                  id: open[index],
                  type: "function",
                  function: { name: call.name, arguments: call.arguments },
                })),
              }),
        });
        break;
      }
      case "tool":
        messages.push({
          role: "tool",
          content: clean(message.content),
          tool_call_id: open.shift() ?? callId(count++),
          ...(message.name === undefined ? {} : { name: message.name }),
        });
        break;
      default:
        return assertNever(message);
    }
  }
  return tokenizer.render({
    ...parts.templateValues,
    messages,
    // Templates test `tools` for truth; an empty list must read as none.
    tools: parts.tools === undefined || parts.tools.length === 0 ? null : parts.tools,
    add_generation_prompt: addGenerationPrompt,
  });
}

/** Nine letters or digits: the strictest form that published templates ask for. */
function callId(index: number): string {
  return `call${String(index).padStart(5, "0")}`;
}

/** Splits special tokens inside a text by a space, so that a tool answer or a request cannot open or end a turn. */
function defuse(text: string, special: readonly string[]): string {
  let clean = text;
  for (const token of special) {
    if (token.length > 1 && clean.includes(token))
      clean = clean.replaceAll(token, `${token[0]} ${token.slice(1)}`);
  }
  return clean;
}

function assertNever(value: never): never {
  throw new Error(`unexpected message: ${JSON.stringify(value)}`);
}
