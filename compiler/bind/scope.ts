import type { Name } from "../../dsl/tree/expression.js";
import type { Span } from "../../dsl/tree/span.js";
import type { ExpressionIr } from "../ir/expression.js";
import type { StaticType } from "./static-type.js";

/** What a name stands for: its value and what is known of it. */
export interface Binding {
  readonly ir: ExpressionIr;
  readonly type: StaticType;
  /** Where a file declares it; undefined for names of the language. */
  readonly span?: Span;
}

/** Names visible at one place, innermost first. */
export class Scope {
  private readonly names = new Map<string, Binding>();

  constructor(private readonly outer?: Scope) {}

  find(name: string): Binding | undefined {
    return this.names.get(name) ?? this.outer?.find(name);
  }

  /** @returns false when the name is taken here or further out; shadowing is refused so that IR locals are unique. */
  declare(name: string, binding: Binding): boolean {
    if (this.find(name) !== undefined) return false;
    this.names.set(name, binding);
    return true;
  }

  nest(): Scope {
    return new Scope(this);
  }

  /** All visible names, for suggestions. */
  visible(): string[] {
    return [...this.names.keys(), ...(this.outer?.visible() ?? [])];
  }
}

export function localBinding(name: Name, type: StaticType): Binding {
  return { ir: { kind: "local", name: name.text }, type, span: name.span };
}
