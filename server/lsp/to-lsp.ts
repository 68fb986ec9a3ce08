import { pathToFileURL } from "node:url";
import {
  type CodeAction,
  CodeActionKind,
  type CompletionItem,
  CompletionItemKind,
  type Diagnostic,
  DiagnosticSeverity,
  type DocumentSymbol,
  type FoldingRange,
  FoldingRangeKind,
  type Location,
  MarkupKind,
  type Range,
  SemanticTokensBuilder,
  SymbolKind,
  type TextEdit,
  type WorkspaceEdit,
} from "vscode-languageserver/node";
import type { TextEdit as Edit, Diagnostic as Finding, Severity, SourceFile, Span } from "../../dsl/index.js";
import { codePage } from "./code-page.js";
import type { CodeAction as Action } from "./features/code-actions.js";
import type { Completion } from "./features/completion/complete.js";
import type { CompletionKind } from "./features/completion/item.js";
import type { Fold } from "./features/folding.js";
import { type SemanticToken, TOKEN_MODIFIERS, TOKEN_TYPES } from "./features/semantic-tokens.js";
import type { SymbolKind as OutlineKind, DocumentSymbol as OutlineSymbol } from "./features/symbols.js";

/*
 * The one place that knows both worlds: spans and findings of the compiler on one side, the protocol's types on the
 * other. Both count UTF-16 units; the protocol counts lines from 0.
 */

/** Texts by path, for places in other files than the one at hand. */
export type SourceOf = (file: string) => SourceFile | undefined;

export function toRange(source: SourceFile, span: Span): Range {
  const place = (offset: number) => {
    const { line, column } = source.positionAt(offset);
    return { line: line - 1, character: column - 1 };
  };
  return { start: place(span.start), end: place(span.end) };
}

const SEVERITIES: Readonly<Record<Severity, DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  info: DiagnosticSeverity.Information,
};

export function toDiagnostic(
  finding: Finding,
  source: SourceFile,
  uriOf: UriOf,
  sourceOf: SourceOf,
): Diagnostic {
  const related = finding.related.flatMap(({ file, span, message }) => {
    const other = sourceOf(file);
    return other === undefined
      ? []
      : [{ location: { uri: uriOf(file), range: toRange(other, span) }, message }];
  });
  return {
    range: toRange(source, finding.span),
    severity: SEVERITIES[finding.severity],
    code: finding.code,
    codeDescription: { href: codePage(finding.code) },
    source: "rvrc",
    message: `${finding.message}\n${finding.why}\n${finding.remedy}`,
    ...(related.length === 0 ? {} : { relatedInformation: related }),
  };
}

/** The address under which an editor knows a file. */
export type UriOf = (file: string) => string;

export function fileUri(path: string): string {
  return pathToFileURL(path).href;
}

const COMPLETION_KINDS: Readonly<Record<CompletionKind, CompletionItemKind>> = {
  keyword: CompletionItemKind.Keyword,
  field: CompletionItemKind.Field,
  operation: CompletionItemKind.Method,
  variable: CompletionItemKind.Variable,
  function: CompletionItemKind.Function,
  type: CompletionItemKind.Class,
  tool: CompletionItemKind.Function,
  value: CompletionItemKind.EnumMember,
  file: CompletionItemKind.File,
  setting: CompletionItemKind.Property,
  name: CompletionItemKind.Reference,
};

export function toCompletionItems({ replace, offers }: Completion, source: SourceFile): CompletionItem[] {
  const range = toRange(source, replace);
  return offers.map((offer) => ({
    label: offer.label,
    kind: COMPLETION_KINDS[offer.kind],
    sortText: `${offer.rank ?? 2}${offer.label}`,
    filterText: offer.insert,
    textEdit: { range, newText: offer.insert },
    ...(offer.detail === undefined ? {} : { detail: offer.detail }),
    ...(offer.documentation === undefined
      ? {}
      : { documentation: { kind: MarkupKind.Markdown, value: offer.documentation } }),
  }));
}

export function toLocations(
  places: readonly { readonly file: string; readonly span: Span }[],
  uriOf: UriOf,
  sourceOf: SourceOf,
): Location[] {
  return places.flatMap(({ file, span }) => {
    const source = sourceOf(file);
    return source === undefined ? [] : [{ uri: uriOf(file), range: toRange(source, span) }];
  });
}

export function toWorkspaceEdit(edits: readonly Edit[], uriOf: UriOf, sourceOf: SourceOf): WorkspaceEdit {
  const changes: Record<string, TextEdit[]> = {};
  for (const { file, span, text } of edits) {
    const source = sourceOf(file);
    if (source === undefined) continue;
    const list = changes[uriOf(file)] ?? [];
    list.push({ range: toRange(source, span), newText: text });
    changes[uriOf(file)] = list;
  }
  return { changes };
}

export function toCodeAction(action: Action, uriOf: UriOf, sourceOf: SourceOf): CodeAction {
  const source = action.diagnostic && sourceOf(action.diagnostic.file);
  return {
    title: action.title,
    kind: action.kind === "quickfix" ? CodeActionKind.QuickFix : CodeActionKind.SourceFixAll,
    edit: toWorkspaceEdit(action.edits, uriOf, sourceOf),
    ...(action.preferred ? { isPreferred: true } : {}),
    ...(action.diagnostic === undefined || source === undefined
      ? {}
      : { diagnostics: [toDiagnostic(action.diagnostic, source, uriOf, sourceOf)] }),
  };
}

export const SYMBOL_KINDS: Readonly<Record<OutlineKind, SymbolKind>> = {
  api: SymbolKind.Package,
  world: SymbolKind.Namespace,
  scenario: SymbolKind.Module,
  resource: SymbolKind.Class,
  shape: SymbolKind.Struct,
  operation: SymbolKind.Method,
  tool: SymbolKind.Function,
  task: SymbolKind.Event,
  variable: SymbolKind.Variable,
  reward: SymbolKind.Interface,
  fragment: SymbolKind.Function,
  test: SymbolKind.Boolean,
  split: SymbolKind.Array,
  gold: SymbolKind.Constant,
  train: SymbolKind.Object,
};

export function toDocumentSymbol(symbol: OutlineSymbol, source: SourceFile): DocumentSymbol {
  return {
    name: symbol.name,
    detail: symbol.detail,
    kind: SYMBOL_KINDS[symbol.kind],
    range: toRange(source, symbol.span),
    selectionRange: toRange(source, symbol.selection),
    children: symbol.children.map((child) => toDocumentSymbol(child, source)),
  };
}

/** Tokens as the protocol packs them: one entry for each line of a token. */
export function toSemanticTokens(tokens: readonly SemanticToken[], source: SourceFile): { data: number[] } {
  const builder = new SemanticTokensBuilder();
  for (const { span, type, modifiers } of tokens) {
    const bits = modifiers.reduce((sum, one) => sum | (1 << TOKEN_MODIFIERS.indexOf(one)), 0);
    const last = source.positionAt(span.end).line;
    for (let line = source.positionAt(span.start).line; line <= last; line++) {
      const start = Math.max(span.start, source.lineStart(line));
      const end = Math.min(span.end, source.lineEnd(line));
      const column = start - source.lineStart(line);
      if (end > start) builder.push(line - 1, column, end - start, TOKEN_TYPES.indexOf(type), bits);
    }
  }
  return builder.build();
}

export function toFoldingRange({ startLine, endLine, kind }: Fold): FoldingRange {
  return {
    startLine: startLine - 1,
    endLine: endLine - 1,
    kind: kind === "comment" ? FoldingRangeKind.Comment : FoldingRangeKind.Region,
  };
}
