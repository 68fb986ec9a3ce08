import type { ConcreteToken } from "../syntax/concrete.js";
import type { SourceFile } from "../text/source-file.js";
import type { Comment } from "../tree/file.js";

/** A comment with its place among the tokens. */
export interface PlacedComment {
  readonly text: string;
  /** Nothing but white space stands before it on its line. */
  readonly ownLine: boolean;
  /** An empty line stands before it. */
  readonly blankBefore: boolean;
}

/** What stands before a token, besides white space. */
export interface Gap {
  readonly comments: readonly PlacedComment[];
  /** An empty line stands directly before the token. */
  readonly blankBefore: boolean;
  /** The token begins a line. */
  readonly firstOnLine: boolean;
}

/**
 * The gap before each token, and one more for the end of the file. Comments come in the order of the text and none is
 * left out, so a layout that writes all gaps keeps all comments.
 */
export function findGaps(
  source: SourceFile,
  tokens: readonly ConcreteToken[],
  comments: readonly Comment[],
): Gap[] {
  const gaps: Gap[] = [];
  let next = 0;
  let lastEnd = -1;
  const lineOf = (offset: number): number => source.positionAt(offset).line;
  for (let index = 0; index <= tokens.length; index++) {
    const start = tokens[index]?.start ?? source.text.length;
    const placed: PlacedComment[] = [];
    for (let comment = comments[next]; comment !== undefined; comment = comments[next]) {
      if (comment.span.start >= start) break;
      const { distance, first } = distanceTo(comment.span.start);
      placed.push({ text: comment.text.trimEnd(), ownLine: first, blankBefore: distance > 1 });
      lastEnd = comment.span.end;
      next++;
    }
    const { distance, first } = distanceTo(start);
    gaps.push({ comments: placed, blankBefore: distance > 1, firstOnLine: first });
    lastEnd = tokens[index]?.end ?? lastEnd;
  }
  return gaps;

  function distanceTo(offset: number): { readonly distance: number; readonly first: boolean } {
    if (lastEnd < 0) return { distance: 0, first: true };
    const distance = lineOf(offset) - lineOf(Math.max(0, lastEnd - 1));
    return { distance, first: distance > 0 };
  }
}

/** The gap of a token that is not printed, such as a comma that ends a line, goes before the next token. */
export function mergeGaps(first: Gap, second: Gap): Gap {
  return {
    comments: [...first.comments, ...second.comments],
    blankBefore: second.blankBefore,
    firstOnLine: first.firstOnLine || second.firstOnLine,
  };
}
