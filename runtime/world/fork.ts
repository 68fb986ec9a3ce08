import type { JsonObject } from "../abi/json.js";
import type { Steps, Value } from "../abi/value.js";
import { identifierText } from "../matching/match.js";
import type { WorldView } from "../program/world.js";
import { getPath, isObject, setPath } from "../value/access.js";
import type { ResourceBase, WorldBase } from "./base.js";
import { timeAfter } from "./clock.js";
import { KeyIndex, type Placed } from "./key-index.js";
import { keyNumber } from "./key-number.js";

/** What one fork changed in one resource. Places count the seeds first, then the created records. */
export interface Overlay {
  /** Seeds that changed, by place; null when deleted. */
  readonly changed: Map<number, JsonObject | null>;
  /** Created records in order; null when deleted again. */
  readonly created: (JsonObject | null)[];
  /** Key texts, over those of the base. */
  readonly index: KeyIndex;
  /** All records, until the next change. */
  all: readonly JsonObject[] | undefined;
  /** Largest whole number that was ever a primary key. */
  largestKey: number;
}

/** A world that an episode may change: the shared base under an overlay of its own. */
export class WorldFork implements WorldView {
  readonly base: WorldBase;
  /** Overlays of the resources that changed. */
  readonly overlays = new Map<string, Overlay>();
  private calls = 0;

  constructor(base: WorldBase) {
    this.base = base;
  }

  /** A fork that stands where this one stands, and goes on alone. Costs as much as what was changed, not the world. */
  copy(): WorldFork {
    const copy = new WorldFork(this.base);
    copy.calls = this.calls;
    for (const [resource, { changed, created, index, ...rest }] of this.overlays) {
      const own = { changed: new Map(changed), created: [...created], index: index.copy() };
      copy.overlays.set(resource, { ...rest, ...own });
    }
    return copy;
  }

  get now(): string {
    return timeAfter(this.calls);
  }

  /** Advances the clock by one call. */
  tick(): void {
    this.calls++;
  }

  all(resource: string): readonly JsonObject[] {
    const base = this.resource(resource);
    const overlay = this.overlays.get(resource);
    if (overlay === undefined) return base.records;
    overlay.all ??= collect(base, overlay);
    return overlay.all;
  }

  where(resource: string, paths: readonly Steps[], values: readonly Value[]): readonly JsonObject[] {
    const base = this.resource(resource);
    const places = base.fields(paths).find(values);
    if (places === undefined) return this.all(resource);
    const overlay = this.overlays.get(resource);
    const found: JsonObject[] = [];
    if (overlay === undefined || overlay.changed.size === 0) {
      for (const place of places) found.push(base.records[place] as JsonObject);
    } else {
      const changed = [...overlay.changed.keys()];
      const kept = places.filter((place) => !overlay.changed.has(place));
      for (const place of [...kept, ...changed].sort((left, right) => left - right)) {
        const record = this.at(base, place);
        if (record !== undefined) found.push(record);
      }
    }
    for (const record of overlay?.created ?? []) if (record !== null) found.push(record);
    return found;
  }

  find(resource: string, key: Value): JsonObject | undefined {
    const base = this.resource(resource);
    const text = identifierText(key);
    if (text === undefined) return undefined;
    const place = this.index(base).find(text);
    return place === undefined ? undefined : this.at(base, place);
  }

  serial(resource: string): number {
    return this.resource(resource).records.length + (this.overlays.get(resource)?.created.length ?? 0);
  }

  nextKey(resource: string): number {
    const base = this.resource(resource);
    return (this.overlays.get(resource)?.largestKey ?? base.largestKey) + 1;
  }

  create(resource: string, record: Value): JsonObject {
    const base = this.resource(resource);
    const overlay = this.overlay(base);
    const created: JsonObject = isObject(record) ? record : {};
    const place = base.records.length + overlay.created.length;
    overlay.created.push(created);
    overlay.largestKey = Math.max(overlay.largestKey, keyNumber(getPath(created, base.program.key)));
    overlay.all = undefined;
    overlay.index.add(created, place);
    return created;
  }

  update(resource: string, record: Value, path: Steps, value: Value): JsonObject | undefined {
    const base = this.resource(resource);
    const place = this.placeOf(base, record);
    const before = place === undefined ? undefined : this.at(base, place);
    if (place === undefined || before === undefined) return undefined;
    const changed = setPath(before, path, value);
    const after: JsonObject = isObject(changed) ? changed : {};
    const overlay = this.overlay(base);
    this.store(base, overlay, place, after);
    overlay.index.replace(before, after, place, this.placed(base));
    return after;
  }

  remove(resource: string, record: Value): void {
    const base = this.resource(resource);
    const place = this.placeOf(base, record);
    const before = place === undefined ? undefined : this.at(base, place);
    if (place === undefined || before === undefined) return;
    const overlay = this.overlay(base);
    this.store(base, overlay, place, null);
    overlay.index.replace(before, undefined, place, this.placed(base));
  }

  private resource(name: string): ResourceBase {
    const base = this.base.resources.get(name);
    if (base === undefined) throw new Error(`world ${this.base.program.name} has no resource ${name}`);
    return base;
  }

  private overlay(base: ResourceBase): Overlay {
    let overlay = this.overlays.get(base.program.name);
    if (overlay === undefined) {
      const index = new KeyIndex(base.keys, base.index);
      overlay = { changed: new Map(), created: [], index, all: undefined, largestKey: base.largestKey };
      this.overlays.set(base.program.name, overlay);
    }
    return overlay;
  }

  private index(base: ResourceBase): KeyIndex {
    return this.overlays.get(base.program.name)?.index ?? base.index;
  }

  /** Place of a record, known by its primary key; a bare key or alias stands for its record. */
  private placeOf(base: ResourceBase, record: Value): number | undefined {
    const isRecord = isObject(record);
    const text = identifierText(isRecord ? getPath(record, base.program.key) : record);
    if (text === undefined) return undefined;
    const index = this.index(base);
    return isRecord ? index.findPrimary(text) : index.find(text);
  }

  private *placed(base: ResourceBase): Generator<Placed> {
    const end = base.records.length + (this.overlays.get(base.program.name)?.created.length ?? 0);
    for (let place = 0; place < end; place++) {
      const record = this.at(base, place);
      if (record !== undefined) yield [place, record];
    }
  }

  private at(base: ResourceBase, place: number): JsonObject | undefined {
    const overlay = this.overlays.get(base.program.name);
    if (place >= base.records.length) return overlay?.created[place - base.records.length] ?? undefined;
    const changed = overlay?.changed.get(place);
    return changed === undefined ? base.records[place] : (changed ?? undefined);
  }

  private store(base: ResourceBase, overlay: Overlay, place: number, record: JsonObject | null): void {
    if (place < base.records.length) overlay.changed.set(place, record);
    else overlay.created[place - base.records.length] = record;
    overlay.all = undefined;
  }
}

function collect(base: ResourceBase, overlay: Overlay): readonly JsonObject[] {
  const records: (JsonObject | null)[] = base.records.slice();
  for (const [place, record] of overlay.changed) records[place] = record;
  for (const record of overlay.created) records.push(record);
  return records.filter((record) => record !== null);
}
