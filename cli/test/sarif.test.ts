import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { registries } from "../../compiler/diagnostics/registries.js";
import { compileCase, wrongCases } from "../../compiler/test/wrong/cases.js";
import { applyFixes, combineRegistries } from "../../dsl/index.js";
import { sarifLog } from "../output/sarif.js";
import { miniProject, rvrc, write } from "./rvrc.js";
import { sarifSchema } from "./sarif-schema.js";

const entries = combineRegistries(registries);
const validate = new Ajv2020({
  strict: false,
  allErrors: true,
  formats: { uri: true, "uri-reference": true },
}).compile(sarifSchema);

interface Region {
  readonly startLine: number;
  readonly startColumn: number;
  readonly charOffset: number;
  readonly charLength: number;
}

interface Log {
  readonly runs: readonly {
    readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string }[] } };
    readonly results: readonly {
      readonly ruleId: string;
      readonly ruleIndex: number;
      readonly level: string;
      readonly message: { readonly text: string };
      readonly locations: readonly {
        readonly physicalLocation: {
          readonly artifactLocation: { readonly uri: string };
          readonly region: Region;
        };
      }[];
      readonly relatedLocations?: readonly object[];
      readonly fixes?: readonly {
        readonly artifactChanges: readonly {
          readonly replacements: readonly {
            readonly deletedRegion: Region;
            readonly insertedContent: { readonly text: string };
          }[];
        }[];
      }[];
    }[];
  }[];
}

/** Every fifth case: fixes, further places, other files and documents are among them. */
const cases = wrongCases().filter((_, index) => index % 5 === 0);

describe("a SARIF log", () => {
  it("has the structure that the standard asks for, and says what the findings say", async () => {
    const seen = { results: 0, fixes: 0, related: 0 };
    for (const { name, files } of cases) {
      const { diagnostics, sources } = await compileCase(files);
      const log = JSON.parse(JSON.stringify(sarifLog(diagnostics, sources, entries))) as Log;
      expect(validate(log), `${name} ${JSON.stringify(validate.errors)}`).toBe(true);
      const [run] = log.runs;
      expect(run?.tool.driver.rules.map((rule) => rule.id)).toEqual([...entries.keys()]);
      expect(run?.results.length).toBe(diagnostics.length);
      for (const [index, result] of (run?.results ?? []).entries()) {
        const one = diagnostics[index]!;
        expect(run?.tool.driver.rules[result.ruleIndex]?.id).toBe(one.code);
        expect(result.level).toBe(one.severity === "info" ? "note" : one.severity);
        expect(result.message.text).toContain(one.message);
        const { artifactLocation, region } = result.locations[0]!.physicalLocation;
        expect(decodeURIComponent(artifactLocation.uri)).toBe(one.file);
        const source = sources.get(one.file)!;
        expect({ line: region.startLine, column: region.startColumn }).toEqual(
          source.positionAt(one.span.start),
        );
        expect(region.charOffset + region.charLength).toBe(one.span.end);
        seen.results++;
        seen.related += result.relatedLocations?.length ?? 0;
        seen.fixes += result.fixes?.length ?? 0;
        const [fix] = result.fixes ?? [];
        if (fix === undefined) continue;
        // The edits of a fix, made from the log alone, give what `applyFixes` gives.
        const text = fix.artifactChanges[0]!.replacements.reduceRight(
          (current, { deletedRegion: { charOffset, charLength }, insertedContent }) =>
            current.slice(0, charOffset) + insertedContent.text + current.slice(charOffset + charLength),
          source.text,
        );
        expect(text).toBe(applyFixes(one.fixes.slice(0, 1), sources).files.get(one.file));
      }
    }
    expect(seen.results).toBeGreaterThan(30);
    expect(seen.fixes).toBeGreaterThan(8);
    expect(seen.related).toBeGreaterThan(8);
  });

  it("is refused by the schema when a member is wrong", () => {
    const log = JSON.parse(JSON.stringify(sarifLog([], new Map(), entries)));
    expect(validate(log)).toBe(true);
    expect(validate({ ...log, version: "2.0.0" })).toBe(false);
    expect(validate({ ...log, runs: [{ results: [] }] })).toBe(false);
    expect(validate({ ...log, runs: [{ ...log.runs[0], results: [{ message: { txt: "x" } }] }] })).toBe(
      false,
    );
  });

  it("is written by check and by compile, with or without findings", async () => {
    const cwd = await miniProject({ gold: 'gold move_ticket { ticketId = tiket.key  move.id = "7" }' });
    const { code } = await rvrc(["check", "close.rvr", "--sarif", "out/findings.sarif"], { cwd });
    expect(code).toBe(1);
    const log = JSON.parse(readFileSync(join(cwd, "out/findings.sarif"), "utf8")) as Log;
    expect(log.runs[0]?.results.map((result) => result.ruleId)).toEqual(["RVR2001"]);
    write(cwd, "empty.rvr", "");
    expect((await rvrc(["compile", "empty.rvr", "--sarif", "none.sarif"], { cwd })).code).toBe(0);
    expect(JSON.parse(readFileSync(join(cwd, "none.sarif"), "utf8")).runs[0].results).toEqual([]);
    const outside = await rvrc(["check", "empty.rvr", "--sarif", "../x.sarif"], { cwd });
    expect(outside.code).toBe(2);
    expect(existsSync(join(cwd, "../x.sarif"))).toBe(false);
  });
});
