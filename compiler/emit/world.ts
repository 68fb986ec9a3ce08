import type { InvalidIr, OperationIr, ResourceIr, WorldIr } from "../ir/world.js";
import { lineComment } from "./comment.js";
import type { EmittedFile, Origin } from "./file.js";
import { answer, printHandler } from "./handler.js";
import { header, moduleFile } from "./header.js";
import { bracketed, codeLine, indent, stringLiteral } from "./literal.js";
import { camel, identifier, NamePool } from "./names.js";
import { FunctionScope, ModuleScope } from "./scope.js";
import { emitSeeds, seedName } from "./seeds.js";
import { emitShapes, shapeReferences } from "./shapes.js";

/** Precompiled request validators for the operations of one API, as text of a module. */
export interface ValidatorModule {
  readonly api: string;
  readonly js: string;
  readonly dts: string;
  /** Exported function of each operation. */
  readonly names: ReadonlyMap<string, string>;
}

/** A world to print, with the validators of every API that its operations come from. */
export interface WorldInput {
  readonly ir: WorldIr;
  readonly origin: Origin;
  readonly validators: readonly ValidatorModule[];
}

/** Folder of a world, from the folder of generated code. */
export function worldFolder(name: string): string {
  return `worlds/${name}`;
}

/** All files of one world. `world.ts` exports it as `world`. */
export function emitWorld(input: WorldInput): EmittedFile[] {
  const { ir, origin, validators } = input;
  const folder = worldFolder(ir.name);
  const shapes = emitShapes(ir, folder, origin);
  return [
    emitProgram(input, folder),
    ...(shapes === undefined ? [] : [shapes]),
    ...emitSeeds(ir, folder, origin),
    ...validators.flatMap(({ api, js, dts }) => {
      const about = header(
        origin,
        `Request validators of the operations that world ${ir.name} takes from ${api}.`,
      );
      const path = `${folder}/validators/${api}`;
      return [
        moduleFile(`${path}.js`, about, js.trimEnd()),
        moduleFile(`${path}.d.ts`, about, dts.trimEnd()),
      ];
    }),
  ];
}

function emitProgram({ ir, origin, validators }: WorldInput, folder: string): EmittedFile {
  const module = new ModuleScope();
  const names = new NamePool(["rt", "seeds", "shapes", "world"]);
  let usesShapes = false;
  const shape = shapeReferences(ir, () => {
    usesShapes = true;
    return "shapes.";
  });
  const imports = validators.map((validator) => {
    const alias = names.claim(`${camel(validator.api)}Validators`);
    return { ...validator, alias, line: `import * as ${alias} from "./validators/${validator.api}.js";` };
  });
  const refusals = new Map<string, string>();
  const refusalTexts = apisOf(ir).map((api) => {
    const name = names.claim(`${camel(api)}Invalid`);
    refusals.set(api, name);
    const declared = ir.invalid.find((candidate) => candidate.api === api);
    const scope = new FunctionScope({ module, offers: [], shape });
    return printRefusal(name, api, declared, scope);
  });
  const handlers = ir.operations.map((operation) => {
    const name = names.claim(camel(`on_${operation.api}_${operation.operation}`));
    const scope = new FunctionScope({ module, offers: ["world", "request"], shape });
    const text = [
      lineComment(`${operation.method} ${operation.path}`),
      printHandler(name, operation, scope),
    ].join("\n");
    const validator = imports.find((candidate) => candidate.api === operation.api);
    const exported = validator?.names.get(operation.operation);
    if (validator === undefined || exported === undefined) {
      throw new Error(`no validator for ${operation.api}.${operation.operation}`);
    }
    const entry = printOperation(
      operation,
      name,
      `${validator.alias}.${exported}`,
      refusals.get(operation.api) ?? "",
    );
    return { text, entry };
  });
  const entries = [
    `name: ${stringLiteral(ir.name)}`,
    bracketed("resources: [", ir.resources.map(printResource), "]"),
    bracketed(
      "operations: {",
      handlers.map(({ entry }) => entry),
      "}",
      " ",
    ),
  ];
  return moduleFile(
    `${folder}/world.ts`,
    header(origin, `World ${ir.name}: its records and how each operation behaves.`),
    [
      'import * as rt from "rvrc/runtime";',
      ...(ir.resources.length === 0 ? [] : ['import * as seeds from "./seeds.js";']),
      ...(usesShapes ? ['import * as shapes from "./shapes.js";'] : []),
      ...imports.map(({ line }) => line),
    ].join("\n"),
    module.patternDeclarations().join("\n"),
    ...refusalTexts,
    ...handlers.map(({ text }) => text),
    `${bracketed("export const world: rt.WorldProgram = {", entries, "}", " ")};`,
  );
}

function apisOf(ir: WorldIr): readonly string[] {
  return [...new Set(ir.operations.map((operation) => operation.api))];
}

function printRefusal(
  name: string,
  api: string,
  declared: InvalidIr | undefined,
  scope: FunctionScope,
): string {
  const violation = identifier("violation");
  const result =
    declared === undefined
      ? `{ status: 400, body: { error: \`\${${scope.use(violation)}["path"]}: \${${violation}["message"]}\` } }`
      : answer(declared.status, declared.body, scope);
  const parameter = scope.uses(violation) ? violation : `_${violation}`;
  return [
    lineComment(`How ${api} refuses a request that breaks its schema.`),
    `function ${name}(${parameter}: rt.JsonObject): rt.ApiAnswer {`,
    `${indent(`return ${result};`)}`,
    "}",
  ].join("\n");
}

function printResource(resource: ResourceIr): string {
  const matchers = resource.matchers.map(
    ({ path, matcher }) => `{ path: ${codeLine(path)}, matcher: ${codeLine({ ...matcher })} }`,
  );
  const entries = [
    `name: ${stringLiteral(resource.name)}`,
    `key: ${codeLine(resource.key)}`,
    `aliases: ${codeLine(resource.aliases)}`,
    `seed: seeds.${seedName(resource.name)}`,
    bracketed("computed: [", resource.computed.map(codeLine), "]"),
    bracketed("matchers: [", matchers, "]"),
  ];
  return bracketed("{", entries, "}", " ");
}

function printOperation(operation: OperationIr, handler: string, validator: string, invalid: string): string {
  const id = stringLiteral(`${operation.api}.${operation.operation}`);
  const entries = [
    `id: ${id}`,
    `method: ${stringLiteral(operation.method)}`,
    `path: ${stringLiteral(operation.path)}`,
    `mutates: ${operation.mutates}`,
    `handler: ${handler}`,
    `validator: ${validator}`,
    `invalid: ${invalid}`,
  ];
  return `${id}: ${bracketed("{", entries, "}", " ")}`;
}
