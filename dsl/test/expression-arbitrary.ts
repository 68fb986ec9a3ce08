import fc from "fast-check";
import type {
  BinaryOperator,
  Expression,
  Name,
  ObjectEntry,
  TemplatePart,
  TemplateString,
  TestWord,
} from "../index.js";

const span = { start: 0, end: 0 };
const operators: readonly BinaryOperator[] = ["or", "and", "==", "!=", "<", "<=", ">", ">=", "in", "+", "-"];
const tests: readonly TestWord[] = ["string", "integer", "null", "present", "absent", "empty"];

/** Names, keywords among them; words that mean something inside an expression are not variables. */
const variable = fc.constantFrom(
  "a",
  "b_1",
  "Issue",
  "task",
  "weight",
  "all",
  "first",
  "seed",
  "from",
  "when",
);
const anyWord = fc.oneof(variable, fc.constantFrom("in", "not", "null", "if", "is", "else"));
const segmentText = fc.oneof(anyWord, fc.string({ unit: "grapheme", maxLength: 6 }));
const name = (text: string): Name => ({ kind: "name", text, span });

const number = fc
  .oneof(
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).filter((value) => !Number.isInteger(value)),
  )
  .map((value): Expression => ({ kind: "number", value, text: String(value), span }));

/** Adjacent texts are one text, and an empty one is none: what the parser makes of them. */
function joinTexts(parts: readonly TemplatePart[]): TemplateString {
  const joined: TemplatePart[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (part.kind === "text" && part.text === "") continue;
    if (part.kind === "text" && last?.kind === "text")
      joined[joined.length - 1] = { ...last, text: last.text + part.text };
    else joined.push(part);
  }
  return { kind: "string", parts: joined, span };
}

function templateOf(hole: fc.Arbitrary<Expression>): fc.Arbitrary<TemplateString> {
  const text = fc
    .oneof(
      fc.string({ unit: "binary", maxLength: 8 }),
      fc.constantFrom("{", "}", '"', "\\", "\n", "\r\n", "\t", "'", "#"),
    )
    .map((value): TemplatePart => ({ kind: "text", text: value, span }));
  const inHole = hole.map((expression): TemplatePart => ({ kind: "hole", expression, span }));
  return fc
    .array(fc.oneof({ weight: 3, arbitrary: text }, { weight: 1, arbitrary: inHole }), { maxLength: 4 })
    .map(joinTexts);
}

/** Expressions of every kind up to a small depth, as the parser could have made them. */
export const expressionArbitrary: fc.Arbitrary<Expression> = fc.letrec<{
  any: Expression;
  template: TemplateString;
}>((tie) => ({
  template: templateOf(tie("any")),
  any: fc.oneof(
    { maxDepth: 4, depthIdentifier: "expression" },
    variable.map((text): Expression => ({ kind: "reference", name: name(text), span })),
    number,
    fc.constant<Expression>({ kind: "null", span }),
    fc.boolean().map((value): Expression => ({ kind: "boolean", value, span })),
    tie("template"),
    fc
      .tuple(fc.constantFrom(...operators), tie("any"), tie("any"))
      .map(([operator, left, right]): Expression => ({ kind: "binary", operator, left, right, span })),
    tie("any").map((operand): Expression => ({ kind: "not", operand, span })),
    fc
      .tuple(tie("any"), fc.boolean(), fc.constantFrom(...tests))
      .map(([operand, negated, test]): Expression => ({ kind: "is", operand, negated, test, span })),
    fc
      .tuple(tie("any"), tie("template"))
      .map(([operand, pattern]): Expression => ({ kind: "matches", operand, pattern, span })),
    fc
      .tuple(tie("any"), segmentText)
      .map(([object, text]): Expression => ({ kind: "member", object, segment: { text, span }, span })),
    fc
      .tuple(tie("any"), tie("any"))
      .map(([object, index]): Expression => ({ kind: "index", object, index, span })),
    fc
      .tuple(variable, fc.array(tie("any"), { maxLength: 3 }))
      .map(([text, list]): Expression => ({ kind: "call", callee: name(text), arguments: list, span })),
    fc.tuple(tie("any"), tie("any"), tie("any")).map(
      ([condition, positive, negative]): Expression => ({
        kind: "if",
        condition,
        // biome-ignore lint/suspicious/noThenProperty: the name of the branch in the tree
        then: positive,
        else: negative,
        span,
      }),
    ),
    fc.array(tie("any"), { maxLength: 3 }).map((items): Expression => ({ kind: "array", items, span })),
    fc.tuple(tie("any"), anyWord, tie("any"), fc.option(tie("any"), { nil: undefined })).map(
      ([item, text, list, condition]): Expression => ({
        kind: "comprehension",
        item,
        name: name(text),
        list,
        condition,
        span,
      }),
    ),
    fc
      .tuple(
        fc.constantFrom("all" as const, "any" as const, "first" as const),
        anyWord,
        tie("any"),
        tie("any"),
      )
      .map(
        ([quantifier, text, list, condition]): Expression => ({
          kind: "quantifier",
          quantifier,
          name: name(text),
          list,
          condition,
          span,
        }),
      ),
    fc
      .array(entryOf(tie("any")), { maxLength: 3 })
      .map((entries): Expression => ({ kind: "object", entries, span })),
  ),
})).any;

function entryOf(value: fc.Arbitrary<Expression>): fc.Arbitrary<ObjectEntry> {
  return fc.oneof(
    fc
      .tuple(segmentText, value)
      .map(([text, inner]): ObjectEntry => ({ kind: "entry", key: { text, span }, value: inner, span })),
    fc
      .tuple(value, value)
      .map(([key, inner]): ObjectEntry => ({ kind: "computed-entry", key, value: inner, span })),
    value.map((inner): ObjectEntry => ({ kind: "spread", value: inner, span })),
  );
}
