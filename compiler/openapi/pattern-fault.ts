/**
 * Vets a regular expression of a scenario file. Patterns run on text that a policy wrote, so one that can take
 * exponential time is refused: a group that is repeated must hold neither another quantifier nor alternatives, since
 * two ways to match one text in each round double the work of every round.
 *
 * @returns why the pattern is refused, or undefined when it is fine.
 */
export function patternFault(source: string): string | undefined {
  try {
    new RegExp(source, "u");
  } catch (error) {
    // V8 repeats the pattern, which the finding shows anyway.
    return error instanceof Error ? error.message.replace(/^.*\/u?: /u, "") : "it does not compile";
  }
  if (/\\[1-9]|\\k</u.test(source)) return "it has a back reference";
  return hasNestedRepetition(source)
    ? "it repeats a group that itself repeats or has alternatives"
    : undefined;
}

function hasNestedRepetition(source: string): boolean {
  // One entry per open group: can its content match one text in several ways?
  const groups: boolean[] = [false];
  let inClass = false;
  for (let i = 0; i < source.length; i++) {
    const char = source[i];
    if (char === "\\") {
      i++;
    } else if (inClass) {
      if (char === "]") inClass = false;
    } else if (char === "[") {
      inClass = true;
    } else if (char === "(") {
      groups.push(false);
    } else if (char === ")") {
      const ambiguous = groups.pop() ?? false;
      const repeated = isRepeated(source, i + 1);
      if (ambiguous && repeated) return true;
      if (ambiguous || isVariable(source, i + 1)) groups[groups.length - 1] = true;
    } else if (char === "|" || (isVariable(source, i) && source[i - 1] !== "(")) {
      groups[groups.length - 1] = true;
    }
  }
  return false;
}

/** `*`, `+`, and every count above one. */
function isRepeated(source: string, at: number): boolean {
  return countAt(source, at).most > 1;
}

/** A quantifier that leaves open how often: `?`, `*`, `+`, `{2,}`, `{1,3}`. */
function isVariable(source: string, at: number): boolean {
  const { least, most } = countAt(source, at);
  return least !== most;
}

/** What a quantifier at a place asks for; once where there is none. */
function countAt(source: string, at: number): { readonly least: number; readonly most: number } {
  switch (source[at]) {
    case "*":
      return { least: 0, most: Number.POSITIVE_INFINITY };
    case "+":
      return { least: 1, most: Number.POSITIVE_INFINITY };
    case "?":
      return { least: 0, most: 1 };
    case "{": {
      const [, least, range, most] = /^\{(\d+)(,(\d*))?\}/u.exec(source.slice(at)) ?? [];
      if (least === undefined) break;
      const end = range === undefined ? Number(least) : most === "" ? Number.POSITIVE_INFINITY : Number(most);
      return { least: Number(least), most: end };
    }
  }
  return { least: 1, most: 1 };
}
