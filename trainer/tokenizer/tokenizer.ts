import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Template } from "@huggingface/jinja";
import { Tokenizer as HfTokenizer } from "@huggingface/tokenizers";
import { UsageError } from "../../runtime/index.js";

export interface EncodeOptions {
  /**
   * Whether strings such as `<|im_end|>` become their single token (default true). Pass false for text that an
   * outsider wrote: it then cannot close a turn.
   */
  readonly special?: boolean;
}

export interface DecodeOptions {
  /** Leaves special tokens (not the `<tool_call>` marks) out of the text. Default false. */
  readonly skipSpecial?: boolean;
}

/** A Hugging Face tokenizer with the folder's chat template. Encoding and decoding are pure. */
export interface Tokenizer {
  /** One more than the highest token id. */
  readonly vocabSize: number;
  /** The id that ends an assistant turn. */
  readonly eosId: number;
  /** Every id that ends generation; holds `eosId`. */
  readonly stopIds: ReadonlySet<number>;
  /** The id for padding; `eosId` where the folder names none. */
  readonly padId: number;
  /** The texts of the special tokens, such as `<|im_start|>`. */
  readonly specialTokens: readonly string[];
  readonly eosToken: string;
  encode(text: string, options?: EncodeOptions): number[];
  decode(ids: readonly number[], options?: DecodeOptions): string;
  /** The id of a token written exactly as in the vocabulary. */
  idOf(token: string): number | undefined;
  /** Renders the chat template; throws UsageError with the template's own message. */
  render(values: { readonly [name: string]: unknown }): string;
}

interface AddedToken {
  readonly id: number;
  readonly content: string;
  readonly special: boolean;
}

/**
 * Reads `tokenizer.json`, `tokenizer_config.json`, the chat template and the stop ids of `generation_config.json`
 * from a model folder. Throws UsageError when a file is missing or unusable.
 */
export function loadTokenizer(dir: string): Tokenizer {
  const tokenizerJson = readJson(join(dir, "tokenizer.json"), true);
  const config = readJson(join(dir, "tokenizer_config.json"), false);
  const generation = readJson(join(dir, "generation_config.json"), false);
  const inner = new HfTokenizer(tokenizerJson, config);

  const added: AddedToken[] = [...inner.get_added_tokens_decoder()].map(([id, token]) => ({
    id,
    content: token.content,
    special: token.special,
  }));
  const idOf = (token: string): number | undefined => inner.token_to_id(token);

  const stops = new Set<number>();
  for (const id of idList(generation["eos_token_id"])) stops.add(id);
  const namedEos = tokenText(config["eos_token"]);
  const namedEosId = namedEos === undefined ? undefined : idOf(namedEos);
  if (namedEosId !== undefined) stops.add(namedEosId);
  const eosId = namedEosId ?? [...stops][0];
  if (eosId === undefined) {
    throw new UsageError(`${dir} names no end-of-turn token`, "set eos_token in its tokenizer_config.json");
  }
  const padText = tokenText(config["pad_token"]);

  let vocabSize = 0;
  for (const id of inner.get_vocab(true).values()) vocabSize = Math.max(vocabSize, id + 1);
  for (const token of added) vocabSize = Math.max(vocabSize, token.id + 1);

  const template = parseTemplate(dir, config);
  const templateConstants = {
    bos_token: tokenText(config["bos_token"]) ?? "",
    eos_token: namedEos ?? "",
    pad_token: padText ?? "",
    unk_token: tokenText(config["unk_token"]) ?? "",
  };
  const contents = added.map((token) => token.content).filter((content) => content.length > 1);

  return {
    vocabSize,
    eosId,
    stopIds: stops,
    padId: (padText === undefined ? undefined : idOf(padText)) ?? eosId,
    specialTokens: added.filter((token) => token.special).map((token) => token.content),
    eosToken: namedEos ?? inner.id_to_token(eosId) ?? "",
    idOf,
    encode(text, options) {
      if (options?.special ?? true) return inner.encode(text, { add_special_tokens: false }).ids;
      return breakTokens(text, contents).flatMap(
        (part) => inner.encode(part, { add_special_tokens: false }).ids,
      );
    },
    decode(ids, options) {
      if (ids.length === 0) return "";
      return inner.decode([...ids], {
        skip_special_tokens: options?.skipSpecial ?? false,
        clean_up_tokenization_spaces: false,
      });
    },
    render(values) {
      if (template === undefined) {
        throw new UsageError(
          `${dir} has no chat template`,
          "choose an instruct model, or add chat_template.jinja",
        );
      }
      try {
        return template.render({ ...templateConstants, ...values });
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        throw new UsageError(
          `the chat template of ${dir} cannot render this conversation: ${why}`,
          "choose a model whose template takes messages and tools",
        );
      }
    },
  };
}

/** Cuts a text so that no part holds a whole added token: each found token is cut after its first character. */
function breakTokens(text: string, contents: readonly string[]): string[] {
  const parts: string[] = [];
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (contents.some((content) => text.startsWith(content, at))) {
      parts.push(text.slice(start, at + 1));
      start = at + 1;
    }
  }
  parts.push(text.slice(start));
  return parts.filter((part) => part.length > 0);
}

type Table = { readonly [key: string]: unknown };

function readJson(path: string, required: boolean): Table {
  if (!existsSync(path)) {
    if (required) throw new UsageError(`${path} does not exist`, "name a Hugging Face model folder");
    return {};
  }
  try {
    const value: unknown = JSON.parse(readFileSync(path, "utf8"));
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Table;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new UsageError(`${path} is not JSON: ${why}`, "fetch the file again");
  }
  throw new UsageError(`${path} does not hold a JSON object`, "fetch the file again");
}

function parseTemplate(dir: string, config: Table): Template | undefined {
  const path = join(dir, "chat_template.jinja");
  const text = existsSync(path) ? readFileSync(path, "utf8") : templateText(config["chat_template"]);
  if (text === undefined) return undefined;
  try {
    return new Template(text);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new UsageError(
      `the chat template of ${dir} does not parse: ${why}`,
      "fetch the model folder again",
    );
  }
}

/** The template is one text, or a list of named ones of which `tool_use`, then `default`, is taken. */
function templateText(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  if (!Array.isArray(value)) return undefined;
  for (const wanted of ["tool_use", "default"]) {
    for (const entry of value as readonly unknown[]) {
      if (typeof entry !== "object" || entry === null) continue;
      const { name, template } = entry as Table;
      if (name === wanted && typeof template === "string") return template;
    }
  }
  return undefined;
}

/** A token is written as a text, or as an object with its `content`. */
function tokenText(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  if (typeof value === "object" && value !== null) {
    const content = (value as Table)["content"];
    if (typeof content === "string") return content;
  }
  return undefined;
}

function idList(value: unknown): number[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.filter((id): id is number => typeof id === "number" && Number.isInteger(id));
}
