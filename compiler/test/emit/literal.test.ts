import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { commentText, docComment, lineComment } from "../../emit/comment.js";
import { codeLine, codeLiteral, indent, jsonText, stringLiteral } from "../../emit/literal.js";
import { camel, identifier, NamePool, pascal } from "../../emit/names.js";
import { hostileText } from "./hostile.js";

const run = (source: string): unknown => new Function(`return (${source});`)();

/** JSON values whose keys and strings are hostile; keys are own properties, `__proto__` among them. */
const hostileJson = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    hostileText,
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (Object.is(value, -0) ? 0 : value)),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.array(fc.tuple(hostileText, tie("value")), { maxLength: 4 }).map(Object.fromEntries),
  ),
})).value;

describe("literals", () => {
  test("a printed string evaluates to itself and holds no raw line break or closing tag", () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const source = stringLiteral(text);
        expect(run(source)).toBe(text);
        expect(source).not.toMatch(/[\n\r\u2028\u2029]|<\//);
      }),
    );
  });

  test("a printed value evaluates to itself, in every layout and indentation", () => {
    fc.assert(
      fc.property(hostileJson, (value) => {
        const wanted = JSON.stringify(value);
        const json = value as never;
        for (const source of [codeLiteral(json), codeLine(json), indent(codeLiteral(json), 3)]) {
          expect(JSON.stringify(run(source))).toBe(wanted);
        }
        expect(JSON.stringify(JSON.parse(jsonText(json)))).toBe(wanted);
      }),
    );
  });

  test("__proto__ is an own key and changes no prototype", () => {
    const value = run(codeLiteral(JSON.parse('{"__proto__": {"admin": true}}')));
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(Object.keys(value as object)).toEqual(["__proto__"]);
    expect((value as { admin?: unknown }).admin).toBeUndefined();
  });

  test("long values take a line for each entry, short ones stay on one", () => {
    expect(codeLiteral({ a: 1, "b-c": [true, null] })).toBe('{ a: 1, "b-c": [true, null] }');
    const long = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`key${n}`, n]));
    expect(codeLiteral(long).split("\n")).toHaveLength(22);
    expect(codeLine(long)).not.toContain("\n");
  });
});

describe("comments", () => {
  test("nothing gets out of a comment", () => {
    fc.assert(
      fc.property(hostileText, hostileText, (first, second) => {
        expect(commentText(first)).not.toMatch(/\*\/|[\n\r\u2028\u2029]|@ts-/);
        expect(run(`${docComment(first, second)} 7 ${docComment(second)}\n`)).toBe(7);
        expect(run(`[\n${lineComment(first)}\n8]`)).toEqual([8]);
      }),
    );
  });
});

describe("names", () => {
  test("an identifier is one, whatever the name, and differs where names differ", () => {
    fc.assert(
      fc.property(hostileText, hostileText, (first, second) => {
        expect(identifier(first)).toMatch(/^\$[A-Za-z0-9_$]*$/);
        expect(identifier(first) === identifier(second)).toBe(first === second);
        expect(new Function(identifier(first), `return ${identifier(first)};`)(5)).toBe(5);
      }),
    );
  });

  test("stems of type names are identifiers", () => {
    expect([pascal("create_issue"), camel("create_issue"), pascal("9lives"), pascal("名")]).toEqual([
      "CreateIssue",
      "createIssue",
      "T9lives",
      "T",
    ]);
  });

  test("a pool gives each name once", () => {
    const pool = new NamePool(["reset"]);
    expect([pool.claim("a"), pool.claim("a"), pool.claim("reset"), pool.claim("a2")]).toEqual([
      "a",
      "a2",
      "reset2",
      "a22",
    ]);
  });
});
