import { assertNever } from "../../dsl/text/internal-error.js";
import type { TemplateString } from "../../dsl/tree/expression.js";
import type { ClosingDeclaration, TaskDeclaration } from "../../dsl/tree/scenario.js";
import { CLOSING_TOOLS, closingDefinitions } from "../../runtime/abi/closing.js";
import type { JsonObject } from "../../runtime/abi/json.js";
import type { ToolDefinition } from "../../runtime/abi/scenario.js";
import { match } from "../../runtime/matching/match.js";
import { get, isObject } from "../../runtime/value/access.js";
import type { Reporter } from "../diagnostics/reporter.js";
import { tasks } from "../diagnostics/tasks.js";
import { types } from "../diagnostics/types.js";
import type { ClosingIr } from "../ir/scenario.js";
import type { ApiModel } from "../openapi/api-model.js";
import { matcherTypes } from "./argument-line.js";
import { literalValue } from "./constant.js";
import type { ExpressionContext } from "./context.js";
import { declaredTwice } from "./declared-twice.js";
import { bindExpression } from "./expression.js";
import { findTool, type ToolTable } from "./find-tool.js";
import type { PatternCheck } from "./gold.js";
import { jsonTypes } from "./json-types.js";
import { bindLineMatcher } from "./matcher.js";
import { plainText } from "./plain-text.js";
import type { Scope } from "./scope.js";
import type { BoundTool } from "./tool.js";

/** The items of a task that say how its episodes end. */
export function closingsOf(task: TaskDeclaration): readonly ClosingDeclaration[] {
  return task.items.filter(
    (item) =>
      item.kind === "answer" || item.kind === "ask" || item.kind === "decline" || item.kind === "report",
  );
}

export interface BoundClosing {
  readonly ir: ClosingIr;
  readonly patterns: readonly PatternCheck[];
  /** False where a gold call is missing, or where it is not known which is wanted. */
  readonly goldComplete?: boolean;
}

/** Binds how a task ends; undefined where it just ends. */
export function bindClosing(
  context: ExpressionContext,
  scope: Scope,
  tools: ToolTable,
  task: TaskDeclaration,
): BoundClosing | undefined {
  const [closing] = closingsOf(task);
  if (closing === undefined) return undefined;
  const { reporter } = context;
  switch (closing.kind) {
    case "answer":
      return bindAnswer(context, scope, closing);
    case "ask":
      return {
        ir: {
          answer: ANY_TEXT,
          kind: "ask",
          missing: textsOf(reporter, closing.missing, "what is asked for"),
        },
        patterns: [],
      };
    case "decline":
      return {
        ir: { answer: ANY_TEXT, kind: "decline", reasons: textsOf(reporter, closing.reasons, "a reason") },
        patterns: [],
      };
    case "report": {
      const name = closing.tool.text;
      const found = findTool(reporter, tools, closing.tool) !== undefined;
      const tried = task.items.some((item) => item.kind === "gold" && item.tool.text === name);
      if (found && !tried) {
        reporter.add(tasks.report("RVR5010", reporter.at(closing.tool.span), { tool: name }));
      }
      const ir: ClosingIr = { answer: ANY_TEXT, kind: "report", tool: name };
      return { ir, patterns: [], goldComplete: found && tried };
    }
    default:
      return assertNever(closing);
  }
}

function bindAnswer(
  context: ExpressionContext,
  scope: Scope,
  closing: Extract<ClosingDeclaration, { kind: "answer" }>,
): BoundClosing {
  const { reporter } = context;
  const value = bindExpression(context, scope, closing.value);
  const found = jsonTypes(value.type);
  const matcher =
    closing.matcher === undefined
      ? ({ kind: "text" } as const)
      : bindLineMatcher(context, scope, closing.matcher);
  const wanted = closing.matcher && matcherTypes(matcher);
  if (closing.matcher && wanted && found && !found.some((type) => wanted.includes(type))) {
    const reason = `it compares ${wanted.join(" or ")} values, and this is ${found.join(" or ")}`;
    const values = { matcher: matcher.kind, path: "answer", reason };
    reporter.add(types.report("RVR3006", reporter.at(closing.matcher.span), values));
  }
  const patterns: PatternCheck[] = [];
  if (matcher.kind === "pattern") {
    const { pattern } = matcher;
    const constant = literalValue(closing.value);
    const span = closing.value.span;
    if (typeof constant === "string" && !match(matcher, constant, constant)) {
      const values = { value: JSON.stringify(constant), path: "answer", pattern };
      reporter.add(types.report("RVR3010", reporter.at(span), values));
    } else if (value.ir.kind !== "literal") {
      patterns.push({ path: "answer", pattern, value: value.ir, span });
    }
  }
  const kinds = (matcher.kind === "text" ? undefined : wanted) ?? found ?? [];
  const only = kinds.length === 1 ? kinds[0] : matcher.kind === "number" ? "number" : undefined;
  const { description = "" } = ANY_TEXT;
  const answer = only === undefined ? { description } : { type: only, description };
  return { ir: { answer, kind: "answer", value: value.ir, matcher }, patterns };
}

function textsOf(reporter: Reporter, texts: readonly TemplateString[], what: string): readonly string[] {
  const found: string[] = [];
  for (const written of texts) {
    const text = plainText(written);
    if (text === undefined) {
      reporter.add(types.report("RVR3003", reporter.at(written.span), { what }));
    } else if (found.includes(text)) {
      const first = texts.find((other) => plainText(other) === text);
      reporter.add(declaredTwice(reporter, "text", { text, span: written.span }, first?.span));
    } else found.push(text);
  }
  return found;
}

/** Schema of what `finish` takes where no answer is wanted. */
const ANY_TEXT: JsonObject = { type: "string", description: "The answer, and nothing else." };

/** The closing tools as rewards see them: tools of an API of their own, which no document describes. */
export function closingTools(closing: ClosingIr, own: readonly string[]): readonly BoundTool[] {
  return closingDefinitions(closing.answer, own).map(asBoundTool);
}

const NO_API: ApiModel = {
  title: "Closing tools",
  version: "",
  openapi: "3.1.0",
  servers: [],
  operations: new Map(),
  schemas: new Map(),
};

function asBoundTool(definition: ToolDefinition): BoundTool {
  const { name, parameters } = definition.function;
  const properties = get(parameters, "properties");
  const entries = isObject(properties) ? Object.entries(properties) : [];
  const schemas = entries.flatMap(([argument, schema]): [string, JsonObject][] =>
    isObject(schema) ? [[argument, schema]] : [],
  );
  return {
    ir: {
      name,
      api: "",
      operation: name,
      definition,
      arguments: schemas.map(([argument]) => ({
        name: argument,
        target: ["body", argument],
        wire: undefined,
      })),
      rest: "body",
      fixed: [],
      show: undefined,
    },
    model: NO_API,
    operation: {
      id: name,
      method: "POST",
      path: "",
      tag: "",
      summary: "",
      deprecated: false,
      parameters: [],
      body: { required: true, description: "", contentType: "application/json", schema: parameters },
      responses: [],
      mutates: false,
    },
    argumentSchemas: new Map(schemas),
    complete: true,
  };
}

/** Reports tools of the author that have the name of a closing tool. */
export function checkToolNames(
  reporter: Reporter,
  tools: readonly { readonly name: { readonly text: string; readonly span: TemplateString["span"] } }[],
): void {
  for (const { name } of tools) {
    if (!(CLOSING_TOOLS as readonly string[]).includes(name.text)) continue;
    reporter.add(tasks.report("RVR5011", reporter.at(name.span), { name: name.text }));
  }
}
