import type { Span } from "../../dsl/tree/span.js";

/** Finds values in a JSON text. */
export type JsonLocator = (steps: readonly string[]) => Span;

/**
 * Spans of values in a JSON text by their paths, of the nearest ancestor when a path does not exist. The text must be
 * valid JSON. A container is gone through once, when something in it is first asked for: of a large document many places
 * are asked for, and never all.
 */
export function jsonLocator(text: string): JsonLocator {
  const members = new Map<number, ReadonlyMap<string, number>>();
  const start = new Scanner(text);
  start.skipSpace();
  const root = start.position;
  return (steps) => {
    let position = root;
    for (const step of steps) {
      const inside = members.get(position) ?? new Scanner(text, position).members();
      members.set(position, inside);
      const next = inside.get(step);
      if (next === undefined) break;
      position = next;
    }
    // A span is for pointing at: of a container, its first line is enough.
    if (text[position] === "{" || text[position] === "[") return { start: position, end: position + 1 };
    const scanner = new Scanner(text, position);
    scanner.skipValue();
    return { start: position, end: scanner.position };
  };
}

class Scanner {
  constructor(
    private readonly text: string,
    public position = 0,
  ) {}

  skipSpace(): void {
    for (;;) {
      const code = this.text.charCodeAt(this.position);
      // The four kinds of white space of JSON, and the byte order mark that may stand before it.
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09 && code !== 0xfeff) return;
      this.position++;
    }
  }

  /** Where the values of the container at the position start, by key or index; of a key that stands twice, the first. */
  members(): ReadonlyMap<string, number> {
    const found = new Map<string, number>();
    const open = this.text[this.position];
    if (open !== "{" && open !== "[") return found;
    this.position++;
    for (let index = 0; ; index++) {
      this.skipSpace();
      const next = this.text[this.position];
      if (next === "}" || next === "]" || next === undefined) return found;
      let key = String(index);
      if (open === "{") {
        const start = this.position;
        this.skipString();
        key = JSON.parse(this.text.slice(start, this.position)) as string;
        this.skipSpace();
        this.position++;
        this.skipSpace();
      }
      if (!found.has(key)) found.set(key, this.position);
      this.skipValue();
      this.skipSpace();
      if (this.text[this.position] === ",") this.position++;
    }
  }

  skipValue(): void {
    let depth = 0;
    do {
      this.skipSpace();
      const next = this.text[this.position];
      if (next === undefined) return;
      if (next === '"') this.skipString();
      else if (next === "{" || next === "[") {
        depth++;
        this.position++;
      } else if (next === "}" || next === "]") {
        depth--;
        this.position++;
      } else if (next === "," || next === ":") this.position++;
      else while (/[^\s,:[\]{}"]/.test(this.text[this.position] ?? " ")) this.position++;
    } while (depth > 0);
  }

  private skipString(): void {
    this.position = endOfString(this.text, this.position);
  }
}

/** Place behind a string of JSON that starts at a place; the end of the text for one that does not end. */
export function endOfString(text: string, start: number): number {
  // No expression: one over a string of millions of escapes runs out of stack.
  for (let from = start + 1; ; ) {
    const end = text.indexOf('"', from);
    if (end < 0) return text.length;
    let escapes = 0;
    while (text.charCodeAt(end - 1 - escapes) === 92) escapes++;
    from = end + 1;
    if (escapes % 2 === 0) return from;
  }
}
