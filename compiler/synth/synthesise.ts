import type { Diagnostic } from "../../dsl/diagnostics/diagnostic.js";
import type { CompiledScenario } from "../../runtime/abi/scenario.js";
import { auditScenario } from "../audit/audit-scenario.js";
import type { Host } from "../host/host.js";
import type { Operation } from "../openapi/api-model.js";
import { loadApi } from "../openapi/load-api.js";
import { createWorkspace } from "../pipeline/workspace.js";
import type { RuntimeModule } from "../run/load.js";
import { identifier, planCall } from "./plan.js";
import { type WrittenScenario, writeScenario } from "./write-scenario.js";

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
  for (const [index, operation] of operations.entries()) {
    signal?.throwIfAborted();
    options.onOperation?.(operation.id, index, operations.length);
    const name = freeName(identifier(operation.id), names);
    const base = { operation: operation.id, method: operation.method, path: operation.path, handWritten: 0 };
    const plan = planCall(model, operation, String(options.seed));
    if (plan.kind === "none") {
      const nothing = {
        outcome: "none",
        reason: plan.reason,
        file: undefined,
        variables: 0,
        constants: 0,
      } as const;
      results.push({ ...base, ...nothing });
      continue;
    }
    const variables = plan.arguments.reduce((sum, { holes }) => sum + holes.length, 0);
    const constants = plan.arguments.filter(({ holes }) => holes.length === 0).length;
    const counts = { variables, constants };
    const written = writeScenario({
      model,
      operation,
      arguments: plan.arguments,
      name,
      document: relativePath(options.out, document),
      valuesFile: `values/${name}.yaml`,
      seed: options.seed,
    });
    const found = await check(written);
    files.set(`${name}.rvr`, written.text);
    files.set(`values/${name}.yaml`, written.values);
    results.push({ ...base, ...found, file: `${name}.rvr`, ...counts });
  }
  return { operations: results, files, problems };
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
  return async ({
    name,
    text,
    values,
  }: WrittenScenario): Promise<Pick<SynthesisedOperation, "outcome" | "reason">> => {
    drafts.clear();
    const file = host.resolve("", `${out}/${name}.rvr`);
    drafts.set(file, text);
    drafts.set(host.resolve("", `${out}/values/${name}.yaml`), values);
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
  const from = folder === "." ? [] : folder.split("/");
  const to = path.split("/");
  let common = 0;
  while (common < from.length && common < to.length - 1 && from[common] === to[common]) common += 1;
  return [...from.slice(common).map(() => ".."), ...to.slice(common)].join("/");
}
