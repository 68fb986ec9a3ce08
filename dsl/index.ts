export type { AppliedFixes } from "./diagnostics/apply-fixes.js";
export { applyFixes } from "./diagnostics/apply-fixes.js";
export type {
  DiagnosticCatalog,
  DiagnosticDefinition,
  DiagnosticEntry,
  DiagnosticRegistry,
  Extras,
  Place,
  Stage,
} from "./diagnostics/define.js";
export { combineRegistries, defineDiagnostics } from "./diagnostics/define.js";
export type { Diagnostic, Fix, RelatedPlace, Severity, TextEdit } from "./diagnostics/diagnostic.js";
export { hasErrors, sortDiagnostics } from "./diagnostics/diagnostic.js";
export { didYouMean } from "./diagnostics/did-you-mean.js";
export type { Message } from "./diagnostics/message.js";
export { msg } from "./diagnostics/message.js";
export type { RenderOptions } from "./diagnostics/render.js";
export { describePlace, renderDiagnostic } from "./diagnostics/render.js";
export type { FormatResult } from "./format/format-text.js";
export { formatText } from "./format/format-text.js";
export { printExpression } from "./print/expression.js";
export { grammarText } from "./print/grammar-doc.js";
export { printTree } from "./print/tree.js";
export { syntaxDiagnostics } from "./syntax/codes.js";
export type { GrammarPart, GrammarRule, GrammarShape } from "./syntax/grammar-shape.js";
export { grammarShape } from "./syntax/grammar-shape.js";
export type { ParseResult } from "./syntax/parse.js";
export { parse, parseExpression } from "./syntax/parse.js";
export { compareText } from "./text/compare.js";
export { counted } from "./text/counted.js";
export { assertNever, InternalError } from "./text/internal-error.js";
export type { Position } from "./text/source-file.js";
export { SourceFile } from "./text/source-file.js";
export type { SyntaxNode } from "./tree/children.js";
export { forEachChild } from "./tree/children.js";
export type {
  BinaryOperator,
  Expression,
  Name,
  ObjectEntry,
  Path,
  PathSegment,
  TemplatePart,
  TemplateString,
  TestWord,
} from "./tree/expression.js";
export type {
  ApiDeclaration,
  Comment,
  SourceTree,
  UseDeclaration,
} from "./tree/file.js";
export type {
  CallPattern,
  EventPattern,
  FragmentDeclaration,
  RewardDeclaration,
  RewardItem,
  SlotGroup,
  StepOrder,
} from "./tree/reward.js";
export type {
  AllowedPaths,
  ArgumentLine,
  ClosingDeclaration,
  Comparison,
  Expectation,
  GivenDeclaration,
  GoldDeclaration,
  NamedArgument,
  PromptDeclaration,
  ScenarioDeclaration,
  SplitDeclaration,
  SplitItem,
  SplitSource,
  SystemDeclaration,
  TaskDeclaration,
  TaskLet,
  TestDeclaration,
  TestStep,
  ToolDeclaration,
  ToolItem,
  TrainDeclaration,
  TrainSetting,
} from "./tree/scenario.js";
export type { Span } from "./tree/span.js";
export type {
  ApiReference,
  Effect,
  FlowDeclaration,
  FlowEdges,
  InvalidDeclaration,
  Matcher,
  MatcherName,
  OnDeclaration,
  ResourceDeclaration,
  ResourceItem,
  ShapeDeclaration,
  Statement,
  UpdateEntry,
  WorldDeclaration,
  WorldItem,
} from "./tree/world.js";
