import type { Definition, NameUse, TypedPlace } from "../../compiler/bind/references.js";
import type { BoundProgram } from "../../compiler/pipeline/bind-program.js";
import type { Span, SyntaxNode } from "../../dsl/index.js";
import { forEachChild } from "../../dsl/index.js";

/** A cursor touches a word when it stands in it or at one of its ends. */
export function touches(span: Span, offset: number): boolean {
  return span.start <= offset && offset <= span.end;
}

export function useAt(program: BoundProgram, file: string, offset: number): NameUse | undefined {
  return program.references.get(file)?.uses.find(({ span }) => touches(span, offset));
}

export function typedAt(program: BoundProgram, file: string, offset: number): TypedPlace | undefined {
  return program.references.get(file)?.places.find(({ span }) => touches(span, offset));
}

/** The nodes that a place lies in, from the whole file to the innermost. */
export function nodesAt(root: SyntaxNode, offset: number): readonly SyntaxNode[] {
  const found: SyntaxNode[] = [];
  for (let node: SyntaxNode | undefined = root; node !== undefined; ) {
    found.push(node);
    let inner: SyntaxNode | undefined;
    forEachChild(node, (child) => {
      if (touches(child.span, offset)) inner = child;
    });
    node = inner;
  }
  return found;
}

/** The same thing is meant: declared at one place, or one part of one API document. */
export function sameDefinition(left: Definition, right: Definition): boolean {
  return (
    left.kind === right.kind &&
    left.name === right.name &&
    left.file === right.file &&
    left.span.start === right.span.start
  );
}

/** Operations and schemas stand in an API document, which nobody renames from here. */
export function isOfDocument(definition: Definition): boolean {
  return definition.kind === "operation" || definition.kind === "schema";
}

type Kinded = Extract<SyntaxNode, { readonly kind: string }>;

/** Some nodes have no kind of their own; this asks all of them. */
export function isKind<K extends Kinded["kind"]>(
  node: SyntaxNode | undefined,
  kind: K,
): node is Extract<SyntaxNode, { readonly kind: K }> {
  return node !== undefined && "kind" in node && node.kind === kind;
}
