/** What one assistant turn asked for. */
export interface AssistantTurn {
  readonly calls: readonly ParsedCall[];
  /** The text outside the calls, trimmed. */
  readonly content: string;
}

/** One `<tool_call>` of a turn. A call that does not parse keeps its raw text and lacks a name. */
export interface ParsedCall {
  readonly name?: string;
  readonly arguments?: { readonly [key: string]: unknown };
  /** The text between the marks as sampled. */
  readonly raw: string;
}

const open = "<tool_call>";
const close = "</tool_call>";

/**
 * Reads the calls out of a decoded assistant turn. A call is a JSON object with a text `name` and an object
 * `arguments` (absent counts as empty; a text holding a JSON object is read too). Anything else between the marks,
 * and a call that never closes, is returned with its raw text only. Never throws.
 */
export function parseAssistant(text: string): AssistantTurn {
  const calls: ParsedCall[] = [];
  let content = "";
  let at = 0;
  for (;;) {
    const start = text.indexOf(open, at);
    if (start < 0) break;
    content += text.slice(at, start);
    const from = start + open.length;
    const closing = text.indexOf(close, from);
    const reopening = text.indexOf(open, from);
    const cut = closing < 0 || (reopening >= 0 && reopening < closing);
    const end = cut ? (reopening >= 0 ? reopening : text.length) : closing;
    const raw = text.slice(from, end).trim();
    calls.push(cut ? { raw } : parseCall(raw));
    at = cut ? end : closing + close.length;
  }
  content += text.slice(at);
  return { calls, content: content.replaceAll(close, "").trim() };
}

function parseCall(raw: string): ParsedCall {
  const value = asObject(parseJson(raw));
  const name = value?.["name"];
  if (value === undefined || typeof name !== "string" || name === "") return { raw };
  const given = Object.hasOwn(value, "arguments") ? value["arguments"] : {};
  const args = asObject(typeof given === "string" ? parseJson(given) : given);
  return args === undefined ? { raw } : { name, arguments: args, raw };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function asObject(value: unknown): { readonly [key: string]: unknown } | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  return value as { readonly [key: string]: unknown };
}
