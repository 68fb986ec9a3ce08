import type {
  AdditiveRewardIr,
  CallIr,
  ChargeIr,
  EventIr,
  RecallIr,
  RewardIr,
  RewardStepIr,
  SlotIr,
  SlotSetIr,
  SoundRewardIr,
  WriteIr,
} from "../ir/reward.js";
import type { ArgumentLineIr } from "../ir/scenario.js";
import type { StepsIr } from "../ir/world.js";
import { documented, lineComment } from "./comment.js";
import { describe, describeEvent, describeMatcher, describePath } from "./describe.js";
import { value } from "./expression.js";
import type { EmittedFile } from "./file.js";
import { header, moduleFile } from "./header.js";
import { arrow, block, bracketed, codeLine, stringLiteral } from "./literal.js";
import { MatcherConstants } from "./matchers.js";
import { type ScenarioInput, scenarioFolder } from "./scenario-input.js";
import { ScenarioModule } from "./scenario-scope.js";
import type { FunctionScope } from "./scope.js";

/** `checker.ts`: every reward, one entry for each slot, step and charge, with what it means beside it. */
export function emitChecker({ ir, origin, worlds }: ScenarioInput): EmittedFile {
  const printer = new CheckerPrinter(new ScenarioModule(worlds));
  const rewards = ir.rewards.map((reward) => printer.reward(reward));
  return moduleFile(
    `${scenarioFolder(ir.name)}/checker.ts`,
    header(
      origin,
      `Rewards of scenario ${ir.name}: what is read from a finished trace, and what it is worth.`,
    ),
    printer.module.imports(),
    printer.constants(),
    documented(
      "By default an episode is scored under the one that the scenario names in `defaultReward`.",
      block("export const rewards: readonly rt.RewardProgram[] = [", rewards, "];"),
    ),
  );
}

class CheckerPrinter {
  readonly module: ScenarioModule;
  private readonly matchers = new MatcherConstants();

  constructor(module: ScenarioModule) {
    this.module = module;
  }

  constants(): string {
    return [...this.matchers.declarations(), ...this.module.module.patternDeclarations()].join("\n");
  }

  reward(reward: RewardIr): string {
    return reward.form === "sound" ? this.sound(reward) : this.additive(reward);
  }

  private sound(reward: SoundRewardIr): string {
    const about = [
      `${reward.name}: R = goal ? 1 - q (1 - s) - e : c Phi, scored in world ${reward.world}.`,
      "s: earned share of the steps. Phi: right slots and earned steps less penalties, as a share of all.",
    ];
    const entries = [
      'form: "sound"',
      `name: ${stringLiteral(reward.name)}`,
      `world: ${stringLiteral(reward.world)}`,
      `${lineComment("q: what the procedure counts for in a success")}\nprocedure: ${reward.procedure}`,
      `${lineComment("e at most: 0.01 for each call over the budget")}\nexcess: ${reward.excess}`,
      `${lineComment("c: the most that a failure earns")}\npartial: ${reward.partial}`,
      `budget: ${reward.budget === undefined ? "undefined" : reward.budget}`,
      block(
        "writes: [",
        reward.writes.map((write) => this.write(write, reward.world)),
        "]",
      ),
      block(
        "steps: [",
        reward.steps.map((step) => this.step(step, reward.world)),
        "]",
      ),
      `penalties: ${reward.penalties}`,
    ];
    return [...about.map(lineComment), block("{", entries, "}")].join("\n");
  }

  private additive(reward: AdditiveRewardIr): string {
    const [low, high] = reward.clamp;
    const entries = [
      'form: "additive"',
      `name: ${stringLiteral(reward.name)}`,
      `world: ${stringLiteral(reward.world)}`,
      `clamp: [${low}, ${high}]`,
      block(
        "slotSets: [",
        reward.slotSets.map((set) => this.slotSet(set, reward.world)),
        "]",
      ),
      block(
        "recalls: [",
        reward.recalls.map((recall) => this.recall(recall, reward.world)),
        "]",
      ),
      block(
        "steps: [",
        reward.steps.map((step) => this.step(step, reward.world)),
        "]",
      ),
      block("charges: [", reward.charges.map(printCharge), "]"),
    ];
    const about = `${reward.name}: a sum of weights, cut to ${low} to ${high}, scored in world ${reward.world}.`;
    return `${lineComment(about)}\n${block("{", entries, "}")}`;
  }

  private write({ tool, slots }: WriteIr, world: string): string {
    const printed = slots.map((slot) => this.slot(slot, world));
    return block("{", [`tool: ${stringLiteral(tool)}`, block("slots: [", printed, "]")], "}");
  }

  private slotSet(set: SlotSetIr, world: string): string {
    const counted = set.aggregate === "mean" ? "mean over all calls" : "best call";
    const entries = [
      `id: ${stringLiteral(set.id)}`,
      `tool: ${stringLiteral(set.tool)}`,
      `aggregate: ${stringLiteral(set.aggregate)}`,
      `weight: ${set.weight}`,
      block(
        "slots: [",
        set.slots.map((slot) => this.slot(slot, world)),
        "]",
      ),
    ];
    return `${lineComment(`Right slots of ${set.tool}, ${counted}`)}\n${block("{", entries, "}")}`;
  }

