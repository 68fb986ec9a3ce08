import { expect, it } from "vitest";
import { parse, SourceFile, type SourceTree } from "../index.js";
import { Grammar } from "../syntax/grammar.js";

function read(text: string): { readonly codes: readonly string[]; readonly tree: SourceTree } {
  const { tree, diagnostics } = parse(new SourceFile("a.rvr", text));
  return { tree, codes: diagnostics.map((diagnostic) => diagnostic.code) };
}

it("has a grammar without ambiguities", () => {
  expect(() => new Grammar(false)).not.toThrow();
});

it("puts in a single missing token", () => {
  const { codes, tree } = read('api jira "jira.yaml"\napi b from "c"');
  expect(codes).toEqual(["RVR1020"]);
  expect(tree.apis.map((api) => api.name.text)).toEqual(["jira", "b"]);
  expect(tree.apis[0]?.file.parts).toMatchObject([{ kind: "text", text: "jira.yaml" }]);
});

it("takes out a single token too many", () => {
  const { codes, tree } = read('api jira the from "jira.yaml"');
  expect(codes).toEqual(["RVR1020"]);
  expect(tree.apis[0]?.file.parts).toMatchObject([{ kind: "text", text: "jira.yaml" }]);
});

it("goes on with the next item of a block", () => {
  const { codes, tree } = read(
    'scenario s {\n  task t {\n    promt "x" {\n a b }\n    given who: User\n  }\n}',
  );
  expect(codes).toEqual(["RVR1021"]);
  expect(tree.scenarios[0]?.tasks[0]?.items.map((item) => item.kind)).toEqual(["given"]);
});

it("goes on between rules after a broken expression", () => {
  const { codes, tree } = read("world w {\n  on a.b {\n    let x = 1 +\n    let y = 2\n    respond 200 }\n}");
  expect(codes).toEqual(["RVR1022"]);
  const [on] = tree.worlds[0]?.items ?? [];
  expect(on?.kind === "on" && on.statements.map((statement) => statement.kind)).toEqual([
    "let",
    "let",
    "respond",
  ]);
  expect(on).toMatchObject({
    statements: [{ value: { kind: "binary", right: { kind: "poison" } } }, {}, {}],
  });
});

it("does not hide mistakes of the next block", () => {
  const { codes } = read(
    "world a {\n  on x.y {\n    let x =\n    let y = 1\n}\nworld b {\n  resource R { ky id }\n}\nscenario s { taks t {} }",
  );
  expect(codes).toEqual(["RVR1022", "RVR1010", "RVR1021", "RVR1021"]);
});

it("names an invented name with the empty text", () => {
  const { tree } = read("scenario {\n}");
  expect(tree.scenarios[0]?.name).toEqual({ kind: "name", text: "", span: { start: 12, end: 12 } });
});

it("bounds the depth of brackets, blocks and chains", () => {
  const wrap = (text: string): string => `world w {\n  on a.b {\n${text}\n  }\n}`;
  expect(read(wrap(`let x = ${"[".repeat(500)}${"]".repeat(500)}`)).codes).toEqual(["RVR1031"]);
  expect(read(wrap(`let x = ${"(".repeat(5000)}1${")".repeat(5000)}`)).codes).toEqual(["RVR1031"]);
  expect(read(wrap(`let x = 1${" + 1".repeat(3000)}`)).codes).toEqual(["RVR1031"]);
  expect(read(wrap(`let x = a${".b".repeat(3000)}`)).codes).toEqual(["RVR1031"]);
  expect(read(wrap(`let x = ${"not ".repeat(3000)}a`)).codes).toEqual(["RVR1031"]);
  expect(read(wrap(`let x = ${"if a then b else ".repeat(1000)}c`)).codes).toEqual(["RVR1031"]);
  expect(read(wrap(`${"when a {\n".repeat(300)}${"}\n".repeat(300)}`)).codes).toEqual(["RVR1031"]);
  expect(read(wrap(`let x = ${"[".repeat(20)}1${"]".repeat(20)}`)).codes).toEqual([]);
});

it("treats every keyword as a name where no item can start", () => {
  const words = ["task", "reward", "if", "not", "in", "null", "weight", "as", "world"];
  for (const word of words) {
    const { codes } = read(
      `scenario s { task ${word} { gold ${word} { ${word} = 1 a.${word} = { ${word}: 2 } } } }`,
    );
    expect(codes, word).toEqual([]);
  }
});
