import type { Name, TemplateString } from "./expression.js";
import type { FragmentDeclaration } from "./reward.js";
import type { ScenarioDeclaration } from "./scenario.js";
import type { Span } from "./span.js";
import type { WorldDeclaration } from "./world.js";

/** `api jira from "../openapi/jira.yaml" overlay "jira.overlay.yaml"` */
export interface ApiDeclaration {
  readonly kind: "api";
  readonly name: Name;
  readonly file: TemplateString;
  /** Overlays of the document, in the order in which they are applied. */
  readonly overlays: readonly TemplateString[];
  readonly span: Span;
}

/** `use world atlassian from "worlds/atlassian.rvr"`; the APIs of that file come along. Or `use fragment`. */
export interface UseDeclaration {
  readonly kind: "use";
  readonly what: "world" | "fragment";
  readonly name: Name;
  readonly file: TemplateString;
  readonly span: Span;
}

export interface Comment {
  readonly text: string;
  readonly span: Span;
}

export interface SourceTree {
  readonly kind: "file";
  readonly apis: readonly ApiDeclaration[];
  readonly uses: readonly UseDeclaration[];
  readonly worlds: readonly WorldDeclaration[];
  readonly fragments: readonly FragmentDeclaration[];
  readonly scenarios: readonly ScenarioDeclaration[];
  readonly comments: readonly Comment[];
  readonly span: Span;
}
