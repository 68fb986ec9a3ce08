import type { RewardIr } from "../ir/reward.js";
import type { AuditTask } from "./letter.js";
import { type Arena, type AuditSubject, arenaOf } from "./prepare.js";
import { shapesOf } from "./tasks.js";

/** Tasks on which every letter of the alphabet means the same to the reward and the world. */
export interface Kind {
  readonly arena: Arena;
  readonly members: readonly AuditTask[];
}

/** Tasks that wrong values are taken from. */
const RIVALS = 24;

/**
 * Tasks by what can happen on them. Tasks of one shape are told apart again by playing the alphabet of the first of
 * them on all: a wrong id that happens to exist makes another kind. One task then stands for all of its kind.
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

/** What every letter does in the initial world. */
function signatureOf({ graph, alphabet }: Arena): string {
  return JSON.stringify(
    alphabet.letters
      .filter((letter) => letter.portable)
      .map((letter) => {
        const [edge] = graph.from(graph.start, letter);
        const effect =
          edge === undefined || edge.to === graph.start ? "none" : edge.to.goal ? "goal" : "some";
        return [edge?.facts, effect];
      }),
  );
}
