import { member, type Node } from "./node.js";

/** How a list stands in a URL; `csv` is the default of Swagger. */
export function styleOf(parameter: Node): Node {
  if (member(parameter, "type") !== "array") return {};
  const isQuery = member(parameter, "in") === "query";
  switch (member(parameter, "collectionFormat")) {
    case "multi":
      return { style: "form", explode: true };
    case "ssv":
      return { style: "spaceDelimited", explode: false };
    case "pipes":
      return { style: "pipeDelimited", explode: false };
    case "tsv":
      // No style of OpenAPI 3 writes tabs; the extension is for the finding about it.
      return { explode: false, "x-collectionFormat": "tsv" };
    default:
      return { style: isQuery ? "form" : "simple", explode: false };
  }
}
