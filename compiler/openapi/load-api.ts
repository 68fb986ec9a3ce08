import { type Diagnostic, sortDiagnostics } from "../../dsl/diagnostics/diagnostic.js";
import { type Host, HostError } from "../host/host.js";
import type { ApiModel, Schema } from "./api-model.js";
import { convertOperations } from "./convert-operations.js";
import { SchemaConverter } from "./convert-schema.js";
import { apiDiagnostics } from "./diagnostics.js";
import { below, DocumentSet, type Place } from "./document-set.js";
import { lintOperations } from "./lint-operations.js";
import { isNode, member, textOf } from "./node.js";
import { applyOverlays, type OverlayText } from "./overlay/apply-overlays.js";
import { parseText } from "./parse-text.js";
import { readReferencedFiles, structureProblems } from "./read-files.js";
import { SchemaNames } from "./schema-names.js";
import { soundSchemas } from "./sound-schemas.js";
import { fromSwagger2 } from "./swagger-2.js";

export interface LoadedApi {
  /** Missing when the document could not be used at all; `diagnostics` then holds an error. */
  readonly model?: ApiModel;
  /** In order of file and place. */
  readonly diagnostics: readonly Diagnostic[];
}

/** How many places are reported where a document breaks the rules of its own version. */
const MAX_STRUCTURE_PROBLEMS = 10;

/**
 * Reads an OpenAPI 3.0 or 3.1 or a Swagger 2.0 document (JSON or YAML) and the files that it refers to. Works offline and reads
 * nothing outside the host's root. Never throws for what a document says: everything sound in it is usable, and what
 * was mended or left out is reported. Overlays are applied in order, before anything is read from the document.
 */
export async function loadApi(
  host: Host,
  path: string,
  overlays: readonly OverlayText[] = [],
): Promise<LoadedApi> {
  const start = { file: path, span: { start: 0, end: 0 } };
  let text: string | undefined;
  try {
    text = await host.readText(path);
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    const reason = error.message.replace(/\.$/, "");
    return { diagnostics: [apiDiagnostics.report("RVR7002", start, { path, reason })] };
  }
  if (text === undefined) return { diagnostics: [apiDiagnostics.report("RVR7001", start, { path })] };
  const plain = parseText(text);
  if (plain.problem !== undefined) {
    const { message, span } = plain.problem;
    return {
      diagnostics: [apiDiagnostics.report("RVR7002", { file: path, span }, { path, reason: message })],
    };
  }
  const { parsed: written, diagnostics: found } =
    overlays.length === 0
      ? { parsed: plain, diagnostics: [] }
      : applyOverlays(path, plain, overlays, (from, relative) => host.resolve(from, relative));
  const version = versionOf(written.value);
  const parsed = version.kind === "read" && version.swagger ? fromSwagger2(written) : written;
  const document = parsed.value;
  if (version.kind === "other") {
    const place = { file: path, span: parsed.locate([version.member]) };
    return { diagnostics: [...found, apiDiagnostics.report("RVR7003", place, { version: version.text })] };
  }
  if (version.kind === "none" || !isNode(document)) {
    const reason = "It has no member `openapi` with a version";
    return { diagnostics: [...found, apiDiagnostics.report("RVR7004", start, { reason })] };
  }

  const files = await readReferencedFiles(host, path, parsed);
  const documents = new DocumentSet(path, files, host);
  for (const { steps, message } of await structureProblems(document, MAX_STRUCTURE_PROBLEMS)) {
    documents.report("RVR7005", { file: path, steps }, { reason: message });
  }
  if (parsed.mergeKey !== undefined) {
    documents.diagnostics.push(apiDiagnostics.report("RVR7037", { file: path, span: parsed.mergeKey }, {}));
  }
  const texts = new Map([...files].map(([file, read]) => [file, read.text]));
  const model = modelOf(documents, version, texts);
  return { model, diagnostics: sortDiagnostics([...found, ...withoutDoubles(documents.diagnostics)]) };
}

/** The model of a document whose files are read; what is wrong in it goes to the set's diagnostics. */
function modelOf(
  documents: DocumentSet,
  version: Extract<Version, { readonly kind: "read" }>,
  texts: ReadonlyMap<string, string>,
): ApiModel {
  const { value: document, place: start } = documents.document();
  const names = new SchemaNames(documents);
  const converter = new SchemaConverter(documents, names, version.dialect);
  const operationPlaces = new Map<string, Place>();
  const operations = convertOperations(documents, converter, operationPlaces);
  const schemas = new Map<string, Schema>();
  for (let next = names.next(); next !== undefined; next = names.next()) {
    schemas.set(next.name, converter.convert(next.located.value, next.located.place));
  }
  const sound = soundSchemas(
    { operations, schemas },
    (schema) => converter.placeOf(schema),
    (schema, original) => converter.keepPlace(schema, original),
    documents,
  );
  lintOperations(
    sound,
    documents,
    ({ id }) => operationPlaces.get(id) ?? start,
    (schema) => (converter.knows(schema) ? converter.placeOf(schema) : undefined),
  );
  const info = member(document, "info");
  const servers = member(document, "servers");
  return {
    title: textOf(member(info, "title")),
    version: String(member(info, "version") ?? ""),
    openapi: version.text,
    servers: Array.isArray(servers) ? servers.map((server) => textOf(member(server, "url"))) : [],
    operations: sound.operations,
    schemas: sound.schemas,
    places: {
      schema(schema, keyword) {
        if (!converter.knows(schema)) return undefined;
        const place = converter.placeOf(schema);
        return documents.located(keyword === undefined ? place : below(place, keyword));
      },
      operation(id) {
        const place = operationPlaces.get(id);
        return place && documents.located(place);
      },
      texts,
    },
  };
}

/** What the rules of OpenAPI say about a place adds nothing where a code of ours says more. */
function withoutDoubles(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const key = ({ file, span }: Diagnostic): string => `${span.start} ${file}`;
  const better = new Set(diagnostics.filter(({ code }) => code !== "RVR7005").map(key));
  return diagnostics.filter((one) => one.code !== "RVR7005" || !better.has(key(one)));
}

type Version =
  | {
      readonly kind: "read";
      readonly text: string;
      readonly dialect: "3.0" | "3.1";
      /** Swagger 2.0, which is read as an OpenAPI 3.0 document. */
      readonly swagger: boolean;
    }
  | { readonly kind: "other"; readonly text: string; readonly member: string }
  | { readonly kind: "none" };

function versionOf(document: unknown): Version {
  const openapi = member(document, "openapi");
  if (openapi !== undefined) {
    // YAML reads `openapi: 3.1` as a number.
    const text = typeof openapi === "number" ? openapi.toFixed(1) : String(openapi);
    if (/^3\.0(\.\d+)?(-|$)/.test(text)) return { kind: "read", text, dialect: "3.0", swagger: false };
    if (/^3\.1(\.\d+)?(-|$)/.test(text)) return { kind: "read", text, dialect: "3.1", swagger: false };
    return { kind: "other", text: `OpenAPI ${text.slice(0, 20)}`, member: "openapi" };
  }
  const swagger = member(document, "swagger");
  if (swagger === undefined) return { kind: "none" };
  // YAML reads `swagger: 2.0` as a number.
  if (String(swagger) === "2.0" || swagger === 2) {
    return { kind: "read", text: "Swagger 2.0", dialect: "3.0", swagger: true };
  }
  return { kind: "other", text: `Swagger ${String(swagger).slice(0, 20)}`, member: "swagger" };
}
