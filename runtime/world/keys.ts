import type { JsonObject } from "../abi/json.js";
import type { Steps } from "../abi/value.js";
import { identifierText } from "../matching/match.js";
import type { ResourceProgram } from "../program/world.js";
import { getPath } from "../value/access.js";

/** Paths by which a record can be looked up, the primary key first. */
export function keyPaths(resource: ResourceProgram): readonly Steps[] {
  return [resource.key, ...resource.aliases];
}

/** Key and alias texts of a record, in the order of `keyPaths`; undefined where the record lacks one. */
export function keyTexts(resource: ResourceProgram, record: JsonObject): readonly (string | undefined)[] {
  return keyPaths(resource).map((path) => identifierText(getPath(record, path)));
}
