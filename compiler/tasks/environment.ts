import type { Json, JsonObject } from "../../runtime/abi/json.js";
import type { Value } from "../../runtime/abi/value.js";
import { get } from "../../runtime/value/access.js";
import type { Environment } from "../evaluate/expression.js";
import type { ResourceIr, WorldIr } from "../ir/world.js";

/** Seed records of a world, found by key and alias. */
export class SeedRecords {
  private readonly byName = new Map<
    string,
    { resource: ResourceIr; index: ReadonlyMap<string, JsonObject> }
  >();

  constructor(world: WorldIr) {
    for (const resource of world.resources) {
      const index = new Map<string, JsonObject>();
      for (const steps of [resource.key, ...resource.aliases]) {
        for (const record of resource.seed) {
          const key = keyText(get(record, ...steps));
          // The primary key goes first, so an alias never hides another record's key.
          if (key !== undefined && !index.has(key)) index.set(key, record);
        }
      }
      this.byName.set(resource.name, { resource, index });
    }
  }

  all(resource: string): readonly JsonObject[] {
    return this.byName.get(resource)?.resource.seed ?? [];
  }

  find(resource: string, key: Value): JsonObject | undefined {
    const text = keyText(key);
    return text === undefined ? undefined : this.byName.get(resource)?.index.get(text);
  }

  /** Primary key of a record, as tasks name it. */
  keyOf(resource: string, record: JsonObject): Json {
    const steps = this.byName.get(resource)?.resource.key ?? [];
    return get(record, ...steps) ?? null;
  }

  environment(variables: ReadonlyMap<string, Value>): Environment {
    return {
      variables,
      records: (resource) => this.all(resource),
      find: (resource, key) => this.find(resource, key),
    };
  }
}

function keyText(value: Value): string | undefined {
  if (typeof value === "string") return value;
  return typeof value === "number" ? String(value) : undefined;
}
