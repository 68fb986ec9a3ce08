import type { CallFacts } from "./facts.js";
import type { Registers, RewardMachine } from "./machine.js";

/** A tuple of registers with its number: equal registers, equal number. */
export interface Numbered {
  readonly number: number;
  readonly registers: Registers;
}

export interface NumberedMove {
  readonly to: Numbered;
  readonly paid: number;
}

/**
 * The moves of a machine, computed once each. An exploration makes millions of them over some thousand tuples of
 * registers and some dozen facts, so looking them up by number saves most of its time. Facts are told apart by identity,
 * as the graph of the world hands them out.
 */
export class MoveTable {
  readonly start: Numbered;
  private readonly tuples = new Map<string, Numbered>();
  private moves = new Map<CallFacts, (NumberedMove | undefined)[]>();
  private index = 0;

  constructor(private readonly machine: RewardMachine) {
    this.start = this.numbered(machine.start);
  }

  /** `index` counts the calls before; moves of one index are best asked for together. */
  move(from: Numbered, facts: CallFacts, index: number): NumberedMove {
    if (index !== this.index) {
      this.moves = new Map();
      this.index = index;
    }
    let row = this.moves.get(facts);
    if (row === undefined) {
      row = [];
      this.moves.set(facts, row);
    }
    const known = row[from.number];
    if (known !== undefined) return known;
    const { registers, paid } = this.machine.move(from.registers, facts, index);
    const made = { to: this.numbered(registers), paid };
    row[from.number] = made;
    return made;
  }

  private numbered(registers: Registers): Numbered {
    const key = registers.join(",");
    const known = this.tuples.get(key);
    if (known !== undefined) return known;
    const made = { number: this.tuples.size, registers };
    this.tuples.set(key, made);
    return made;
  }
}