  private slot(slot: SlotIr, world: string): string {
    const scope = this.module.scope(world, "variables");
    const tests = slot.lines.map((line) => this.line(line, scope));
    const parameters = scope.parameters("args", "variables");
    const meaning = slot.lines.map(
      (line) => `${describePath(line.path)} = ${describe(line.value)}${describeMatcher(line.matcher)}`,
    );
    const entries = [
      `id: ${stringLiteral(slot.id)}`,
      `weight: ${slot.weight}`,
      `sources: ${codeLine(slot.sources)}`,
      arrow(`right: (${parameters}) =>`, conjunction(tests)),
    ];
    return `${lineComment(`Slot (${slot.sources.join(", ")}): ${meaning.join(" and ")}`)}\n${block("{", entries, "}")}`;
  }

  private line(line: ArgumentLineIr, scope: FunctionScope): string {
    const actual = place(scope.use("args"), line.path);
    return this.matchers.test(line.matcher, actual, value(line.value, scope), scope);
  }

  private step(step: RewardStepIr, world: string): string {
    const entries = [
      `id: ${stringLiteral(step.id)}`,
      `weight: ${step.weight}`,
      `required: ${step.required}`,
      ...this.call(step, world),
    ];
    if (step.others !== undefined) {
      const others = step.others.map((call) => block("{", this.call(call, world), "}"));
      entries.push(block("others: [", others, "]"));
    }
    if (step.once === true) entries.push("once: true");
    if (step.order !== undefined) entries.push(`order: ${codeLine({ ...step.order })}`);
    entries.push(bracketed("when: [", step.when.map(printEvent), "]"));
    return `${lineComment(describeStep(step))}\n${block("{", entries, "}")}`;
  }

  private call({ tool, arguments: args }: CallIr, world: string): string[] {
    const scope = this.module.scope(world, "variables", "responses");
    const tests = args.map(({ path, value: expected, matcher }) =>
      this.matchers.test(
        { kind: matcher },
        place(`${scope.use("call")}.arguments`, path),
        value(expected, scope),
        scope,
      ),
    );
    const parameters = scope.parameters("call", "variables", "responses");
    return [`tool: ${stringLiteral(tool)}`, arrow(`matches: (${parameters}) =>`, conjunction(tests))];
  }

  private recall(recall: RecallIr, world: string): string {
    const scope = this.module.scope(world, "variables");
    const wanted = `rt.list(${value(recall.wanted, scope)})`;
    const entries = [
      `id: ${stringLiteral(recall.id)}`,
      `tool: ${stringLiteral(recall.tool)}`,
      `weight: ${recall.weight}`,
      `sent: (args) => rt.gather(args, ${codeLine(recall.path)})`,
      arrow(`wanted: (${scope.parameters("variables")}) =>`, wanted),
    ];
    const about = `For each of ${describe(recall.wanted)} among ${recall.tool} ${describePath(recall.path)}`;
    return `${lineComment(about)}\n${block("{", entries, "}")}`;
  }
}

/** What stands at a path of a call's arguments. */
function place(object: string, path: StepsIr): string {
  return path.length === 0 ? object : `rt.get(${[object, ...path.map(stringLiteral)].join(", ")})`;
}

function conjunction(tests: readonly string[]): string {
  return tests.length === 0 ? "true" : tests.join(" &&\n");
}

function printCharge(charge: ChargeIr): string {
  // A penalty takes away, whichever sign its weight is written with.
  const weight = charge.group === "R3" ? -Math.abs(charge.weight) : charge.weight;
  const entries = [
    `id: ${stringLiteral(charge.id)}`,
    `group: ${stringLiteral(charge.group)}`,
    `weight: ${weight}`,
    `frequency: ${stringLiteral(charge.frequency)}`,
    bracketed("events: [", charge.events.map(printEvent), "]"),
  ];
  const kind = charge.group === "R3" ? "Penalty" : "Bonus";
  const about = `${kind}, ${charge.frequency}: ${charge.events.map(describeEvent).join(" and ")}`;
  return `${lineComment(about)}\n${block("{", entries, "}")}`;
}

function printEvent(event: EventIr): string {
  return codeLine({ ...event });
}

function describeStep(step: RewardStepIr): string {
  const calls = [step, ...(step.others ?? [])].map(describeCall);
  const what = calls.length === 1 ? calls.join("") : `all { ${calls.join(", ")} }`;
  const order = step.order;
  const near = order?.immediately === true ? "immediately " : "";
  const place =
    order === undefined ? "" : ` ${near}${order.relation} ${order.any ? "any " : ""}${order.tool}`;
  const when = step.when.length === 0 ? "" : ` when ${step.when.map(describeEvent).join(" and ")}`;
  const once = step.once === true ? " exactly once" : "";
  return `${step.required ? "Required" : "Step"}: ${what}${once}${place}${when}`;
}

function describeCall({ tool, arguments: args }: CallIr): string {
  const shown = args.map(({ path, value: expected }) => `${describePath(path)}: ${describe(expected)}`);
  return `${tool}(${shown.join(", ")})`;
}
