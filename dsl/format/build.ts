import type { ConcreteNode, ConcreteToken } from "../syntax/concrete.js";
import {
  bracket,
  comma,
  concat,
  type Doc,
  group,
  holdsBroken,
  indent,
  inlineComma,
  line,
  nothing,
  space,
  trailingComma,
} from "./doc.js";
import {
  type Element,
  firstOf,
  holdsBlock,
  isObject,
  isToken,
  lastOf,
  nestedIf,
  onlyToken,
  wordOf,
} from "./elements.js";
import { type Gap, mergeGaps } from "./gaps.js";
import { type InfixPart, infixLevel, splitInfix } from "./infix.js";
import { breaksBefore, hasOwnComma, isPlainBracket, keepsItemComma } from "./rules.js";
import { isSpaced, type OwnedToken } from "./spacing.js";

const closers: ReadonlyMap<string, string> = new Map([
  ["{", "}"],
  ["[", "]"],
  ["(", ")"],
]);

/** Tokens before the object that ends a call, up to which the call stays on the line of its name. */
const shortArguments = 12;
/** A single text that is longer gains nothing from a line of its own. */
const longText = 90;

/**
 * Builds the document of a file. Rules that have a layout of their own are named here and in `rules.ts`; every other
 * rule is a row of words with its brackets, so a construct that is new to the grammar is laid out plainly and whole.
 */
export class DocBuilder {
  /** Commas that are written anew, or that the layout does not need. Their comments go to the next token. */
  private readonly dropped = new Set<number>();
  private readonly owners = new Map<number, string>();

  constructor(
    readonly gaps: Gap[],
    private readonly isMultiline: (index: number) => boolean,
  ) {}

  file(root: ConcreteNode): Doc {
    this.own(root);
    const items = root.children.map((child) => this.build(child));
    return concat(...items.flatMap((doc, index) => (index === 0 ? [doc] : [line({ blank: "keep" }), doc])));
  }

  private own(node: ConcreteNode): void {
    for (const child of node.children) {
      if (child.kind === "token") this.owners.set(child.index, node.rule);
      else this.own(child);
    }
  }

  private build(element: Element): Doc {
    if (element.kind === "token") return this.token(element);
    switch (element.rule) {
      case "ifExpression":
        return this.ifChain(element);
      case "infixExpression":
        return this.infix(element);
      default:
        return this.row(element);
    }
  }

  private token(token: ConcreteToken): Doc {
    return this.dropped.has(token.index) ? nothing : { kind: "token", index: token.index };
  }

  /** The children of a rule in a row, with breaks before the words that `rules.ts` names. */
  private row(node: ConcreteNode): Doc {
    const breaks = breaksBefore(node.rule);
    const block = node.children.findIndex((child) => this.isBlockStart(node, child));
    const head = block < 0 ? node.children : node.children.slice(0, block);
    const tail = block < 0 ? [] : node.children.slice(block);
    if (breaks === undefined) return this.sequence(node, node.children);
    const at = head.findIndex((child) => breaks.words.has(wordOf(child)));
    if (at < 0) return this.sequence(node, node.children);
    const parts: Doc[] = [];
    for (const [index, child] of head.entries()) {
      if (index < at) continue;
      parts.push(breaks.words.has(wordOf(child)) ? line({ hangs: true }) : this.gapBefore(head, index));
      parts.push(this.element(node, head, index));
    }
    const header = group(
      concat(this.sequence(node, head.slice(0, at)), indent(concat(...parts), breaks.levels)),
      this.isCut(head),
    );
    return tail.length === 0 ? header : concat(header, space, this.sequence(node, tail));
  }

  private sequence(node: ConcreteNode, children: readonly Element[]): Doc {
    const parts: Doc[] = [];
    for (let index = 0; index < children.length; index++) {
      const child = children[index]!;
      const separator = this.gapBefore(children, index);
      const close = child.kind === "token" ? this.closerOf(children, index) : -1;
      if (child.kind === "token" && close >= 0) {
        parts.push(separator, this.bracket(node, child, children.slice(index + 1, close), children[close]!));
        index = close;
      } else if (isToken(children[index - 1], ",")) {
        parts.push(group(indent(concat(line(), this.build(child)))));
      } else {
        parts.push(separator, this.build(child));
      }
    }
    return concat(...parts);
  }

  private element(node: ConcreteNode, children: readonly Element[], index: number): Doc {
    return this.sequence(node, [children[index]!]);
  }

  private gapBefore(children: readonly Element[], index: number): Doc {
    const before = children[index - 1];
    const here = children[index];
    if (before === undefined || here === undefined) return nothing;
    return isSpaced(this.owned(lastOf(before)), this.owned(firstOf(here))) ? space : nothing;
  }

  private owned(token: ConcreteToken): OwnedToken {
    return { token, rule: this.owners.get(token.index) ?? "" };
  }

