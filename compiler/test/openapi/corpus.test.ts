import { existsSync, readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { nodeHost } from "../../host/node-host.js";
import { loadApi } from "../../openapi/load-api.js";
import { buildValidators } from "../../schema/build-validators.js";
import { inlineSchema } from "../../schema/inline-schema.js";
import { printOperationTypes } from "../../schema/print-operation-types.js";

const folder = process.env["RVRC_SPECS"] ?? "";
const documents = existsSync(folder)
  ? readdirSync(folder).filter((name) => /\.(json|ya?ml)$/.test(name))
  : [];

// Real documents are too large to be kept here; name a folder of them in RVRC_SPECS.
describe.skipIf(documents.length === 0)("documents of other people", () => {
  it.each(documents)("%s is read, or refused in words", async (name) => {
    const { model, diagnostics } = await loadApi(nodeHost(folder), name);
    if (model === undefined) {
      expect(diagnostics.some(({ severity }) => severity === "error")).toBe(true);
      return;
    }
    for (const operation of [...model.operations.values()].slice(0, 400)) {
      if (operation.body !== undefined) {
        expect(JSON.stringify(inlineSchema(model, operation.body.schema))).not.toContain('"$ref":"#/$defs');
      }
    }
    const ids = [...model.operations.keys()].slice(0, 60);
    expect(buildValidators(model, ids)).toEqual(buildValidators(model, ids));
    expect(printOperationTypes(model, ids)).toBe(printOperationTypes(model, ids));
  });
});
