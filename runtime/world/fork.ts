import type { JsonObject } from "../abi/json.js";
import type { Steps, Value } from "../abi/value.js";
import { identifierText } from "../matching/match.js";
import type { WorldView } from "../program/world.js";
import { getPath, isObject, setPath } from "../value/access.js";
import type { ResourceBase, WorldBase } from "./base.js";
import { timeAfter } from "./clock.js";
import { keyTexts } from "./keys.js";

/** Marks a key text that no record holds any more. */
const NOBODY = -1;

/** What one fork changed in one resource. Places count the seeds first, then the created records. */
export interface Overlay {
  /** Seeds that changed, by place; null when deleted. */
  readonly changed: Map<number, JsonObject | null>;
  /** Created records in order; null when deleted again. */
  readonly created: (JsonObject | null)[];
  /** Key texts whose owner differs from the base. */
  readonly index: Map<string, number>;
  /** All records, until the next change. */
  all: readonly JsonObject[] | undefined;
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

  find(resource: string, key: Value): JsonObject | undefined {
    const base = this.resource(resource);
    const text = identifierText(key);
    if (text === undefined) return undefined;
    const place = this.place(base, text);
    return place === undefined ? undefined : this.at(base, place);
  }

  serial(resource: string): number {
    return this.resource(resource).records.length + (this.overlays.get(resource)?.created.length ?? 0);
  }

  create(resource: string, record: Value): JsonObject {
    const base = this.resource(resource);
    const overlay = this.overlay(resource);
    const created: JsonObject = isObject(record) ? record : {};
    const place = base.records.length + overlay.created.length;
    overlay.created.push(created);
    overlay.all = undefined;
    this.claim(base, overlay, created, place);
    return created;
  }

  update(resource: string, record: Value, path: Steps, value: Value): JsonObject | undefined {
    const base = this.resource(resource);
    const place = this.placeOf(base, record);
    const before = place === undefined ? undefined : this.at(base, place);
    if (place === undefined || before === undefined) return undefined;
    const changed = setPath(before, path, value);
    const after: JsonObject = isObject(changed) ? changed : {};
    const overlay = this.overlay(resource);
    this.release(base, overlay, before, place);
    this.store(base, overlay, place, after);
    this.claim(base, overlay, after, place);
    return after;
  }

  remove(resource: string, record: Value): void {
    const base = this.resource(resource);
    const place = this.placeOf(base, record);
    const before = place === undefined ? undefined : this.at(base, place);
    if (place === undefined || before === undefined) return;
    const overlay = this.overlay(resource);
    this.release(base, overlay, before, place);
    this.store(base, overlay, place, null);
  }

  private resource(name: string): ResourceBase {
    const base = this.base.resources.get(name);
    if (base === undefined) throw new Error(`world ${this.base.program.name} has no resource ${name}`);
    return base;
  }

  private overlay(resource: string): Overlay {
    let overlay = this.overlays.get(resource);
    if (overlay === undefined) {
      overlay = { changed: new Map(), created: [], index: new Map(), all: undefined };
      this.overlays.set(resource, overlay);
    }
    return overlay;
  }

  /** Place of the record with this key text. */
  private place(base: ResourceBase, text: string): number | undefined {
    const own = this.overlays.get(base.program.name)?.index.get(text);
    if (own !== undefined) return own === NOBODY ? undefined : own;
    return base.index.get(text);
  }

  /** Place of a record, known by its primary key; a bare key stands for its record. */
  private placeOf(base: ResourceBase, record: Value): number | undefined {
    const text = identifierText(isObject(record) ? getPath(record, base.program.key) : record);
    return text === undefined ? undefined : this.place(base, text);
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

  private claim(base: ResourceBase, overlay: Overlay, record: JsonObject, place: number): void {
    for (const text of keyTexts(base.program, record)) {
      if (text !== undefined && this.place(base, text) === undefined) overlay.index.set(text, place);
    }
  }

  private release(base: ResourceBase, overlay: Overlay, record: JsonObject, place: number): void {
    for (const text of keyTexts(base.program, record)) {
      if (text !== undefined && this.place(base, text) === place) overlay.index.set(text, NOBODY);
    }
  }
}

function collect(base: ResourceBase, overlay: Overlay): readonly JsonObject[] {
  const records: JsonObject[] = [];
  for (const [place, seed] of base.records.entries()) {
    const record = overlay.changed.get(place);
    if (record === undefined) records.push(seed);
    else if (record !== null) records.push(record);
  }
  for (const record of overlay.created) if (record !== null) records.push(record);
  return records;
}
