import { describe, expect, it } from "vitest";
import { apiDiagnostics } from "../../openapi/diagnostics.js";
import { codesOf, load } from "./fixture.js";

/** Shown without a document: the first concerns a scenario file, the next is too long to show, then come overlays. */
const WITHOUT_DOCUMENT = [
  "RVR7001",
  "RVR7031",
  ...["RVR7040", "RVR7041", "RVR7042", "RVR7043", "RVR7044", "RVR7045", "RVR7046", "RVR7047", "RVR7048"],
];

describe("examples of the codes", () => {
  const shown = apiDiagnostics.entries.filter(({ code }) => !WITHOUT_DOCUMENT.includes(code));

  it.each(shown.map(({ code, example }) => [code, example ?? ""]))(
    "%s is what its example gives",
    async (code, text) => {
      const has = (member: string) => new RegExp(`^${member}:`, "m").test(text);
      const plain = has("swagger") || has("title");
      const header = [
        ...(plain || has("openapi") ? [] : ["openapi: 3.1.0"]),
        ...(plain ? [] : ["info: { title: T, version: '1' }"]),
        // That a document has no paths is what one of the codes is about.
        ...(plain || has("paths") || code === "RVR7019" ? [] : ["paths: {}"]),
      ];
      const codes = codesOf(await load([...header, text].join("\n")));
      expect([...new Set(codes)]).toEqual([code]);
    },
  );
});
