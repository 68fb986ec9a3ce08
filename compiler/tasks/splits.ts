import type { SplitDeclaration, TaskDeclaration } from "../../dsl/tree/scenario.js";
import type { Json, JsonObject } from "../../runtime/abi/json.js";
import { createRandom } from "../../runtime/random/random.js";
import { get, isArray } from "../../runtime/value/access.js";
import { canonical } from "../../runtime/value/compare.js";
import { constantNumber } from "../bind/constant.js";
import type { ExpressionContext } from "../bind/context.js";
import { declaredTwice } from "../bind/declared-twice.js";
import { bindExpression } from "../bind/expression.js";
import { plainText } from "../bind/plain-text.js";
import { Scope } from "../bind/scope.js";
import type { Sources } from "../bind/sources.js";
import type { BoundTask } from "../bind/task.js";
import { names } from "../diagnostics/names.js";
import { listNames } from "../diagnostics/reporter.js";
import { tasks as taskDiagnostics } from "../diagnostics/tasks.js";
import { evaluate } from "../evaluate/expression.js";
import type { ScenarioIr, TaskIr, VariableIr } from "../ir/scenario.js";
import { bindRow } from "./bind-row.js";
import { checkValues, memberPlaces, type Values } from "./check-values.js";
import { drawTasks } from "./draw.js";
import type { SeedRecords } from "./environment.js";

type Splits = ScenarioIr["splits"];
type Given = Exclude<VariableIr, { kind: "let" }>;

interface Made {
  readonly declaration: SplitDeclaration;
  readonly givens: readonly JsonObject[];
}

/**
 * Turns the splits of a task into lists of tasks, and checks that they do not overlap. Of the resources in `unseeded`
 * records are missing, which was reported: nothing is drawn from them.
 */
export function makeSplits(
  sources: Sources,
  context: ExpressionContext,
  seeds: SeedRecords,
  declaration: TaskDeclaration,
  task: BoundTask,
  unseeded: ReadonlySet<string>,
): Splits {
  return new SplitMaker(sources, context, seeds, declaration, task, unseeded).make();
}

class SplitMaker {
  private readonly made: Made[] = [];
  private readonly givens: readonly Given[];
  /** False where a variable has a mistake of its own: what it can be is then unknown. */
  private readonly sound: boolean;
  /** A split got fewer tasks than it wants; what is missing in others follows from it. */
  private short = false;

  constructor(
    private readonly sources: Sources,
    private readonly context: ExpressionContext,
    private readonly seeds: SeedRecords,
    private readonly declaration: TaskDeclaration,
    private readonly task: BoundTask,
    unseeded: ReadonlySet<string>,
  ) {
    this.givens = task.variables.filter((variable) => variable.kind !== "let");
    const owners = declaration.items.filter((item) => item.kind === "given" || item.kind === "task-let");
    const faulty = context.reporter.diagnostics.some(
      ({ severity, span }) =>
        severity === "error" &&
        owners.some((owner) => owner.span.start <= span.start && span.end <= owner.span.end),
    );
    const lacking = this.givens.some(
      (variable) => variable.kind === "record" && unseeded.has(variable.resource),
    );
    this.sound = !faulty && !lacking;
  }

  make(): Splits {
    const declarations = this.declaration.items.filter((item) => item.kind === "split");
    const { reporter } = this.context;
    const seen = new Set<string>();
    // Written rows are fixed, so they come first: drawn splits keep clear of them.
    const ordered = [
      ...declarations.filter((split) => split.rows !== undefined),
      ...declarations.filter((split) => split.rows === undefined),
    ];
    for (const split of ordered) {
      if (seen.has(split.name.text)) {
        const first = ordered.find((other) => other.name.text === split.name.text);
        reporter.add(declaredTwice(reporter, "split", split.name, first?.name.span));
        continue;
      }
      seen.add(split.name.text);
      this.checkNames(split);
      const givens = split.rows === undefined ? this.drawn(split) : this.rows(split);
      this.made.push({ declaration: split, givens });
    }
    this.checkOverlap();
    return declarations.flatMap((split) => {
      const made = this.made.find((candidate) => candidate.declaration === split);
      return made === undefined ? [] : [{ name: split.name.text, tasks: this.named(made) }];
    });
  }

  private named({ declaration, givens }: Made): TaskIr[] {
    const known = this.task.prompts.map((prompt) => prompt.name);
    const wordings = declaration.items
      .flatMap((item) => (item.kind === "wording" ? item.names.map((name) => name.text) : []))
      .filter((name) => known.includes(name));
    const used = wordings.length > 0 ? wordings : known.slice(0, 1);
    return givens.map((given, index) => ({
      id: `${declaration.name.text}/${index}`,
      given,
      wording: used[index % used.length] ?? "main",
    }));
  }

