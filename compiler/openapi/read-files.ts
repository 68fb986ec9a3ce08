import SwaggerParser from "@apidevtools/swagger-parser";
import type { OpenAPI } from "openapi-types";
import { type Host, HostError } from "../host/host.js";
import { isNode, member, type Node } from "./node.js";
import { type ParsedText, parseText } from "./parse-text.js";

/** Scheme that no resolver but ours knows: the parser can reach neither the disk nor the network. */
const SCHEME = "rvrc:///";

/**
 * Reads every file that a document refers to, and those refer to, through the host only. A file that is missing,
 * broken, outside the root or on the network is left out of the result: whether that matters is seen when a
 * reference is resolved, since a reference in example data is no reference.
 */
export async function readReferencedFiles(
  host: Host,
  path: string,
  parsed: ParsedText,
): Promise<ReadonlyMap<string, ParsedText>> {
  const files = new Map<string, ParsedText>([[path, parsed]]);
  if (!isNode(parsed.value)) return files;
  const pathOf = (url: string): string | undefined =>
    url.startsWith(SCHEME) ? url.slice(SCHEME.length).split("/").map(decodeStep).join("/") : undefined;
  const options: SwaggerParser.Options = {
    continueOnError: true,
    parse: {
      json: false,
      yaml: false,
      text: false,
      binary: false,
      // The reader below has parsed the text already.
      host: {
        order: 1,
        canParse: true,
        allowEmpty: true,
        parse: (file: { readonly url: string }) => valueAt(files, pathOf(file.url)),
      },
    },
    resolve: {
      file: false,
      http: false,
      host: {
        order: 1,
        canRead: true,
        read: async (file: { readonly url: string }) => {
          const inside = pathOf(file.url);
          const text = inside === undefined ? undefined : await readIfAllowed(host, inside);
          if (inside !== undefined && text !== undefined) {
            const read = parseText(text);
            if (read.problem === undefined) files.set(inside, read);
          }
          return "";
        },
      },
    },
  };
  const url = SCHEME + path.split("/").map(encodeURIComponent).join("/");
  try {
    await new SwaggerParser().resolve(url, skeleton(parsed.value), options);
  } catch {
    // Malformed references stop the parser; the files read so far are kept and the rest is reported as missing.
  }
  return files;
}

export interface StructureProblem {
  readonly steps: readonly string[];
  readonly message: string;
}

/** Up to `limit` places where a document breaks the published JSON Schema of its OpenAPI version. */
export async function structureProblems(document: Node, limit: number): Promise<readonly StructureProblem[]> {
  try {
    // References stay as they are, since dereferencing a large document can take minutes.
    await new SwaggerParser().validate(`${SCHEME}document`, skeleton(document), {
      resolve: { external: false },
      dereference: { excludedPathMatcher: () => true, circular: "ignore" },
    });
    return [];
  } catch (error) {
    const details = isNode(error) ? error["details"] : undefined;
    if (!Array.isArray(details)) return [];
    return leastNested(details).slice(0, limit);
  }
}

/** A shallow copy with a version that the parser knows: 3.0.4 and 3.1.9 are read like 3.0.3 and 3.1.0. */
function skeleton(document: Node): OpenAPI.Document {
  const copy: Record<string, unknown> = { ...document };
  copy["openapi"] = String(member(document, "openapi")).startsWith("3.0") ? "3.0.3" : "3.1.0";
  copy["paths"] ??= {};
  return copy as unknown as OpenAPI.Document;
}

/**
 * One error of a validator entails errors of every alternative above it; the deepest places say most. Alternatives
 * at one place are left out, and so are failures that only say that a reference was no reference.
 */
function leastNested(details: readonly unknown[]): StructureProblem[] {
  const found = new Map<string, StructureProblem>();
  for (const detail of details) {
    const at = member(detail, "instancePath");
    const message = member(detail, "message");
    const keyword = member(detail, "keyword");
    if (typeof at !== "string" || typeof message !== "string") continue;
    if (["oneOf", "anyOf", "if", "not"].includes(String(keyword)) || message.includes("'$ref'")) continue;
    const extra =
      member(member(detail, "params"), "additionalProperty") ??
      member(member(detail, "params"), "unevaluatedProperty");
    const text = typeof extra === "string" ? `has the unknown member "${extra}"` : message;
    if (!found.has(at)) {
      const steps = at
        .slice(1)
        .split("/")
        .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
      found.set(at, { steps: at === "" ? [] : steps, message: text });
    }
  }
  const places = [...found.keys()];
  return places
    .filter((place) => !places.some((other) => other.startsWith(`${place}/`)))
    .map((place) => found.get(place)!);
}

function valueAt(files: ReadonlyMap<string, ParsedText>, path: string | undefined): object {
  const value = path === undefined ? undefined : files.get(path)?.value;
  return isNode(value) || Array.isArray(value) ? value : {};
}

async function readIfAllowed(host: Host, path: string): Promise<string | undefined> {
  try {
    return await host.readText(path);
  } catch (error) {
    if (error instanceof HostError) return undefined;
    throw error;
  }
}

function decodeStep(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}
