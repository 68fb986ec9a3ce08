/** A text with named holes. Calling it fills them; a missing hole does not compile. */
export interface Message<Hole extends string> {
  (values: Readonly<Record<Hole, string | number>>): string;
  /** Names of the holes in order of appearance, repetitions included. */
  readonly holes: readonly Hole[];
  /** The text with each hole shown as `{name}`. */
  readonly pattern: string;
}

/**
 * Tag for messages with holes: msg`Unknown tool ${"name"}.`
 *
 * A hole is written as a string literal: its type is the name that the caller must give.
 */
export function msg<const Holes extends readonly string[]>(
  texts: TemplateStringsArray,
  ...holes: Holes
): Message<Holes[number]> {
  type Hole = Holes[number];
  const join = (show: (hole: Hole) => string): string => {
    let result = texts[0] ?? "";
    holes.forEach((hole, index) => {
      result += show(hole) + (texts[index + 1] ?? "");
    });
    return result;
  };
  const fill = (values: Readonly<Record<Hole, string | number>>): string =>
    join((hole) => String(values[hole]));
  return Object.assign(fill, { holes, pattern: join((hole) => `{${hole}}`) });
}
