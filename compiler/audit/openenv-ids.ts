import type { CheckName } from "./finding.js";

/**
 * Checks of OpenEnv's validation (its RFC 008) that ask what a property of the audit answers. The other checks there
 * concern a running server, and its two statistical ones are not specified; the other properties have no name there.
 */
export const OPENENV_IDS: { readonly [check in CheckName]?: string } = {
  /** The reference solution earns the top of the range. */
  S0: "semantic.oracle_max",
  /** What solves the task and what does not lie apart. */
  S2: "semantic.floor_gap",
  /** Policies that do nothing to the purpose stay at the floor. */
  S6: "semantic.canary_floor",
  /** The same behaviour, the same score; S8 asks it of behaviour that differs in what does not matter, too. */
  S8: "semantic.verifier_determinism",
};
