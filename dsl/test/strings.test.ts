import { expect, it } from "vitest";
import { parse, parseExpression, SourceFile } from "../index.js";

/** Text parts of a string; holes are shown as their kind in angle brackets. */
function textOf(source: string): string {
  const { expression, diagnostics } = parseExpression(new SourceFile("a.rvr", source));
  expect(diagnostics).toEqual([]);
  if (expression.kind !== "string") throw new TypeError(expression.kind);
  return expression.parts
    .map((part) => (part.kind === "text" ? part.text : `<${part.expression.kind}>`))
    .join("");
}

it("decodes escapes", () => {
  expect(textOf('"a\\n\\t\\"\\\\\\{\\}\\u00e9"')).toBe('a\n\t"\\{}\u00e9');
});

it("reads holes with strings and braces of their own", () => {
  expect(textOf('"a {f("x {y} z")} b"')).toBe("a <call> b");
  expect(textOf('"{ {a: "\\}"}.a }!"')).toBe("<member>!");
});

it("gives holes places in the file", () => {
  const { expression } = parseExpression(new SourceFile("a.rvr", '"ab {cd} {"x{ef}"}"'));
  expect(expression).toMatchObject({
    parts: [
      { kind: "text", text: "ab ", span: { start: 1, end: 4 } },
      {
        kind: "hole",
        span: { start: 4, end: 8 },
        expression: { kind: "reference", span: { start: 5, end: 7 } },
      },
      { kind: "text", text: " " },
      {
        kind: "hole",
        expression: { kind: "string", parts: [{}, { expression: { span: { start: 13, end: 15 } } }] },
      },
    ],
  });
});

/** A block string cannot stand in a hole, so it is read as part of a file. */
function blockText(body: string): string {
  const { tree, diagnostics } = parse(new SourceFile("a.rvr", `scenario s { system """${body}""" }`));
  expect(diagnostics).toEqual([]);
  const parts = tree.scenarios[0]?.systems[0]?.text.parts ?? [];
  return parts.map((part) => (part.kind === "text" ? part.text : "<hole>")).join("");
}

it("drops the outer line breaks and the common indentation of block strings", () => {
  expect(blockText("\n    a\n      b\n\n    c\n    ")).toBe("a\n  b\n\nc");
  expect(blockText("\r\n  a\r\n  b\r\n")).toBe("a\nb");
  expect(blockText("  a\n  b")).toBe("  a\nb");
  expect(blockText("\n    {x} y\n      z\n")).toBe("<hole> y\n  z");
  expect(blockText("\n  a\n     \n  b\n  ")).toBe("a\n\nb");
  expect(blockText("\n")).toBe("");
  expect(blockText("\n\n")).toBe("");
  expect(blockText('\n  say "hi" \\n\n')).toBe('say "hi" \n');
});
