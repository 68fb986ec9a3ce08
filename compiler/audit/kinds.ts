import type { RewardIr } from "../ir/reward.js";
import { effectOf, isGold } from "./alphabet.js";
import type { AuditTask } from "./letter.js";
import { type Arena, type AuditSubject, arenaOf } from "./prepare.js";
import { shapesOf } from "./tasks.js";

/** Tasks on which every letter of the alphabet means the same to the reward and the world, as far as that was tried. */
export interface Kind {
  readonly arena: Arena;
  readonly members: readonly AuditTask[];
}

/** Tasks that wrong values are taken from. */
const RIVALS = 24;

/**
 * Tasks by what can happen on them. Tasks of one shape are told apart again by playing the alphabet of the first of them
 * on all, and gold after every letter: a wrong id that happens to exist, or a rule that bites once something was done,
 * makes another kind. One task then stands for all of its kind.
 */
export function kindsOf(
  subject: AuditSubject,
  reward: RewardIr,
  tasks: readonly AuditTask[],
): readonly Kind[] {
  return shapesOf(subject.compiled, tasks).flatMap(({ first, members }): Kind[] => {
    const rivals = [...members, ...tasks.filter((task) => !members.includes(task))].slice(0, RIVALS);
    const arena = arenaOf(subject, reward, first, rivals);
    const groups = new Map<string, AuditTask[]>();
    for (const task of members) {
      const own = task === first ? arena : arenaOf(subject, reward, task, rivals, arena.alphabet);
      const signature = signatureOf(own);
      groups.set(signature, [...(groups.get(signature) ?? []), task]);
    }
    return [...groups.values()].flatMap((group): Kind[] => {
      const [one] = group;
      if (one === undefined) return [];
      return [{ arena: one === first ? arena : arenaOf(subject, reward, one, rivals), members: group }];
    });
  });
}

/** What every letter does in the initial world, and how gold fares after it. */
function signatureOf({ graph, alphabet }: Arena): string {
  const golds = alphabet.letters.filter(isGold);
  return JSON.stringify(
    alphabet.letters
      .filter((letter) => letter.portable)
      .map((letter) => {
        const [edge] = graph.from(graph.start, letter);
        return edge === undefined ? undefined : [edge.facts, effectOf(graph, edge.to, golds, true)];
      }),
  );
}
