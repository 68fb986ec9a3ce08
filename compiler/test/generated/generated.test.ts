import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import type { CompiledScenario } from "../../../runtime/abi/scenario.js";
import { changedFixtures, type Fixture } from "../../run/fixtures.js";

const GENERATED = fileURLToPath(new URL("../../../generated/", import.meta.url));

interface RegistryModule {
  readonly registry: ReadonlyMap<string, () => Promise<{ readonly scenario: CompiledScenario }>>;
}

const load = <Module>(path: string): Promise<Module> => import(pathToFileURL(`${GENERATED}${path}`).href);

const { registry } = await load<RegistryModule>("registry.js");

describe("the committed code", () => {
  it("lists the five scenarios", () => {
    expect([...registry.keys()]).toEqual([
      "cross_product",
      "page_creation",
      "page_labeling",
      "subtask_creation",
      "ticket_transition",
    ]);
  });

  it("loads, every module of it", async () => {
    const modules = readdirSync(GENERATED, { recursive: true, encoding: "utf8" })
      .map((path) => path.replaceAll("\\", "/"))
      .filter((path) => path.endsWith(".js"))
      .sort();
    expect(modules.length).toBeGreaterThan(50);
    for (const path of modules) await expect(load<object>(path), path).resolves.toBeDefined();
  });

  it.each([...registry.keys()])(
    "%s replays its fixtures with the outcome that was recorded",
    async (name) => {
      const scenario = (await registry.get(name)?.())?.scenario;
      const text = readFileSync(`${GENERATED}${name}/fixtures.json`, "utf8");
      const fixtures = JSON.parse(text) as readonly Fixture[];
      expect(scenario?.name).toBe(name);
      // Two splits of four episodes, and one for each declared test.
      expect(fixtures.length).toBeGreaterThanOrEqual(8 + 10);
      if (scenario !== undefined) expect(changedFixtures(scenario, fixtures)).toEqual([]);
    },
  );
});
