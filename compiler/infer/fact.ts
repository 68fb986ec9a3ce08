/**
 * How far a fact may be trusted. `high`: the document says it in so many words, and nothing speaks against it.
 * `medium`: a convention that most services keep. `low`: a guess that a person should look at.
 */
export type Confidence = "high" | "medium" | "low";

/** Something that the document does not state, with the reason to believe it. */
export interface Fact<T> {
  readonly value: T;
  readonly reason: string;
  readonly confidence: Confidence;
}

export function fact<T>(value: T, confidence: Confidence, reason: string): Fact<T> {
  return { value, reason, confidence };
}
