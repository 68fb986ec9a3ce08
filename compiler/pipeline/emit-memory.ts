import type { BoundScenario } from "../bind/scenario.js";
import type { BoundWorld } from "../bind/world.js";
import type { EmittedFile, Origin } from "../emit/file.js";
import { hashOf } from "../emit/manifest.js";
import { emitWorldModules } from "../emit/project.js";
import type { ValidatorModule } from "../emit/world.js";
import type { ApiModel } from "../openapi/api-model.js";
import { buildValidators, type GeneratedValidators } from "../schema/build-validators.js";
import type { Rounds } from "./memory.js";
import { ScenarioPrints } from "./scenario-prints.js";
import type { OnWork } from "./work.js";

interface Printed {
  readonly hash: string;
  readonly files: readonly EmittedFile[];
}

/** Printed modules by the world or scenario that they are printed from: they go when it is forgotten. */
export class EmitMemory {
  private readonly validators = new WeakMap<ApiModel, Map<string, GeneratedValidators>>();
  private readonly worlds = new WeakMap<BoundWorld, Printed>();
  private readonly scenarios = new WeakMap<BoundScenario, Printed>();

  private readonly parts: ScenarioPrints;

  constructor(
    rounds: Rounds,
    private readonly onWork: OnWork,
  ) {
    this.parts = new ScenarioPrints(rounds);
  }

  world(world: BoundWorld, origin: Origin): Promise<readonly EmittedFile[]> {
    return printed(this.worlds, world, origin, () => {
      this.onWork("emit world", world.ir.name);
      return emitWorldModules({ ir: world.ir, origin, validators: this.validatorsOf(world) });
    });
  }

  scenario(bound: BoundScenario, origin: Origin): Promise<readonly EmittedFile[]> {
    return printed(this.scenarios, bound, origin, () =>
      this.parts.print(bound, origin, () => this.onWork("emit scenario", bound.ir.name)),
    );
  }

  forgetUnused(): void {
    this.parts.forgetUnused();
  }

  private validatorsOf(world: BoundWorld): readonly ValidatorModule[] {
    return [...world.apis].flatMap(([api, model]): ValidatorModule[] => {
      const operations = world.ir.operations.filter((operation) => operation.api === api);
      const ids = operations.map((operation) => operation.operation);
      return ids.length === 0 ? [] : [{ api, ...this.validatorsFor(model, ids) }];
    });
  }

  /** Worlds that differ in behaviour often take the same operations. */
  private validatorsFor(model: ApiModel, ids: readonly string[]): GeneratedValidators {
    const known = this.validators.get(model) ?? new Map<string, GeneratedValidators>();
    this.validators.set(model, known);
    const key = JSON.stringify(ids);
    const built = known.get(key) ?? buildValidators(model, ids);
    known.set(key, built);
    return built;
  }
}

async function printed<Key extends object>(
  memory: WeakMap<Key, Printed>,
  key: Key,
  { hash }: Origin,
  print: () => Promise<readonly EmittedFile[]>,
): Promise<readonly EmittedFile[]> {
  const known = memory.get(key);
  if (known?.hash === hash) return known.files;
  const files = await print();
  // Their hashes are needed later. Made now, they also turn each text from a tree of pieces into one string, which takes
  // a fraction of the memory while the other scenarios are printed.
  for (const file of files) hashOf(file);
  memory.set(key, { hash, files });
  return files;
}
