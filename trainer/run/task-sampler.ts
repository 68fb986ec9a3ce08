import type { Task } from "../../runtime/index.js";
import type { SamplerPosition } from "../checkpoint/checkpoint.js";
import { createRandom, restoreRandom } from "../random.js";

/** The position before the first batch. */
export function firstPosition(tasks: readonly Task[], seed: number): SamplerPosition {
  const random = createRandom(`tasks/${seed}`);
  const order = random.shuffle(tasks.map((task) => task.id));
  return { order, used: 0, epoch: 0, random: random.state() };
}

/**
 * The next `count` tasks, each epoch shuffled anew, with the position after them. Batches go on over the end of
 * an epoch.
 */
export function nextTasks(
  tasks: readonly Task[],
  position: SamplerPosition,
  count: number,
): { readonly batch: readonly Task[]; readonly position: SamplerPosition } {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const random = restoreRandom(position.random);
  let { order, used, epoch } = position;
  const batch: Task[] = [];
  while (batch.length < count) {
    if (used >= order.length) {
      order = random.shuffle(tasks.map((task) => task.id));
      used = 0;
      epoch += 1;
    }
    const task = byId.get(order[used] as string);
    if (task === undefined) throw new RangeError(`the checkpoint names an unknown task ${order[used]}`);
    batch.push(task);
    used += 1;
  }
  return { batch, position: { order, used, epoch, random: random.state() } };
}
