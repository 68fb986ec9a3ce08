import { beforeAll, describe, expect, it } from "vitest";
import { attack } from "../../audit/attack.js";
import { explore } from "../../audit/explore.js";
import type { RewardMachine } from "../../audit/machine.js";
import { secondOpinion } from "../../audit/second-opinion.js";
import { firstArena, type Shipped, shippedScenarios } from "./shipped.js";

let shipped: ReadonlyMap<string, Shipped>;

beforeAll(async () => {
  shipped = await shippedScenarios();
}, 120_000);

const NAMES = ["cross_product", "page_creation", "page_labeling", "subtask_creation", "ticket_transition"];

const arenaOf = (name: string, rewardName: string) => {
  const scenario = shipped.get(name) ?? expect.fail();
  const reward = scenario.subject.ir.rewards.find((one) => one.name === rewardName) ?? expect.fail();
  return { scenario, arena: firstArena(scenario, reward) };
};

describe("plain enumeration", () => {
  it.each(NAMES.flatMap((name) => [[name, "sound"] as const, [name, "paper_literal"] as const]))(
    "agrees with the exploration on %s, %s",
    (name, reward) => {
      const { scenario, arena } = arenaOf(name, reward);
      const opinion = secondOpinion(scenario.subject, arena, 4);
      expect(opinion.disagreements).toEqual([]);
      expect(opinion.traces).toBeGreaterThan(700);
    },
    60_000,
  );

  it("contradicts an automaton that forgets what a write is worth", () => {
    const { scenario, arena } = arenaOf("subtask_creation", "sound");
    const { machine } = arena;
    const broken: RewardMachine = {
      ...machine,
      move: (registers, facts, index) => machine.move(registers, { ...facts, right: [0] }, index),
    };
    const opinion = secondOpinion(scenario.subject, { ...arena, machine: broken }, 4);
    expect(opinion.disagreements.join()).toContain("highest failing score");
  }, 60_000);
});

describe("the attack", () => {
  const attackOn = (name: string, reward: string) => {
    const { scenario, arena } = arenaOf(name, reward);
    const depth = 6;
    const bounds = { depth, budget: 4, threshold: 2, states: 200_000 };
    const explored = explore(arena.machine, arena.graph, arena.alphabet.letters, bounds);
    return { attacked: attack(scenario.subject, arena, { seed: "test", depth }), explored };
  };

  it("finds the four calls of the ticket table that solve nothing", () => {
    const { attacked, explored } = attackOn("ticket_transition", "paper_literal");
    expect(attacked.best).toBe(1);
    expect(explored.maxFailing?.score).toBe(1);
  }, 60_000);

  it.each(["subtask_creation", "page_labeling"])(
    "finds nothing above the maximum of %s",
    (name) => {
      const { attacked, explored } = attackOn(name, "sound");
      expect(attacked.best).toBeGreaterThan(0.2);
      expect(attacked.best).toBeLessThanOrEqual((explored.maxFailing?.score ?? 0) + 1e-9);
    },
    60_000,
  );
});
