import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { registries } from "../../compiler/diagnostics/registries.js";
import { ROOT, rvrc } from "./rvrc.js";

it("explains a code: what, why, what to do, an example", async () => {
  const { code, stdout, stderr } = await rvrc(["explain", "rvr3001"]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toBe(readFileSync(join(ROOT, "docs/diagnostics/RVR3001.md"), "utf8"));
  expect(stdout).toMatch(/^\*\*error\*\* \(types\): /mu);
  expect(stdout).toMatch(/^Why: \S/mu);
  expect(stdout).toMatch(/^Do: \S/mu);
  expect(stdout).toMatch(/^error\[RVR3001\] /mu);
  expect(stdout).toMatch(/^Corrected:$/mu);
});

it("takes the number alone", async () => {
  const [short, whole] = await Promise.all([rvrc(["explain", "3001"]), rvrc(["explain", "RVR3001"])]);
  expect(short.stdout).toBe(whole.stdout);
});

it("knows every code of every stage", async () => {
  const { version, codes } = JSON.parse((await rvrc(["explain", "--all", "--json"])).stdout);
  expect(version).toBe(1);
  const listed = (codes as { code: string; why: string; remedy: string }[]).map((entry) => entry.code);
  const registered = registries.flatMap((registry) => registry.entries.map((entry) => entry.code));
  expect(listed).toEqual([...registered].sort());
  for (const { code, page } of codes as { code: string; page: string }[]) expect(page).toContain(`# ${code}`);
});

it("needs a code", async () => {
  const { code, stderr } = await rvrc(["explain"]);
  expect(code).toBe(2);
  expect(stderr).toContain("rvrc explain --all");
});

it("finds Node and the engines that always work", async () => {
  const finished = await rvrc(["doctor", "--json"]);
  expect(finished.code).toBe(0);
  const { version, findings } = JSON.parse(finished.stdout);
  expect(version).toBe(1);
  const states = new Map(
    (findings as { what: string; state: string; detail: string; remedy: string }[]).map((one) => [
      one.what,
      one,
    ]),
  );
  for (const what of ["Node", "engine wasm", "engine cpu", "compiled scenarios"]) {
    expect(states.get(what)?.state, what).toBe("ok");
  }
  // Whatever is missing comes with what to run.
  for (const one of states.values()) if (one.state === "missing") expect(one.remedy, one.what).toMatch(/\S/);
});
