import {
  auditEpisodes,
  auditScenario,
  type Certificate,
  certificatePath,
  certificateText,
  certify,
  type EpisodesReport,
  OPENENV_IDS,
  type RewardReport,
  readCertificate,
  type ScenarioSummary,
} from "../../compiler/index.js";
import { COMPILER_VERSION } from "../../compiler/pipeline/version.js";
import { counted, didYouMean, hasErrors } from "../../dsl/index.js";
import { UsageError } from "../../runtime/index.js";
import { printEpisodes, printReport } from "../output/audit-report.js";
import { EXIT, type ExitCode } from "../output/exit-codes.js";
import { whole } from "../output/interrupt.js";
import type { Output } from "../output/streams.js";
import { episodesForAudit } from "../project/audit-episodes.js";
import { compileProject } from "../project/compile.js";
import { FindingsError } from "../project/findings-error.js";
import { writeTests } from "../project/witness-tests.js";

/** A declared test that does not hold. */
const FAILING_TEST = "RVR8001";

export interface AuditFlags {
  readonly reward?: string;
  readonly all?: boolean;
  readonly out?: string;
  readonly writeTests?: boolean;
  readonly mutants?: number;
  /** File of saved episodes. */
  readonly episodes?: string;
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
  // A witness that was written down as a test fails until the reward is repaired: that is what the audit is asked about.
  const broken = result.diagnostics.filter((one) => one.code !== FAILING_TEST);
  if (hasErrors(broken)) throw new FindingsError(result.diagnostics, result.sources);
  const failing = result.diagnostics.length - broken.length;
  if (failing > 0)
    output.note(`${counted(failing, "test does", "tests do")} not hold; rvrc test shows them.`);
  refuseUnknownReward(result.scenarios, flags.reward);
  const saved = flags.episodes === undefined ? undefined : episodesForAudit(output, flags.episodes);
  const reports: (RewardReport & { readonly milliseconds: number; readonly episodes?: EpisodesReport })[] =
    [];
  for (const scenario of result.scenarios) {
    const { compiled } = scenario;
    if (compiled === undefined) continue;
    const rewards = flags.all === true ? scenario.rewards : [flags.reward ?? scenario.ir.defaultReward];
    const own: RewardReport[] = [];
    for (const reward of rewards) {
      output.progress(`audit ${scenario.name} ${reward}`);
      const began = performance.now();
      const [report] = auditScenario(scenario.bound, compiled, [reward], {
        ...(flags.mutants === undefined ? {} : { mutants: flags.mutants }),
      });
      const milliseconds = Math.round(performance.now() - began);
      const played = saved && auditEpisodes(compiled, reward, saved.of(compiled));
      output.progress("");
      if (report === undefined) continue;
      own.push(report);
      reports.push({ ...report, milliseconds, ...(played === undefined ? {} : { episodes: played }) });
      if (flags.json === true) continue;
      printReport(output, report);
      if (played !== undefined) printEpisodes(output, played);
    }
    const path = certificatePath(out, scenario.name);
    const before = readCertificate(await host.readText(path));
    const certificate: Certificate = certify(scenario.name, scenario.sources, COMPILER_VERSION, own, before);
    await whole(() => host.writeText(path, certificateText(certificate)));
    if (flags.writeTests === true) {
      const findings = own.flatMap((report) => report.findings);
      const written = await writeTests(scenario, findings, host);
      if (written === 0) {
        if (findings.length > 0) output.note(nothingWritten(scenario.file));
        continue;
      }
      output.note(
        `${counted(written, "test")} written to ${scenario.file}; they fail until the reward is repaired. The certificate is of the file as it was before.`,
      );
    }
  }
  for (const name of saved?.left() ?? [])
    output.note(`Episodes of ${name} were left out: it is not audited here.`);
  const fooled = reports.reduce((sum, { episodes }) => sum + (episodes?.fooled.length ?? 0), 0);
  const findings = reports.reduce((sum, report) => sum + report.findings.length, fooled);
  if (flags.json === true)
    output.data(JSON.stringify({ version: 1, ok: findings === 0, rewards: reports.map(withOpenEnvIds) }));
  else if (reports.length === 0) output.note("These files declare no scenario.");
  return findings > 0 || (saved?.faults ?? 0) > 0 ? EXIT.findings : EXIT.ok;
}

function nothingWritten(file: string): string {
  return `No test was written to ${file}: each finding stands there as a test, or has no trace that a test could hold.`;
}

function withOpenEnvIds<Report extends RewardReport>(report: Report): object {
  const verdicts = report.verdicts.map((verdict) => {
    const id = OPENENV_IDS[verdict.check];
    return id === undefined ? verdict : { ...verdict, openenv: id };
  });
  return { ...report, verdicts };
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
