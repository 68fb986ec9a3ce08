import type { Json } from "../../runtime/abi/json.js";
import { canonical } from "../../runtime/value/compare.js";
import { numberFormat, textFormat } from "../openapi/formats.js";
import type { Direction } from "../schema/direction.js";
import { partsOf } from "../schema/parts.js";
import { type SchemaChange, type Side, severityOf } from "./schema-change.js";

/** Limits of which a higher one lets fewer values through. */
const LEAST = ["minLength", "minimum", "exclusiveMinimum", "minItems", "minProperties"];

/** Limits of which a lower one lets fewer values through. */
const MOST = ["maxLength", "maximum", "exclusiveMaximum", "maxItems", "maxProperties"];

/** What is either there or not, or says something else. */
const OTHERS = ["pattern", "format", "multipleOf", "uniqueItems"];

/** Keywords that limit a value, compared by what they let through. */
export function compareLimits(
  before: Side,
  after: Side,
  direction: Direction,
  path: readonly string[],
): readonly SchemaChange[] {
  const [old, now] = [limitsOf(before), limitsOf(after)];
  return [...LEAST, ...MOST, ...OTHERS].flatMap((keyword): SchemaChange[] => {
    const [left, right] = [old.get(keyword), now.get(keyword)];
    if (left === right || (left !== undefined && right !== undefined && canonical(left) === canonical(right)))
      return [];
    const said = (value: Json | undefined) => (value === undefined ? "not given" : canonical(value));
    const message = `${keyword} was ${said(left)} and is ${said(right)}`;
    const change = changeOf(keyword, left, right);
    // A format that nobody checks tells people something, and refuses nothing.
    const loose = keyword === "format" && change === "narrower" && !isChecked(right);
    const severity = loose && direction === "request" ? "possible" : severityOf(change, direction);
    return [{ severity, path, message, side: after }];
  });
}

function changeOf(keyword: string, left: Json | undefined, right: Json | undefined): "narrower" | "wider" {
  if (right === undefined || right === false) return "wider";
  if (left === undefined || left === false) return "narrower";
  const [old, now] = [Number(left), Number(right)];
  if (LEAST.includes(keyword)) return now > old ? "narrower" : "wider";
  if (MOST.includes(keyword)) return now < old ? "narrower" : "wider";
  if (keyword === "multipleOf") return Number.isInteger(old / now) ? "wider" : "narrower";
  // Every 32-bit number is a 64-bit one.
  if (keyword === "format" && left === "int32" && right === "int64") return "wider";
  // Another pattern or format refuses something that the old one took, as far as anyone can tell.
  return "narrower";
}

function isChecked(format: Json | undefined): boolean {
  return (
    typeof format === "string" && (textFormat(format) !== undefined || numberFormat(format) !== undefined)
  );
}

/** The strictest value of each keyword over the parts that every value is judged by. */
function limitsOf({ model, schema }: Side): ReadonlyMap<string, Json> {
  const limits = new Map<string, Json>();
  for (const { schema: part, certain } of partsOf(model, schema)) {
    if (!certain) continue;
    for (const keyword of [...LEAST, ...MOST, ...OTHERS]) {
      const value = part[keyword];
      if (value === undefined || value === false) continue;
      const known = limits.get(keyword);
      const isStricter =
        known === undefined ||
        (LEAST.includes(keyword) && Number(value) > Number(known)) ||
        (MOST.includes(keyword) && Number(value) < Number(known)) ||
        OTHERS.includes(keyword);
      if (isStricter) limits.set(keyword, value);
    }
  }
  return limits;
}
