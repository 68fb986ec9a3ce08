import type { Definition } from "../../../compiler/bind/references.js";
import { forEachChild, type Span, type SyntaxNode } from "../../../dsl/index.js";
import { scan, type Token } from "../../../dsl/syntax/scan.js";
import { BUILT_INS } from "../built-ins.js";
import type { Snapshot } from "../snapshot.js";

/** Kinds of coloured text, under the names that editors know. */
export const TOKEN_TYPES = [
  "keyword",
  "namespace",
  "class",
  "type",
  "function",
  "method",
  "variable",
  "parameter",
  "property",
  "string",
  "number",
  "operator",
  "comment",
] as const;

export const TOKEN_MODIFIERS = ["declaration", "readonly", "defaultLibrary"] as const;

export type TokenType = (typeof TOKEN_TYPES)[number];
export type TokenModifier = (typeof TOKEN_MODIFIERS)[number];

export interface SemanticToken {
  readonly span: Span;
  readonly type: TokenType;
  readonly modifiers: readonly TokenModifier[];
}

const BY_DEFINITION: Readonly<Record<Definition["kind"], TokenType>> = {
  api: "namespace",
  operation: "method",
  schema: "type",
  world: "namespace",
  resource: "class",
  shape: "function",
  scenario: "namespace",
  tool: "function",
  system: "property",
  task: "class",
  variable: "variable",
  wording: "property",
  split: "property",
  reward: "class",
  fragment: "function",
  local: "parameter",
};

/** The text coloured by what it means, within a span, in source order and without overlaps. */
export function semanticTokens(snapshot: Snapshot, within?: Span): readonly SemanticToken[] {
  const uses = new Map<number, { readonly span: Span; readonly definition: Definition }>();
  for (const use of snapshot.program.references.get(snapshot.file)?.uses ?? []) uses.set(use.span.start, use);
  const names = namesIn(snapshot);
  return scan(snapshot.source)
    .filter(
      (token) => within === undefined || (token.span.end > within.start && token.span.start < within.end),
    )
    .flatMap((token): SemanticToken[] => {
      const { span } = token;
      const use = uses.get(span.start);
      if (use !== undefined && use.span.end === span.end) {
        const declares = use.definition.file === snapshot.file && use.definition.span.start === span.start;
        return [
          { span, type: BY_DEFINITION[use.definition.kind], modifiers: declares ? ["declaration"] : [] },
        ];
      }
      const type = plainType(token, names.get(span.start));
      return type === undefined
        ? []
        : [{ span, type, modifiers: builtIn(token, type) ? ["defaultLibrary"] : [] }];
    });
}

function builtIn(token: Token, type: TokenType): boolean {
  return type === "function" && BUILT_INS.has(token.text);
}

function plainType(token: Token, named: TokenType | undefined): TokenType | undefined {
  switch (token.kind) {
    case "keyword":
      return named ?? "keyword";
    case "name":
      return named ?? (token.text === "" ? undefined : "variable");
    case "string":
    case "number":
    case "comment":
    case "operator":
      return token.kind;
    case "mark":
      return undefined;
  }
}

/** What the tree says of the words that no definition stands behind, by their first offset. */
function namesIn({ program, file }: Snapshot): ReadonlyMap<number, TokenType> {
  const found = new Map<number, TokenType>();
  const tree = program.tree(file);
  const visit = (node: SyntaxNode, parent: SyntaxNode | undefined): void => {
    if ("kind" in node) {
      if (node.kind === "name") found.set(node.span.start, typeOfName(node, parent));
    } else if ("text" in node && "span" in node) {
      found.set(node.span.start, "property");
    }
    forEachChild(node, (child) => visit(child, node));
  };
  if (tree !== undefined) visit(tree, undefined);
  return found;
}

function typeOfName(node: SyntaxNode, parent: SyntaxNode | undefined): TokenType {
  if (parent === undefined || !("kind" in parent)) return "property";
  if (parent.kind === "call") return "function";
  if (parent.kind === "given" && parent.type === node) return "type";
  return "variable";
}
