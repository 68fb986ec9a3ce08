/**
 * Vets a regular expression of a scenario file. Patterns run on text that a policy wrote, so one that can take
 * exponential time is refused: a quantified group must not contain another unbounded quantifier.
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
  return hasNestedRepetition(source) ? "it repeats a group that itself repeats" : undefined;
}

function hasNestedRepetition(source: string): boolean {
  // One entry per open group: does its content hold an unbounded quantifier?
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
      const repeats = groups.pop() ?? false;
      const quantified = isUnbounded(source, i + 1);
      if (repeats && quantified) return true;
      if (repeats || quantified) groups[groups.length - 1] = true;
    } else if (isUnbounded(source, i)) {
      groups[groups.length - 1] = true;
    }
  }
  return false;
}

function isUnbounded(source: string, at: number): boolean {
  const char = source[at];
  if (char === "*" || char === "+") return true;
  return char === "{" && /^\{\d+,\}/u.test(source.slice(at));
}
