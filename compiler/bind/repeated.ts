import type { Path } from "../../dsl/tree/expression.js";
import type { FragmentDeclaration, RewardDeclaration, RewardItem } from "../../dsl/tree/reward.js";
import type { NamedArgument, ScenarioDeclaration, SplitItem, ToolItem } from "../../dsl/tree/scenario.js";
import type { Span } from "../../dsl/tree/span.js";
import type { Reporter } from "../diagnostics/reporter.js";
import { world } from "../diagnostics/world.js";
import { declaredTwice } from "./declared-twice.js";
import { plainText } from "./plain-text.js";

interface Named {
  readonly text: string;
  readonly span: Span;
}

/**
 * Reports what a scenario says twice although only one of the two can count. Whatever binds the parts takes the first
 * or the last, which nobody would notice.
 */
export function checkRepeated(reporter: Reporter, declaration: ScenarioDeclaration): void {
  const { name, systems, tools, tasks, trains, tests } = declaration;
  reportNamed(
    reporter,
    name.text,
    systems.map(({ variant, span }) => ({ text: `system ${variant?.text ?? "bare"}`, span })),
  );
  for (const tool of tools) checkTool(reporter, tool.name.text, tool.items);
  for (const { items } of tasks) {
    for (const item of items) {
      if (item.kind === "gold") reportNamed(reporter, item.tool.text, item.lines.map(pathOf));
      if (item.kind === "split") checkSplit(reporter, item.name.text, item.items);
    }
  }
  for (const reward of declaration.rewards) checkReward(reporter, reward);
  const settings = trains.flatMap((train) => train.settings.map((setting) => setting.name));
  reportNamed(reporter, "train", settings);
  const titles = tests.map(({ title }) => ({ text: plainText(title) ?? "", span: title.span }));
  for (const [title, first] of repeated(titles)) {
    reporter.add(declaredTwice(reporter, "test", title, first.span));
  }
  for (const step of tests.flatMap((test) => test.steps)) {
    if (step.kind === "step-call") reportNamed(reporter, step.tool.text, step.arguments.map(pathOf));
  }
}

/** The same for a reward or a fragment. What a fragment adds to a reward is not looked at. */
export function checkReward(reporter: Reporter, reward: RewardDeclaration | FragmentDeclaration): void {
  reportSingle(reporter, reward.name.text, reward.items, singleOf);
  for (const item of reward.items) {
    if (item.kind === "slots") {
      const lines = item.groups.flatMap((group) => group.lines);
      reportNamed(reporter, item.tool.text, lines.map(pathOf));
    }
    if (item.kind !== "step") continue;
    for (const call of [item.call, ...item.others])
      reportNamed(reporter, call.tool.text, call.arguments.map(pathOf));
  }
}

/** What a reward may give once, in words; undefined for what it may repeat. */
function singleOf(item: RewardItem): string | undefined {
  switch (item.kind) {
    case "budget":
    case "clamp":
      return `\`${item.kind}\``;
    case "parameter":
      return `\`${item.name}\``;
    case "derive":
      return `\`derive ${item.what}\``;
    default:
      return undefined;
  }
}

function checkTool(reporter: Reporter, name: string, items: readonly ToolItem[]): void {
  reportSingle(reporter, name, items, (item) => (item.kind === "description" ? "`description`" : undefined));
  const taken = items.flatMap((item) => (item.kind === "take" || item.kind === "fix" ? [pathOf(item)] : []));
  reportNamed(reporter, name, taken);
  const shown = items.flatMap((item) => (item.kind === "show" ? item.paths.map(named) : []));
  reportNamed(reporter, name, shown);
}

function checkSplit(reporter: Reporter, name: string, items: readonly SplitItem[]): void {
  reportSingle(reporter, name, items, (item) => (item.kind === "wording" ? "`wording`" : undefined));
  const domains = items.flatMap((item) => (item.kind === "domain" ? [item.name] : []));
  reportNamed(reporter, name, domains);
}

function reportSingle<Item extends { readonly span: Span }>(
  reporter: Reporter,
  name: string,
  items: readonly Item[],
  whatOf: (item: Item) => string | undefined,
): void {
  const first = new Map<string, Item>();
  for (const item of items) {
    const what = whatOf(item);
    if (what === undefined) continue;
    const known = first.get(what);
    if (known === undefined) {
      first.set(what, item);
      continue;
    }
    const related = [{ ...reporter.at(known.span), message: "given here" }];
    reporter.add(world.report("RVR4008", reporter.at(item.span), { what, name }, { related }));
  }
}

/** Names left empty stand where none could be read. */
function reportNamed(reporter: Reporter, owner: string, all: readonly Named[]): void {
  for (const [name, first] of repeated(all)) {
    const related = [{ ...reporter.at(first.span), message: "given here" }];
    const values = { what: `\`${name.text}\``, name: owner };
    reporter.add(world.report("RVR4008", reporter.at(name.span), values, { related }));
  }
}

/** Every name that stood before, with its first place. */
function repeated(all: readonly Named[]): readonly (readonly [again: Named, first: Named])[] {
  const first = new Map<string, Named>();
  return all.flatMap((name): [Named, Named][] => {
    const known = first.get(name.text);
    if (name.text === "") return [];
    if (known !== undefined) return [[name, known]];
    first.set(name.text, name);
    return [];
  });
}

function pathOf({ path }: Pick<NamedArgument, "path">): Named {
  return named(path);
}

function named({ segments, span }: Path): Named {
  const texts = segments.map(({ text }) => text);
  return { text: texts.includes("") ? "" : texts.join("."), span };
}
