import { expect, it } from "vitest";
import { combineRegistries, defineDiagnostics, InternalError, msg } from "../index.js";

const place = { file: "a.rvr", span: { start: 1, end: 3 } };

const sample = defineDiagnostics("names", {
  RVR2001: {
    severity: "error",
    message: msg`Unknown tool ${"name"}.`,
    why: msg`Only ${"count"} tools are declared.`,
    remedy: "Declare it.",
    example: "gold x {}",
  },
  RVR2002: { severity: "warning", message: "Plain.", why: "Because.", remedy: "Nothing." },
});

it("fills the holes of all three texts", () => {
  expect(sample.report("RVR2001", place, { name: "get", count: 2 })).toEqual({
    code: "RVR2001",
    severity: "error",
    message: "Unknown tool get.",
    why: "Only 2 tools are declared.",
    remedy: "Declare it.",
    file: "a.rvr",
    span: { start: 1, end: 3 },
    related: [],
    fixes: [],
  });
  expect(sample.report("RVR2002", place, {}, { remedy: "Other." }).remedy).toBe("Other.");
});

it("refuses wrong codes and missing holes at compile time", () => {
  // @ts-expect-error the code is not registered
  expect(() => sample.report("RVR2999", place, {})).toThrow(InternalError);
  // @ts-expect-error the hole `count` is missing
  sample.report("RVR2001", place, { name: "get" });
});

it("refuses codes of another stage", () => {
  const plain = { severity: "error", message: "", why: "", remedy: "" } as const;
  // @ts-expect-error syntax codes start with RVR1
  expect(() => defineDiagnostics("syntax", { RVR2001: plain })).toThrow(InternalError);
  expect(() => defineDiagnostics("syntax", { RVR10: plain })).toThrow(InternalError);
});

it("lists the entries of several registries in order of code", () => {
  const early = defineDiagnostics("syntax", {
    RVR1007: { severity: "error", message: msg`a ${"x"} b`, why: "", remedy: "" },
  });
  const all = combineRegistries([sample, early]);
  expect([...all.keys()]).toEqual(["RVR1007", "RVR2001", "RVR2002"]);
  expect(all.get("RVR1007")?.message).toBe("a {x} b");
  expect(all.get("RVR2001")?.example).toBe("gold x {}");
  expect(() => combineRegistries([sample, sample])).toThrow(InternalError);
});
