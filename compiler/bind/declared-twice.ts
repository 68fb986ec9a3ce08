import type { Place } from "../../dsl/diagnostics/define.js";
import type { Diagnostic } from "../../dsl/diagnostics/diagnostic.js";
import type { Span } from "../../dsl/tree/span.js";
import { names } from "../diagnostics/names.js";
import type { Reporter } from "../diagnostics/reporter.js";

/** The finding about a name that is taken, with the place that took it where that is known. */
export function declaredTwice(
  reporter: Pick<Reporter, "at">,
  what: string,
  name: { readonly text: string; readonly span: Span },
  first: Span | Place | undefined,
): Diagnostic {
  const place = first === undefined || "file" in first ? first : reporter.at(first);
  const related =
    place === undefined ? [] : [{ file: place.file, span: place.span, message: "declared here" }];
  return names.report("RVR2007", reporter.at(name.span), { what, name: name.text }, { related });
}
