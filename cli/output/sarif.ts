import { COMPILER_VERSION } from "../../compiler/pipeline/version.js";
import type { Diagnostic, DiagnosticEntry, Fix, Severity, SourceFile } from "../../dsl/index.js";

type Sources = ReadonlyMap<string, SourceFile>;

interface Span {
  readonly start: number;
  readonly end: number;
}

/** Paths are relative to the project's folder; where that is, the reader of the log decides. */
const BASE = "%SRCROOT%";

/**
 * Findings as a log in the Static Analysis Results Interchange Format, version 2.1.0 (OASIS), which code hosts and
 * editors read. Rules are all codes, so that a rule keeps its index from run to run. Lines and columns count from 1,
 * columns in UTF-16 units; offsets from 0.
 */
export function sarifLog(
  diagnostics: readonly Diagnostic[],
  sources: Sources,
  entries: ReadonlyMap<string, DiagnosticEntry>,
): object {
  const codes = [...entries.keys()];
  return {
    $schema: "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "rvrc",
            semanticVersion: COMPILER_VERSION,
            rules: [...entries.values()].map(ruleOf),
          },
        },
        columnKind: "utf16CodeUnits",
        originalUriBaseIds: { [BASE]: { description: { text: "The folder of the project." } } },
        results: diagnostics.map((one) => resultOf(one, sources, codes)),
      },
    ],
  };
}

function ruleOf({ code, stage, severity, message, why, remedy, example }: DiagnosticEntry): object {
  const shown = example === undefined ? "" : `\n\n    ${example.replaceAll("\n", "\n    ")}`;
  return {
    id: code,
    shortDescription: { text: message },
    fullDescription: { text: `${message} ${why}` },
    help: { text: `${why} ${remedy}`, markdown: `${why}\n\n${remedy}${shown}` },
    defaultConfiguration: { level: levelOf(severity) },
    properties: { tags: [stage] },
  };
}

function resultOf(one: Diagnostic, sources: Sources, codes: readonly string[]): object {
  const { code, severity, message, why, remedy, related, fixes } = one;
  return {
    ruleId: code,
    ruleIndex: codes.indexOf(code),
    level: levelOf(severity),
    message: { text: `${message} ${why} ${remedy}` },
    locations: [{ physicalLocation: locationOf(one.file, one.span, sources) }],
    ...(related.length === 0
      ? {}
      : {
          relatedLocations: related.map((place, id) => ({
            id,
            physicalLocation: locationOf(place.file, place.span, sources),
            message: { text: place.message },
          })),
        }),
    ...(fixes.length === 0 ? {} : { fixes: fixes.map((fix) => fixOf(fix, sources)) }),
    properties: { why, remedy },
  };
}

function fixOf({ title, edits }: Fix, sources: Sources): object {
  const files = [...new Set(edits.map((edit) => edit.file))];
  return {
    description: { text: title },
    artifactChanges: files.map((file) => ({
      artifactLocation: artifactOf(file),
      replacements: edits
        .filter((edit) => edit.file === file)
        .map(({ span, text }) => ({
          deletedRegion: regionOf(file, span, sources),
          insertedContent: { text },
        })),
    })),
  };
}

function locationOf(file: string, span: Span, sources: Sources): object {
  return { artifactLocation: artifactOf(file), region: regionOf(file, span, sources) };
}

function artifactOf(file: string): object {
  return { uri: file.split("/").map(encodeURIComponent).join("/"), uriBaseId: BASE };
}

function regionOf(file: string, { start, end }: Span, sources: Sources): object {
  const source = sources.get(file);
  if (source === undefined) return { startLine: 1 };
  const from = source.positionAt(start);
  const to = source.positionAt(end);
  return {
    startLine: from.line,
    startColumn: from.column,
    endLine: to.line,
    endColumn: to.column,
    charOffset: start,
    charLength: end - start,
  };
}

function levelOf(severity: Severity): "error" | "warning" | "note" {
  return severity === "info" ? "note" : severity;
}
