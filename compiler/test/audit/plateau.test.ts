import { beforeAll, expect, it } from "vitest";
import { createRandom } from "../../../runtime/random/random.js";
import { plateauOf } from "../../audit/plateau.js";
import { firstArena, type Shipped, shippedScenarios } from "./shipped.js";

let shipped: ReadonlyMap<string, Shipped>;

beforeAll(async () => {
  shipped = await shippedScenarios();
}, 120_000);

it.each([
  ["ticket_transition", "sound"],
  ["subtask_creation", "paper_literal"],
])("%s, %s: the distribution of scores is the one that sampling finds", (name, rewardName) => {
  const scenario = shipped.get(name) ?? expect.fail();
  const { subject } = scenario;
  const reward = subject.ir.rewards.find((one) => one.name === rewardName) ?? expect.fail();
  const { machine, graph, alphabet, task } = firstArena(scenario, reward);
  const depth = 4;
  const { levels, covered, equalGroups } = plateauOf(machine, graph, alphabet.letters, depth, 8);
  expect(covered).toBeCloseTo(1, 9);
  expect(levels.reduce((sum, level) => sum + level.probability, 0)).toBeCloseTo(1, 9);
  expect(equalGroups).toBeCloseTo(
    levels.reduce((sum, level) => sum + level.probability ** 8, 0),
    9,
  );
  const random = createRandom(name);
  const counts = new Map<number, number>();
  const samples = 4000;
  for (let sample = 0; sample < samples; sample += 1) {
    const episode = subject.compiled.start(task.task, { reward: rewardName });
    for (let calls = 0; calls < depth; calls += 1) {
      const letter = alphabet.letters[random.below(alphabet.letters.length + 1)];
      if (letter === undefined) break;
      episode.call(letter.call(task, episode.trace.calls));
    }
    const { reward: score } = episode.finish();
    counts.set(score, (counts.get(score) ?? 0) + 1);
  }
  for (const { score, probability } of levels.slice(0, 4)) {
    // Four standard deviations of a share of so many samples.
    const allowed = 4 * Math.sqrt((probability * (1 - probability)) / samples);
    expect(Math.abs((counts.get(score) ?? 0) / samples - probability)).toBeLessThan(allowed);
  }
});
