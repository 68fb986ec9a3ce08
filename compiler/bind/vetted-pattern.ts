import type { TemplateString } from "../../dsl/tree/expression.js";
import type { Reporter } from "../diagnostics/reporter.js";
import { types } from "../diagnostics/types.js";
import { patternFault } from "../openapi/pattern-fault.js";

/**
 * Source of a regular expression that may run on what a policy sends, or a report. `text` is the text of `written`,
 * undefined where it has holes.
 */
export function vettedPattern(
  reporter: Reporter,
  written: TemplateString,
  text: string | undefined,
): string | undefined {
  if (text === undefined) {
    reporter.add(types.report("RVR3003", reporter.at(written.span), { what: "a pattern" }));
    return undefined;
  }
  const fault = patternFault(text);
  if (fault === undefined) return text;
  // Any other fault is the regular expression's own: it does not compile.
  const remedy = fault.startsWith("it ")
    ? {}
    : { remedy: "Correct the pattern; a backslash makes a character plain." };
  reporter.add(types.report("RVR3004", reporter.at(written.span), { pattern: text, fault }, remedy));
  return undefined;
}
