import type { StaticType } from "../../../../compiler/bind/static-type.js";
import { enumAt } from "../../../../compiler/schema/describe-schema.js";
import type { Token } from "../../../../dsl/syntax/scan.js";
import type { Json } from "../../../../runtime/abi/json.js";
import { BUILT_INS } from "../../built-ins.js";
import { typeInShort } from "../../describe.js";
import { typeOfTokens, visibleNames } from "../../values.js";
import type { View } from "../../view.js";
import type { CompletionOffer } from "./item.js";
import { argumentSchema, calledTool } from "./paths.js";

/** Names and functions that an expression may begin with. */
export function valueOffers(view: View, around: readonly Token[]): readonly CompletionOffer[] {
  const names = visibleNames(view, around).map(
    ({ name, kind, type }): CompletionOffer => ({
      label: name,
      kind: kind === "tool" ? "tool" : "variable",
      insert: name,
      detail: kind === "tool" ? "answer of the tool" : typeInShort(type),
      rank: 0,
    }),
  );
  const resources = [...(view.world?.resources.keys() ?? [])].map(
    (name): CompletionOffer => ({ label: name, kind: "type", insert: name, detail: "records", rank: 1 }),
  );
  const shapes = [...(view.world?.shapes.keys() ?? [])].map(
    (name): CompletionOffer => ({ label: name, kind: "function", insert: name, detail: "shape", rank: 1 }),
  );
  const functions = [...BUILT_INS].map(
    ([name, note]): CompletionOffer => ({
      label: name,
      kind: "function",
      insert: name,
      detail: note.signature,
      documentation: note.text,
      rank: 2,
    }),
  );
  return [...names, ...resources, ...shapes, ...functions];
}

/** The values that the schema allows where a value is being written; `quoted` when the cursor stands in quotes. */
export function enumOffers(
  view: View,
  blocks: readonly (readonly Token[])[],
  item: readonly Token[],
  around: readonly Token[],
  quoted: boolean,
): readonly CompletionOffer[] {
  const type = wantedType(view, blocks, item, around);
  const values = type?.kind === "schema" ? enumAt(type.model, type.schema) : undefined;
  return (values ?? []).flatMap((value: Json): CompletionOffer[] => {
    if (quoted && typeof value !== "string") return [];
    const text = quoted ? String(value) : JSON.stringify(value);
    return [{ label: text, kind: "value", insert: text, detail: "allowed by the schema", rank: 0 }];
  });
}

/** Type of the value that is being written: of the argument, or of the other side of a comparison. */
function wantedType(
  view: View,
  blocks: readonly (readonly Token[])[],
  item: readonly Token[],
  around: readonly Token[],
): StaticType | undefined {
  const last = item.at(-1)?.text ?? "";
  if (last === "==" || last === "!=") {
    let from = item.length - 1;
    while (from > 0 && /^[\w.\])("']/.test(item[from - 1]!.text) && !STOPS.has(item[from - 1]!.text)) from--;
    return typeOfTokens(view, visibleNames(view, around), item.slice(from, -1));
  }
  const tool = last === ":" ? calledTool(view, item) : last === "=" ? view.tool : undefined;
  if (tool === undefined) return undefined;
  const steps: string[] = [];
  for (let at = item.length - 2; at >= 0; at -= 2) {
    steps.unshift(item[at]!.text);
    if (item[at - 1]?.text !== ".") break;
  }
  const head = blocks.at(-1) ?? [];
  const prefix =
    head[0]?.text === "slot" ? head.slice(1).flatMap(({ text }) => (text === "." ? [] : [text])) : [];
  const schema = argumentSchema(tool, [...prefix, ...steps]);
  return schema && { kind: "schema", model: tool.model, schema };
}

/** Words that end the left side of a comparison. */
const STOPS: ReadonlySet<string> = new Set([
  "and",
  "or",
  "not",
  "if",
  "where",
  "require",
  "when",
  "then",
  "else",
  "(",
]);
