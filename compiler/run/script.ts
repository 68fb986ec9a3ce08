import { InternalError } from "../../dsl/text/internal-error.js";

const BINDINGS = /^\{ (.*) \}$/u;
const NAME = "[A-Za-z_$][\\w$]*";

/** The forms of imports and exports that printed modules have, each on a line of its own, with what stands for it. */
const FORMS: readonly (readonly [form: RegExp, script: (...parts: string[]) => string])[] = [
  [/^export \{\};$/u, () => ""],
  [
    new RegExp(`^import \\* as (${NAME}) from ("[^"\\\\]+");$`, "u"),
    (name = "", from = "") => `const ${name} = require(${from});`,
  ],
  [
    /^import (\{ .+ \}) from ("[^"\\]+");$/u,
    (names = "", from = "") =>
      `const { ${bindings(names)
        .map(([outer, inner]) => (outer === inner ? outer : `${outer}: ${inner}`))
        .join(", ")} } = require(${from});`,
  ],
  [
    /^export (\{ .+ \}) from ("[^"\\]+");$/u,
    (names = "", from = "") =>
      bindings(names)
        .map(([inner, outer]) => `exports.${outer} = require(${from}).${inner};`)
        .join(" "),
  ],
  [
    new RegExp(`^export const (${NAME}) = (.*)$`, "u"),
    (name = "", rest = "") => `const ${name} = exports.${name} = ${rest}`,
  ],
  [
    new RegExp(`^export ((?:async )?function (${NAME})\\(.*)$`, "u"),
    // A declaration is hoisted, so the export may stand before it.
    (declaration = "", name = "") => `exports.${name} = ${name}; ${declaration}`,
  ],
  [
    new RegExp(`^export class (${NAME}) (.*)$`, "u"),
    (name = "", rest = "") => `const ${name} = exports.${name} = class ${name} ${rest}`,
  ],
];

/**
 * A printed JavaScript module as the body of a function with `exports` and `require`. No parser is needed: printed
 * modules hold no line break inside a string, so a line that begins with `import` or `export` is such a statement,
 * and they come in the few forms above. Any other form is a bug of the emitters and throws.
 */
export function toScript(path: string, text: string): string {
  const lines = text.split("\n").map((line) => {
    if (!/^(?:import|export)\b/u.test(line)) return line;
    for (const [form, script] of FORMS) {
      const match = form.exec(line);
      if (match !== null) return script(...match.slice(1));
    }
    throw new InternalError(`${path}: no such form of module is printed: ${line.slice(0, 80)}`);
  });
  return `"use strict"; ${lines.join("\n")}`;
}

/** `{ a, b as c }` as pairs of the first and the second name. */
function bindings(list: string): (readonly [string, string])[] {
  const names = BINDINGS.exec(list)?.[1] ?? "";
  return names.split(", ").map((entry) => {
    const [first = "", second = first] = entry.split(" as ");
    return [first, second];
  });
}