  private checkNames(split: SplitDeclaration): void {
    const { reporter } = this.context;
    const variables = this.declaration.items.flatMap((item) =>
      item.kind === "given" ? [item.name.text] : [],
    );
    const wordings = this.task.prompts.map((prompt) => prompt.name);
    for (const item of split.items) {
      const used = item.kind === "domain" ? [item.name] : item.names;
      const known = item.kind === "wording" ? wordings : variables;
      for (const name of used) {
        reporter.references.named(item.kind === "wording" ? "wording" : "variable", name);
        if (known.includes(name.text) || name.text === "") continue;
        const extras = reporter.suggest(name.text, name.span, known);
        const values = { name: name.text, known: listNames(known) };
        const code = item.kind === "wording" ? "RVR2016" : "RVR2015";
        reporter.add(names.report(code, reporter.at(name.span), values, extras));
      }
    }
  }

  private rows(split: SplitDeclaration): readonly JsonObject[] {
    const { reporter } = this.context;
    const path = split.rows && plainText(split.rows);
    if (split.rows === undefined || path === undefined) return [];
    const file = this.sources.resolve(reporter.file, path);
    const data = this.sources.data(file);
    if (data === undefined || !this.sound) return [];
    const at = reporter.at(split.rows.span);
    if (!isArray(data)) {
      reporter.add(names.report("RVR2014", at, { file, reason: "a list of rows is needed" }));
      return [];
    }
    return data.flatMap((row, index) => {
      const result = bindRow(this.seeds, this.task.variables, row);
      if (result.kind === "bound") return [result.given];
      const values = { row: index + 1, file, variable: result.variable, reason: result.reason };
      const place = this.sources.dataPlace(file, [String(index)]);
      const related = place === undefined ? [] : [{ file, span: place, message: "this row" }];
      reporter.add(taskDiagnostics.report("RVR5004", at, values, { related }));
      return [];
    });
  }

  private drawn(split: SplitDeclaration): readonly JsonObject[] {
    const { reporter } = this.context;
    const whole = { least: 1, most: 1_000_000, integer: true };
    const size = split.size && constantNumber(reporter, split.size, "the number of tasks", whole);
    const seed = split.seed && constantNumber(reporter, split.seed, "the seed", { least: 0, integer: true });
    if (size === undefined || !this.sound) return [];
    const domains = this.domains(split);
    if (domains === undefined) return [];
    const random = createRandom(`${this.declaration.name.text}/${split.name.text}/${seed ?? 0}`);
    const excluded = this.excluded(split);
    const givens = drawTasks(this.seeds, this.task.variables, {
      size,
      nextInt: (bound) => random.below(bound),
      domains,
      excluded,
      taken: new Set(this.made.flatMap((other) => other.givens.map((given) => canonical(given)))),
    });
    if (givens.length < size && !this.short) {
      this.short = true;
      const values = { split: split.name.text, wanted: size, found: givens.length };
      const related = this.takenValues(split, domains, excluded);
      reporter.add(taskDiagnostics.report("RVR5003", reporter.at(split.name.span), values, { related }));
    }
    return givens;
  }

  /** Where a split keeps a variable to itself: how many of its values others have taken. */
  private takenValues(
    split: SplitDeclaration,
    domains: ReadonlyMap<string, readonly Json[]>,
    excluded: ReadonlyMap<string, ReadonlySet<string>>,
  ) {
    return [...domains].flatMap(([name, values]) => {
      const taken = values.filter((value) => excluded.get(name)?.has(canonical(value)) === true).length;
      if (taken === 0) return [];
      const own = split.items.find((item) => item.kind === "domain" && item.name.text === name);
      const message = `another split takes ${taken} of the ${values.length} values of '${name}'`;
      return [{ ...this.context.reporter.at(own?.span ?? split.name.span), message }];
    });
  }

  /** Values of each variable; undefined when one has none, which was reported. */
  private domains(split: SplitDeclaration): Map<string, readonly Json[]> | undefined {
    const { reporter } = this.context;
    const domains = new Map<string, readonly Json[]>();
    let complete = true;
    for (const variable of this.givens) {
      const item = split.items.find((entry) => entry.kind === "domain" && entry.name.text === variable.name);
      if (item?.kind === "domain") {
        const values = this.domain(item, variable);
        if (values === undefined) complete = false;
        else domains.set(variable.name, values);
      } else if (variable.kind === "record") {
        domains.set(
          variable.name,
          this.seeds.all(variable.resource).map((record) => this.seeds.keyOf(variable.resource, record)),
        );
      } else {
        const values = { split: split.name.text, variable: variable.name };
        reporter.add(taskDiagnostics.report("RVR5008", reporter.at(split.name.span), values));
        complete = false;
      }
    }
    return complete ? domains : undefined;
  }

