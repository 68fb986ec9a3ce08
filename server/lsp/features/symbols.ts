import { plainText } from "../../../compiler/bind/plain-text.js";
import type { Name, SourceTree, Span, TemplateString } from "../../../dsl/index.js";

export type SymbolKind =
  | "api"
  | "world"
  | "scenario"
  | "resource"
  | "shape"
  | "operation"
  | "tool"
  | "task"
  | "variable"
  | "reward"
  | "fragment"
  | "test"
  | "split"
  | "gold"
  | "train";

/** A part of a file as an outline shows it. */
export interface DocumentSymbol {
  readonly name: string;
  readonly detail: string;
  readonly kind: SymbolKind;
  readonly span: Span;
  /** The name within the part. */
  readonly selection: Span;
  readonly children: readonly DocumentSymbol[];
}

/** The outline of a file. */
export function documentSymbols(tree: SourceTree): readonly DocumentSymbol[] {
  const symbols = [
    ...tree.apis.map((api) => named(api, "api", fileText(api.file))),
    ...tree.worlds.map((world) =>
      named(
        world,
        "world",
        "",
        world.items.flatMap((item): DocumentSymbol[] => {
          switch (item.kind) {
            case "resource":
              return [
                named(item, "resource", item.schema && `${item.schema.api.text}.${item.schema.member.text}`),
              ];
            case "shape":
              return [named(item, "shape", `(${item.parameters.map((one) => one.text).join(", ")})`)];
            case "on": {
              const { api, member, span: selection } = item.operation;
              return [symbol(`${api.text}.${member.text}`, "operation", item.span, selection, "on")];
            }
            default:
              return [];
          }
        }),
      ),
    ),
    ...tree.fragments.map((fragment) =>
      named(fragment, "fragment", `(${fragment.parameters.map((one) => one.text).join(", ")})`),
    ),
    ...tree.scenarios.map((scenario) =>
      named(scenario, "scenario", scenario.title && plainText(scenario.title), [
        ...scenario.tools.map((tool) =>
          named(tool, "tool", `${tool.operation.api.text}.${tool.operation.member.text}`),
        ),
        ...scenario.tasks.map((task) =>
          named(
            task,
            "task",
            "",
            task.items.flatMap((item): DocumentSymbol[] => {
              switch (item.kind) {
                case "given":
                  return [named(item, "variable", item.type.text)];
                case "task-let":
                  return [named(item, "variable", "let")];
                case "gold":
                  return [symbol(item.tool.text, "gold", item.span, item.tool.span, "gold")];
                case "split":
                  return [named(item, "split", "")];
                default:
                  return [];
              }
            }),
          ),
        ),
        ...scenario.rewards.map((reward) => named(reward, "reward", reward.form)),
        ...scenario.trains.map((train) => symbol("train", "train", train.span, train.span, "")),
        ...scenario.tests.map((test) =>
          symbol(plainText(test.title) ?? "test", "test", test.span, test.title.span, "test"),
        ),
      ]),
    ),
  ];
  return symbols.sort(bySpan);
}

/** Parts of a file whose name holds the letters of a query, in order. */
export function matchingSymbols(tree: SourceTree, query: string): readonly DocumentSymbol[] {
  const flat = (symbols: readonly DocumentSymbol[]): readonly DocumentSymbol[] =>
    symbols.flatMap((one) => [one, ...flat(one.children)]);
  return flat(documentSymbols(tree)).filter(({ name }) =>
    holdsLetters(name.toLowerCase(), query.toLowerCase()),
  );
}

function holdsLetters(name: string, query: string): boolean {
  let at = 0;
  for (const letter of query) {
    at = name.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

function named(
  node: { readonly name: Name; readonly span: Span },
  kind: SymbolKind,
  detail = "",
  children: readonly DocumentSymbol[] = [],
): DocumentSymbol {
  return symbol(node.name.text, kind, node.span, node.name.span, detail, children);
}

function symbol(
  name: string,
  kind: SymbolKind,
  span: Span,
  selection: Span,
  detail: string,
  children: readonly DocumentSymbol[] = [],
): DocumentSymbol {
  // Editors refuse a nameless part, and a name outside its part.
  const inside = selection.start >= span.start && selection.end <= span.end ? selection : span;
  return {
    name: name === "" ? "?" : name,
    kind,
    span,
    selection: inside,
    detail,
    children: [...children].sort(bySpan),
  };
}

function bySpan(left: DocumentSymbol, right: DocumentSymbol): number {
  return left.span.start - right.span.start;
}

function fileText(file: TemplateString): string {
  return plainText(file) ?? "";
}
