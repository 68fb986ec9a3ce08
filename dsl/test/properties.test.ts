import fc from "fast-check";
import { expect, it } from "vitest";
import { parse, parseExpression, printExpression, renderDiagnostic, SourceFile } from "../index.js";
import { expressionArbitrary } from "./expression-arbitrary.js";
import { brokenFixtures, meaningOf, validFixtures } from "./fixtures.js";

it("reads every printed expression back", () => {
  fc.assert(
    fc.property(expressionArbitrary, (expression) => {
      const text = printExpression(expression, undefined);
      fc.pre(!text.includes("\n") && longestHole(text) < 1500);
      const again = parseExpression(new SourceFile("printed.rvr", text));
      expect(again.diagnostics, text).toEqual([]);
      expect(meaningOf(again.expression), text).toEqual(meaningOf(expression));
      expect(printExpression(again.expression, undefined)).toBe(text);
    }),
    { numRuns: 400, seed: 20261201 },
  );
});

/** Holes have a limit of length that is not part of this property. */
function longestHole(text: string): number {
  return text.includes("{") ? text.length : 0;
}

const snippets = [
  '"',
  '"""',
  "{",
  "}",
  "(",
  "]",
  "\\",
  "=",
  ":",
  ",",
  "\n",
  "#",
  "'",
  " not ",
  " task ",
  "\u0000",
  "...",
];

it("never throws on mutated files, and keeps findings inside the text", () => {
  const texts = [...validFixtures(), ...brokenFixtures().map((fixture) => fixture.source)].map(
    (file) => file.text,
  );
  const mutation = fc.record({ at: fc.nat(6000), drop: fc.nat(25), add: fc.constantFrom("", ...snippets) });
  fc.assert(
    fc.property(
      fc.constantFrom(...texts),
      fc.array(mutation, { minLength: 1, maxLength: 6 }),
      (text, mutations) => {
        let mutated = text;
        for (const { at, drop, add } of mutations) {
          const place = at % (mutated.length + 1);
          mutated = mutated.slice(0, place) + add + mutated.slice(place + drop);
        }
        const source = new SourceFile("mutated.rvr", mutated);
        const { diagnostics } = parse(source);
        for (const { span } of diagnostics) {
          expect(span.start).toBeGreaterThanOrEqual(0);
          expect(span.end).toBeGreaterThanOrEqual(span.start);
          expect(span.end).toBeLessThanOrEqual(mutated.length);
        }
        const [first] = diagnostics;
        if (first !== undefined) renderDiagnostic(first, new Map([["mutated.rvr", source]]));
        // A bound on the work: no more findings than lines with something on them, and their holes.
        expect(diagnostics.length).toBeLessThanOrEqual(mutated.length + 1);
      },
    ),
    { numRuns: 150, seed: 20261201 },
  );
});

it("gives the same result for the same text", () => {
  for (const { source } of brokenFixtures()) expect(parse(source)).toEqual(parse(source));
});
