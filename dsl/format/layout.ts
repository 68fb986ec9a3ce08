import { displayWidth } from "../text/display-width.js";
import { assertNever } from "../text/internal-error.js";
import type { Doc, Line } from "./doc.js";
import type { Gap } from "./gaps.js";

/** Columns that a line may have. */
const lineWidth = 110;
const step = 2;

/** A bracket whose opening side is written. */
type BracketRest = Pick<Extract<Doc, { kind: "bracket" }>, "block" | "inner" | "close"> & {
  readonly kind: "bracket-rest";
};

interface Command {
  readonly doc: Doc | BracketRest;
  readonly indent: number;
  /** Lines of the surrounding group are broken. */
  readonly broken: boolean;
}

/** A line break that is due before the next token. */
interface Pending {
  readonly indent: number;
  readonly blank: Line["blank"];
}

/** What the layout prints: texts of tokens, and the gaps before them. */
export interface Material {
  readonly gaps: readonly Gap[];
  /** Text of a token. A text of several lines is indented from the given column. */
  readonly textOf: (index: number, indent: number) => string;
  /** Width up to the first line break of a token. */
  readonly widthOf: (index: number) => number;
  readonly isMultiline: (index: number) => boolean;
}

/**
 * Text of a document. Line breaks are written when the next token comes, so that a comment at the end of a line stays
 * there, and two of them are one. What is left to write always fits: nothing is dropped.
 */
export function layOut(root: Doc, material: Material): string {
  const printer = new Printer(material);
  const stack: Command[] = [{ doc: root, indent: 0, broken: true }];
  for (let command = stack.pop(); command !== undefined; command = stack.pop()) {
    printer.print(command, stack);
  }
  return printer.finish();
}

class Printer {
  private readonly out: string[] = [];
  private column = 0;
  private lineIndent = 0;
  /** The line holds closing brackets only. */
  private closersOnly = false;
  private spaceDue = false;
  /** A comment ends what is written. */
  private afterComment = false;
  private pending: Pending | undefined = { indent: 0, blank: "inside" };
  private readonly written = new Set<number>();

  constructor(private readonly material: Material) {}

  finish(): string {
    this.pending ??= { indent: 0, blank: "keep" };
    this.comments(this.material.gaps.length - 1, 0);
    return this.out.length === 0 ? "" : `${this.out.join("")}\n`;
  }

  print({ doc, indent, broken }: Command, stack: Command[]): void {
    switch (doc.kind) {
      case "token":
        this.token(doc.index, indent);
        return;
      case "comments":
        this.comments(doc.index, indent);
        return;
      case "space":
        this.spaceDue = true;
        return;
      case "comma":
        if (hasComma(doc, broken)) this.write(",");
        return;
      case "line":
        this.line(doc, indent, broken);
        return;
      case "concat":
        for (const part of [...doc.parts].reverse()) stack.push({ doc: part, indent, broken });
        return;
      case "indent":
        stack.push({ doc: doc.contents, indent: indent + step * doc.levels, broken });
        return;
      case "group": {
        const flat = { doc: doc.contents, indent, broken: false };
        const fits = !doc.broken && (!broken || this.fits(flat, stack));
        stack.push({ ...flat, broken: !fits });
        return;
      }
      case "bracket":
        stack.push({ doc: { ...doc, kind: "bracket-rest" }, indent, broken });
        stack.push({ doc: doc.open, indent, broken });
        return;
      case "bracket-rest": {
        const base = doc.block ? indent : this.lineIndent;
        stack.push({ doc: doc.close, indent: base, broken });
        stack.push({ doc: doc.inner, indent: base + step, broken });
        return;
      }
      default:
        assertNever(doc);
    }
  }

  private line(doc: Line, indent: number, broken: boolean): void {
    if (!broken || (doc.hangs && this.closersOnly && this.pending === undefined)) {
      this.spaceDue ||= doc.flat === " ";
    } else {
      this.pending = { indent, blank: doc.blank };
    }
  }

