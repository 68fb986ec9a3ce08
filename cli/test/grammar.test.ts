import { expect, it } from "vitest";
import { rvrc } from "./rvrc.js";

it("prints the grammar as text and as data", async () => {
  const text = await rvrc(["grammar"]);
  expect(text).toMatchObject({ code: 0, stderr: "" });
  expect(text.stdout).toContain('\nscenarioWorld ::= "world" Name\n');
  for (const args of [["--format", "json"], ["--json"]]) {
    const data = await rvrc(["grammar", ...args]);
    expect(data.code).toBe(0);
    const { version, rules, keywords } = JSON.parse(data.stdout);
    expect(version).toBe(1);
    expect(rules[0].name).toBe("file");
    expect(keywords).toContain("scenario");
  }
});
