import {
  type ApiTool,
  apiTools,
  type Flavour,
  functionTool,
  lintTool,
  loadApi,
  nodeHost,
  PROVIDERS,
  type Provider,
  type Refusal,
  refusalFinding,
  reverseMap,
  strictForm,
  type View,
} from "../../compiler/index.js";
import { counted, type Diagnostic, SourceFile } from "../../dsl/index.js";
import { UsageError } from "../../runtime/index.js";
import { diagnosticsAsJson, printDiagnostics } from "../output/diagnostics.js";
import { EXIT, type ExitCode } from "../output/exit-codes.js";
import type { Output } from "../output/streams.js";
import { table } from "../output/table.js";
import { FindingsError } from "../project/findings-error.js";
import { globPattern } from "../project/glob.js";
import { fromRoot, projectRoot } from "../project/root.js";
import { openScenario } from "../project/scenarios.js";

export interface ToolsFlags {
  readonly operations?: string;
  readonly view?: string;
  readonly flavour?: string;
  readonly provider?: string;
  readonly out?: string;
  readonly json?: boolean;
}

interface Choice {
  readonly view: View;
  readonly flavour: Flavour | undefined;
  /** None where nobody asked who would refuse a tool. */
  readonly providers: readonly Provider[];
  readonly wanted: (name: string) => boolean;
}

/** Tools of one flavour with what is to be said about them. */
interface Listing {
  readonly tools: readonly unknown[];
  readonly reverse: readonly unknown[];
  readonly diagnostics: readonly Diagnostic[];
}

interface Source {
  readonly make: (
    flavour: Flavour,
  ) => Listing & { readonly lint: (provider: Provider) => readonly Refused[] };
  readonly sources: ReadonlyMap<string, SourceFile>;
}

interface Refused {
  readonly refusal: Refusal;
  readonly finding: Diagnostic;
}

/** `rvrc tools DOC`: operations as tools, and which services would refuse which of them. */
export async function runTools(output: Output, argument: string, flags: ToolsFlags): Promise<ExitCode> {
  const choice = readFlags(flags);
  const root = projectRoot();
  const host = nodeHost(root);
  const path = fromRoot(root, argument);
  if (path.startsWith(".."))
    throw new UsageError(`${argument} lies outside of the project ${root}.`, "Copy it into the project.");
  const source = argument.endsWith(".rvr")
    ? await fromScenario(argument, path, choice)
    : await fromDocument(path, choice);
  const { flavour = choice.providers.length === 1 ? natural(choice.providers[0]!) : "plain" } = choice;
  const listing = source.make(flavour);
  if (listing.tools.length === 0) {
    throw new UsageError(
      flags.operations === undefined
        ? `${argument} has no operations.`
        : `Nothing in ${argument} is called ${flags.operations}.`,
      "Name a document with operations, and those by their ids; tools of a scenario by their names. * stands for any text.",
    );
  }
  const checks = choice.providers.map((provider) => ({
    provider,
    refused: source.make(choice.flavour ?? natural(provider)).lint(provider),
  }));
  const refused = checks.flatMap(({ refused: found }) => found);
  const document = { version: 1, view: choice.view, flavour, tools: listing.tools, reverse: listing.reverse };
  if (flags.out !== undefined)
    await host.writeText(fromRoot(root, flags.out), `${JSON.stringify(document, null, 2)}\n`);
  const findings = [...listing.diagnostics, ...refused.map(({ finding }) => finding)];
  if (flags.json === true) {
    const { version, ...rest } = document;
    const refusals = refused.map(({ refusal: { rule, ...what } }) => ({ ...what, ...rule }));
    const diagnostics = diagnosticsAsJson(findings, source.sources);
    output.data(JSON.stringify({ version, ok: refused.length === 0, ...rest, refusals, diagnostics }));
  } else {
    printDiagnostics(output, listing.diagnostics, source.sources, { quiet: true });
    if (checks.length > 0) printChecks(output, checks, listing.tools.length);
    else if (flags.out === undefined) output.data(JSON.stringify(listing.tools, null, 2));
    const said = counted(listing.diagnostics.length, "place says", "places say");
    output.note(
      `${counted(listing.tools.length, "tool")}; ${said} less than the document, or otherwise; --json lists them.`,
    );
  }
  return refused.length > 0 ? EXIT.findings : EXIT.ok;
}

/** The flavour that a provider is asked with where the user did not say. */
function natural(provider: Provider): Flavour {
  return provider === "openai-strict" ? "strict" : "plain";
}

