import type { Json, JsonObject } from "../../runtime/abi/json.js";
import type { Value } from "../../runtime/abi/value.js";
import { get, isArray, isObject, setPath } from "../../runtime/value/access.js";
import { equal } from "../../runtime/value/compare.js";
import { evaluate } from "../evaluate/expression.js";
import type { ExpressionIr } from "../ir/expression.js";
import type { RewardIr } from "../ir/reward.js";
import type { ArgumentLineIr, GoldIr, ScenarioIr } from "../ir/scenario.js";
import type { StepsIr } from "../ir/world.js";
import type { AuditTask, Letter } from "./letter.js";
import { lineIsRight } from "./line-match.js";
import { anotherType, anotherValue } from "./wrong-values.js";

/** What may stand at one path: how it is called, and the change that it makes to the arguments. */
interface Variant {
  readonly name: string;
  readonly oddity: number;
  apply(args: JsonObject, task: AuditTask): JsonObject;
}

/** More combinations than this are cut to those with few deviations. */
const COMBINATIONS = 4096;
const DEVIATIONS = 2;

/**
 * Calls of a tool that gold writes with: each argument right, wrong of the right type, of another type, or missing, in
 * all combinations. Where the reward asks for another value than gold sends, that value too. A list is also sent in
 * parts, with a stranger in it, and with everything that any task asks for.
 */
export function writeLetters(
  ir: ScenarioIr,
  reward: RewardIr,
  gold: GoldIr,
  others: readonly AuditTask[],
): Letter[] {
  const parts = partsOf(reward, gold, others);
  const cut = tooMany(parts);
  const letters: Letter[] = [];
  const combine = (index: number, chosen: readonly Variant[], deviations: number): void => {
    const variants = parts[index];
    if (variants === undefined) {
      letters.push(letterOf(gold.tool, chosen));
      return;
    }
    for (const variant of variants) {
      const more = deviations + (variant.oddity > 0 ? 1 : 0);
      if (cut && more > DEVIATIONS) continue;
      combine(index + 1, [...chosen, variant], more);
    }
  };
  combine(0, [], 0);
  return ir.tools.some((tool) => tool.name === gold.tool) ? letters : [];
}

/** Whether only calls with few deviations were made, since all combinations are too many. */
export function combinationsAreCut(
  ir: ScenarioIr,
  reward: RewardIr,
  gold: GoldIr,
  others: readonly AuditTask[],
): boolean {
  return ir.tools.some((tool) => tool.name === gold.tool) && tooMany(partsOf(reward, gold, others));
}

function tooMany(parts: readonly (readonly Variant[])[]): boolean {
  return parts.reduce((count, variants) => count * variants.length, 1) > COMBINATIONS;
}

/** What may stand at each path of a gold call. */
function partsOf(
  reward: RewardIr,
  gold: GoldIr,
  others: readonly AuditTask[],
): readonly (readonly Variant[])[] {
  const paths = pathsOf(reward, gold);
  const rivals = rivalsOf(
    paths.flatMap((path) => valueAt(path, reward, gold) ?? []),
    others,
  );
  return paths.map((path) => variantsOf(path, reward, gold, others, rivals));
}

function letterOf(tool: string, chosen: readonly Variant[]): Letter {
  const odd = chosen.filter((variant) => variant.oddity > 0);
  return {
    id: `${tool}(${odd.length === 0 ? "as gold" : odd.map((variant) => variant.name).join(", ")})`,
    tool,
    portable: true,
    fixed: true,
    oddity: chosen.reduce((sum, variant) => sum + variant.oddity, 0),
    call: (task) => ({
      tool,
      arguments: chosen.reduce((args, variant) => variant.apply(args, task), {} as JsonObject),
    }),
  };
}

/** Paths that gold sends or the reward compares, in the order of gold. */
function pathsOf(reward: RewardIr, gold: GoldIr): readonly StepsIr[] {
  const lines = [...gold.lines, ...rewardLines(reward, gold.tool)];
  const paths = new Map(lines.map((line) => [line.path.join("."), line.path]));
  return [...paths.values()];
}

function rewardLines(reward: RewardIr, tool: string): readonly ArgumentLineIr[] {
  const sets = reward.form === "sound" ? reward.writes : reward.slotSets;
  return sets.filter((set) => set.tool === tool).flatMap((set) => set.slots.flatMap((slot) => slot.lines));
}

/** What stands at a path in gold, or what the reward compares there. */
function valueAt(path: StepsIr, reward: RewardIr, gold: GoldIr): ExpressionIr | undefined {
  const name = path.join(".");
  const lines = [...gold.lines, ...rewardLines(reward, gold.tool)];
  return lines.find((line) => line.path.join(".") === name)?.value;
}

type Rivals = (task: AuditTask) => readonly AuditTask[];

/**
 * Tasks that lend a task its wrong values. One that differs in every value goes first, so that the wrong values of one
 * call belong together: a wrong parent in the wrong project is what another task would rightly send.
 */
