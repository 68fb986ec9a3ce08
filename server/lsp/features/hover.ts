import type { Definition } from "../../../compiler/bind/references.js";
import type { Span } from "../../../dsl/index.js";
import { scan } from "../../../dsl/syntax/scan.js";
import { BUILT_INS } from "../built-ins.js";
import { codePage } from "../code-page.js";
import { fenced, kindInWords, operationText, schemaNotes, typeAsCode, typeInShort } from "../describe.js";
import { touches, typedAt, useAt } from "../lookup.js";
import type { Snapshot } from "../snapshot.js";

export interface Hover {
  readonly span: Span;
  readonly markdown: string;
}

/** What is known of the name, the path or the finding at a place. */
export function hover(snapshot: Snapshot, offset: number): Hover | undefined {
  const { program, file } = snapshot;
  const use = useAt(program, file, offset);
  const typed = typedAt(program, file, offset);
  const parts: string[] = [];
  let span = use?.span ?? typed?.span;
  if (use !== undefined) parts.push(...describeDefinition(snapshot, use.definition));
  if (typed !== undefined && (use === undefined || use.definition.type === undefined)) {
    const name = snapshot.source.textOf(typed.span);
    const required = typed.required === undefined ? "" : typed.required ? "required" : "optional";
    parts.push(typeAsCode(typed.type, name), required);
    if (typed.type.kind === "schema") parts.push(...schemaNotes(typed.type.model, typed.type.schema));
  }
  if (span === undefined) {
    const token = scan(snapshot.source).find((one) => touches(one.span, offset) && /^\w/.test(one.text));
    const note = token && BUILT_INS.get(token.text);
    if (token !== undefined && note !== undefined && token.kind !== "string") {
      span = token.span;
      parts.push(fenced("rvr", note.signature), note.text);
    }
  }
  const findings = findingsAt(snapshot, offset);
  parts.push(...findings.notes);
  span ??= findings.span;
  const markdown = parts.filter((part) => part !== "").join("\n\n");
  return span === undefined || markdown === "" ? undefined : { span, markdown };
}

function describeDefinition({ program, file }: Snapshot, definition: Definition): readonly string[] {
  const { kind, name, type } = definition;
  switch (kind) {
    case "operation": {
      for (const [api, place] of program.apiPlaces(file)) {
        const operation = program.apis(file).get(api)?.operations.get(name);
        if (place.document === definition.file && operation) return [operationText(api, operation)];
      }
      return [];
    }
    case "schema": {
      for (const [api, place] of program.apiPlaces(file)) {
        const model = program.apis(file).get(api);
        const schema = model?.schemas.get(name);
        if (place.document !== definition.file || model === undefined || schema === undefined) continue;
        return [typeAsCode({ kind: "schema", model, schema }, name), ...schemaNotes(model, schema)];
      }
      return [];
    }
    case "tool": {
      const tool = program.scenarios
        .flatMap((one) => (one.file === file ? one.tools : []))
        .find((one) => one.ir.name === name);
      if (tool === undefined) return [fenced("rvr", `${kindInWords(kind)} ${name}`)];
      const args = tool.ir.arguments.map((argument) => argument.name).join(", ");
      return [
        fenced("rvr", `tool ${name}(${args})`),
        tool.ir.definition.function.description,
        operationText(tool.ir.api, tool.operation),
      ];
    }
    case "resource": {
      const info = program.worlds.map((world) => world.resources.get(name)).find((one) => one?.schema);
      const head = fenced("rvr", `resource ${name}`);
      if (info?.model === undefined || info.schema === undefined) return [head];
      return [head, typeAsCode({ kind: "schema", model: info.model, schema: info.schema }, name)];
    }
    default: {
      const suffix = type === undefined || type.kind === "any" ? "" : `: ${typeInShort(type)}`;
      const text = fenced("rvr", `${kindInWords(kind)} ${name}${suffix}`);
      return type?.kind === "schema" ? [text, ...schemaNotes(type.model, type.schema)] : [text];
    }
  }
}

/** The long form of findings at a place, as `rvrc explain` shows it. */
function findingsAt(
  { program, file }: Snapshot,
  offset: number,
): { readonly notes: readonly string[]; readonly span: Span | undefined } {
  const found = program.diagnostics.filter((one) => one.file === file && touches(one.span, offset));
  const notes = found.map((one) => `[${one.code}](${codePage(one.code)}) ${one.why}\n\n${one.remedy}`);
  return { notes, span: found[0]?.span };
}
