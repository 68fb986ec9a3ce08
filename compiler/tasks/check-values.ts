import type { Expression } from "../../dsl/tree/expression.js";
import type { Span } from "../../dsl/tree/span.js";
import type { Json } from "../../runtime/abi/json.js";
import { canonical } from "../../runtime/value/compare.js";
import type { Reporter } from "../diagnostics/reporter.js";
import { tasks } from "../diagnostics/tasks.js";
import type { VariableIr } from "../ir/scenario.js";
import { bindVariable } from "./bind-row.js";
import type { SeedRecords } from "./environment.js";

/** Values that a split draws from, with where each is written. */
export interface Values {
  readonly values: readonly Json[];
  /** The split's line. */
  readonly span: Span;
  readonly placeOf: (index: number) => { readonly file: string; readonly span: Span } | undefined;
  /** Written out one by one, so that a value twice is a slip. */
  readonly written: boolean;
}

/** Reports values that the variable cannot have. False where there is one: what is drawn then means nothing. */
export function checkValues(
  reporter: Reporter,
  seeds: SeedRecords,
  variable: Exclude<VariableIr, { kind: "let" }>,
  { values, span, placeOf, written }: Values,
): boolean {
  const first = new Map<string, number>();
  let usable = true;
  for (const [index, value] of values.entries()) {
    const named = { value: JSON.stringify(value), variable: variable.name };
    const own = placeOf(index);
    const inFile = own?.file === reporter.file;
    const at = own !== undefined && inFile ? own : reporter.at(span);
    const related = own === undefined || inFile ? [] : [{ ...own, message: "this value" }];
    const reason = bindVariable(seeds, { ...variable, where: undefined }, value, new Map());
    if (reason !== undefined) {
      usable = false;
      reporter.add(tasks.report("RVR5012", at, { ...named, reason }, { related }));
      continue;
    }
    const record = variable.kind === "record" ? seeds.find(variable.resource, value) : undefined;
    const key = canonical(record ?? value);
    const known = first.get(key);
    if (known === undefined) {
      first.set(key, index);
      continue;
    }
    if (!written) continue;
    const other = placeOf(known);
    const before = other === undefined ? [] : [{ ...other, message: "first here" }];
    reporter.add(tasks.report("RVR5013", at, named, { related: [...related, ...before] }));
  }
  return usable;
}

/** Places of the members of a written list. */
export function memberPlaces(file: string, list: Expression): Values["placeOf"] {
  return (index) => {
    const item = list.kind === "array" ? list.items[index] : undefined;
    return item === undefined ? undefined : { file, span: item.span };
  };
}
