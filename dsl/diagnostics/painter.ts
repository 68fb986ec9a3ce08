import type { Severity } from "./diagnostic.js";

/** Colours of a code frame; the plain painter leaves the text as it is. */
export interface Painter {
  readonly dim: (text: string) => string;
  readonly strong: (text: string) => string;
  readonly accent: (text: string) => string;
  readonly bold: (text: string) => string;
}

const same = (text: string): string => text;

const plainPainter: Painter = { dim: same, strong: same, accent: same, bold: same };

/** `strong` is red, yellow or blue for an error, a warning or a hint. */
export function painterFor(severity: Severity, color: boolean): Painter {
  if (!color) return plainPainter;
  const strong = { error: 31, warning: 33, info: 34 }[severity];
  return { dim: ansi(2, 22), strong: ansi(strong, 39), accent: ansi(36, 39), bold: ansi(1, 22) };
}

function ansi(on: number, off: number): (text: string) => string {
  return (text) => `\u001b[${on}m${text}\u001b[${off}m`;
}
