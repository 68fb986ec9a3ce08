import type { Steps } from "../abi/value.js";
import type { ResourceProgram } from "../program/world.js";

/** Paths by which a record can be looked up, the primary key first. */
export function keyPaths(resource: ResourceProgram): readonly Steps[] {
  return [resource.key, ...resource.aliases];
}
