import { SETTINGS } from "../../../../compiler/bind/train.js";
import { matcherNames, testWords } from "../../../../dsl/syntax/build/expressions.js";
import type { Expected } from "../../../../dsl/syntax/expected.js";
import type { Token } from "../../../../dsl/syntax/scan.js";
import { operationText } from "../../describe.js";
import { programsOf } from "../../snapshot.js";
import type { View } from "../../view.js";
import { type CompletionOffer, plainOffers } from "./item.js";

/** What a name may be where the grammar wants one that is no path and no value. */
export function nameOffers(
  view: View,
  { rules, occurrence }: Expected,
  item: readonly Token[],
): readonly CompletionOffer[] {
  const rule = rules.at(-1);
  const before = item.at(-1)?.text;
  switch (rule) {
    case "apiReference":
    case "invalid":
      return plainOffers(apiNames(view), "name", "API");
    case "gold":
    case "callPattern":
    case "stepOrder":
    case "event":
    case "recall":
      return tools(view);
    case "testStep":
    case "report":
      return tools(view);
    case "useFragment":
      return plainOffers(fragments(view), "function", "fragment");
    case "slots":
      return occurrence === 1 || before === "slots" ? tools(view) : plainOffers(["mean", "best"], "value");
    case "derive":
      return plainOffers(["slots", "penalties"], "value");
    case "given":
      return before === ":" ? types(view) : [];
    case "createEffect":
      return before === "create" ? plainOffers(view.world?.resources.keys() ?? [], "type", "resource") : [];
    case "matcher":
      return plainOffers(matcherNames, "value", "comparison");
    case "infixTail":
      return plainOffers(testWords, "value", "test");
    case "setting":
      return plainOffers(SETTINGS, "setting");
    case "domain":
    case "splitItem":
      return variables(view);
    case "nameList":
      if (item[0]?.text === "disjoint") return variables(view);
      if (rules.includes("useFragment")) return tools(view);
      return item[0]?.text === "wording" ? wordings(view) : [];
    case "testSubject":
      return plainOffers(named(view, "reward"), "name", "reward");
    case "scenarioWorld":
      return plainOffers(worlds(view), "name", "world");
    case "world":
      return before === "extends" ? plainOffers(worlds(view), "name", "world") : [];
    case "reward":
      return before === "world" ? plainOffers(worlds(view), "name", "world") : [];
    case "system":
      return plainOffers(["hinted"], "name", "variant");
    default:
      return [];
  }
}

/** Members of an API: operations where one is meant, else named schemas. */
export function memberOfApi(
  view: View,
  rules: readonly string[],
  item: readonly Token[],
): readonly CompletionOffer[] {
  const api = item.at(-2)?.text ?? "";
  const model = programsOf(view.snapshot)
    .map((program) => program.apis(view.snapshot.file).get(api))
    .find((found) => found !== undefined);
  if (model === undefined) return [];
  if (rules.includes("resource")) return plainOffers(model.schemas.keys(), "type", "schema");
  return [...model.operations.values()].map((operation) => ({
    label: operation.id,
    kind: "operation" as const,
    insert: /^[A-Za-z_]\w*$/.test(operation.id) ? operation.id : JSON.stringify(operation.id),
    detail: operation.summary || `${operation.method} ${operation.path}`,
    documentation: operationText(api, operation),
  }));
}

function apiNames(view: View): readonly string[] {
  return programsOf(view.snapshot).flatMap((program) => [...program.apis(view.snapshot.file).keys()]);
}

function worlds(view: View): readonly string[] {
  const { file } = view.snapshot;
  return programsOf(view.snapshot).flatMap((program) => {
    const tree = program.tree(file);
    const used = tree?.uses.filter(({ what }) => what === "world") ?? [];
    return [...used, ...(tree?.worlds ?? [])].map(({ name }) => name.text);
  });
}

function fragments({ snapshot }: View): readonly string[] {
  return programsOf(snapshot).flatMap((program) => {
    const tree = program.tree(snapshot.file);
    const used = tree?.uses.filter(({ what }) => what === "fragment") ?? [];
    return [...used, ...(tree?.fragments ?? [])].map(({ name }) => name.text);
  });
}

function named(view: View, kind: string): readonly string[] {
  return (view.scenario?.definitions ?? []).flatMap((one) => (one.kind === kind ? [one.name] : []));
}

function tools(view: View): readonly CompletionOffer[] {
  // Within a fragment its parameters stand for tools.
  if (view.scenario === undefined) return plainOffers(view.parameters, "tool", "parameter");
  return named(view, "tool").map((name) => {
    const bound = view.scenario?.bound?.tools.find((tool) => tool.ir.name === name);
    return {
      label: name,
      kind: "tool",
      insert: name,
      detail: bound?.ir.definition.function.description,
      documentation: bound && operationText(bound.ir.api, bound.operation),
      rank: 0,
    };
  });
}

function types(view: View): readonly CompletionOffer[] {
  return [
    ...plainOffers(view.world?.resources.keys() ?? [], "type", "resource"),
    ...plainOffers(["text", "integer"], "type"),
  ];
}

function variables(view: View): readonly CompletionOffer[] {
  const given = view.scenario?.declaration?.tasks.flatMap((task) =>
    task.items.flatMap((one) => (one.kind === "given" ? [one.name.text] : [])),
  );
  return plainOffers(given ?? named(view, "variable"), "variable");
}

function wordings(view: View): readonly CompletionOffer[] {
  return plainOffers(["main", ...named(view, "wording")], "name", "wording");
}
