import type { Memory } from "./memory.js";

/** Answers a question about what a result was made from, such as `tree scenarios/a.rvr`. */
export type Look = (question: string) => unknown;

/**
 * A result with every question that was asked to make it, and the answer. Answers are objects that exist once for
 * each content, so a result holds for as long as every question has the same answer, whatever happened in between.
 */
export interface Traced<Value> {
  readonly value: Value;
  readonly reads: ReadonlyMap<string, unknown>;
}

/** The remembered result whose questions are all answered as they were, or a new one that notes its questions. */
export function remembered<Value>(
  memory: Memory<Traced<Value>>,
  key: string,
  look: Look,
  make: (look: Look) => Value,
): Value {
  const holds = ({ reads }: Traced<Value>) =>
    [...reads].every(([question, answer]) => look(question) === answer);
  const known = memory.find(key, holds);
  if (known !== undefined) return known.value;
  const reads = new Map<string, unknown>();
  const value = make((question) => {
    const answer = look(question);
    reads.set(question, answer);
    return answer;
  });
  return memory.add(key, { value, reads }).value;
}
