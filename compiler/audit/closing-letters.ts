import type { CompiledScenario } from "../../runtime/abi/scenario.js";
import type { EmittedCall } from "../../runtime/abi/trace.js";
import type { ScenarioIr } from "../ir/scenario.js";
import type { Letter } from "./letter.js";

/** Ways to end an episode: the right one, and each closing tool with something that no task asks for. */
export function closingLetters(ir: ScenarioIr, compiled: CompiledScenario): Letter[] {
  if (ir.closing === undefined) return [];
  const [reported = ""] = ir.tools.map((tool) => tool.name);
  const others: readonly EmittedCall[] = [
    { tool: "finish", arguments: { answer: "something else" } },
    { tool: "ask_user", arguments: { missing: ["something else"] } },
    { tool: "decline", arguments: { reason: "something else" } },
    { tool: "report_failure", arguments: { tool: reported, reason: "something else" } },
  ];
  const right: Letter = {
    id: "the right closing (as gold)",
    tool: "",
    oddity: 0,
    portable: true,
    ends: true,
    call: ({ task }) => compiled.gold(task).at(-1) ?? { tool: "finish", arguments: { answer: "" } },
  };
  return [
    right,
    ...others.map(
      (call): Letter => ({
        id: `${call.tool}(something else)`,
        tool: call.tool,
        oddity: 3,
        portable: true,
        ends: true,
        call: () => call,
      }),
    ),
  ];
}
