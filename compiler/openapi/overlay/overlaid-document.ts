import { isNode } from "../node.js";

/** Where a value was written: a file and the keys that lead to it there. */
export interface Origin {
  readonly file: string;
  readonly steps: readonly string[];
}

type Container = unknown[] | { [key: string]: unknown };

/** Values that overlays may put into one document. Copies of copies would double it with every action. */
export const MOST_VALUES = 1_000_000;

/** Copies deeper than this share what lies below, which nothing then changes. */
const DEEPEST = 500;

/**
 * A document that overlays change, and where each of its values was written. A value stands where its container
 * stands, followed by its key, unless it was put or moved there: then its origin is noted.
 */
export class OverlaidDocument {
  readonly value: unknown;
  private added = 0;
  private readonly moved = new Map<object, Map<string, Origin>>();

  constructor(
    value: unknown,
    private readonly file: string,
  ) {
    this.value = copyOf(value);
  }

  /** Whether more was put in than is let in; what came last is then incomplete. */
  get isFull(): boolean {
    return this.added > MOST_VALUES;
  }

  /** The value at a path of own keys; undefined where there is none. */
  at(steps: readonly string[]): unknown {
    let value = this.value;
    for (const step of steps) value = isContainer(value) ? ownValue(value, step) : undefined;
    return value;
  }

  /** Where the value at a path was written; for a path that leads nowhere, where it would have been. */
  originOf(steps: readonly string[]): Origin {
    let origin: Origin = { file: this.file, steps: [] };
    let value = this.value;
    for (const step of steps) {
      const inner = isContainer(value) ? value : undefined;
      origin = this.originIn(inner, step, origin);
      value = inner === undefined ? undefined : ownValue(inner, step);
    }
    return origin;
  }

  /** Sets a key of an object, or appends to a list where the key is its length. */
  put(container: Container, key: string, value: unknown, origin: Origin): void {
    if (this.isFull) return;
    const copy = copyOf(value, () => {
      this.added += 1;
      return !this.isFull;
    });
    if (Array.isArray(container)) container[Number(key)] = copy;
    else
      Object.defineProperty(container, key, {
        value: copy,
        writable: true,
        enumerable: true,
        configurable: true,
      });
    this.note(container, key, origin);
  }

  /** Takes the value at a path out of its container. The whole document cannot be removed. */
  remove(steps: readonly string[]): void {
    const key = steps.at(-1);
    const parent = steps.slice(0, -1);
    const container = this.at(parent);
    if (key === undefined || !isContainer(container)) return;
    if (!Array.isArray(container)) {
      delete container[key];
      this.moved.get(container)?.delete(key);
      return;
    }
    const index = Number(key);
    const base = this.originOf(parent);
    const origins = container.map((_, i) => this.originIn(container, String(i), base));
    container.splice(index, 1);
    origins.splice(index, 1);
    this.moved.delete(container);
    for (const [i, origin] of origins.entries()) this.note(container, String(i), origin);
  }

  private originIn(container: object | undefined, key: string, origin: Origin): Origin {
    const noted = container === undefined ? undefined : this.moved.get(container)?.get(key);
    return noted ?? { file: origin.file, steps: [...origin.steps, key] };
  }

  private note(container: object, key: string, origin: Origin): void {
    const known = this.moved.get(container) ?? new Map<string, Origin>();
    this.moved.set(container, known.set(key, origin));
  }
}

export function isContainer(value: unknown): value is Container {
  return Array.isArray(value) || isNode(value);
}

/** Own property of an object, or item of a list. */
export function ownValue(container: Container, key: string): unknown {
  if (Array.isArray(container)) return /^\d+$/u.test(key) ? container[Number(key)] : undefined;
  return Object.hasOwn(container, key) ? container[key] : undefined;
}

/** A copy that shares no container, so that a change in one place is none in another; cut where no more is let in. */
function copyOf(value: unknown, letIn: () => boolean = () => true, depth = 0): unknown {
  if (depth > DEEPEST || !letIn()) return value;
  if (Array.isArray(value)) return value.map((item) => copyOf(item, letIn, depth + 1));
  if (!isNode(value)) return value;
  // fromEntries defines own properties, so a key such as __proto__ stays data.
  const entries = Object.entries(value).map(
    ([key, inner]) => [key, copyOf(inner, letIn, depth + 1)] as const,
  );
  return Object.fromEntries(entries);
}
