/**
 * What the formatter lays out: tokens by their number, and the places where a line may end. A group stands on one
 * line when it fits, and else breaks its own lines; groups within it decide for themselves.
 */
export type Doc =
  | { readonly kind: "token"; readonly index: number }
  /** Comments that stand before a token, where they need a place of their own: before a closing bracket. */
  | { readonly kind: "comments"; readonly index: number }
  | { readonly kind: "space" }
  | Line
  /** A comma between or after elements, in every layout or only in one of the two. */
  | { readonly kind: "comma"; readonly where: "always" | "broken" | "flat" }
  | { readonly kind: "concat"; readonly parts: readonly Doc[] }
  | { readonly kind: "indent"; readonly levels: number; readonly contents: Doc }
  | { readonly kind: "group"; readonly broken: boolean; readonly contents: Doc }
  /**
   * What is between brackets is indented from the line on which the opening one stands; in a block, from the item
   * that the block belongs to.
   */
  | {
      readonly kind: "bracket";
      readonly block: boolean;
      readonly open: Doc;
      readonly inner: Doc;
      readonly close: Doc;
    };

export interface Line {
  readonly kind: "line";
  /** What stands in its place on one line. */
  readonly flat: "" | " ";
  /** `keep`: an empty line of the author stays. `inside`: the same, but none directly after this line. */
  readonly blank: "none" | "inside" | "keep";
  /** Stays on a line that holds closing brackets only, as in `} else {`. */
  readonly hangs: boolean;
}

export const space: Doc = { kind: "space" };
export const nothing: Doc = { kind: "concat", parts: [] };
export const comma: Doc = { kind: "comma", where: "always" };
export const trailingComma: Doc = { kind: "comma", where: "broken" };
export const inlineComma: Doc = { kind: "comma", where: "flat" };

export function line(options: Partial<Omit<Line, "kind">> = {}): Doc {
  return { kind: "line", flat: " ", blank: "none", hangs: false, ...options };
}

export function concat(...parts: readonly Doc[]): Doc {
  return { kind: "concat", parts };
}

export function indent(contents: Doc, levels = 1): Doc {
  return { kind: "indent", levels, contents };
}

/**
 * `broken`: takes several lines whatever the width. So does a group that holds such a group; a layout that is read
 * again is therefore laid out as it is.
 */
export function group(contents: Doc, broken = false): Doc {
  return { kind: "group", broken: broken || holdsBroken(contents), contents };
}

export function bracket(open: Doc, inner: Doc, close: Doc, block = false): Doc {
  return { kind: "bracket", block, open, inner, close };
}

/** Does a group below break its lines whatever the width? */
export function holdsBroken(doc: Doc): boolean {
  switch (doc.kind) {
    case "group":
      return doc.broken;
    case "concat":
      return doc.parts.some(holdsBroken);
    case "indent":
      return holdsBroken(doc.contents);
    case "bracket":
      return holdsBroken(doc.inner);
    default:
      return false;
  }
}
