/** Half-open range of UTF-16 offsets in one source text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}
