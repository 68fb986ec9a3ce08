import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { miniProject, rvrc, write } from "./rvrc.js";

const parts = {
  gold: "answer ticket.title",
  rewards: "reward sound { derive slots }",
  rest: `test "as a call" task "train/0" expect success { gold }`,
};

it("plays and scores episodes that a closing call ends", async () => {
  const cwd = await miniProject(parts);
  expect((await rvrc(["compile", "close.rvr"], { cwd })).code).toBe(0);
  const tools = JSON.parse(readFileSync(join(cwd, "generated/close_ticket/tools.json"), "utf8"));
  expect(tools.map((tool: { function: { name: string } }) => tool.function.name)).toContain("ask_user");

  const play = (lines: readonly string[]) =>
    rvrc(["play", "close_ticket", "--task", "train/0", "--json"], { cwd, input: lines.join("\n") });
  const first = JSON.parse((await play(["gold", "get_ticket(ticketId: 1)"])).stdout);
  expect(first).toMatchObject({ success: true, calls: [{ tool: "finish" }] });
  const { answer } = first.calls[0].arguments;
  const called = JSON.parse((await play([`finish(answer: ${JSON.stringify(answer)})`, "finish x"])).stdout);
  expect(called).toMatchObject({ success: true, calls: first.calls });
  const asMessage = JSON.parse((await play([`finish ${answer}`])).stdout);
  expect(asMessage).toMatchObject({ success: true, calls: [], final: answer });
  const wrong = JSON.parse((await play(['decline(reason: "no")', `finish ${answer}`])).stdout);
  expect(wrong).toMatchObject({ success: false, calls: [{ tool: "decline" }] });

  // What follows a closing call was never heard.
  const late = { ...first, calls: [...wrong.calls, ...first.calls], final: answer };
  write(cwd, "episodes.jsonl", [first, asMessage, late].map((line) => JSON.stringify(line)).join("\n"));
  const scored = await rvrc(["score", "close_ticket", "--trace", "episodes.jsonl", "--json"], { cwd });
  const verdicts = scored.stdout
    .trimEnd()
    .split("\n")
    .map((line) => (JSON.parse(line) as { success: boolean }).success);
  expect(verdicts).toEqual([true, true, false]);
});
