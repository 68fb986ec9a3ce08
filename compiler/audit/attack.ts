import { createRandom, type Random } from "../../runtime/random/random.js";
import type { Letter } from "./letter.js";
import type { Arena, AuditSubject } from "./prepare.js";

export interface Attack {
  readonly episodes: number;
  /** The highest score of a failing trace that the attacker found, with the trace. */
  readonly best: number;
  readonly trace: readonly Letter[];
}

export interface AttackOptions {
  readonly seed: string;
  /** Calls of a trace at most. */
  readonly depth: number;
  readonly rounds: number;
  readonly group: number;
  readonly rate: number;
}

const DEFAULTS = { rounds: 120, group: 16, rate: 2 };

/**
 * A policy that is paid for failing with a high score: a table of logits, one row for each position in the trace and
 * one column for each call and for stopping, trained by GRPO against the compiled checker (advantages are scores less
 * the group's mean, over its standard deviation). It knows nothing of the automaton, so a trace that scores above what
 * the exploration calls the maximum is a bug of the abstraction.
 */
export function attack(
  subject: AuditSubject,
  { reward, task, alphabet }: Arena,
  options: Pick<AttackOptions, "seed" | "depth"> & Partial<AttackOptions>,
): Attack {
  const { rounds, group, rate, depth, seed } = { ...DEFAULTS, ...options };
  const random = createRandom(seed);
  const letters = alphabet.letters;
  const table = Array.from({ length: depth }, () => new Float64Array(letters.length + 1));
  let best = Number.NEGATIVE_INFINITY;
  let trace: readonly Letter[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const episodes = Array.from({ length: group }, () => {
      const choices = sample(table, letters.length, random);
      const chosen = choices.flatMap((choice) => letters[choice] ?? []);
      const episode = subject.compiled.start(task.task, { reward: reward.name });
      for (const letter of chosen) episode.call(letter.call(task, episode.trace.calls));
      const { reward: score, success } = episode.finish();
      const paid = success ? 0 : score;
      if (!success && score > best) {
        best = score;
        trace = chosen;
      }
      return { choices, paid };
    });
    update(table, episodes, rate);
  }
  return { episodes: rounds * group, best, trace };
}

/** Choices until the policy stops; the last index means to stop. */
function sample(table: readonly Float64Array[], stop: number, random: Random): readonly number[] {
  const choices: number[] = [];
  for (const logits of table) {
    const shares = softmax(logits);
    let rest = random.next();
    let choice = shares.findIndex((share) => {
      rest -= share;
      return rest < 0;
    });
    if (choice < 0) choice = stop;
    choices.push(choice);
    if (choice === stop) break;
  }
  return choices;
}

function update(
  table: readonly Float64Array[],
  episodes: readonly { readonly choices: readonly number[]; readonly paid: number }[],
  rate: number,
): void {
  const mean = episodes.reduce((sum, { paid }) => sum + paid, 0) / episodes.length;
  const variance = episodes.reduce((sum, { paid }) => sum + (paid - mean) ** 2, 0) / episodes.length;
  if (variance === 0) return;
  const scale = rate / episodes.length / Math.sqrt(variance);
  const shares = table.map(softmax);
  for (const { choices, paid } of episodes) {
    for (const [place, choice] of choices.entries()) {
      const row = table[place];
      const probabilities = shares[place];
      if (row === undefined || probabilities === undefined) continue;
      for (let i = 0; i < row.length; i += 1) {
        const gradient = (i === choice ? 1 : 0) - (probabilities[i] ?? 0);
        row[i] = (row[i] ?? 0) + scale * (paid - mean) * gradient;
      }
    }
  }
}

function softmax(logits: Float64Array): Float64Array {
  const top = logits.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY);
  const shares = logits.map((value) => Math.exp(value - top));
  const sum = shares.reduce((total, value) => total + value, 0);
  return shares.map((value) => value / sum);
}
