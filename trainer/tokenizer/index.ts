export type { ChatCall, ChatMessage, ChatOptions, ChatTool, PromptParts, ToolTurn } from "./chat.js";
export { renderAssistantTurn, renderPrompt, renderPromptText, renderToolTurn } from "./chat.js";
export type { AssistantTurn, ParsedCall } from "./parse-assistant.js";
export { parseAssistant } from "./parse-assistant.js";
export type { DecodeOptions, EncodeOptions, Tokenizer } from "./tokenizer.js";
export { loadTokenizer } from "./tokenizer.js";
