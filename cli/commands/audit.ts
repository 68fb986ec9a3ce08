import {
  auditScenario,
  type Certificate,
  callTexts,
  certificatePath,
  certificateText,
  certify,
  type Finding,
  type RewardReport,
  readCertificate,
  type ScenarioSummary,
  witnessTest,
} from "../../compiler/index.js";
import { COMPILER_VERSION } from "../../compiler/pipeline/version.js";
import { didYouMean, formatText, hasErrors, SourceFile } from "../../dsl/index.js";
import { UsageError } from "../../runtime/index.js";
import { EXIT, type ExitCode } from "../output/exit-codes.js";
import { whole } from "../output/interrupt.js";
import type { Output } from "../output/streams.js";
import { compileProject } from "../project/compile.js";
import { FindingsError } from "../project/findings-error.js";

export interface AuditFlags {
  readonly reward?: string;
  readonly all?: boolean;
  readonly out?: string;
  readonly writeTests?: boolean;
  readonly mutants?: number;
  readonly json?: boolean;
}

/** `rvrc audit PATH...`: decides the properties of rewards, and writes their certificates. */
export async function runAudit(
  output: Output,
  paths: readonly string[],
  flags: AuditFlags,
): Promise<ExitCode> {
  if (flags.all === true && flags.reward !== undefined) {
    throw new UsageError("`--all` and `--reward` exclude each other.", "Give one of them.");
  }
  const { result, host, out } = await compileProject(output, paths, {
    ...(flags.out === undefined ? {} : { out: flags.out }),
    emit: false,
    replay: true,
  });
  if (hasErrors(result.diagnostics)) throw new FindingsError(result.diagnostics, result.sources);
  refuseUnknownReward(result.scenarios, flags.reward);
  const reports: RewardReport[] = [];
  for (const scenario of result.scenarios) {
    const { compiled } = scenario;
    if (compiled === undefined) continue;
    const rewards = flags.all === true ? scenario.rewards : [flags.reward ?? scenario.ir.defaultReward];
    const own = auditScenario(scenario.bound, compiled, rewards, {
      ...(flags.mutants === undefined ? {} : { mutants: flags.mutants }),
      onReward: (name) => output.progress(`audit ${scenario.name} ${name}`),
    });
    output.progress("");
    reports.push(...own);
    if (flags.json !== true) for (const report of own) printReport(output, report);
    const path = certificatePath(out, scenario.name);
    const before = readCertificate(await host.readText(path));
    const certificate: Certificate = certify(scenario.name, scenario.sources, COMPILER_VERSION, own, before);
    await whole(() => host.writeText(path, certificateText(certificate)));
    if (flags.writeTests === true) {
      const findings = own.flatMap((report) => report.findings);
      const written = await writeTests(scenario, findings, host);
      output.note(`${written} tests written to ${scenario.file}; they fail until the reward is repaired.`);
    }
  }
  const findings = reports.reduce((sum, report) => sum + report.findings.length, 0);
  if (flags.json === true) output.data(JSON.stringify({ version: 1, ok: findings === 0, rewards: reports }));
  else if (reports.length === 0) output.note("These files declare no scenario.");
  return findings > 0 ? EXIT.findings : EXIT.ok;
}

function refuseUnknownReward(scenarios: readonly ScenarioSummary[], reward: string | undefined): void {
  if (reward === undefined || scenarios.length === 0) return;
  const lacking = scenarios.find((scenario) => !scenario.rewards.includes(reward));
  if (lacking === undefined) return;
  const near = didYouMean(reward, lacking.rewards);
  throw new UsageError(
    `${lacking.name} has no reward named '${reward}'.`,
    near === undefined ? `It has ${lacking.rewards.join(", ")}.` : `Did you mean ${near}?`,
  );
}

function printReport(output: Output, report: RewardReport): void {
  const kind = report.exact ? "exact" : "bound";
  output.data(
    `${report.scenario} ${report.reward}: ${report.findings.length === 0 ? "no finding" : countOf(report.findings.length)}; ${kind} over all traces of at most ${report.depth} calls (${report.kinds} kinds of ${report.tasks} tasks, ${report.letters} kinds of calls, ${report.states} states)`,
  );
  for (const reason of report.inexact) output.data(`  a bound, no proof: ${reason}`);
  for (const verdict of report.verdicts) {
    const mark = verdict.holds ? "holds" : "FAILS";
    output.data(`  ${verdict.check.padEnd(3)} ${mark}  ${verdict.method.padEnd(10)}  ${verdict.detail}`);
  }
  for (const finding of report.findings) printFinding(output, finding);
}

function countOf(findings: number): string {
  return findings === 1 ? "1 finding" : `${findings} findings`;
}

function printFinding(output: Output, finding: Finding): void {
  output.data(`\n  ${finding.check}: ${finding.message}`);
  output.data(`    at stake: ${finding.stake}`);
  const { witness } = finding;
  if (witness !== undefined) {
    const outcome = `scores ${witness.score} under ${witness.reward}, ${witness.success ? "a success" : "no success"}`;
    output.data(`    witness on ${witness.task}: ${outcome}`);
    for (const [index, call] of callTexts(witness).entries()) {
      output.data(`      ${call} -> ${witness.statuses[index] ?? 0}`);
    }
    if (witness.calls.length === 0) output.data("      no call at all");
  }
  output.data(`    do: ${finding.remedy}`);
}

/** Puts the witnesses at the end of the scenario, as tests; a witness that stands there already is left out. */
async function writeTests(
  scenario: ScenarioSummary,
  findings: readonly Finding[],
  host: {
    readText(path: string): Promise<string | undefined>;
    writeText(path: string, text: string): Promise<void>;
  },
): Promise<number> {
  const text = await host.readText(scenario.file);
  if (text === undefined) return 0;
  const blocks = findings.flatMap((finding) => witnessTest(finding) ?? []);
  const known = new Set(scenario.ir.tests.map((test) => test.title));
  const fresh = [...new Set(blocks)].filter(
    (block) => ![...known].some((title) => block.includes(JSON.stringify(title))),
  );
  if (fresh.length === 0) return 0;
  const end = scenario.bound.declaration.span.end - 1;
  const longer = `${text.slice(0, end)}${fresh.join("")}${text.slice(end)}`;
  const formatted = formatText(new SourceFile(scenario.file, longer));
  await whole(() => host.writeText(scenario.file, formatted.kind === "formatted" ? formatted.text : longer));
  return fresh.length;
}
