import type { Diagnostic } from "../../dsl/diagnostics/diagnostic.js";
import type { CompiledScenario } from "../../runtime/abi/scenario.js";
import { auditScenario } from "../audit/audit-scenario.js";
import type { Host } from "../host/host.js";
import type { ApiModel, Operation } from "../openapi/api-model.js";
import { loadApi } from "../openapi/load-api.js";
import { createWorkspace } from "../pipeline/workspace.js";
import type { RuntimeModule } from "../run/load.js";
import { identifier, type Plan, type PlannedArgument, planCall, wordsOf } from "./plan.js";
import { planRecord } from "./plan-record.js";
import { type RecordWorlds, recordWorlds } from "./record-worlds.js";
import { writeRecordScenario } from "./write-record-scenario.js";
import { toolName, writeScenario } from "./write-scenario.js";

/** What became of one operation. */
export interface SynthesisedOperation {
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  /**
   * `ok`: it compiles, its tests hold and the audit finds nothing. `unaudited`: the same, and the audit was not asked.
   * `found`: the audit has findings. `failed`: it does not compile, or a test does not hold. `none`: nothing was written.
   */
  readonly outcome: "ok" | "unaudited" | "found" | "failed" | "none";
  /** Why, where it is not `ok`. */
  readonly reason: string;
  /** `resource`: records of an inferred resource; `calls`: the calls alone. */
  readonly world: "resource" | "calls" | "none";
  /** Why a world with the resource of the operation did not do, where one was tried. */
  readonly notResource?: string;
  /** File of the scenario, from the folder of the scenarios. */
  readonly file: string | undefined;
  /** Lines that a person must write before it can be used. */
  readonly handWritten: number;
  readonly variables: number;
  readonly constants: number;
}

export interface Synthesis {
  readonly operations: readonly SynthesisedOperation[];
  /** Why the document could not be read; empty where it could. */
  readonly problems: readonly Diagnostic[];
  /** Texts by path, from the folder of the scenarios. */
  readonly files: ReadonlyMap<string, string>;
}

export interface SynthesisOptions {
  readonly host: Host;
  /** From the host's root. */
  readonly document: string;
  /** Folder of the scenarios, from the host's root. */
  readonly out: string;
  readonly seed: number;
  readonly runtime: RuntimeModule;
  readonly audit: boolean;
  readonly wanted: (operation: Operation) => boolean;
  readonly onOperation?: (id: string, index: number, count: number) => void;
  readonly signal?: AbortSignal;
}

/** A scenario for every mutating operation of a document, each compiled, tested and audited by itself. */
export async function synthesise(options: SynthesisOptions): Promise<Synthesis> {
  const { host, document, signal } = options;
  const { model, diagnostics } = await loadApi(host, document);
  const problems = model === undefined ? diagnostics : [];
  if (model === undefined) return { operations: [], files: new Map(), problems };
  const operations = [...model.operations.values()].filter((one) => one.mutates && options.wanted(one));
  const files = new Map<string, string>();
  const names = new Set<string>();
  const results: SynthesisedOperation[] = [];
  const check = checker(options);
  const worlds = recordWorlds(model, relativePath(`${options.out}/worlds`, document), options.seed);
  for (const [index, operation] of operations.entries()) {
    signal?.throwIfAborted();
    options.onOperation?.(operation.id, index, operations.length);
    const name = freeName(identifier(operation.id), names);
    const base = { operation: operation.id, method: operation.method, path: operation.path, handWritten: 0 };
    const plan = planCall(model, operation, String(options.seed));
    const draft = { model, operation, name, plan, options };
    const aboutRecord = recordDraft(draft, worlds);
    const found = aboutRecord && (await check(aboutRecord));
    if (aboutRecord !== undefined && (found?.outcome === "ok" || found?.outcome === "unaudited")) {
      for (const [path, text] of aboutRecord.files) files.set(path, text);
      results.push({ ...base, ...found, world: "resource", file: `${name}.rvr`, ...aboutRecord.counts });
      continue;
    }
    if (plan.kind === "none") {
      const nothing = { outcome: "none", reason: plan.reason, world: "none", file: undefined } as const;
      results.push({ ...base, ...nothing, variables: 0, constants: 0 });
      continue;
    }
    const aboutCall = callDraft(draft, plan.arguments);
    const outcome = await check(aboutCall);
    for (const [path, text] of aboutCall.files) files.set(path, text);
    const why = found === undefined ? {} : { notResource: found.reason };
    results.push({ ...base, ...outcome, world: "calls", file: `${name}.rvr`, ...aboutCall.counts, ...why });
  }
  return { operations: results, files, problems };
}

/** A scenario with all files that it needs, by path from the folder of the scenarios. */
interface Draft {
  readonly name: string;
  readonly files: ReadonlyMap<string, string>;
  readonly counts: Pick<SynthesisedOperation, "variables" | "constants">;
}

interface DraftOptions {
  readonly model: ApiModel;
  readonly operation: Operation;
  readonly name: string;
  readonly plan: Plan;
  readonly options: SynthesisOptions;
}