  private closerOf(children: readonly Element[], open: number): number {
    const opener = children[open]!;
    const wanted = opener.kind === "token" && !opener.isString ? closers.get(opener.text) : undefined;
    if (wanted === undefined) return -1;
    let depth = 0;
    for (let index = open; index < children.length; index++) {
      if (isToken(children[index], (opener as ConcreteToken).text)) depth++;
      else if (isToken(children[index], wanted) && --depth === 0) return index;
    }
    return -1;
  }

  private isBlockStart(node: ConcreteNode, child: Element): boolean {
    return isToken(child, "{") && !hasOwnComma(node.rule);
  }

  private bracket(node: ConcreteNode, open: ConcreteToken, inner: readonly Element[], close: Element): Doc {
    const end = close as ConcreteToken;
    if (hasOwnComma(node.rule)) {
      if (inner.some((child) => isToken(child, "for"))) return this.comprehension(node, open, inner, end);
      return this.list(node, open, inner, end);
    }
    if (open.text === "{") return this.block(node, open, inner, end);
    if (isPlainBracket(node.rule)) {
      return concat(this.token(open), this.sequence(node, inner), this.token(end));
    }
    const contents = concat(line({ flat: "" }), this.sequence(node, inner), this.closing(end));
    const broken = this.isCut([open, ...inner, end]);
    return group(bracket(this.token(open), contents, concat(line({ flat: "" }), this.token(end))), broken);
  }

  /** Elements with commas: on one line, or each on its own with a comma after it. */
  private list(
    node: ConcreteNode,
    open: ConcreteToken,
    inner: readonly Element[],
    close: ConcreteToken,
  ): Doc {
    const pad = open.text === "{" && inner.length > 0 ? " " : "";
    for (const element of inner) this.dropComma(element);
    const cut = this.isCut([open, ...inner, close]);
    const docs = inner.map((element) => this.listElement(element));
    if (inner.length === 0 && !cut) return concat(this.token(open), this.token(close));
    if (
      node.rule === "nameOrCall" &&
      !cut &&
      this.isHugged(open, inner) &&
      !docs.slice(0, -1).some(holdsBroken)
    ) {
      const row = docs.flatMap((doc, index) => (index === 0 ? [doc] : [comma, space, doc]));
      return concat(this.token(open), ...row, this.token(close));
    }
    const broken = cut || (open.text === "{" && this.isOpenedByAuthor(open));
    const contents = concat(
      line({ flat: pad, blank: "inside" }),
      ...docs.flatMap((doc, index) => (index === 0 ? [doc] : [comma, line({ blank: "keep" }), doc])),
      docs.length === 0 ? nothing : trailingComma,
      this.closing(close),
    );
    return group(bracket(this.token(open), contents, concat(line({ flat: pad }), this.token(close))), broken);
  }

  /** A chain of `if` that begins the line of an element keeps its `else` below the `if`. */
  private listElement(element: Element): Doc {
    const chain =
      element.kind === "node" && element.rule === "listItem" ? nestedIf(element.children[0]) : undefined;
    return chain === undefined ? this.build(element) : this.ifChain(chain, 0);
  }

  /** Does a call keep its arguments on the line of its name, although the last one takes several lines? */
  private isHugged(open: ConcreteToken, inner: readonly Element[]): boolean {
    const last = inner.at(-1);
    if (last === undefined) return false;
    if (isObject(last)) return firstOf(last).index - open.index <= shortArguments;
    const only = inner.length === 1 ? onlyToken(last) : undefined;
    return only?.isString === true && only.text.length > longText;
  }

  private comprehension(
    node: ConcreteNode,
    open: ConcreteToken,
    inner: readonly Element[],
    close: ConcreteToken,
  ): Doc {
    const at = inner.findIndex((child) => isToken(child, "for"));
    const condition = inner.findIndex((child) => isToken(child, "if"));
    const end = condition < 0 ? inner.length : condition;
    const [only] = inner;
    const item =
      at === 1 && only !== undefined ? this.listElement(only) : this.sequence(node, inner.slice(0, at));
    const contents = concat(
      line({ flat: "" }),
      group(concat(item, line(), this.sequence(node, inner.slice(at, end)))),
      condition < 0 ? nothing : group(concat(line(), this.sequence(node, inner.slice(condition)))),
      this.closing(close),
    );
    const broken = this.isCut([open, ...inner, close]) || holdsBroken(item);
    return group(bracket(this.token(open), contents, concat(line({ flat: "" }), this.token(close))), broken);
  }

