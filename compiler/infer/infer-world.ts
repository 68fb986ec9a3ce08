import { formatText } from "../../dsl/format/format-text.js";
import { stringText } from "../../dsl/print/value.js";
import { SourceFile } from "../../dsl/text/source-file.js";
import type { ApiModel } from "../openapi/api-model.js";
import type { InferredResource } from "./inferred.js";
import { sampleSeeds } from "./sample-records.js";
import { storeResources } from "./stored.js";
import { commentText } from "./words.js";
import { writeWorld } from "./write-world.js";

export interface InferredWorldOptions {
  readonly model: ApiModel;
  readonly resources: readonly InferredResource[];
  /** Name of the world and of its file, a plain name of the language. */
  readonly name: string;
  /** How the world's file names the document. */
  readonly document: string;
  /** Records in each seed. */
  readonly records: number;
  readonly seed: number;
}

export interface InferredWorld {
  /** Texts by path, beside the world's file. */
  readonly files: ReadonlyMap<string, string>;
  /** Operations with behaviour. */
  readonly operations: readonly string[];
}

/** A world file with all that was inferred, a reason beside each part, and a seed file for each resource. */
export function inferWorld(options: InferredWorldOptions): InferredWorld {
  const { model, resources, name, document, records, seed } = options;
  const stored = storeResources(model, resources);
  const seeds = sampleSeeds(model, [...stored.values()], records, String(seed));
  const seedOf = (resource: InferredResource): string | undefined =>
    (seeds.get(resource.name) ?? []).length === 0 ? undefined : `seeds/${resource.name}.yaml`;
  const world = writeWorld({ model, api: "api", name, resources, seedOf, reasons: true });
  const open = resources.flatMap((resource) =>
    resource.open.map((text) => `# Open: ${resource.name}: ${commentText(text)}.`),
  );
  const draft = [
    `# Made by rvrc infer from ${commentText(document)}. Yours to edit: what is declared here is what holds.`,
    ...open,
    `api api from ${stringText(document)}`,
    "",
    ...world.lines,
    "",
  ].join("\n");
  const formatted = formatText(new SourceFile(`${name}.rvr`, draft));
  const files = new Map([[`${name}.rvr`, formatted.kind === "formatted" ? formatted.text : draft]]);
  for (const [resource, list] of seeds) {
    if (list.length === 0) continue;
    files.set(
      `seeds/${resource}.yaml`,
      `${list.map((record) => `- ${JSON.stringify(record)}`).join("\n")}\n`,
    );
  }
  return { files, operations: world.operations };
}
