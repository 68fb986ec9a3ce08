import { fileURLToPath } from "node:url";
import * as runtime from "../../../runtime/index.js";
import { kindsOf } from "../../audit/kinds.js";
import type { AuditTask } from "../../audit/letter.js";
import type { Arena, AuditSubject } from "../../audit/prepare.js";
import { auditTasks } from "../../audit/tasks.js";
import { nodeHost } from "../../host/node-host.js";
import type { RewardIr } from "../../ir/reward.js";
import { compileScenarios } from "../../pipeline/compile.js";

export interface Shipped {
  readonly subject: AuditSubject;
  readonly tasks: readonly AuditTask[];
}

/** The shipped scenarios, compiled in memory. */
export async function shippedScenarios(): Promise<ReadonlyMap<string, Shipped>> {
  const host = nodeHost(fileURLToPath(new URL("../../../", import.meta.url)));
  const options = { host, paths: ["scenarios"], out: "generated", runtime, emit: false, replay: false };
  const { scenarios } = await compileScenarios(options);
  return new Map(
    scenarios.flatMap(({ name, bound, compiled }): [string, Shipped][] => {
      if (compiled === undefined) return [];
      const worlds = new Map(bound.worlds.map((world) => [world.ir.name, world.ir]));
      const world = worlds.get(bound.ir.world);
      if (world === undefined) return [];
      const subject = { ir: bound.ir, worlds, compiled };
      return [[name, { subject, tasks: auditTasks(bound.ir, world, compiled) }]];
    }),
  );
}

/** The arena of the first kind of task. */
export function firstArena({ subject, tasks }: Shipped, reward: RewardIr): Arena {
  const [kind] = kindsOf(subject, reward, tasks.slice(0, 12));
  if (kind === undefined) throw new Error("no task");
  return kind.arena;
}