function rivalsOf(values: readonly ExpressionIr[], others: readonly AuditTask[]): Rivals {
  const known = new Map<AuditTask, readonly AuditTask[]>();
  return (task) => {
    const ready = known.get(task);
    if (ready !== undefined) return ready;
    const own = values.map((value) => evaluate(value, task.environment));
    const differences = (other: AuditTask) =>
      values.filter((value, index) => !equal(evaluate(value, other.environment), own[index])).length;
    const rest = others.filter((other) => other.task.id !== task.task.id);
    const most = Math.max(0, ...rest.map(differences));
    const first = rest.find((other) => differences(other) === most);
    const ordered = first === undefined ? rest : [first, ...rest.filter((other) => other !== first)];
    known.set(task, ordered);
    return ordered;
  };
}

function variantsOf(
  path: StepsIr,
  reward: RewardIr,
  gold: GoldIr,
  others: readonly AuditTask[],
  rivalsFor: Rivals,
): readonly Variant[] {
  const name = path.join(".");
  const goldLine = gold.lines.find((line) => line.path.join(".") === name);
  const asked = rewardLines(reward, gold.tool).filter((line) => line.path.join(".") === name);
  const value = valueAt(path, reward, gold);
  if (value === undefined) return [];
  const valueIn = (task: AuditTask): Json => evaluate(value, task.environment) ?? null;
  const rivals = (task: AuditTask) => rivalsFor(task).map((other) => evaluate(value, other.environment));
  const set = (args: JsonObject, at: StepsIr, item: Value): JsonObject => {
    const changed = setPath(args, at, item);
    return isObject(changed) ? changed : args;
  };
  const variants: Variant[] = [
    { name: `${name}: right`, oddity: 0, apply: (args, task) => set(args, path, valueIn(task)) },
  ];
  for (const line of asked) {
    if (goldLine === undefined || !differs(line, goldLine, others)) continue;
    variants.push({
      name: `${name}: as the reward asks`,
      oddity: 1,
      apply: (args, task) => set(args, path, evaluate(line.value, task.environment)),
    });
  }
  variants.push(
    {
      name: `${name}: wrong`,
      oddity: 2,
      apply: (args, task) => {
        const isRight = (candidate: Json) =>
          goldLine !== undefined && lineIsRight(goldLine, candidate, task.environment);
        return set(args, path, anotherValue(valueIn(task), rivals(task), isRight));
      },
    },
    { name: `${name}: missing`, oddity: 3, apply: (args) => args },
    {
      name: `${name}: wrong type`,
      oddity: 4,
      apply: (args, task) => {
        // `parent: "ABC-1"` for `parent.key`: the usual wrong type of a nested argument.
        const parent = path.slice(0, -1);
        const free =
          parent.length > 0 &&
          get(args, ...parent) === undefined &&
          isObject(get(args, ...parent.slice(0, -1)) ?? {});
        return free ? set(args, parent, valueIn(task)) : set(args, path, anotherType(valueIn(task)));
      },
    },
  );
  return [...variants, ...listVariants(name, path, value, others, set)];
}

/** Whether the reward's value fails where gold's value stands, in some task. */
function differs(line: ArgumentLineIr, gold: ArgumentLineIr, tasks: readonly AuditTask[]): boolean {
  return tasks.some(({ environment }) => {
    return !lineIsRight(line, evaluate(gold.value, environment), environment);
  });
}

function listVariants(
  name: string,
  path: StepsIr,
  value: ExpressionIr,
  others: readonly AuditTask[],
  set: (args: JsonObject, at: StepsIr, item: Value) => JsonObject,
): readonly Variant[] {
  const listIn = (task: AuditTask): readonly Json[] => {
    const list = evaluate(value, task.environment);
    return isArray(list) ? list : [];
  };
  const lengths = others.map((task) => listIn(task).length);
  const longest = Math.max(0, ...lengths);
  if (longest === 0) return [];
  const strangers = (task: AuditTask): readonly Json[] => {
    const own = listIn(task);
    const all = others.flatMap((other) => listIn(other));
    return all.filter(
      (item, index) =>
        !own.some((mine) => equal(mine, item)) && all.findIndex((first) => equal(first, item)) === index,
    );
  };
  const parts = Array.from({ length: Math.min(longest, 8) }, (_, index): Variant => {
    return {
      name: `${name}: only item ${index + 1}`,
      oddity: 5 + index,
      apply: (args, task) => set(args, path, listIn(task).slice(index, index + 1)),
    };
  });
  return [
    ...parts,
    {
      name: `${name}: and one that is not asked for`,
      oddity: 5,
      apply: (args, task) => set(args, path, [...listIn(task), ...strangers(task).slice(0, 1)]),
    },
    {
      name: `${name}: everything that any task asks for`,
      oddity: 4,
      apply: (args, task) => set(args, path, [...listIn(task), ...strangers(task)]),
    },
  ];
}
