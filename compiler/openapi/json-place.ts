import type { Span } from "../../dsl/tree/span.js";

/**
 * Span of the value at a path of a JSON text, of the nearest ancestor when the path does not exist. The text must be
 * valid JSON. One pass over the part of the text before the value; nothing is built.
 */
export function locateInJson(text: string, steps: readonly string[]): Span {
  const scanner = new Scanner(text);
  scanner.skipSpace();
  for (const step of steps) {
    const mark = scanner.position;
    if (!scanner.enter(step)) {
      scanner.position = mark;
      break;
    }
  }
  const start = scanner.position;
  scanner.skipValue();
  // A span is for pointing at: of a container, its first line is enough.
  const container = text[start] === "{" || text[start] === "[";
  return { start, end: container ? start + 1 : scanner.position };
}

class Scanner {
  position = 0;

  constructor(private readonly text: string) {}

  skipSpace(): void {
    while (/\s/.test(this.text[this.position] ?? "")) this.position++;
  }

  /** Moves from the start of a container to the value under a key or index. */
  enter(step: string): boolean {
    const open = this.text[this.position];
    if (open !== "{" && open !== "[") return false;
    this.position++;
    for (let index = 0; ; index++) {
      this.skipSpace();
      const next = this.text[this.position];
      if (next === "}" || next === "]" || next === undefined) return false;
      let key = String(index);
      if (open === "{") {
        const start = this.position;
        this.skipString();
        key = JSON.parse(this.text.slice(start, this.position)) as string;
        this.skipSpace();
        this.position++;
        this.skipSpace();
      }
      if (key === step) return true;
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
    this.position++;
    while (this.position < this.text.length && this.text[this.position] !== '"') {
      this.position += this.text[this.position] === "\\" ? 2 : 1;
    }
    this.position++;
  }
}
