import type { ApiModel, Schema } from "../openapi/api-model.js";
import { referencedName } from "../openapi/schema-reference.js";
import type { Side } from "./schema-change.js";

/**
 * Tells schemas that say the same in both documents, all that they refer to included, from those that have to be compared:
 * of a large document a new version changes little.
 */
export class Unchanged {
  /** Names that mean something else in the two documents, or lead to such a name. */
  private readonly touched: ReadonlySet<string>;
  private readonly texts = new WeakMap<Schema, SchemaText>();

  constructor(before: ApiModel, after: ApiModel) {
    this.touched = this.touchedNames(before, after);
  }

  holds({ schema: before }: Side, { schema: after }: Side): boolean {
    const [old, now] = [this.textOf(before), this.textOf(after)];
    return old.text === now.text && old.names.every((name) => !this.touched.has(name));
  }

  private touchedNames(before: ApiModel, after: ApiModel): ReadonlySet<string> {
    const users = new Map<string, string[]>();
    const touched = new Set<string>();
    for (const [name, schema] of before.schemas) {
      const old = this.textOf(schema);
      const now = after.schemas.get(name);
      if (now === undefined || this.textOf(now).text !== old.text) touched.add(name);
      for (const used of old.names) {
        const list = users.get(used);
        if (list === undefined) users.set(used, [name]);
        else list.push(name);
        if (!before.schemas.has(used) || !after.schemas.has(used)) touched.add(used);
      }
    }
    const open = [...touched];
    for (let name = open.pop(); name !== undefined; name = open.pop()) {
      for (const user of users.get(name) ?? []) {
        if (touched.has(user)) continue;
        touched.add(user);
        open.push(user);
      }
    }
    return touched;
  }

  private textOf(schema: Schema): SchemaText {
    const known = this.texts.get(schema);
    if (known !== undefined) return known;
    const names = new Set<string>();
    // Words for people do not matter; keys in another order do no harm, such schemas are merely compared.
    const text = JSON.stringify(schema, (key, value: unknown) => {
      if (typeof value === "object" && value !== null && !Array.isArray(value)) {
        const name = referencedName(value as Schema);
        if (name !== undefined) names.add(name);
      }
      return key === "description" && typeof value === "string" ? undefined : value;
    });
    const made = { text, names: [...names] };
    this.texts.set(schema, made);
    return made;
  }
}

interface SchemaText {
  readonly text: string;
  /** What it refers to by name. */
  readonly names: readonly string[];
}
