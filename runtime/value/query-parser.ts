/** `field op value`; field and values in lower case. */
export interface Clause {
  readonly field: string;
  readonly negated: boolean;
  /** `~`: part of the text; else the whole text. */
  readonly partial: boolean;
  /** One must fit. */
  readonly values: readonly string[];
}

export interface ParsedQuery {
  readonly kind: "query";
  /** All must hold. */
  readonly clauses: readonly Clause[];
  readonly order: readonly { readonly field: string; readonly descending: boolean }[];
}

export interface QueryError {
  readonly kind: "error";
  readonly message: string;
}

const LENGTH_LIMIT = 4_000;
const TOKEN = /\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|(!=|!~|=|~|\(|\)|,)|([^\s"'()=~!,<>]+)|(\S))/y;

interface Token {
  readonly kind: "string" | "sign" | "word";
  readonly text: string;
}

function tokenize(source: string): readonly Token[] | QueryError {
  if (source.length > LENGTH_LIMIT) return error("The query is too long.");
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  let at = 0;
  while (source.slice(at).trim() !== "") {
    TOKEN.lastIndex = at;
    const found = TOKEN.exec(source);
    if (found === null || found[5] !== undefined)
      return error(`Unexpected '${found?.[5] ?? source.slice(at).trim()[0]}'.`);
    at = TOKEN.lastIndex;
    const quoted = found[1] ?? found[2];
    if (quoted !== undefined) tokens.push({ kind: "string", text: quoted.replace(/\\(.)/gs, "$1") });
    else if (found[3] !== undefined) tokens.push({ kind: "sign", text: found[3] });
    else tokens.push({ kind: "word", text: found[4] ?? "" });
  }
  return tokens;
}

function error(message: string): QueryError {
  return { kind: "error", message };
}

/** Reads a query; the empty text is a query without clauses. Never throws. */
export function parseQuery(source: string): ParsedQuery | QueryError {
  const tokens = tokenize(source);
  if ("kind" in tokens) return tokens;
  return new QueryParser(tokens).parse();
}

class QueryParser {
  private at = 0;

  constructor(private readonly tokens: readonly Token[]) {}

  parse(): ParsedQuery | QueryError {
    const clauses: Clause[] = [];
    if (this.at < this.tokens.length && !this.isWord("order")) {
      do {
        const clause = this.clause();
        if ("kind" in clause) return clause;
        clauses.push(clause);
      } while (this.takeWord("and"));
    }
    const order = this.order();
    if ("kind" in order) return order;
    if (this.at < this.tokens.length) return this.unexpected();
    return { kind: "query", clauses, order };
  }

  private clause(): Clause | QueryError {
    const field = this.operand();
    if (field === undefined) return this.unexpected();
    for (const [sign, negated, partial] of SIGNS) {
      if (!this.takeSign(sign)) continue;
      const value = this.operand();
      return value === undefined ? this.unexpected() : { field, negated, partial, values: [value] };
    }
    const negated = this.takeWord("not");
    if (!this.takeWord("in")) return this.unexpected();
    const values = this.values();
    return values === undefined ? this.unexpected() : { field, negated, partial: false, values };
  }

  private values(): readonly string[] | undefined {
    if (!this.takeSign("(")) return undefined;
    const values: string[] = [];
    do {
      const value = this.operand();
      if (value === undefined) return undefined;
      values.push(value);
    } while (this.takeSign(","));
    return this.takeSign(")") ? values : undefined;
  }

  private order(): ParsedQuery["order"] | QueryError {
    if (!this.takeWord("order")) return [];
    if (!this.takeWord("by")) return this.unexpected();
    const keys: { field: string; descending: boolean }[] = [];
    do {
      const field = this.operand();
      if (field === undefined) return this.unexpected();
      const descending = this.takeWord("desc");
      if (!descending) this.takeWord("asc");
      keys.push({ field, descending });
    } while (this.takeSign(","));
    return keys;
  }

  private operand(): string | undefined {
    const token = this.tokens[this.at];
    if (token === undefined || token.kind === "sign") return undefined;
    this.at++;
    return token.text.toLowerCase();
  }

  private isWord(word: string): boolean {
    const token = this.tokens[this.at];
    return token?.kind === "word" && token.text.toLowerCase() === word;
  }

  private takeWord(word: string): boolean {
    if (!this.isWord(word)) return false;
    this.at++;
    return true;
  }

  private takeSign(sign: string): boolean {
    const token = this.tokens[this.at];
    if (token?.kind !== "sign" || token.text !== sign) return false;
    this.at++;
    return true;
  }

  private unexpected(): QueryError {
    const token = this.tokens[this.at];
    return error(token === undefined ? "The query ends too early." : `Unexpected '${token.text}'.`);
  }
}

const SIGNS: readonly (readonly [sign: string, negated: boolean, partial: boolean])[] = [
  ["=", false, false],
  ["!=", true, false],
  ["~", false, true],
  ["!~", true, true],
];
