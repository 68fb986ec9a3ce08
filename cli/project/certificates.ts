import {
  type CertificateState,
  certificatePath,
  certificateState,
  type Host,
  readCertificate,
  type ScenarioSummary,
} from "../../compiler/index.js";
import { counted } from "../../dsl/index.js";

/** Where each scenario's default reward stands with the audit, by name of the scenario. */
export async function certificateStates(
  host: Host,
  out: string,
  scenarios: readonly ScenarioSummary[],
): Promise<ReadonlyMap<string, CertificateState>> {
  const states = new Map<string, CertificateState>();
  for (const { name, ir, sources } of scenarios) {
    const certificate = readCertificate(await host.readText(certificatePath(out, name)));
    states.set(name, certificateState(certificate, ir.defaultReward, sources));
  }
  return states;
}

/** One line on the certificates, for people; undefined where there is nothing to certify. */
export function describeCertificates(states: ReadonlyMap<string, CertificateState>): string | undefined {
  if (states.size === 0) return undefined;
  const lacking = [...states].flatMap(([name, state]) => {
    const why = reasonOf(state);
    return why === undefined ? [] : [`${name} (${why})`];
  });
  if (lacking.length === 0) return `Certified: ${states.size} of ${states.size} rewards.`;
  return `Without a certificate: ${lacking.join(", ")}. Run \`rvrc audit\` on the same paths.`;
}

export function isCertified(state: CertificateState): boolean {
  return reasonOf(state) === undefined;
}

function reasonOf(state: CertificateState): string | undefined {
  switch (state.kind) {
    case "certified":
      return state.exact ? undefined : "a bound, no proof";
    case "findings":
      return counted(state.count, "finding");
    case "stale":
      return "audited before the last change";
    case "missing":
      return "not audited";
  }
}
