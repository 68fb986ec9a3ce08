import type { StaticType } from "../../../../compiler/bind/static-type.js";
import type { Token } from "../../../../dsl/syntax/scan.js";
import { typeOfTokens, valueBeforeDot, visibleNames } from "../../values.js";
import type { View } from "../../view.js";
import { type CompletionOffer, fieldOffers } from "./item.js";

/** Parts of the value before the dot. */
export function memberOffers(
  view: View,
  before: readonly Token[],
  around: readonly Token[],
): readonly CompletionOffer[] {
  const value = valueBeforeDot(before);
  if (value.length === 0) return [];
  return fieldsOfType(view, typeOfTokens(view, visibleNames(view, around), value), value);
}

export function fieldsOfType(
  view: View,
  type: StaticType,
  value: readonly Token[],
): readonly CompletionOffer[] {
  if (type.kind === "schema") return fieldOffers(type.model, type.schema);
  if (type.kind === "record") {
    const info = view.world?.resources.get(type.resource);
    return info?.model === undefined || info.schema === undefined ? [] : fieldOffers(info.model, info.schema);
  }
  // In a reward the name of a tool means the first accepted answer.
  const [only, ...more] = value;
  const tool =
    more.length === 0 ? view.scenario?.bound?.tools.find((one) => one.ir.name === only?.text) : undefined;
  const answer = tool?.operation.responses.find((response) => /^2/u.test(response.status))?.schema;
  return tool === undefined || answer === undefined ? [] : fieldOffers(tool.model, answer);
}
