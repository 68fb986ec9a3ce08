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
  private readonly moves: Map<CallFacts, (NumberedMove | undefined)[]>[] = [];

  constructor(private readonly machine: RewardMachine) {
    this.start = this.numbered(machine.start);
  }

  /** `index` counts the calls before. */
  move(from: Numbered, facts: CallFacts, index: number): NumberedMove {
    const phase = this.machine.phase(index);
    let moves = this.moves[phase];
    if (moves === undefined) {
      moves = new Map();
      this.moves[phase] = moves;
    }
    let row = moves.get(facts);
    if (row === undefined) {
      row = [];
      moves.set(facts, row);
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

const tables = new WeakMap<RewardMachine, MoveTable>();

/** The table of a machine, which every exploration of it goes on with. */
export function tableOf(machine: RewardMachine): MoveTable {
  const table = tables.get(machine) ?? new MoveTable(machine);
  tables.set(machine, table);
  return table;
}
