import type { CstNode, IRecognitionException, IToken } from "chevrotain";
import { type Diagnostic, sortDiagnostics } from "../diagnostics/diagnostic.js";
import type { SourceFile } from "../text/source-file.js";
import type { Expression } from "../tree/expression.js";
import type { SourceTree } from "../tree/file.js";
import type { Span } from "../tree/span.js";
import { balanceBrackets } from "./brackets.js";
import type { BuildContext } from "./build/context.js";
import { placeEmptyNodes, spanOf } from "./build/context.js";
import { buildExpression, poison } from "./build/expressions.js";
import { buildFile } from "./build/file.js";
import { syntaxDiagnostics } from "./codes.js";
import { explainFailure } from "./explain-failure.js";
import { grammar } from "./grammar.js";
import { tokenizeFile, tokenizeHole } from "./lexer.js";

export interface ParseResult {
  /** Always a tree: what could not be read is missing, has an empty name, or is poison. */
  readonly tree: SourceTree;
  /** In source order. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads a `.rvr` file. Never throws; the time is linear in the length of ordinary text.
 *
 * One mistake gives one diagnostic: what the parser says about a line is dropped where a character
 * or a bracket of that line was already reported, and what the tree builder says where the parser
 * already spoke.
 */
export function parse(source: SourceFile): ParseResult {
  const lexed = tokenizeFile(source);
  const balanced = balanceBrackets(lexed.tokens, source, source.text.length);
  const session = new Session(source);
  session.lexical.push(...lexed.diagnostics, ...balanced.diagnostics);
  const parser = grammar();
  const node = session.run(balanced.tokens, source.text.length, () => parser.file());
  const tree = buildFile(session.context, node, lexed.comments);
  return { tree, diagnostics: session.report() };
}

/** Reads one expression, as it stands in a hole of a string. */
export function parseExpression(source: SourceFile): {
  readonly expression: Expression;
  readonly diagnostics: readonly Diagnostic[];
} {
  const session = new Session(source);
  const expression = session.context.parseHole({ start: 0, end: source.text.length });
  return { expression, diagnostics: session.report() };
}

/** Findings of one parse, by the stage that made them. */
class Session {
  readonly lexical: Diagnostic[] = [];
  private readonly syntactic: Diagnostic[] = [];
  private readonly structural: Diagnostic[] = [];
  private readonly source: SourceFile;
  readonly context: BuildContext;

  constructor(source: SourceFile) {
    this.source = source;
    this.context = {
      source,
      findings: this.structural,
      lexical: this.lexical,
      parseHole: (span) => this.parseHole(span),
    };
  }

  run(tokens: IToken[], end: number, rule: () => CstNode): CstNode | undefined {
    const parser = grammar();
    parser.input = tokens;
    try {
      const node = rule();
      // Only recovery, and a file without a word, leave nodes that hold no token.
      if (parser.errors.length > 0 || tokens.length === 0) placeEmptyNodes(node, end);
      this.addFailures(parser.errors, end);
      return node;
    } catch (error) {
      // The grammar bounds its own depth; this is for an embedder with a very small stack.
      if (!(error instanceof RangeError)) throw error;
      const place = { file: this.source.path, span: { start: 0, end: 0 } };
      this.lexical.push(syntaxDiagnostics.report("RVR1031", place, { limit: 40 }));
      return undefined;
    } finally {
      parser.input = [];
    }
  }

  report(): readonly Diagnostic[] {
    const kept = this.lexical.filter((diagnostic) => !this.isEchoOfOpenString(diagnostic));
    const syntactic = this.syntactic.filter((diagnostic) => !this.isEchoOfOpenString(diagnostic));
    // A bracket that was put in leaves a line that can be read: it hides nothing.
    const lines = this.linesOf(kept.filter(({ code }) => code !== "RVR1010" && code !== "RVR1012"));
    const parsed = syntactic.filter((diagnostic) => !lines.has(this.lineOf(diagnostic)));
    kept.push(...parsed);
    for (const line of this.linesOf(parsed)) lines.add(line);
    kept.push(...this.structural.filter((diagnostic) => !lines.has(this.lineOf(diagnostic))));
    return sortDiagnostics(kept);
  }

  /** A block string that is not closed takes all that follows with it: nothing of that can be judged. */
  private isEchoOfOpenString(diagnostic: Diagnostic): boolean {
    return this.lexical.some(
      (other) =>
        other.code === "RVR1002" &&
        this.source.textOf(other.span) === '"""' &&
        diagnostic.span.start > other.span.start,
    );
  }

  private parseHole(span: Span): Expression {
    const lexed = tokenizeHole(this.source, span);
    if (lexed.tokens.length === 0 && lexed.diagnostics.length === 0) {
      const hole = { start: span.start - 1, end: span.end + 1 };
      this.lexical.push(syntaxDiagnostics.report("RVR1006", { file: this.source.path, span: hole }, {}));
      return poison(span);
    }
    const balanced = balanceBrackets(lexed.tokens, this.source, span.end);
    this.lexical.push(...lexed.diagnostics, ...balanced.diagnostics);
    const parser = grammar();
    const node = this.run(balanced.tokens, span.end, () => parser.holeExpression());
    const expression = node?.children["expression"]?.[0];
    if (expression === undefined || !("children" in expression)) return poison(span);
    return buildExpression(this.context, expression, spanOf(expression, span));
  }

  /** The first failure of each line: later ones there are echoes of it. */
  private addFailures(errors: readonly IRecognitionException[], end: number): void {
    const lines = new Set<number>();
    for (const error of errors) {
      const diagnostic = explainFailure(error, this.source, end);
      const line = this.lineOf(diagnostic);
      if (!lines.has(line)) this.syntactic.push(diagnostic);
      lines.add(line);
    }
  }

  private lineOf(diagnostic: Diagnostic): number {
    return this.source.positionAt(diagnostic.span.start).line;
  }

  private linesOf(diagnostics: readonly Diagnostic[]): Set<number> {
    return new Set(diagnostics.map((diagnostic) => this.lineOf(diagnostic)));
  }
}
