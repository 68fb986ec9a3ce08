import { inferApi } from "../infer/infer-api.js";
import { inferWorld } from "../infer/infer-world.js";
import type { InferredResource, RoleOf } from "../infer/inferred.js";
import { type SeedRecord, sampleSeeds } from "../infer/sample-records.js";
import { type StoredResource, storeResources } from "../infer/stored.js";
import { withParents } from "../infer/with-parents.js";
import type { ApiModel } from "../openapi/api-model.js";
import { identifier } from "./plan.js";

/** Records of a resource: half for training, half for evaluation. */
const RECORDS = 24;

/** The inferred worlds of a document, each with one resource and those above it. */
export interface RecordWorlds {
  /** What an operation does to the records of which resource; undefined for one that is about none. */
  of(operation: string): WorldRole | undefined;
  /** Name and files of the world of a resource, from the folder of the worlds. */
  file(resource: string): { readonly name: string; readonly files: ReadonlyMap<string, string> };
}

export interface WorldRole {
  readonly stored: StoredResource;
  readonly role: RoleOf["role"];
  /** Records by resource, those above included. */
  readonly seeds: ReadonlyMap<string, readonly SeedRecord[]>;
}

/** @param document how a world's file names the document */
export function recordWorlds(model: ApiModel, document: string, seed: number): RecordWorlds {
  const all = inferApi(model);
  const roles = new Map<string, { readonly resource: InferredResource; readonly role: RoleOf["role"] }>();
  for (const resource of all) {
    for (const { value } of resource.roles) {
      if (!roles.has(value.operation)) roles.set(value.operation, { resource, role: value.role });
    }
  }
  const made = new Map<string, Omit<WorldRole, "role">>();
  const stateOf = (resource: InferredResource): Omit<WorldRole, "role"> | undefined => {
    const known = made.get(resource.name);
    if (known !== undefined) return known;
    const stored = storeResources(model, withParents(all, [resource]));
    const own = stored.get(resource.name);
    if (own === undefined) return undefined;
    const state = { stored: own, seeds: sampleSeeds(model, [...stored.values()], RECORDS, String(seed)) };
    made.set(resource.name, state);
    return state;
  };
  const files = new Map<string, ReturnType<RecordWorlds["file"]>>();
  return {
    of(operation) {
      const found = roles.get(operation);
      const state = found && stateOf(found.resource);
      return found === undefined || state === undefined ? undefined : { ...state, role: found.role };
    },
    file(name) {
      const known = files.get(name);
      if (known !== undefined) return known;
      const wanted = all.filter((resource) => resource.name === name);
      const world = `${identifier(name)}_world`;
      const resources = withParents(all, wanted);
      const options = { model, resources, name: world, document, records: RECORDS, seed };
      const written = { name: world, files: inferWorld(options).files };
      files.set(name, written);
      return written;
    },
  };
}
