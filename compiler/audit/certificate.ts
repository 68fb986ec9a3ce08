import { isObject } from "../../runtime/value/access.js";
import { canonicalText } from "../emit/canonical.js";
import { scenarioFolder } from "../emit/scenario-input.js";
import type { RewardReport } from "./audit-reward.js";
import type { Verdict } from "./finding.js";

/** Shape of a certificate; another number is another shape. */
const VERSION = 1;

/** What is certified about one reward. */
export interface RewardCertificate {
  readonly form: string;
  /** Properties that hold or do not, each with its method and figures. */
  readonly properties: readonly Verdict[];
  readonly findings: number;
  readonly exact: boolean;
  readonly inexact: readonly string[];
  /** Every trace of at most this many calls is covered. */
  readonly depth: number;
  readonly tasks: number;
  readonly kinds: number;
  readonly letters: number;
  readonly states: number;
  readonly transitions: number;
  /** Traces of the second checker and episodes of the attack, and whether both agree. */
  readonly enumerated: number;
  readonly attacked: number;
  readonly agrees: boolean;
}

/** `certificate.json` of a scenario. It holds for the sources whose hash it names, and for no others. */
export interface Certificate {
  readonly version: number;
  readonly compiler: string;
  readonly scenario: string;
  readonly sources: string;
  readonly rewards: { readonly [reward: string]: RewardCertificate };
}

/** Where the certificate of a scenario lies. */
export function certificatePath(out: string, scenario: string): string {
  return `${out}/${scenarioFolder(scenario)}/certificate.json`;
}

export function certify(
  scenario: string,
  sources: string,
  compiler: string,
  reports: readonly RewardReport[],
  before: Certificate | undefined,
): Certificate {
  const kept = before?.sources === sources && before.compiler === compiler ? before.rewards : {};
  const made = reports.map((report): [string, RewardCertificate] => [
    report.reward,
    {
      form: report.form,
      properties: report.verdicts,
      findings: report.findings.length,
      exact: report.exact,
      inexact: report.inexact,
      depth: report.depth,
      tasks: report.tasks,
      kinds: report.kinds,
      letters: report.letters,
      states: report.states,
      transitions: report.transitions,
      enumerated: report.enumerated,
      attacked: report.attacked,
      agrees: report.agrees,
    },
  ]);
  return {
    version: VERSION,
    compiler,
    scenario,
    sources,
    rewards: Object.fromEntries([...Object.entries(kept), ...made]),
  };
}

export function certificateText(certificate: Certificate): string {
  return canonicalText(certificate);
}

/** Reads a certificate; undefined for anything that is none. A file on disk is untrusted input. */
export function readCertificate(text: string | undefined): Certificate | undefined {
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isCertificate(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isCertificate(value: unknown): value is Certificate {
  if (typeof value !== "object" || value === null) return false;
  const { version, compiler, scenario, sources, rewards } = value as Partial<Certificate>;
  const texts = [compiler, scenario, sources].every((text) => typeof text === "string");
  if (version !== VERSION || !texts || !isObject(rewards as never)) return false;
  return Object.values(rewards ?? {}).every(
    (one) => isObject(one as never) && typeof one.findings === "number" && typeof one.exact === "boolean",
  );
}

/** Where a reward stands: certified, with findings, not audited, or audited in another state of the sources. */
export type CertificateState =
  | { readonly kind: "certified"; readonly exact: boolean }
  | { readonly kind: "findings"; readonly count: number }
  | { readonly kind: "stale" }
  | { readonly kind: "missing" };

export function certificateState(
  certificate: Certificate | undefined,
  reward: string,
  sources: string,
): CertificateState {
  const own =
    certificate !== undefined && Object.hasOwn(certificate.rewards, reward)
      ? certificate.rewards[reward]
      : undefined;
  if (certificate === undefined || own === undefined) return { kind: "missing" };
  if (certificate.sources !== sources) return { kind: "stale" };
  return own.findings > 0
    ? { kind: "findings", count: own.findings }
    : { kind: "certified", exact: own.exact };
}
