import type { ConcreteNode, ConcreteToken } from "../syntax/concrete.js";

/** An operand, with the operator before it; the tail `is present` has its operator within. */
export interface InfixPart {
  readonly operator: string | undefined;
  readonly element: ConcreteNode | ConcreteToken;
}

const levels: ReadonlyMap<string, number> = new Map([
  ["or", 1],
  ["and", 2],
  ["+", 3],
  ["-", 3],
]);

export function splitInfix(tails: readonly (ConcreteNode | ConcreteToken)[]): readonly InfixPart[] {
  return tails.map((element) => {
    const first = element.kind === "node" ? element.children[0] : element;
    return { operator: first?.kind === "token" ? first.text : undefined, element };
  });
}

/** Level of the loosest operator before which a line may end; undefined when there is none. */
export function infixLevel(parts: readonly InfixPart[]): number | undefined {
  const found = parts.flatMap(({ operator }) => levels.get(operator ?? "") ?? []);
  return found.length === 0 ? undefined : Math.min(...found);
}