  private token(index: number, indent: number): void {
    this.comments(index, indent);
    const text = this.material.textOf(index, this.pending?.indent ?? this.lineIndent);
    this.place(this.material.gaps[index]!.blankBefore);
    const closer = text === ")" || text === "]" || text === "}";
    this.closersOnly = closer && (this.column === this.lineIndent || this.closersOnly);
    this.afterComment = false;
    this.write(text);
  }

  /** Writes the comments before a token. The first may end the line; each of the others has its own. */
  private comments(index: number, indent: number): void {
    const gap = this.material.gaps[index];
    if (gap === undefined || this.written.has(index)) return;
    this.written.add(index);
    for (const comment of gap.comments) {
      const { pending } = this;
      const after: Pending = {
        indent: pending?.indent ?? Math.max(indent, this.lineIndent + step),
        blank: pending === undefined || pending.blank === "none" ? "none" : "keep",
      };
      if (comment.ownLine || this.column === 0 || this.afterComment) {
        this.pending ??= after;
        this.place(comment.blankBefore);
        this.write(comment.text);
      } else {
        this.write(` ${comment.text}`);
      }
      this.spaceDue = false;
      this.closersOnly = false;
      this.afterComment = true;
      this.pending = after;
    }
  }

  /** Starts the line that is due, or writes the space that is. */
  private place(blankBefore: boolean): void {
    const { pending } = this;
    if (pending !== undefined) {
      if (this.out.length > 0) this.out.push(blankBefore && pending.blank === "keep" ? "\n\n" : "\n");
      this.out.push(" ".repeat(pending.indent));
      this.column = pending.indent;
      this.lineIndent = pending.indent;
      this.closersOnly = false;
    } else if (this.spaceDue) {
      this.write(" ");
    }
    this.pending = undefined;
    this.spaceDue = false;
  }

  private write(text: string): void {
    this.out.push(text);
    const end = text.lastIndexOf("\n");
    this.column = end < 0 ? this.column + widthOf(text) : widthOf(text.slice(end + 1));
  }

  /** Does a document stand on the rest of the line, with what follows it up to the next place for a line break? */
  private fits(first: Command, following: readonly Command[]): boolean {
    let room = lineWidth - (this.pending?.indent ?? this.column);
    if (this.spaceDue && this.pending === undefined) room--;
    let rest = following.length;
    const stack: Command[] = [first];
    while (room >= 0) {
      const command = stack.pop() ?? following[--rest];
      if (command === undefined) return true;
      const { doc, indent, broken } = command;
      switch (doc.kind) {
        case "token":
          room -= this.material.widthOf(doc.index);
          if (this.material.isMultiline(doc.index)) return room >= 0;
          break;
        case "space":
          room--;
          break;
        case "comma":
          if (hasComma(doc, broken)) room--;
          break;
        case "line":
          if (broken) return true;
          room -= doc.flat.length;
          break;
        case "concat":
          for (const part of [...doc.parts].reverse()) stack.push({ doc: part, indent, broken });
          break;
        case "indent":
          stack.push({ doc: doc.contents, indent, broken });
          break;
        case "group":
          stack.push({ doc: doc.contents, indent, broken: broken || doc.broken });
          break;
        case "bracket":
          stack.push({ doc: doc.close, indent, broken }, { doc: doc.inner, indent, broken });
          stack.push({ doc: doc.open, indent, broken });
          break;
        case "bracket-rest":
          stack.push({ doc: doc.close, indent, broken }, { doc: doc.inner, indent, broken });
          break;
        case "comments":
          break;
        default:
          return assertNever(doc);
      }
    }
    return false;
  }
}

function hasComma(doc: Extract<Doc, { kind: "comma" }>, broken: boolean): boolean {
  return doc.where === "always" || (doc.where === "broken") === broken;
}

/** Columns of a text without line breaks. */
export function widthOf(text: string): number {
  let width = 0;
  for (const character of text) width += displayWidth(character.codePointAt(0)!);
  return width;
}
