import type { ConcreteNode, ConcreteToken } from "../syntax/concrete.js";
import { hasOwnComma } from "./rules.js";

/** A part of what a rule read. */
export type Element = ConcreteNode | ConcreteToken;

export function nestedIf(element: Element | undefined): ConcreteNode | undefined {
  if (element?.kind !== "node") return undefined;
  if (element.rule === "ifExpression") return element;
  return element.children.length === 1 ? nestedIf(element.children[0]) : undefined;
}

/** Is the element an object and nothing else? */
export function isObject(element: Element): boolean {
  if (element.kind !== "node" || element.rule === "object") return element.kind === "node";
  const rest = element.children.filter((child) => !isToken(child, ","));
  return rest.length === 1 && isObject(rest[0]!);
}

/** The only token of an element, its comma left out. */
export function onlyToken(element: Element): ConcreteToken | undefined {
  if (element.kind === "token") return element;
  const rest = element.children.filter((child) => !isToken(child, ","));
  return rest.length === 1 ? onlyToken(rest[0]!) : undefined;
}

export function holdsBlock(elements: readonly Element[]): boolean {
  return elements.some(
    (element) =>
      element.kind === "node" &&
      ((!hasOwnComma(element.rule) && element.children.some((child) => isToken(child, "{"))) ||
        holdsBlock(element.children)),
  );
}

export function wordOf(element: Element): string {
  return element.kind === "token" ? element.text : element.rule;
}

export function isToken(element: Element | undefined, text: string): element is ConcreteToken {
  return element?.kind === "token" && !element.isString && element.text === text;
}

export function firstOf(element: Element): ConcreteToken {
  return element.kind === "token" ? element : firstOf(element.children[0]!);
}

export function lastOf(element: Element): ConcreteToken {
  return element.kind === "token" ? element : lastOf(element.children.at(-1)!);
}
