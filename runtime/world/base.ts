import type { Json, JsonObject } from "../abi/json.js";
import type { Steps } from "../abi/value.js";
import type { ResourceProgram, WorldProgram } from "../program/world.js";
import { getPath, isArray, isObject } from "../value/access.js";
import { FieldIndex } from "./field-index.js";
import { WorldFork } from "./fork.js";
import { KeyIndex } from "./key-index.js";
import { keyNumber } from "./key-number.js";
import { type PathNode, pathTree } from "./path-tree.js";

/** One resource of a world before anything happened. */
export interface ResourceBase {
  readonly program: ResourceProgram;
  /** Seeds in their order, frozen all the way down because every fork shares them. */
  readonly records: readonly JsonObject[];
  /** Paths by which a record can be looked up, the primary key first. */
  readonly keys: readonly Steps[];
  /** Places in `records` by key and alias text. */
  readonly index: KeyIndex;
  /** Places in `records` by what stands at some paths; made when it is first asked for. */
  readonly fields: (paths: readonly Steps[]) => FieldIndex;
  readonly rules: PathNode;
  /** Largest whole number among the primary keys of the seeds; 0 without one. */
  readonly largestKey: number;
}

/** A world as compiled, with its seeds indexed once. Forks share it and never change it. */
export class WorldBase {
  readonly program: WorldProgram;
  readonly resources: ReadonlyMap<string, ResourceBase>;

  constructor(program: WorldProgram) {
    this.program = program;
    this.resources = new Map(program.resources.map((resource) => [resource.name, resourceBase(resource)]));
  }

  /** A copy of the world that costs the same whatever its size. */
  fork(): WorldFork {
    return new WorldFork(this);
  }
}

const bases = new WeakMap<WorldProgram, WorldBase>();

/** The base of a world; scenarios that play in one world share it. */
export function baseOf(program: WorldProgram): WorldBase {
  const base = bases.get(program) ?? new WorldBase(program);
  bases.set(program, base);
  return base;
}

function resourceBase(program: ResourceProgram): ResourceBase {
  const keys = [program.key, ...program.aliases];
  const index = new KeyIndex(keys);
  let largestKey = 0;
  for (const [place, record] of program.seed.entries()) {
    deepFreeze(record);
    index.add(record, place);
    largestKey = Math.max(largestKey, keyNumber(getPath(record, program.key)));
  }
  const records = program.seed;
  return {
    program,
    records,
    keys,
    index,
    fields: fieldIndexes(records),
    rules: pathTree(program),
    largestKey,
  };
}

/** Indexes of some records by paths. Compiled code names the same few paths again and again. */
function fieldIndexes(records: readonly JsonObject[]): ResourceBase["fields"] {
  const known = new Map<string, FieldIndex>();
  return (paths) => {
    const name = nameOf(paths);
    const index = known.get(name) ?? new FieldIndex(records, paths);
    known.set(name, index);
    return index;
  };
}

/** Asked for with every record that a condition goes through, and nearly always of one name. */
function nameOf(paths: readonly Steps[]): string {
  const [path] = paths;
  const isName = paths.length === 1 && path?.length === 1;
  return isName ? `.${path[0]}` : JSON.stringify(paths);
}

function deepFreeze(value: Json): void {
  if (isArray(value)) {
    if (!Object.isFrozen(value)) for (const item of Object.freeze(value)) deepFreeze(item);
  } else if (isObject(value) && !Object.isFrozen(value)) {
    for (const item of Object.values(Object.freeze(value))) deepFreeze(item);
  }
}
