import type { WorldIr } from "../ir/world.js";
import type { EmittedFile, Origin } from "./file.js";
import { header, moduleFile } from "./header.js";
import { codeLine } from "./literal.js";
import { identifier } from "./names.js";

/** Exported name of a resource's seed records. */
export function seedName(resource: string): string {
  return identifier(resource);
}

/**
 * `seeds.js` and its declarations. Data needs no types worked out, so it is printed as JavaScript at once: one record
 * a line keeps a change of one record a change of one line. A JSON file would need import attributes, which the
 * oldest supported Node does not take without a warning.
 */
export function emitSeeds(world: WorldIr, folder: string, origin: Origin): EmittedFile[] {
  if (world.resources.length === 0) return [];
  const about = header(origin, `Records that world ${world.name} begins with.`);
  const values = world.resources.map(({ name, seed }) => {
    const records = seed.map((record) => `  ${codeLine(record)},\n`).join("");
    return `export const ${seedName(name)} = [${records === "" ? "" : `\n${records}`}];`;
  });
  const types = world.resources.map(
    ({ name }) => `export declare const ${seedName(name)}: readonly JsonObject[];`,
  );
  return [
    moduleFile(`${folder}/seeds.js`, about, ...values),
    moduleFile(
      `${folder}/seeds.d.ts`,
      about,
      'import type { JsonObject } from "rvrc/runtime";',
      types.join("\n"),
    ),
  ];
}
