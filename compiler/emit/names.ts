const PLAIN = /^[A-Za-z_][A-Za-z0-9_]*$/;

/**
 * The identifier that stands for a name of the user's in printed code. The `$` keeps it apart from reserved words
 * and from everything that the emitters name themselves; what cannot stand in an identifier becomes its code point.
 * Different names give different identifiers.
 */
export function identifier(name: string): string {
  return `$${name.replace(/[^A-Za-z0-9_]/gu, (character) => `$${character.codePointAt(0)?.toString(16)}$`)}`;
}

/** True for a name that needs no quotes as a key or after a dot. */
export function isPlainName(name: string): boolean {
  return PLAIN.test(name);
}

/** `create_issue` as `CreateIssue`: the stem of type names. Never empty, never starts with a digit. */
export function pascal(name: string): string {
  const words = name.split(/[^A-Za-z0-9]+/u).filter((word) => word !== "");
  const joined = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  return /^[A-Za-z]/.test(joined) ? joined : `T${joined}`;
}

/** `create_issue` as `createIssue`: the stem of names of constants. */
export function camel(name: string): string {
  const joined = pascal(name);
  return joined.charAt(0).toLowerCase() + joined.slice(1);
}

/** Gives each name out once: a name that is taken gets the lowest number from 2 that frees it. */
export class NamePool {
  private readonly taken: Set<string>;

  constructor(reserved: Iterable<string> = []) {
    this.taken = new Set(reserved);
  }

  claim(wanted: string): string {
    let name = wanted;
    for (let n = 2; this.taken.has(name); n++) name = `${wanted}${n}`;
    this.taken.add(name);
    return name;
  }
}
