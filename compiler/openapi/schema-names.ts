import { below, type DocumentSet, type Located, pointerOf } from "./document-set.js";
import { isNode, member } from "./node.js";

/**
 * Gives every schema that is referred to one name. Schemas under `components/schemas` keep their names; others
 * (inside a response, in another file) are called after the last step of their pointer or their file, with a number
 * behind it when that name is taken. Names do not depend on anything but the document.
 */
export class SchemaNames {
  private readonly names = new Map<string, string>();
  private readonly taken = new Set<string>();
  private readonly waiting: { readonly name: string; readonly located: Located }[] = [];

  constructor(documents: DocumentSet) {
    const { value, place } = documents.document();
    const schemas = member(member(value, "components"), "schemas");
    if (!isNode(schemas)) return;
    for (const name of Object.keys(schemas)) {
      this.add(name, { value: schemas[name], place: below(place, "components", "schemas", name) });
    }
  }

  nameOf(located: Located): string {
    const known = this.names.get(pointerOf(located.place));
    if (known !== undefined) return known;
    const { steps, file } = located.place;
    const last = steps.at(-1) ?? file.slice(file.lastIndexOf("/") + 1).replace(/\.[^.]*$/, "");
    const base = /^\d*$/.test(last) ? [...steps.slice(-2)].join("_") || "Schema" : last;
    let name = base;
    for (let number = 2; this.taken.has(name); number++) name = `${base}_${number}`;
    this.add(name, located);
    return name;
  }

  /** The next schema that was named and not yet taken from here. */
  next(): { readonly name: string; readonly located: Located } | undefined {
    return this.waiting.shift();
  }

  private add(name: string, located: Located): void {
    this.names.set(pointerOf(located.place), name);
    this.taken.add(name);
    this.waiting.push({ name, located });
  }
}
