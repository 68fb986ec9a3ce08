import { type FilterFunction, JSONPathEnvironment, type JSONValue } from "json-p3";
import { patternFault } from "../pattern-fault.js";

export type Selection =
  /** Object keys and array indexes that lead to each selected node, in order of the document. */
  | { readonly kind: "nodes"; readonly locations: readonly (readonly string[])[] }
  | { readonly kind: "fault"; readonly message: string };

/** Documents nest less; a path that descends further stops with a fault. */
const DEEPEST = 500;

/** Places that a path may select. `$..*..*` selects more than a document has. */
const MOST_NODES = 100_000;

const environment = new JSONPathEnvironment({ maxRecursionDepth: DEEPEST });
for (const name of ["match", "search"]) {
  const standard = environment.functionRegister.get(name);
  if (standard !== undefined) environment.functionRegister.set(name, vetted(standard));
}

/** The regular expressions of a path run on any document, so one that could run away is refused. */
function vetted(standard: FilterFunction): FilterFunction {
  return {
    argTypes: standard.argTypes,
    returnType: standard.returnType,
    call: (...args) => {
      const [, pattern] = args;
      const fault = typeof pattern === "string" ? patternFault(pattern) : undefined;
      if (fault !== undefined) throw new Error(`the pattern ${JSON.stringify(pattern)} is refused: ${fault}`);
      return standard.call(...args);
    },
  };
}

/** What a JSONPath (RFC 9535) selects in a document. Nothing of the path is run as code. */
export function select(path: string, document: unknown): Selection {
  try {
    const locations: string[][] = [];
    for (const { location } of environment.lazyQuery(path, document as JSONValue)) {
      if (locations.length === MOST_NODES) {
        return { kind: "fault", message: `it selects more than ${MOST_NODES} places` };
      }
      locations.push(location.map(String));
    }
    return { kind: "nodes", locations };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    // The reader repeats some of the path, which the finding shows anyway.
    const [line = ""] = message.split("\n");
    return { kind: "fault", message: line.replace(/\.$/u, "").replace(/ \('.*':\d+\)$/u, "") };
  }
}
