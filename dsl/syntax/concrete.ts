import type { CstNode, IToken } from "chevrotain";
import type { SourceFile } from "../text/source-file.js";
import { balanceBrackets } from "./brackets.js";
import { grammar } from "./grammar.js";
import { tokenizeFile } from "./lexer.js";
import { endOf } from "./token-layout.js";
import * as T from "./tokens.js";

/** One token of the text, with its number in the file. */
export interface ConcreteToken {
  readonly kind: "token";
  readonly text: string;
  readonly isString: boolean;
  readonly index: number;
  readonly start: number;
  readonly end: number;
}

/** What one rule of the grammar read: its tokens and nodes in the order of the text. */
export interface ConcreteNode {
  readonly kind: "node";
  readonly rule: string;
  readonly children: readonly (ConcreteNode | ConcreteToken)[];
}

export interface ConcreteFile {
  readonly root: ConcreteNode;
  readonly tokens: readonly ConcreteToken[];
}

/**
 * The text as the rules of the grammar see it, with no token left out. Only for a text that `parse` reads without a
 * finding: nothing is repaired here. A rule that is added to the grammar shows up without a change to this file.
 */
export function readConcrete(source: SourceFile): ConcreteFile {
  const { tokens } = balanceBrackets(tokenizeFile(source).tokens, source, source.text.length);
  const plain = tokens.map(
    (token, index): ConcreteToken => ({
      kind: "token",
      text: token.image,
      isString: token.tokenType === T.StringLiteral,
      index,
      start: token.startOffset,
      end: endOf(token),
    }),
  );
  const byStart = new Map(plain.map((token) => [token.start, token]));
  const parser = grammar();
  parser.input = tokens;
  try {
    return { root: convert("file", parser.file(), byStart), tokens: plain };
  } finally {
    parser.input = [];
  }
}

function convert(rule: string, node: CstNode, tokens: ReadonlyMap<number, ConcreteToken>): ConcreteNode {
  const placed: { readonly at: number; readonly child: ConcreteNode | ConcreteToken }[] = [];
  for (const elements of Object.values(node.children)) {
    for (const element of elements) {
      if (isNode(element)) {
        const child = convert(element.name, element, tokens);
        if (child.children.length > 0) placed.push({ at: element.location?.startOffset ?? 0, child });
      } else {
        const child = tokens.get(element.startOffset);
        if (child !== undefined) placed.push({ at: element.startOffset, child });
      }
    }
  }
  placed.sort((left, right) => left.at - right.at);
  return { kind: "node", rule, children: placed.map(({ child }) => child) };
}

function isNode(element: CstNode | IToken): element is CstNode {
  return "children" in element;
}
