import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { grammarShape, grammarText } from "../../dsl/index.js";

const PAGE = fileURLToPath(new URL("../../docs/language.md", import.meta.url));

// `RVRC_WRITE_DOCS=1 npx vitest run tools/test/syntax-section` brings it up to date.
it("is what the grammar makes", () => {
  const page = readFileSync(PAGE, "utf8");
  const made = `\`\`\`ebnf\n${grammarText(grammarShape()).trimEnd()}\n\`\`\`\n`;
  expect(made.split("\n").length).toBeGreaterThan(100);
  const written = /^```ebnf\n[\s\S]*?^```\n/mu.exec(page)?.[0] ?? expect.fail("no section");
  if (process.env["RVRC_WRITE_DOCS"] === "1")
    writeFileSync(
      PAGE,
      page.replace(written, () => made),
    );
  else expect(written).toBe(made);
});
