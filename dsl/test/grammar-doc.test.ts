import { expect, it } from "vitest";
import { grammarShape, grammarText } from "../index.js";
import { keywords } from "../syntax/tokens.js";

const text = grammarText(grammarShape());
const lines = text.split("\n").filter((line) => !line.startsWith(" ") || line.includes("::="));

it("begins with what a file is, and defines every rule once", () => {
  const defined = [...text.matchAll(/^(\w+) ::=/gm)].map((match) => match[1]);
  expect(defined[0]).toBe("file");
  expect(defined.length).toBeGreaterThan(60);
  expect(new Set(defined).size).toBe(defined.length);
});

it("uses no rule that it does not define", () => {
  const defined = new Set([...text.matchAll(/^(\w+) ::=/gm)].map((match) => match[1]));
  const bare = text
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/"[^"]*"|'[^']*'|\[[^\]\n]*\]|#x\w+|^(\w+) ::=/gm, " ");
  const used = new Set(bare.match(/\b[A-Za-z]\w*\b/g));
  expect([...used].filter((name) => !defined.has(name))).toEqual([]);
  expect(used.size).toBeGreaterThan(50);
});

it("has every word of the language", () => {
  for (const word of keywords.keys()) expect(text, word).toContain(`"${word}"`);
});

it("prints choices, options and repetitions as they are meant", () => {
  expect(lines.some((line) => /^file ::= \(api \| use \| .* \| scenario\)\*$/.test(line))).toBe(true);
  expect(lines).toContain('apiReference ::= Name "." segment');
  expect(lines).toContain('argumentList ::= "(" namedArgument* ")"');
  expect(lines).toContain('matcher ::= "as" Name ("(" expression ")")?');
  expect(lines).toContain("callPattern ::= Name argumentList?");
  expect(text).toContain(
    '\nresourceItem ::=\n    "key" path ("alias" pathList)?\n  | "seed" StringLiteral\n',
  );
});

it("is plain data as well", () => {
  const shape = grammarShape();
  expect(JSON.parse(JSON.stringify(shape))).toEqual(shape);
  expect(shape.classes["Name"]).toEqual(expect.arrayContaining([...keywords.keys(), "Identifier"]));
  expect(shape.reserved).toContain("matches");
});