/** One call, to a service that keeps calls. */
function callDraft(
  { model, operation, name, options }: DraftOptions,
  all: readonly PlannedArgument[],
): Draft {
  const written = writeScenario({
    model,
    operation,
    arguments: all,
    name,
    document: relativePath(options.out, options.document),
    valuesFile: `values/${name}.yaml`,
    seed: options.seed,
  });
  const files = new Map([
    [`${name}.rvr`, written.text],
    [`values/${name}.yaml`, written.values],
  ]);
  return { name, files, counts: countsOf(all) };
}

/** A call about a record of an inferred world, with the reads around it; undefined where that cannot be made. */
function recordDraft(
  { model, operation, name, plan, options }: DraftOptions,
  worlds: RecordWorlds,
): Draft | undefined {
  const found = worlds.of(operation.id);
  if (found === undefined) return undefined;
  const { stored, role, seeds } = found;
  const tool = toolName(operation);
  // What varies may be the record alone: such a call takes what its path asks for, and nothing else.
  const all = plan.kind === "plan" ? plan.arguments : pathArguments(operation);
  if (all === undefined) return undefined;
  const about = planRecord({ model, operation, stored, role, arguments: all, seeds, tool });
  if (about === undefined) return undefined;
  const world = worlds.file(stored.resource.name);
  const written = writeRecordScenario({
    model,
    operation,
    plan: about,
    name,
    tool,
    document: relativePath(options.out, options.document),
    world: world.name,
    worldFile: `worlds/${world.name}.rvr`,
    valuesFile: `values/${name}.yaml`,
  });
  const files = new Map([
    [`${name}.rvr`, written.text],
    [`values/${name}.yaml`, written.values],
    ...[...world.files].map(([path, text]) => [`worlds/${path}`, text] as const),
  ]);
  return { name, files, counts: countsOf(about.arguments) };
}

/** The arguments of an operation that takes nothing but its path. */
function pathArguments({ parameters, body }: Operation): readonly PlannedArgument[] | undefined {
  const required = parameters.filter((one) => one.required);
  if (body?.required === true || required.some((one) => one.in !== "path")) return undefined;
  if (required.length === 0) return undefined;
  return required.map(({ name }): PlannedArgument => {
    const view = /^[A-Za-z_]\w*$/u.test(name) ? name : identifier(name);
    return { steps: ["path", name], view: [view], label: wordsOf(name), value: null, holes: [] };
  });
}

function countsOf(all: readonly PlannedArgument[]): Draft["counts"] {
  return {
    variables: all.reduce((sum, { holes }) => sum + holes.length, 0),
    constants: all.filter(({ holes }) => holes.length === 0).length,
  };
}

/** Compiles, tests and audits one written scenario at a time, over the files of the host. */
function checker({ host, out, runtime, audit, signal }: SynthesisOptions) {
  const drafts = new Map<string, string>();
  const over: Host = {
    ...host,
    readText: async (path) => drafts.get(path) ?? host.readText(path),
    list: async (folder) => (folder.endsWith(".rvr") ? [] : host.list(folder)),
  };
  const workspace = createWorkspace(over);
  return async ({ name, files }: Draft): Promise<Pick<SynthesisedOperation, "outcome" | "reason">> => {
    drafts.clear();
    const file = host.resolve("", `${out}/${name}.rvr`);
    for (const [path, text] of files) drafts.set(host.resolve("", `${out}/${path}`), text);
    const result = await workspace.compile({
      paths: [file],
      out: "generated",
      runtime,
      emit: false,
      replay: true,
      ...(signal === undefined ? {} : { signal }),
    });
    const error = result.diagnostics.find(({ severity }) => severity === "error");
    if (error !== undefined) return { outcome: "failed", reason: `${error.code} ${error.message}` };
    const [scenario] = result.scenarios;
    const compiled: CompiledScenario | undefined = scenario?.compiled;
    if (scenario === undefined || compiled === undefined)
      return { outcome: "failed", reason: "it declares no scenario" };
    if (!audit) return { outcome: "unaudited", reason: "" };
    const [report] = auditScenario(scenario.bound, compiled, [scenario.ir.defaultReward]);
    const [finding] = report?.findings ?? [];
    if (finding !== undefined) return { outcome: "found", reason: `${finding.check}: ${finding.message}` };
    return { outcome: "ok", reason: report?.exact === true ? "" : (report?.inexact[0] ?? "") };
  };
}

function freeName(name: string, taken: Set<string>): string {
  let free = name;
  for (let number = 2; taken.has(free); number += 1) free = `${name}_${number}`;
  taken.add(free);
  return free;
}

/** How a file in `folder` names a path; both are seen from the same root. */
function relativePath(folder: string, path: string): string {
  const from = folder.split("/").filter((step) => step !== "." && step !== "");
  const to = path.split("/");
  let common = 0;
  while (common < from.length && common < to.length - 1 && from[common] === to[common]) common += 1;
  return [...from.slice(common).map(() => ".."), ...to.slice(common)].join("/");
}