async function fromDocument(path: string, choice: Choice): Promise<Source> {
  const { model, diagnostics } = await loadApi(nodeHost(projectRoot()), path);
  if (model === undefined) throw new FindingsError(diagnostics, new Map());
  const texts = model.places?.texts ?? new Map<string, string>();
  const made = new Map<Flavour, ReturnType<typeof apiTools>>();
  const toolsOf = (flavour: Flavour) => {
    const known =
      made.get(flavour) ??
      apiTools(model, {
        view: choice.view,
        flavour,
        document: path,
        wanted: ({ id }) => choice.wanted(id),
      });
    made.set(flavour, known);
    return known;
  };
  const placeOf = ({ operation }: ApiTool) =>
    model.places?.operation(operation.id) ?? { file: path, span: { start: 0, end: 0 } };
  return {
    sources: new Map([...texts].map(([file, text]) => [file, new SourceFile(file, text)])),
    make: (flavour) => {
      const { tools, diagnostics: told } = toolsOf(flavour);
      return {
        tools: tools.map(functionTool),
        reverse: tools.map(reverseMap),
        diagnostics: told,
        lint: (provider) =>
          tools.flatMap((tool) =>
            lintTool(tool.definition, [provider]).map((refusal) => ({
              refusal,
              finding: refusalFinding(refusal, placeOf(tool)),
            })),
          ),
      };
    },
  };
}

/** Tools of a scenario are as its author made them: their names and arguments stay, the flavour is applied. */
async function fromScenario(argument: string, path: string, choice: Choice): Promise<Source> {
  const scenario = await openScenario(argument);
  const chosen = scenario.tools.filter(({ function: { name } }) => choice.wanted(name));
  const place = { file: path, span: { start: 0, end: 0 } };
  return {
    sources: new Map(),
    make: (flavour) => {
      const tools = chosen.map(({ type, function: { name, description, parameters } }) => {
        const form = flavour === "strict" ? strictForm(parameters) : undefined;
        const definition = { name, description, parameters: form?.parameters ?? parameters };
        return { form, tool: { type, function: definition } };
      });
      return {
        tools: tools.map(({ form, tool }) =>
          form === undefined ? tool : { ...tool, function: { ...tool.function, strict: true } },
        ),
        reverse: tools.map(({ form, tool }) => ({ tool: tool.function.name, codec: form?.codec ?? null })),
        diagnostics: [],
        lint: (provider) =>
          tools.flatMap(({ tool }) =>
            lintTool(tool, [provider]).map((refusal) => ({
              refusal,
              finding: refusalFinding(refusal, place),
            })),
          ),
      };
    },
  };
}

function printChecks(
  output: Output,
  checks: readonly { readonly provider: Provider; readonly refused: readonly Refused[] }[],
  count: number,
): void {
  const rows = checks.map(({ provider, refused }) => [
    provider,
    String(count),
    String(new Set(refused.map(({ refusal }) => refusal.tool)).size),
  ]);
  output.data(table(["provider", "tools", "refused"], rows));
  const details = checks.flatMap(({ refused }) =>
    refused.map(({ refusal: { rule, tool, at, found } }) => [
      rule.provider,
      tool,
      rule.says,
      [...at, found].join(" "),
      rule.from,
    ]),
  );
  if (details.length === 0) return;
  output.data("");
  output.data(table(["provider", "tool", "", "found", "known from"], details));
}

function readFlags(flags: ToolsFlags): Choice {
  const view = oneOf("--view", flags.view ?? "flat", ["canonical", "flat"] as const);
  const flavour =
    flags.flavour === undefined ? undefined : oneOf("--flavour", flags.flavour, ["plain", "strict"] as const);
  const provider =
    flags.provider === undefined
      ? undefined
      : oneOf("--provider", flags.provider, ["all", ...PROVIDERS] as const);
  const pattern = flags.operations === undefined ? undefined : globPattern(flags.operations);
  return {
    view,
    flavour,
    providers: provider === undefined ? [] : provider === "all" ? PROVIDERS : [provider],
    wanted: (name) => pattern?.test(name) ?? true,
  };
}

function oneOf<const Name extends string>(flag: string, given: string, names: readonly Name[]): Name {
  const found = names.find((name) => name === given);
  if (found !== undefined) return found;
  throw new UsageError(`${flag} is not ${given}.`, `Write one of: ${names.join(", ")}.`);
}