  private domain(
    item: Extract<SplitDeclaration["items"][number], { kind: "domain" }>,
    variable: Given,
  ): readonly Json[] | undefined {
    const { reporter } = this.context;
    if (item.source.kind === "expression") {
      const bound = bindExpression(this.context, new Scope(), item.source.value);
      const value = evaluate(bound.ir, this.seeds.environment(new Map()));
      if (bound.type.kind === "poison" || !isArray(value))
        return bound.type.kind === "poison" ? undefined : [];
      // A list of records stands for their keys; keys may be listed as they are.
      const keys = value.map((entry) =>
        variable.kind === "record" && typeof entry === "object" && entry !== null && !isArray(entry)
          ? this.seeds.keyOf(variable.resource, entry as JsonObject)
          : entry,
      );
      const list = item.source.value;
      const written = list.kind === "array";
      const placeOf = memberPlaces(reporter.file, list);
      return this.checked(variable, { values: keys, span: list.span, placeOf, written });
    }
    const path = plainText(item.source.file);
    if (path === undefined) return undefined;
    const file = this.sources.resolve(reporter.file, path);
    const data = this.sources.data(file);
    if (data === undefined) return undefined;
    const values = item.source.list === undefined ? data : get(data, item.source.list.text);
    if (isArray(values)) {
      const steps = item.source.list === undefined ? [] : [item.source.list.text];
      const placeOf = (index: number) => {
        const span = this.sources.dataPlace(file, [...steps, String(index)]);
        return span && { file, span };
      };
      return this.checked(variable, { values, span: item.source.file.span, placeOf, written: true });
    }
    const reason =
      item.source.list === undefined
        ? "a list is needed"
        : `it has no list called '${item.source.list.text}'`;
    reporter.add(names.report("RVR2014", reporter.at(item.source.file.span), { file, reason }));
    return undefined;
  }

  private checked(variable: Given, values: Values): readonly Json[] | undefined {
    return checkValues(this.context.reporter, this.seeds, variable, values) ? values.values : undefined;
  }

  private excluded(split: SplitDeclaration): Map<string, ReadonlySet<string>> {
    const excluded = new Map<string, ReadonlySet<string>>();
    for (const name of this.disjointNames(split)) {
      excluded.set(
        name,
        new Set(this.made.flatMap((other) => other.givens.map((given) => canonical(get(given, name))))),
      );
    }
    return excluded;
  }

  /** Variables that a split keeps to itself; unknown names were reported and say nothing here. */
  private disjointNames(split: SplitDeclaration): readonly string[] {
    const known = this.givens.map((variable) => variable.name);
    const written = split.items.flatMap((item) => (item.kind === "disjoint" ? item.names : []));
    return written.map((name) => name.text).filter((name) => known.includes(name));
  }

  private checkOverlap(): void {
    const { reporter } = this.context;
    for (const [index, later] of this.made.entries()) {
      for (const earlier of this.made.slice(0, index)) {
        const values = { first: earlier.declaration.name.text, second: later.declaration.name.text };
        const taken = new Set(earlier.givens.map((given) => canonical(given)));
        const same = later.givens.find((given) => taken.has(canonical(given)));
        if (same !== undefined) {
          const given = Object.entries(same)
            .map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
            .join(", ");
          const related = [
            { file: reporter.file, span: earlier.declaration.name.span, message: "the other split" },
          ];
          const at = reporter.at(later.declaration.name.span);
          reporter.add(taskDiagnostics.report("RVR5001", at, { ...values, given }, { related }));
          // Every shared task shares all its values too: one mistake, one message.
          continue;
        }
        for (const name of [
          ...this.disjointNames(later.declaration),
          ...this.disjointNames(earlier.declaration),
        ]) {
          const used = new Set(earlier.givens.map((given) => canonical(get(given, name))));
          const clash = later.givens.find((given) => used.has(canonical(get(given, name))));
          if (clash === undefined) continue;
          const at = reporter.at(later.declaration.name.span);
          const value = JSON.stringify(get(clash, name));
          const related = [
            { file: reporter.file, span: earlier.declaration.name.span, message: "the other split" },
          ];
          reporter.add(
            taskDiagnostics.report("RVR5005", at, { ...values, variable: name, value }, { related }),
          );
          break;
        }
      }
    }
  }
}
