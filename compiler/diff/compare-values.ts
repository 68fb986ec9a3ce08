import { canonical } from "../../runtime/value/compare.js";
import { enumAt } from "../schema/describe-schema.js";
import type { Direction } from "../schema/direction.js";
import { typesOf } from "../schema/types-of.js";
import { type SchemaChange, type Side, severityOf } from "./schema-change.js";

/** Types that a value may have. */
export function compareTypes(
  before: Side,
  after: Side,
  direction: Direction,
  path: readonly string[],
): readonly SchemaChange[] {
  const [old, now] = [typesOf(before.model, before.schema), typesOf(after.model, after.schema)];
  const covers = (wide: ReadonlySet<string>, one: string) =>
    wide.has(one) || (one === "integer" && wide.has("number"));
  const gone = [...old].filter((type) => !covers(now, type));
  const added = [...now].filter((type) => !covers(old, type));
  if (gone.length + added.length === 0) return [];
  const message = `was ${typeText(old)} and is ${typeText(now)}`;
  // What a reader never saw is a break where it is a type, and not merely a further value.
  const narrower = direction === "request" ? gone : added;
  return [{ severity: narrower.length > 0 ? "breaking" : "compatible", path, message, side: after }];
}

/** All seven types say nothing. */
function typeText(types: ReadonlySet<string>): string {
  const names = [...types].filter((type) => type !== "integer" || !types.has("number"));
  return types.size === 7 ? "anything" : names.length === 0 ? "nothing" : names.join(" or ");
}

/** Values that are listed. */
export function compareListed(
  before: Side,
  after: Side,
  direction: Direction,
  path: readonly string[],
): readonly SchemaChange[] {
  const [old, now] = [enumAt(before.model, before.schema), enumAt(after.model, after.schema)];
  const said = (change: "narrower" | "wider", message: string): SchemaChange => {
    return { severity: severityOf(change, direction), path, message, side: after };
  };
  if (old === undefined && now === undefined) return [];
  if (old === undefined) return [said("narrower", `takes only ${(now ?? []).map(canonical).join(", ")} now`)];
  if (now === undefined) return [said("wider", "is no longer limited to listed values")];
  const [left, right] = [old.map(canonical), now.map(canonical)];
  const gone = left.filter((value) => !right.includes(value));
  const added = right.filter((value) => !left.includes(value));
  return [
    ...(gone.length === 0 ? [] : [said("narrower", `no longer has ${gone.join(", ")}`)]),
    ...(added.length === 0 ? [] : [said("wider", `has ${added.join(", ")} in addition`)]),
  ];
}
