/**
 * The pre-tokenizer: words, single upper-case letters, single digits, single whitespace characters, runs of JSON
 * punctuation, and every other character alone. No word takes a space or a quote with it, so a value has the same ids
 * in a sentence, in a tool answer and in a JSON string.
 */
export const splitPattern = String.raw`[A-Z]?[a-z]+|[A-Z]|[0-9]|\s|["{}\[\],:]+|[^A-Za-z0-9\s"{}\[\],:]`;

/** Added tokens in id order; those marked special are hidden from plain decoding. */
export const addedTokens: readonly { readonly content: string; readonly special: boolean }[] = [
  { content: "<|endoftext|>", special: true },
  { content: "<|im_start|>", special: true },
  { content: "<|im_end|>", special: true },
  { content: "<tool_call>", special: false },
  { content: "</tool_call>", special: false },
];

/** GPT-2's printable stand-ins for the 256 bytes, in byte order. */
export function byteAlphabet(): readonly string[] {
  const letters: string[] = [];
  let extra = 0;
  for (let byte = 0; byte < 256; byte += 1) {
    const shown = (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || byte >= 174;
    letters.push(String.fromCharCode(shown ? byte : 256 + extra++));
  }
  return letters;
}

/**
 * Byte-pair encoding (Sennrich et al., 2016): merges the most frequent neighbouring pair, ties by code-unit order,
 * until the vocabulary has `vocabSize` entries. Returns the contents of a Hugging Face `tokenizer.json`.
 */
export function trainBpe(texts: Iterable<string>, vocabSize: number): object {
  const letters = byteAlphabet();
  const bytes = new TextEncoder();
  const counts = new Map<string, number>();
  const pattern = new RegExp(splitPattern, "gu");
  for (const text of texts) {
    for (const [piece] of text.matchAll(pattern)) counts.set(piece, (counts.get(piece) ?? 0) + 1);
  }
  const words = [...counts]
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([piece, count]) => ({ symbols: Array.from(bytes.encode(piece), (byte) => letters[byte]!), count }));

  const vocabulary = [...addedTokens.map((token) => token.content), ...letters];
  const known = new Set(vocabulary);
  const merges: string[] = [];
  while (vocabulary.length < vocabSize) {
    const best = bestPair(words);
    if (best === undefined) break;
    const [left, right] = best;
    merges.push(`${left} ${right}`);
    if (!known.has(left + right)) vocabulary.push(left + right);
    known.add(left + right);
    for (const word of words) word.symbols = mergePair(word.symbols, left, right);
  }
  return tokenizerJson(vocabulary, merges);
}

interface CountedWord {
  symbols: string[];
  readonly count: number;
}

function bestPair(words: readonly CountedWord[]): readonly [string, string] | undefined {
  const pairs = new Map<string, number>();
  for (const { symbols, count } of words) {
    for (let i = 0; i + 1 < symbols.length; i += 1) {
      const pair = `${symbols[i]} ${symbols[i + 1]}`;
      pairs.set(pair, (pairs.get(pair) ?? 0) + count);
    }
  }
  let best: string | undefined;
  let most = 1;
  for (const [pair, count] of pairs) {
    if (count > most || (count === most && best !== undefined && pair < best)) {
      best = pair;
      most = count;
    }
  }
  return best?.split(" ") as [string, string] | undefined;
}

function mergePair(symbols: string[], left: string, right: string): string[] {
  if (!symbols.includes(left)) return symbols;
  const merged: string[] = [];
  for (let i = 0; i < symbols.length; i += 1) {
    if (symbols[i] === left && symbols[i + 1] === right) {
      merged.push(left + right);
      i += 1;
    } else {
      merged.push(symbols[i]!);
    }
  }
  return merged;
}

function tokenizerJson(vocabulary: readonly string[], merges: readonly string[]): object {
  return {
    version: "1.0",
    truncation: null,
    padding: null,
    added_tokens: addedTokens.map((token, id) => ({
      id,
      content: token.content,
      single_word: false,
      lstrip: false,
      rstrip: false,
      normalized: false,
      special: token.special,
    })),
    normalizer: null,
    pre_tokenizer: {
      type: "Sequence",
      pretokenizers: [
        { type: "Split", pattern: { Regex: splitPattern }, behavior: "Isolated", invert: false },
        { type: "ByteLevel", add_prefix_space: false, trim_offsets: true, use_regex: false },
      ],
    },
    post_processor: null,
    decoder: { type: "ByteLevel", add_prefix_space: true, trim_offsets: true, use_regex: true },
    model: {
      type: "BPE",
      dropout: null,
      unk_token: null,
      continuing_subword_prefix: null,
      end_of_word_suffix: null,
      fuse_unk: false,
      byte_fallback: false,
      ignore_merges: false,
      vocab: Object.fromEntries(vocabulary.map((token, id) => [token, id])),
      merges: merges.map((merge) => merge.split(" ")),
    },
  };
}
