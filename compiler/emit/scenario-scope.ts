import { InternalError } from "../../dsl/text/internal-error.js";
import type { WorldIr } from "../ir/world.js";
import { camel, NamePool } from "./names.js";
import { FunctionScope, ModuleScope, type Offer } from "./scope.js";
import { shapeReferences } from "./shapes.js";
import { worldFolder } from "./world.js";

/** Scopes for the functions of one module of a scenario, with imports of the shapes that they turn out to use. */
export class ScenarioModule {
  readonly module = new ModuleScope();
  private readonly worlds: ReadonlyMap<string, WorldIr>;
  private readonly aliases = new Map<string, string>();
  private readonly names = new NamePool();

  constructor(worlds: ReadonlyMap<string, WorldIr>) {
    this.worlds = worlds;
  }

  /** A scope for one function that sees the shapes of a world. */
  scope(world: string, ...offers: readonly Offer[]): FunctionScope {
    const ir = this.worlds.get(world);
    if (ir === undefined) throw new InternalError(`no world named ${world}`);
    const shape = shapeReferences(ir, () => `${this.alias(world)}.`);
    return new FunctionScope({ module: this.module, offers, shape });
  }

  /** Import lines of the module, to be asked for after everything else is printed. */
  imports(...own: readonly string[]): string {
    const shapes = [...this.aliases].map(
      ([world, alias]) => `import * as ${alias} from "../${worldFolder(world)}/shapes.js";`,
    );
    return ['import * as rt from "rvrc/runtime";', ...shapes, ...own].join("\n");
  }

  private alias(world: string): string {
    const known = this.aliases.get(world);
    if (known !== undefined) return known;
    const alias = this.names.claim(`${camel(world)}Shapes`);
    this.aliases.set(world, alias);
    return alias;
  }
}
