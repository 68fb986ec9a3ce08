import fc from "fast-check";
import { printExpression } from "../index.js";
import { expressionArbitrary } from "./expression-arbitrary.js";

/** An expression as text; `undefined` keeps it on one line. */
const value = fc
  .tuple(expressionArbitrary, fc.constantFrom("    ", undefined))
  .map(([expression, indent]) => printExpression(expression, indent));
const path = fc.constantFrom("a", "fields.summary", 'x."y-z".key', "weight.of");
const gap = fc.constantFrom("\n", "\n\n", "\n  # note\n", " # note\n", "\n\n\n  # one\n\n  # two\n\n");

const worldItem = fc.oneof(
  value.map((text) => `shape s(a, b) = ${text}`),
  value.map((text) => `invalid jira else 400 ${text}`),
  fc
    .array(statement(), { maxLength: 5 })
    .map((statements) => `on jira.editIssue {\n${statements.join("\n")}\n}`),
  path.map((text) => `resource Issue: jira.Issue { key ${text} alias a, b computed a, ${text} }`),
);

function statement(): fc.Arbitrary<string> {
  return fc.oneof(
    value.map((text) => `let x = ${text}`),
    fc.tuple(value, value).map(([condition, body]) => `require ${condition} else 404 ${body}`),
    fc.tuple(path, value).map(([name, text]) => `update issue { ${name}: ${text}, title: "x" }`),
    value.map((text) => `create Issue { key: ${text} } as made`),
    value.map((text) => `when ${text} {\n delete issue\n}`),
    value.map((text) => `respond 200 { value: ${text} }`),
  );
}

const scenarioItem = fc.oneof(
  value.map((text) => `task t {\n given x: Issue where ${text}\n prompt "Go {x.key}."\n}`),
  fc
    .tuple(path, value, value)
    .map(([name, first, second]) => `task t { gold put {\n ${name} = ${first} as text\n b = ${second}, } }`),
  value.map((text) => `reward r {\n step get(a: ${text}) before put when accepted put\n}`),
  value.map((text) => `test "t" given { x: ${text} } expect success { put(a: 1, b: ${text}) -> 200 }`),
  value.map((text) => `train { group = 8, other = ${text} }`),
  fc.constant('system """\n   a\n     b\n   """'),
);

/** Texts of files with items of most kinds, some broken by accident: a number may not stand where it was put. */
export const programArbitrary: fc.Arbitrary<string> = fc
  .tuple(
    fc.array(fc.tuple(gap, worldItem), { maxLength: 2 }),
    fc.array(fc.tuple(gap, scenarioItem), { maxLength: 2 }),
  )
  .map(([world, scenario]) => {
    const items = (list: readonly (readonly [string, string])[]): string =>
      list.map(([before, text]) => before + text).join("");
    return `api jira from "jira.yaml"\nworld w {${items(world)}\n}\nscenario s {${items(scenario)}\n}\n`;
  });
