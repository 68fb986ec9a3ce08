import { InternalError } from "../../dsl/text/internal-error.js";
import { stringLiteral } from "./literal.js";

/** What a printed function has at hand besides its locals: a parameter of this name. */
export type Offer = "world" | "request" | "variables" | "responses";

/** What one printed module gathers while its expressions are printed. */
export class ModuleScope {
  /** Sources of regular expressions by the constant that holds them. */
  private readonly patterns = new Map<string, string>();

  /** Name of the constant for a vetted pattern. */
  pattern(source: string): string {
    const known = this.patterns.get(source);
    if (known !== undefined) return known;
    const name = `PATTERN_${this.patterns.size + 1}`;
    this.patterns.set(source, name);
    return name;
  }

  /** Declarations of the constants that `pattern` named. */
  patternDeclarations(): string[] {
    return [...this.patterns].map(
      ([source, name]) => `const ${name}: RegExp = new RegExp(${stringLiteral(source)}, "u");`,
    );
  }
}

/** A shape as printed code calls it. */
export interface ShapeReference {
  /** Expression that names the function. */
  readonly callee: string;
  /** The function takes the world before its own parameters. */
  readonly needsWorld: boolean;
}

export interface ScopeOptions {
  readonly module: ModuleScope;
  readonly offers: readonly Offer[];
  readonly shape: (name: string) => ShapeReference;
}

/**
 * What the expressions of one printed function may use, and what they did use. An expression that asks for something
 * not offered is a bug of the binder, which should have refused it.
 */
export class FunctionScope {
  readonly module: ModuleScope;
  private readonly options: ScopeOptions;
  private readonly used = new Set<string>();

  constructor(options: ScopeOptions) {
    this.module = options.module;
    this.options = options;
  }

  offer(name: Offer): string {
    if (!this.options.offers.includes(name)) {
      throw new InternalError(`an expression uses "${name}" where there is none`);
    }
    return this.use(name);
  }

  shape(name: string): ShapeReference {
    return this.options.shape(name);
  }

  use(name: string): string {
    this.used.add(name);
    return name;
  }

  uses(name: string): boolean {
    return this.used.has(name);
  }

  /** Prints the inside of a binding; tells whether it used the name. Outside, the name is free again. */
  within(name: string, print: () => string): { readonly text: string; readonly used: boolean } {
    const before = this.used.delete(name);
    const text = print();
    const used = this.used.delete(name);
    if (before) this.used.add(name);
    return { text, used };
  }

  /**
   * Parameters of the printed function: `names` with their types, those after the last used one left out, unused
   * ones before it with an underscore, as TypeScript's check for unused parameters wants it.
   */
  parameterList(names: readonly (readonly [name: string, type: string])[]): string[] {
    const last = names.findLastIndex(([name]) => this.used.has(name));
    return names
      .slice(0, last + 1)
      .map(([name, type]) => `${this.used.has(name) ? name : `_${name}`}: ${type}`);
  }

  /** As `parameterList`, without types and in one text. */
  parameters(...names: readonly string[]): string {
    const last = names.findLastIndex((name) => this.used.has(name));
    return names
      .slice(0, last + 1)
      .map((name) => (this.used.has(name) ? name : `_${name}`))
      .join(", ");
  }
}
