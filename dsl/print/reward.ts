import { assertNever } from "../text/internal-error.js";
import type {
  CallPattern,
  EventPattern,
  FragmentDeclaration,
  RewardDeclaration,
  RewardItem,
  SlotGroup,
  StepOrder,
} from "../tree/reward.js";
import type { ArgumentLine, NamedArgument } from "../tree/scenario.js";
import { block } from "./block.js";
import { printExpression, printMatcher, printPath, printPrimary } from "./expression.js";

export function printReward(reward: RewardDeclaration, indent: string): string {
  const form = reward.form === "additive" ? " additive" : "";
  const world = reward.world === undefined ? "" : ` in world ${reward.world.text}`;
  const items = reward.items.map((item) => printRewardItem(item, `${indent}  `));
  return block(`reward ${reward.name.text}${form}${world}`, items, indent);
}

export function printFragment(fragment: FragmentDeclaration): string {
  const parameters = fragment.parameters.map((parameter) => parameter.text).join(", ");
  const items = fragment.items.map((item) => printRewardItem(item, "  "));
  return block(`fragment ${fragment.name.text}(${parameters})`, items, "");
}

/** `path = value as text weight 2 unchecked` */
export function printArgumentLine(line: ArgumentLine, indent: string): string {
  const matcher = line.matcher === undefined ? "" : ` ${printMatcher(line.matcher)}`;
  const weight = line.weight === undefined ? "" : ` weight ${printExpression(line.weight, indent)}`;
  const unchecked = line.unchecked ? " unchecked" : "";
  return `${printPath(line.path)} = ${printExpression(line.value, indent)}${matcher}${weight}${unchecked}`;
}

export function printArguments(list: readonly NamedArgument[], indent: string): string {
  return list.map((item) => `${printPath(item.path)}: ${printExpression(item.value, indent)}`).join(", ");
}

function printRewardItem(item: RewardItem, indent: string): string {
  switch (item.kind) {
    case "use-fragment":
      return `use ${item.name.text}(${item.arguments.map((argument) => argument.text).join(", ")})`;
    case "derive": {
      const weight = item.weight === undefined ? "" : ` weight ${printExpression(item.weight, indent)}`;
      return `derive ${item.what}${weight}`;
    }
    case "slots": {
      const groups = item.groups.map((group) => printSlot(group, `${indent}  `));
      return block(
        `slots ${item.tool.text} ${item.aggregate} weight ${printPrimary(item.weight, indent)}`,
        groups,
        indent,
      );
    }
    case "recall": {
      const wanted = printExpression(item.wanted, indent);
      return `recall ${printPrimary(item.weight, indent)} ${item.tool.text} ${printPath(item.path)} of ${wanted}`;
    }
    case "step": {
      const parts = [item.required ? "require" : "step"];
      if (item.weight !== undefined) parts.push(printPrimary(item.weight, indent));
      parts.push(printCalls([item.call, ...item.others], indent));
      if (item.once) parts.push("exactly once");
      if (item.order !== undefined) parts.push(printOrder(item.order));
      if (item.when.length > 0) parts.push(`when ${printEvents(item.when, indent)}`);
      return parts.join(" ");
    }
    case "bonus":
    case "penalty": {
      // One event counts each time and several count once, unless the line says otherwise.
      const frequency = item.events.length === 1 && item.frequency === "each" ? "" : `${item.frequency} `;
      return `${item.kind} ${printPrimary(item.weight, indent)} ${frequency}${printEvents(item.events, indent)}`;
    }
    case "budget":
      return `budget ${printExpression(item.calls, indent)}`;
    case "clamp":
      return `clamp ${printExpression(item.low, indent)} .. ${printExpression(item.high, indent)}`;
    case "parameter":
      return `${item.name} ${printExpression(item.value, indent)}`;
    default:
      return assertNever(item);
  }
}

/** Lines of a `slot` block are printed without the path of the block, which the parser puts back. */
function printSlot(group: SlotGroup, indent: string): string {
  const prefix = group.name.segments.length;
  const [first] = group.lines;
  if (first !== undefined && group.lines.length === 1 && first.path.segments.length === prefix) {
    return printArgumentLine(first, indent);
  }
  const lines = group.lines.map((line) =>
    printArgumentLine(
      { ...line, path: { ...line.path, segments: line.path.segments.slice(prefix) } },
      `${indent}  `,
    ),
  );
  return block(`slot ${printPath(group.name)}`, lines, indent);
}

/** One call, or a group of several on a line of its own each. */
function printCalls(calls: readonly CallPattern[], indent: string): string {
  const [only] = calls;
  if (only !== undefined && calls.length === 1) return printCall(only, indent);
  return block(
    "all",
    calls.map((call) => printCall(call, `${indent}  `)),
    indent,
  );
}

function printCall(call: CallPattern, indent: string): string {
  return call.arguments.length === 0
    ? call.tool.text
    : `${call.tool.text}(${printArguments(call.arguments, indent)})`;
}

function printOrder(order: StepOrder): string {
  return `${order.immediately ? "immediately " : ""}${order.relation} ${order.any ? "any " : ""}${order.tool.text}`;
}

function printEvents(events: readonly EventPattern[], indent: string): string {
  return events.map((event) => printEvent(event, indent)).join(" and ");
}

function printEvent(event: EventPattern, indent: string): string {
  switch (event.kind) {
    case "unknown":
      return "unknown tool";
    case "call":
      return event.over === undefined ? "call" : `call over ${printPrimary(event.over, indent)}`;
    default:
      return `${event.kind} ${event.tool.text}`;
  }
}
