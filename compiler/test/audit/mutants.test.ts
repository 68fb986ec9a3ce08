import { beforeAll, describe, expect, it } from "vitest";
import { mutateReward } from "../../audit/mutation.js";
import { firstArena, type Shipped, shippedScenarios } from "./shipped.js";

let shipped: ReadonlyMap<string, Shipped>;

beforeAll(async () => {
  shipped = await shippedScenarios();
}, 120_000);

/** Seeded changes of each of the fifteen shipped rewards; all of them where a reward has fewer. */
const EACH = 40;
const NAMES = ["cross_product", "page_creation", "page_labeling", "subtask_creation", "ticket_transition"];

describe("the tests of a scenario notice changes of its rewards", () => {
  it.each(NAMES)("%s", { timeout: 300_000 }, (name) => {
    const scenario = shipped.get(name) ?? expect.fail();
    const { subject, tasks } = scenario;
    for (const reward of subject.ir.rewards) {
      const result = mutateReward(subject, reward, firstArena(scenario, reward), tasks, EACH);
      const different = result.mutants - result.equivalent;
      expect(different).toBeGreaterThan(8);
      expect(result.killed, `${reward.name}: ${result.survivors.join(", ")}`).toBeGreaterThanOrEqual(
        0.95 * different,
      );
      expect(result.falselyKilled).toBe(0);
    }
  });

  it("and without tests none is noticed", { timeout: 120_000 }, () => {
    const scenario = shipped.get("ticket_transition") ?? expect.fail();
    const ir = { ...scenario.subject.ir, tests: [] };
    const subject = { ...scenario.subject, ir };
    const [reward] = ir.rewards;
    if (reward === undefined) return expect.fail();
    const { killed, survivors } = mutateReward(
      subject,
      reward,
      firstArena(scenario, reward),
      scenario.tasks,
      EACH,
    );
    expect(killed).toBe(0);
    expect(survivors.length).toBeGreaterThan(20);
  });
});
