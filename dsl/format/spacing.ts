import type { ConcreteToken } from "../syntax/concrete.js";

/** A token with the rule that read it: a bracket or a minus means different things in different rules. */
export interface OwnedToken {
  readonly token: ConcreteToken;
  readonly rule: string;
}

/** Rules in which an opening bracket belongs to the word before it. */
const glued: ReadonlySet<string> = new Set([
  "nameOrCall",
  "argumentList",
  "quantifier",
  "shape",
  "matcher",
  "postfixTail",
]);

/** Rules in which an opening bracket begins a value. */
const values: ReadonlySet<string> = new Set(["primary", "array", "object", "objectEntry"]);

/** Is there a space between two tokens that stand on one line? */
export function isSpaced(left: OwnedToken, right: OwnedToken): boolean {
  const before = markOf(left.token);
  const after = markOf(right.token);
  if (before === "(" || before === "[" || before === "." || before === "...") return false;
  if (before === "-" && left.rule === "number") return false;
  if (after === ")" || after === "]" || after === "," || after === "." || after === ":") return false;
  if (after === "(" || after === "[") {
    if (glued.has(right.rule)) return false;
    return values.has(right.rule) || right.rule !== left.rule || !/^[A-Za-z_]/.test(before);
  }
  return true;
}

/** The text of a token; nothing for a string, whose text is no mark of the language. */
function markOf(token: ConcreteToken): string {
  return token.isString ? "" : token.text;
}
