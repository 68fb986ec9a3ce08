import type { Name } from "../../dsl/tree/expression.js";
import type { FragmentDeclaration, RewardItem } from "../../dsl/tree/reward.js";
import { names } from "../diagnostics/names.js";
import { listNames, Reporter } from "../diagnostics/reporter.js";
import { rewards } from "../diagnostics/rewards.js";
import { declaredTwice } from "./declared-twice.js";
import { plainText } from "./plain-text.js";
import type { Definition } from "./references.js";
import { checkReward } from "./repeated.js";
import type { RewardContext } from "./reward-context.js";
import { toolOf } from "./reward-context.js";
import { Scope } from "./scope.js";
import type { Sources } from "./sources.js";
import { ANY } from "./static-type.js";
import type { BoundTool } from "./tool.js";
import type { Reporters } from "./world.js";

type FragmentUse = Extract<RewardItem, { kind: "use-fragment" }>;

/** An item of a reward with what its names mean: within a fragment they are the fragment's own. */
export interface PlacedItem {
  readonly item: Exclude<RewardItem, FragmentUse>;
  readonly context: RewardContext;
}

/** Where fragments are looked up. */
export interface FragmentSources {
  readonly sources: Sources;
  readonly reporters: Reporters;
}

interface Located {
  readonly file: string;
  readonly declaration: FragmentDeclaration;
}

/** The items of a reward in order, with those of its fragments in place of each `use`. */
export function expandItems(
  where: FragmentSources,
  context: RewardContext,
  items: readonly RewardItem[],
  path: readonly string[] = [],
): PlacedItem[] {
  return items.flatMap((item): PlacedItem[] =>
    item.kind === "use-fragment" ? expandUse(where, context, item, path) : [{ item, context }],
  );
}

function expandUse(
  where: FragmentSources,
  context: RewardContext,
  use: FragmentUse,
  path: readonly string[],
): PlacedItem[] {
  const { reporter } = context.expressions;
  const name = use.name.text;
  const tools = use.arguments.map((argument) => toolOf(context, argument));
  if (name === "") return [];
  const located = locateFragment(where.sources, reporter.file, name);
  if (located === undefined) {
    if (isUnreadable(where.sources, reporter.file, name)) return [];
    const known = inReach(where.sources, reporter.file);
    const extras = reporter.suggest(name, use.name.span, known);
    const values = { name, known: listNames(known) };
    reporter.add(names.report("RVR2018", reporter.at(use.name.span), values, extras));
    return [];
  }
  const { file, declaration } = located;
  reporter.references.use(use.name.span, fragmentDefinition(located));
  const related = [{ file, span: declaration.name.span, message: "declared here" }];
  const id = `${file}#${name}`;
  if (path.includes(id)) {
    reporter.add(rewards.report("RVR6007", reporter.at(use.name.span), { name }, { related }));
    return [];
  }
  const wanted = declaration.parameters.length;
  // Where a parameter stands twice, which is reported, two numbers may be meant.
  if (wanted !== tools.length && distinct(declaration.parameters).length === wanted) {
    const values = { name, wanted, found: tools.length };
    reporter.add(rewards.report("RVR6008", reporter.at(use.span), values, { related }));
    return [];
  }
  const own = new FragmentReporter(where.reporters(file), {
    file: reporter.file,
    span: use.span,
    message: `used here, in ${reporter.file}`,
  });
  return expandItems(where, withParameters(context, own, declaration, tools), declaration.items, [
    ...path,
    id,
  ]);
}

/** Within a fragment there are its parameters and nothing else: it means the same in every reward. */
function withParameters(
  context: RewardContext,
  reporter: Reporter,
  declaration: FragmentDeclaration,
  tools: readonly (BoundTool | undefined)[],
): RewardContext {
  const scope = new Scope();
  const table = new Map<string, BoundTool | undefined>();
  const parameters = distinct(declaration.parameters);
  for (const parameter of declaration.parameters) {
    const first = parameters.find((other) => other.text === parameter.text);
    if (first !== parameter) reporter.add(declaredTwice(reporter, "parameter", parameter, first?.span));
  }
  checkReward(reporter, declaration);
  const places = tools.length === declaration.parameters.length ? declaration.parameters : parameters;
  for (const parameter of parameters) {
    const name = parameter.text;
    const tool = tools[places.indexOf(parameter)];
    if (name === "") continue;
    table.set(name, tool);
    const type = tool === undefined ? ({ kind: "poison" } as const) : ANY;
    const definition = reporter.references.define("local", parameter, undefined, "tool");
    scope.declare(name, { ir: { kind: "response", tool: tool?.ir.name ?? name }, type, definition });
  }
  const expressions = { ...context.expressions, reporter };
  return { ...context, expressions, scope, tools: table, fragment: declaration.name.text };
}

/** The declaration of a fragment that was found, for a name that means it. */
export function fragmentDefinition({ file, declaration: { name } }: Located): Definition {
  return { kind: "fragment", name: name.text, file, span: name.span };
}

/** Without those whose name is taken; one whose name could not be read counts. */
function distinct(parameters: readonly Name[]): readonly Name[] {
  return parameters.filter(
    ({ text }, index) => text === "" || parameters.findIndex((other) => other.text === text) === index,
  );
}

/** A fragment that a file declares, or that it takes from another file by this name. */
export function locateFragment(sources: Sources, file: string, name: string, depth = 0): Located | undefined {
  const tree = sources.tree(file);
  if (tree === undefined || depth > 16) return undefined;
  const declaration = tree.fragments.find((candidate) => candidate.name.text === name);
  if (declaration !== undefined) return { file, declaration };
  for (const use of tree.uses) {
    const path = use.what === "fragment" && use.name.text === name ? plainText(use.file) : undefined;
    const found = path && locateFragment(sources, sources.resolve(file, path), name, depth + 1);
    if (found !== undefined && found !== "") return found;
  }
  return undefined;
}

/** Does a file use a fragment of this name from a file that could not be read, or has none? Then enough was said. */
function isUnreadable(sources: Sources, file: string, name: string): boolean {
  const uses = sources.tree(file)?.uses ?? [];
  return uses.some((use) => {
    if (use.what !== "fragment" || use.name.text !== name) return false;
    const path = plainText(use.file);
    return path === undefined || locateFragment(sources, sources.resolve(file, path), name) === undefined;
  });
}

function inReach(sources: Sources, file: string): string[] {
  const tree = sources.tree(file);
  const used = tree?.uses.flatMap((use) => (use.what === "fragment" ? [use.name.text] : [])) ?? [];
  const own = tree?.fragments.map((fragment) => fragment.name.text) ?? [];
  return [...new Set([...own, ...used])].filter((name) => locateFragment(sources, file, name) !== undefined);
}

/** Adds the place of the use to what is found in a fragment, and says the same thing once for all its uses. */
class FragmentReporter extends Reporter {
  override readonly references: Reporter["references"];

  constructor(
    private readonly base: Reporter,
    private readonly use: {
      readonly file: string;
      readonly span: FragmentUse["span"];
      readonly message: string;
    },
  ) {
    super(base.file);
    this.references = base.references;
  }

  override add(diagnostic: Parameters<Reporter["add"]>[0]): void {
    const { code, span } = diagnostic;
    const known = this.base.diagnostics.some(
      (other) => other.code === code && other.span.start === span.start && other.span.end === span.end,
    );
    if (!known) this.base.add({ ...diagnostic, related: [...diagnostic.related, this.use] });
  }
}