  /** Items on lines of their own. A single item, or lines with commas, may stay on the line of the brace. */
  private block(
    node: ConcreteNode,
    open: ConcreteToken,
    inner: readonly Element[],
    close: ConcreteToken,
  ): Doc {
    const cut = this.isCut([open, ...inner, close]);
    if (inner.length === 0 && !cut) return concat(this.token(open), this.token(close));
    const items = this.itemsOf(inner);
    const commas = items.every(
      ([only, more]) => more === undefined && only !== undefined && !keepsItemComma(only),
    );
    if (commas) for (const element of inner) this.dropComma(element);
    const docs = items.map((elements) => this.sequence(node, elements));
    const inline = !cut && !this.isOpenedByAuthor(open) && (items.length < 2 || commas) && !holdsBlock(inner);
    const contents = concat(
      line({ blank: "inside" }),
      ...docs.flatMap((doc, index) =>
        index === 0 ? [doc] : [commas ? inlineComma : nothing, line({ blank: "keep" }), doc],
      ),
      this.closing(close),
    );
    return group(bracket(this.token(open), contents, concat(line(), this.token(close)), true), !inline);
  }

  /** Each node is an item. Words that stand in a block without a rule of their own go with what they touch. */
  private itemsOf(inner: readonly Element[]): readonly (readonly Element[])[] {
    const items: Element[][] = [];
    for (const [index, child] of inner.entries()) {
      const before = inner[index - 1];
      const starts =
        before === undefined ||
        (child.kind === "node" && before.kind === "node") ||
        (this.gaps[firstOf(child).index]!.firstOnLine && !isToken(child, ","));
      if (starts) items.push([child]);
      else items.at(-1)!.push(child);
    }
    return items;
  }

  /** Comments before a closing bracket stand among what the bracket holds. */
  private closing(close: ConcreteToken): Doc {
    if (this.gaps[close.index]!.comments.length === 0) return nothing;
    return concat(line({ blank: "keep" }), { kind: "comments", index: close.index });
  }

  private isOpenedByAuthor(open: ConcreteToken): boolean {
    const gap = this.gaps[open.index + 1]!;
    return gap.comments[0]?.ownLine ?? gap.firstOnLine;
  }

  /** Must the elements take several lines? A comment between two tokens ends a line, and so does a long text. */
  private isCut(elements: readonly Element[]): boolean {
    const [first] = elements;
    const last = elements.at(-1);
    if (first === undefined || last === undefined) return false;
    for (let index = firstOf(first).index; index <= lastOf(last).index; index++) {
      if (this.isMultiline(index)) return true;
      if (index > firstOf(first).index && this.gaps[index]!.comments.length > 0) return true;
    }
    return false;
  }

  private dropComma(element: Element): void {
    const last = lastOf(element);
    if (!isToken(last, ",") || this.dropped.has(last.index)) return;
    this.dropped.add(last.index);
    this.gaps[last.index + 1] = mergeGaps(this.gaps[last.index]!, this.gaps[last.index + 1]!);
  }

  /** `if a then b else if c then d else e`: one group, with a break before each `else`. */
  private ifChain(node: ConcreteNode, levels = 1): Doc {
    const branches: Doc[] = [];
    let first: Doc = nothing;
    let current: ConcreteNode | undefined = node;
    while (current !== undefined) {
      const at: number = current.children.findIndex((child) => isToken(child, "else"));
      const head: Doc = this.sequence(current, current.children.slice(0, at));
      if (current === node) first = head;
      else branches.push(space, head);
      const rest: readonly Element[] = current.children.slice(at);
      const next: ConcreteNode | undefined = nestedIf(rest[1]);
      branches.push(
        line({ hangs: true }),
        next === undefined ? this.sequence(current, rest) : this.build(rest[0]!),
      );
      current = next;
    }
    return group(concat(first, indent(concat(...branches), levels)), this.isCut([node]));
  }

  /** Operators that bind the loosest get the breaks; what is between them is a group of its own. */
  private infix(node: ConcreteNode): Doc {
    const [first, ...tails] = node.children;
    if (first === undefined || tails.length === 0) return this.row(node);
    return this.infixGroup([{ operator: undefined, element: first }, ...splitInfix(tails)]);
  }

  private infixGroup(parts: readonly InfixPart[]): Doc {
    const level = infixLevel(parts.slice(1));
    if (level === undefined) {
      return concat(
        ...parts.map(({ element }, index) => concat(index === 0 ? nothing : space, this.build(element))),
      );
    }
    const docs: Doc[] = [];
    let segment: InfixPart[] = [];
    const flush = (): void => {
      docs.push(
        segment.length > 1
          ? this.infixGroup(segment)
          : concat(...segment.map((part) => this.build(part.element))),
      );
      segment = [];
    };
    for (const part of parts) {
      if (part.operator === undefined || infixLevel([part]) !== level) {
        segment.push(part);
        continue;
      }
      flush();
      docs.push(line({ hangs: true }));
      segment = [part];
    }
    flush();
    const [head = nothing, ...rest] = docs;
    return group(concat(head, indent(concat(...rest))), this.isCut(parts.map(({ element }) => element)));
  }
}
