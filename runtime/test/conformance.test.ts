import { describe, expect, it } from "vitest";
import { scenario } from "../../generated/cross_product/index.js";
import type { Score } from "../abi/score.js";
import { type Listing, listings } from "./listings.js";
import { paid, sumOf } from "./traces.js";

function score(listing: Listing, reward: string): Score {
  const episode = scenario.start(scenario.bind({ given: listing.given }), { reward });
  for (const call of listing.calls) episode.call(call);
  return episode.finish();
}

describe.each(listings)("listing $name", (listing) => {
  it("has the scores of the paper's rewards", () => {
    if (listing.compat !== undefined) expect(score(listing, "paper_compat").reward).toBe(listing.compat);
    if (listing.literal !== undefined) expect(score(listing, "paper_literal").reward).toBe(listing.literal);
  });

  it("is a success of the sound reward only with the real identifiers", () => {
    const { reward, success } = score(listing, "sound");
    expect(success).toBe(listing.sound.min > 0.5);
    expect(reward).toBeGreaterThanOrEqual(listing.sound.min);
    expect(reward).toBeLessThanOrEqual(listing.sound.max);
  });

  it.each(scenario.rewards)("has terms that add up under $name", ({ name, form }) => {
    const result = score(listing, name);
    const top = form === "sound" && !result.success ? 0.5 : 1;
    expect(result.reward).toBe(Math.min(top, Math.max(0, sumOf(result))));
  });
});

it("takes listing 2 apart as the paper's reward does", () => {
  const listing = listings[1] as Listing;
  const { terms } = score(listing, "paper_compat");
  const sum = (group: string, part: string) =>
    Math.round(
      terms
        .filter((term) => term.group === group && term.id.includes(part))
        .reduce((total, term) => total + term.value, 0) * 1e9,
    ) / 1e9;
  expect([sum("R1", "create_issue"), sum("R1", "create_page"), sum("R2", ""), sum("R3", "")]).toEqual([
    0.32, 0.4, 0.3, -0.5,
  ]);
  expect(paid({ reward: 0, success: false, terms: terms.filter((term) => term.group === "R3") })).toEqual({
    "penalty.refused.create_issue": -0.25,
    "penalty.duplicate.create_issue": -0.15,
    "penalty.call": -0.1,
  });
});

it("takes ids in paths as text or number", () => {
  const task = scenario.bind({ given: (listings[3] as Listing).given });
  const [text, number] = ["789", 789].map((page_id) => {
    const episode = scenario.start(task);
    const result = episode.call({ tool: "get_page", arguments: { page_id } });
    return { text: result.text, violations: episode.trace.calls[0]?.violations, score: episode.finish() };
  });
  expect(number).toEqual(text);
});
