import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { createOnigScanner, createOnigString, loadWASM } from "vscode-oniguruma";
import vsctm, { type IGrammar } from "vscode-textmate";
import { SourceFile } from "../../dsl/index.js";
import { scan } from "../../dsl/syntax/scan.js";
import { keywords } from "../../dsl/syntax/tokens.js";
import { textMateGrammar } from "../textmate-grammar.js";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const FILE = `${ROOT}editors/vscode/syntaxes/rvr.tmLanguage.json`;
const SCENARIOS = readdirSync(`${ROOT}scenarios`).filter((file) => file.endsWith(".rvr"));
const FILES = [...SCENARIOS, "worlds/atlassian.rvr"].map((file) => `scenarios/${file}`);

let grammar: IGrammar;

beforeAll(async () => {
  const wasm = createRequire(import.meta.url).resolve("vscode-oniguruma/release/onig.wasm");
  const bytes = readFileSync(wasm);
  await loadWASM(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
  const registry = new vsctm.Registry({
    onigLib: Promise.resolve({ createOnigScanner, createOnigString }),
    loadGrammar: async () => vsctm.parseRawGrammar(textMateGrammar(), FILE),
  });
  const loaded = await registry.loadGrammar("source.rvr");
  if (loaded === null) throw new Error("The grammar could not be loaded.");
  grammar = loaded;
});

interface Piece {
  readonly start: number;
  readonly end: number;
  readonly scopes: readonly string[];
}

/** The pieces of a text with their scopes, `source.rvr` left out. */
function tokenize(text: string): readonly Piece[] {
  let state = vsctm.INITIAL;
  let offset = 0;
  return text.split("\n").flatMap((line) => {
    const result = grammar.tokenizeLine(line, state);
    state = result.ruleStack;
    const start = offset;
    offset += line.length + 1;
    return result.tokens.map((token) => ({
      start: start + token.startIndex,
      end: Math.min(start + token.endIndex, start + line.length),
      scopes: token.scopes.slice(1),
    }));
  });
}

const scopeAt = (pieces: readonly Piece[], offset: number) =>
  pieces.find(({ start, end }) => start <= offset && offset < end)?.scopes ?? [];

it("is what the keyword table makes", () => {
  const made = textMateGrammar();
  if (process.env["RVRC_WRITE_DOCS"] === "1") writeFileSync(FILE, made);
  expect(readFileSync(FILE, "utf8")).toBe(made);
});

it("gives chosen words of a scenario the scopes that they have in the language", () => {
  const text = `scenario a "T" {
  tools {
    make = jira.createIssue { take fields.key, path.id as page }
  }
  task t {
    given parent: Issue where not parent.done # why
    prompt "Make '{title as}' \\{ not {count(list) + 1}."
    gold make { fields.key = parent.key as text }
    split train 4 seed 1
  }
  reward sound { budget 4  step 0.5 make(key: "x") before other }
}`;
  const pieces = tokenize(text);
  const scope = (word: string, on = 0) => scopeAt(pieces, text.indexOf(word) + on).at(-1);
  expect({
    scenario: scope("scenario"),
    name: scope("a "),
    title: scope('T"'),
    tool: scope("make ="),
    operation: scope("createIssue"),
    take: scope("take"),
    keyAsName: scope("fields.key,", 7),
    type: scope("Issue where"),
    where: scope("where"),
    not: scope("not parent"),
    comment: scope("# why"),
    inHole: scope("title as"),
    escape: scope("\\{"),
    builtin: scope("count("),
    numberInHole: scope("1}"),
    textAfterHole: scope("' \\{"),
    gold: scope("gold"),
    member: scope(".key as", 1),
    as: scope("as text"),
    budget: scope("budget"),
    split: scope("train 4"),
    call: scope("make(key"),
    argument: scope("key: "),
    before: scope("before"),
  }).toEqual({
    scenario: "storage.type.rvr",
    name: "entity.name.namespace.rvr",
    title: "string.quoted.double.rvr",
    tool: "entity.name.function.rvr",
    operation: "variable.other.member.rvr",
    take: "keyword.other.rvr",
    keyAsName: "variable.other.member.rvr",
    type: "entity.name.type.rvr",
    where: "keyword.other.rvr",
    not: "keyword.operator.word.rvr",
    comment: "comment.line.number-sign.rvr",
    inHole: "variable.other.rvr",
    escape: "constant.character.escape.rvr",
    builtin: "support.function.rvr",
    numberInHole: "constant.numeric.rvr",
    textAfterHole: "string.quoted.double.rvr",
    gold: "keyword.other.rvr",
    member: "variable.other.member.rvr",
    as: "keyword.operator.word.rvr",
    budget: "keyword.other.rvr",
    split: "entity.name.section.rvr",
    call: "entity.name.function.rvr",
    argument: "variable.other.rvr",
    before: "keyword.other.rvr",
  });
});

it("looks at all scenarios", () => {
  expect(FILES.length).toBeGreaterThanOrEqual(6);
});

describe.each(FILES)("agrees with the lexer in %s", (file) => {
  const text = readFileSync(`${ROOT}${file}`, "utf8");
  const tokens = scan(new SourceFile(file, text));

  it("leaves no token without a scope", () => {
    const pieces = tokenize(text);
    const bare = tokens.filter(({ span }) => scopeAt(pieces, span.start).length === 0);
    expect(bare.map((token) => token.text)).toEqual([]);
  });

  it("scopes words of the language as such, and nothing else", () => {
    const pieces = tokenize(text);
    const seen = new Set<string>();
    const wrong = tokens.flatMap(({ kind, text: word, span }) => {
      const scope = scopeAt(pieces, span.start).at(-1) ?? "";
      if (kind === "keyword") seen.add(word);
      // A name behind a declaring word is shown as that name, also where it is a word of the language.
      const special = /^(keyword|storage|constant\.language)/.test(scope);
      if (kind === "keyword" && !special && !scope.startsWith("entity.name")) return [`${word}: ${scope}`];
      if (kind === "name" && /^(keyword|storage|constant|string|comment)/.test(scope))
        return [`${word}: ${scope}`];
      if (kind === "string" && !/^(string|punctuation\.definition\.string|constant\.character)/.test(scope))
        return [`${word}: ${scope}`];
      return [];
    });
    expect(wrong).toEqual([]);
    expect(seen.size).toBeGreaterThan(15);
  });
});

it("knows every word of the language", () => {
  for (const word of keywords.keys()) {
    const scope = scopeAt(tokenize(`x ${word} y`), 2).at(-1) ?? "";
    expect(scope, word).toMatch(/^(keyword|storage|constant\.language)/);
  }
});

it("never lets an open text run into the next line", () => {
  const text = 'prompt "open\nbudget 4\nprompt "open {hole\nbudget 5';
  const pieces = tokenize(text);
  expect(scopeAt(pieces, text.indexOf("budget 4"))).toEqual(["keyword.other.rvr"]);
  expect(scopeAt(pieces, text.indexOf("budget 5"))).toEqual(["keyword.other.rvr"]);
});
