import type { ShapeIr, WorldIr } from "../ir/world.js";
import { lineComment } from "./comment.js";
import { describe } from "./describe.js";
import { value } from "./expression.js";
import type { EmittedFile, Origin } from "./file.js";
import { header, moduleFile } from "./header.js";
import { bracketed, indent } from "./literal.js";
import { identifier } from "./names.js";
import { FunctionScope, ModuleScope, type ShapeReference } from "./scope.js";
import { anyPart } from "./walk.js";

/** `shapes.ts` of a world: one function for each shape. Undefined for a world without shapes. */
export function emitShapes(world: WorldIr, folder: string, origin: Origin): EmittedFile | undefined {
  if (world.shapes.length === 0) return undefined;
  const module = new ModuleScope();
  const functions = world.shapes.map((shape) => printShape(shape, world, module));
  return moduleFile(
    `${folder}/shapes.ts`,
    header(origin, `Shapes of answers in world ${world.name}.`),
    'import * as rt from "rvrc/runtime";',
    module.patternDeclarations().join("\n"),
    ...functions,
  );
}

/** How code calls the shapes of a world. `prefix` gives what stands before a name, such as `shapes.`. */
export function shapeReferences(world: WorldIr, prefix: () => string): (name: string) => ShapeReference {
  return (name) => ({
    callee: prefix() + identifier(name),
    needsWorld: needsWorld(name, world.shapes, new Set()),
  });
}

function printShape(shape: ShapeIr, world: WorldIr, module: ModuleScope): string {
  const scope = new FunctionScope({
    module,
    offers: ["world"],
    shape: shapeReferences(world, () => ""),
  });
  const body = value(shape.body, scope);
  const own = shape.parameters.map((name) => `${marked(identifier(name), scope)}: rt.Value`);
  const takesWorld = needsWorld(shape.name, world.shapes, new Set());
  const parameters = takesWorld ? ["world: rt.WorldView", ...own] : own;
  return [
    lineComment(`${shape.name}(${shape.parameters.join(", ")}) = ${describe(shape.body)}`),
    `${bracketed(`export function ${identifier(shape.name)}(`, parameters, ")")}: rt.Value {`,
    indent(`return ${body};`),
    "}",
  ].join("\n");
}

/** A parameter that the body does not use gets the underscore that keeps TypeScript quiet. */
function marked(name: string, scope: FunctionScope): string {
  return scope.uses(name) ? name : `_${name}`;
}

/** A shape takes the world when its body reads records, or calls a shape that does. */
function needsWorld(name: string, shapes: readonly ShapeIr[], seen: Set<string>): boolean {
  const shape = shapes.find((candidate) => candidate.name === name);
  if (shape === undefined || seen.has(name)) return false;
  seen.add(name);
  return anyPart(shape.body, (part) => {
    if (part.kind === "shape") return needsWorld(part.name, shapes, seen);
    return ["records", "lookup", "serial", "next-key", "now"].includes(part.kind);
  });
}
