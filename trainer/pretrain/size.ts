/** What a dialogue may leave out to stay short. */
export interface Size {
  readonly short: boolean;
  /** Short, without other tools, spare arguments, unrelated values or repairs, and mostly without reading. */
  readonly plain?: boolean;
}

/** How many unrelated values an answer may hold. */
export function noise(size: Size, short: number, long: number): number {
  if (size.plain === true) return 0;
  return size.short ? short : long;
}
