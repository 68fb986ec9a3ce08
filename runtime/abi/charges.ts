/**
 * What the derived penalties of the sound form weigh, in units of slot weight: a slot weighs 0.1 unless its file says
 * otherwise. The checker charges them and the audit reasons about them.
 */
export const PENALTY_WEIGHTS = {
  invalid: 0.05,
  unparsed: 0.1,
  unknownTool: 0.1,
  extraWrite: 0.1,
  missingWrite: 0.2,
  overBudget: 0.05,
} as const;

/** Charge of a success for each call over the budget. */
export const EXCESS_PER_CALL = 0.01;
