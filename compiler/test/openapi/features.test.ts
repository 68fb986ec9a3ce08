import { describe, it } from "vitest";
import { documentFeatures } from "./features/documents.js";
import { requestFeatures } from "./features/requests.js";
import { schemaFeatures } from "./features/schemas.js";

const features = [...schemaFeatures, ...documentFeatures, ...requestFeatures];

describe("features", () => {
  it.each(features)("$row $name", ({ check }) => check());
});
