/**
 * A pattern in the form that JavaScript compiles with the `u` flag, or undefined when there is none. Patterns written
 * for other engines often escape characters that need no escape (`\_`, `\-`), which `u` refuses; those backslashes
 * are removed.
 */
export function portablePattern(pattern: string): string | undefined {
  if (compiles(pattern)) return pattern;
  const relaxed = withoutNeedlessEscapes(pattern);
  return compiles(relaxed) ? relaxed : undefined;
}

function compiles(pattern: string): boolean {
  try {
    new RegExp(pattern, "u");
    return true;
  } catch {
    return false;
  }
}

function withoutNeedlessEscapes(pattern: string): string {
  let out = "";
  let inClass = false;
  for (let index = 0; index < pattern.length; index++) {
    const char = pattern[index] ?? "";
    const next = pattern[index + 1] ?? "";
    if (char === "\\" && next !== "") {
      const needed = /[A-Za-z0-9^$\\.*+?()[\]{}|/]/.test(next) || (inClass && next === "-");
      out += needed ? char + next : next;
      index++;
      continue;
    }
    if (char === "[") inClass = true;
    if (char === "]") inClass = false;
    out += char;
  }
  return out;
}
