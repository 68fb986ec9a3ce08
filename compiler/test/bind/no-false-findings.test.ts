import { expect, it } from "vitest";
import { compileCase, sharedFiles } from "../wrong/cases.js";

/** The shared help desk, whose tickets may have more than their schema describes, and have. */
function openDesk(): Record<string, string> {
  const files = { ...sharedFiles() };
  const desk = files["desk.yaml"] ?? "";
  const ticket = desk.slice(desk.indexOf("    Ticket:"));
  const open = ticket.replace("additionalProperties: false", "additionalProperties: {}");
  files["desk.yaml"] = desk.replace(ticket, open.replace("      additionalProperties: {}\n", ""));
  files["tickets.yaml"] = (files["tickets.yaml"] ?? "").replaceAll("title:", "hidden: yes, title:");
  expect(files["desk.yaml"]).not.toBe(desk);
  expect(files["tickets.yaml"]).toContain("hidden");
  return files;
}

it.each([
  ['ticket.state == "open"'],
  ['ticket.state in ["open", "closed"] and not (ticket.state == "closed")'],
  ["ticket.number == 3 or ticket.number > 2"],
  ['text(ticket.number) == "3"'],
  ["ticket.hidden is present"],
  ['ticket.hidden == "yes"'],
  ["ticket.owner is absent or ticket.owner.key is present"],
  ["ticket.title == null"],
  ['(if ticket.owner is present then ticket.owner.key else "nobody") != "somebody"'],
  ['any(t in Ticket: t.state == "open" and t.key != ticket.key)'],
  ['count([t.key for t in Ticket if t.state == "open"]) + 1 > 2'],
  ['first(t in Ticket: t.state == "open").number is integer'],
  ['Ticket("T-1").title matches "^T"'],
])("nothing is said of %s", async (expression) => {
  const files = openDesk();
  const input = (files["base.rvr"] ?? "").replace(
    "    prompt ",
    `    let found = ${expression}\n    let chosen = if found then 1 else 2\n    prompt `,
  );
  const { diagnostics } = await compileCase({ ...files, "input.rvr": input });
  expect(diagnostics.map(({ code, message }) => `${code} ${message}`)).toEqual([]);
});
