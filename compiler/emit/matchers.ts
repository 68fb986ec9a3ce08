import type { MatcherIr } from "../ir/world.js";
import { value } from "./expression.js";
import { bracketed, codeLine } from "./literal.js";
import { NamePool, pascal } from "./names.js";
import type { FunctionScope } from "./scope.js";

/** The matchers that one printed module uses, each held by a constant. */
export class MatcherConstants {
  /** The constant that holds each, by its text. */
  private readonly constants = new Map<string, string>();
  private readonly names = new NamePool();

  /** A call that tells whether `actual` is right where `expected` is meant; both are printed expressions. */
  test(matcher: MatcherIr, actual: string, expected: string, scope: FunctionScope): string {
    if (matcher.kind !== "one_of") return this.call(codeLine({ ...matcher }), matcher.kind, actual, expected);
    const members = bracketed(
      "rt.union(",
      [bracketed("rt.array(", [expected], ")"), value(matcher.values, scope)],
      ")",
    );
    return this.call(codeLine({ kind: "one_of" }), "one_of", actual, members);
  }

  declarations(): string[] {
    return [...this.constants].map(([text, name]) => `const ${name}: rt.MatcherProgram = ${text};`);
  }

  private call(text: string, kind: string, actual: string, expected: string): string {
    const name = this.constants.get(text) ?? this.names.claim(`as${pascal(kind)}`);
    this.constants.set(text, name);
    return bracketed("rt.match(", [name, actual, expected], ")");
  }
}
