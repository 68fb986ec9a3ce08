import { beforeAll, describe, expect, it } from "vitest";
import { createRandom } from "../../../runtime/random/random.js";
import { factsOf } from "../../audit/facts.js";
import { isWriteOf } from "../../audit/prepare.js";
import { firstArena, type Shipped, shippedScenarios } from "./shipped.js";

let shipped: ReadonlyMap<string, Shipped>;

beforeAll(async () => {
  shipped = await shippedScenarios();
}, 120_000);

const NAMES = ["cross_product", "page_creation", "page_labeling", "subtask_creation", "ticket_transition"];
const REWARDS = ["sound", "paper_literal", "paper_compat"];
const TRACES = 150;

describe("the automaton scores as the compiled checker does", () => {
  it.each(NAMES.flatMap((name) => REWARDS.map((reward) => [name, reward] as const)))(
    "%s, %s",
    (name, rewardName) => {
      const scenario = shipped.get(name) ?? expect.fail();
      const { subject } = scenario;
      const reward = subject.ir.rewards.find((one) => one.name === rewardName) ?? expect.fail();
      const { machine, alphabet, task } = firstArena(scenario, reward);
      expect(machine.exact).toBe(true);
      const context = { reward, environment: task.environment, isWrite: isWriteOf(subject, reward) };
      const random = createRandom(`${name}/${rewardName}`);
      const scores = new Set<number>();
      for (let trace = 0; trace < TRACES; trace += 1) {
        const episode = subject.compiled.start(task.task, { reward: rewardName });
        let registers = machine.start;
        let paid = 0;
        const length = random.below(9);
        for (let index = 0; index < length; index += 1) {
          // Any candidate, not only those that stand for their kind.
          const letter = random.pick(random.chance(0.5) ? alphabet.letters : alphabet.candidates);
          const before = [...episode.trace.calls];
          episode.call(letter.call(task, before));
          const call = episode.trace.calls[index] ?? expect.fail();
          const move = machine.move(registers, factsOf(context, call, before), index);
          registers = move.registers;
          paid += move.paid;
        }
        const goal = episode.goalReached;
        const checked = episode.finish();
        expect(machine.score(registers, paid, length, goal)).toBeCloseTo(checked.reward, 9);
        expect(machine.succeeds(registers, goal)).toBe(checked.success);
        scores.add(checked.reward);
      }
      expect(scores.size).toBeGreaterThan(3);
    },
  );
});
