import { describe, expect, test } from "vitest";
import { outsideWeights, type PageScores, type TruthFigures, topNs } from "./keyword-configurations.ts";
import { nestWeights } from "./keyword-weights.ts";
import { siteDifference } from "./site-difference.ts";

/** Ten sites with two pages each; `scoreOf` is the same at every N. */
function figuresOf(scoreOf: (site: number, weight: number) => number): TruthFigures {
  const sites = Array.from({ length: 20 }, (_, page) => `site ${page >> 1}`);
  const weighted = outsideWeights.map((weight) => {
    const lists = topNs.map((n) => [n, sites.map((_, page) => scoreOf(page >> 1, weight))]);
    return Object.fromEntries(lists) as PageScores;
  });
  return { sites, weighted } as unknown as TruthFigures;
}

describe("weight of text outside templates", () => {
  test("rises as long as it harms no set", () => {
    const better = figuresOf((site, weight) => site / 10 + weight);
    expect(nestWeights([better]).chosen).toEqual([1, 1, 1, 1, 1]);
    const harmedFromHalf = figuresOf((site, weight) => site / 10 - (weight >= 0.5 ? weight : 0));
    expect(nestWeights([better, harmedFromHalf]).chosen).toEqual([0.25, 0.25, 0.25, 0.25, 0.25]);
  });

  test("is chosen on other sites than those it is measured on", () => {
    // It harms the sites of the first part only, and those badly: only that part does not see it.
    const harmed = figuresOf((site, weight) => (site % 5 === 0 ? -10 * weight : 0.1 * weight));
    const { chosen, scores } = nestWeights([harmed]);
    expect(chosen).toEqual([1, 0, 0, 0, 0]);
    expect(scores[0]?.[1].slice(0, 4)).toEqual([-10, -10, 0, 0]);
  });
});

describe("siteDifference", () => {
  test("sites count alike, however many pages they have", () => {
    const sites = ["a", "a", "a", "b"];
    const difference = siteDifference([1, 1, 1, 0], [0, 0, 0, 0.5], sites);
    expect(difference?.mean).toBeCloseTo(0.25, 10);
    expect(difference?.error).toBeCloseTo(0.75, 10);
    expect(siteDifference([1, 1, 1, 0], [0, 0, 0, 0.5], sites, (site) => site === "a")).toBeUndefined();
  });
});
