import type { Json, JsonObject } from "../abi/json.js";
import type { ToolDefinition } from "../abi/scenario.js";
import type { EmittedCall, SchemaViolation, ToolResult, TraceCall } from "../abi/trace.js";
import type { ToolProgram } from "../program/scenario.js";
import type { ApiAnswer, OperationProgram, WorldProgram } from "../program/world.js";
import type { WorldFork } from "../world/fork.js";
import { admit } from "./admit.js";
import { closingViolations } from "./closing-call.js";
import { type Projection, project, projection } from "./projection.js";
import { buildRequest } from "./request.js";
import { apiViolations, flatPath, unknownArguments } from "./violations.js";

interface PreparedTool {
  readonly program: ToolProgram;
  readonly operation: OperationProgram;
  readonly shown: Projection | undefined;
}

/** A call as it enters the trace, and what the policy sees of its answer. */
export interface Dispatched {
  readonly call: TraceCall;
  readonly result: ToolResult;
  /** The call ended the episode. */
  readonly closes: boolean;
}

/** Runs tool calls of one scenario against forks of one world. */
export class Dispatcher {
  private readonly tools: ReadonlyMap<string, PreparedTool>;

  private readonly closing: ReadonlyMap<string, ToolDefinition>;

  /** `closing` are the tools that end an episode, where the scenario has them. */
  constructor(tools: readonly ToolProgram[], world: WorldProgram, closing: readonly ToolDefinition[] = []) {
    this.closing = new Map(closing.map((tool) => [tool.function.name, tool]));
    this.tools = new Map(tools.map((program) => [program.definition.function.name, prepare(program, world)]));
  }

  /** True for a tool whose operation has effects. */
  isWrite(tool: string): boolean {
    return this.tools.get(tool)?.operation.mutates === true;
  }

  /**
   * One call: arguments are admitted, laid out as a request, judged and answered by the operation. Changes the fork
   * and advances its clock; never throws on bad input. `index` is the call's place in the trace.
   */
  call(fork: WorldFork, emitted: EmittedCall, index: number): Dispatched {
    fork.tick();
    const name = String(emitted.tool);
    const tool = this.tools.get(name);
    const closing = this.closing.get(name);
    const admission = admit(emitted.arguments, emitted.raw);
    const args = admission.kind === "arguments" ? admission.value : undefined;
    const raw = args === undefined ? rawText(emitted) : undefined;
    const unseen = { index, tool: name, arguments: args, raw, status: 0, violations: [] };
    if (tool === undefined && closing === undefined) {
      return unanswered({ ...unseen, outcome: "unknown-tool" }, `There is no tool named ${quote(name)}.`);
    }
    switch (admission.kind) {
      case "unparsed":
        return unanswered({ ...unseen, outcome: "unparsed" }, "The arguments are not a JSON object.");
      case "too-large": {
        const violations = [{ path: "", keyword: "maxLength", message: admission.message }];
        return unanswered({ ...unseen, outcome: "refused", status: 413, violations }, admission.message);
      }
      case "arguments":
        if (tool !== undefined) return answer(tool, fork, admission.value, index);
        return close(closing, { ...unseen, arguments: admission.value });
    }
  }
}

function prepare(program: ToolProgram, world: WorldProgram): PreparedTool {
  const operation = Object.hasOwn(world.operations, program.operation)
    ? world.operations[program.operation]
    : undefined;
  if (operation === undefined) {
    throw new Error(`world ${world.name} has no operation ${program.operation}`);
  }
  const shown = program.show === undefined ? undefined : projection(program.show);
  return { program, operation, shown };
}

function answer(tool: PreparedTool, fork: WorldFork, args: JsonObject, index: number): Dispatched {
  const { program, operation } = tool;
  const request = buildRequest(program, args);
  const broken = apiViolations(operation.validator, request);
  const refusal = (): ApiAnswer | undefined => {
    const first = broken[0];
    if (first === undefined) return undefined;
    const { place, keyword, message } = first;
    return operation.invalid({ path: place.join("."), keyword, message });
  };
  const { status, body } = operation.handler(fork, request, refusal);
  const ok = status >= 200 && status < 300;
  const outcome = ok ? "ok" : "refused";
  const violations: SchemaViolation[] = [...unknownArguments(program, args)];
  for (const { place, keyword, message } of broken) {
    const path = flatPath(program, place);
    if (violations.some((known) => known.path === path && known.keyword === keyword)) continue;
    violations.push({ path, keyword, message });
  }
  const name = program.definition.function.name;
  const seen = ok && tool.shown !== undefined && body !== null ? project(body, tool.shown) : body;
  return {
    call: { index, tool: name, arguments: args, raw: undefined, outcome, status, body, violations },
    result: {
      status,
      outcome,
      body: seen,
      // Only a policy reads it; who plays episodes to see where they lead does not.
      get text() {
        return JSON.stringify(seen ?? { status });
      },
    },
    closes: false,
  };
}

/** A call of a closing tool: it ends the episode, unless its arguments break the tool's schema. */
function close(tool: ToolDefinition | undefined, call: Omit<TraceCall, "body" | "outcome">): Dispatched {
  const violations = tool === undefined ? [] : closingViolations(tool, call.arguments ?? {});
  const [first] = violations;
  const closes = first === undefined;
  const body: Json = closes ? { closed: true } : { error: `${first.path} ${first.message}` };
  const [status, outcome] = closes ? ([200, "ok"] as const) : ([400, "refused"] as const);
  return {
    call: { ...call, violations, status, outcome, body },
    result: { status, outcome, body, text: JSON.stringify(body) },
    closes,
  };
}

/** The answer to a call that the API never saw. */
function unanswered(call: Omit<TraceCall, "body">, message: string): Dispatched {
  const body: Json = { error: message };
  const { status, outcome } = call;
  return {
    call: { ...call, body },
    result: { status, outcome, body, text: JSON.stringify(body) },
    closes: false,
  };
}

function rawText(emitted: EmittedCall): string | undefined {
  return typeof emitted.raw === "string" ? emitted.raw : undefined;
}

function quote(name: string): string {
  return JSON.stringify(name.length > 80 ? `${name.slice(0, 80)}...` : name);
}
