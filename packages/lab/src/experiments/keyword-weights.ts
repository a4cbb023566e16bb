/**
 * How much should text outside templates count? Applies the rule that chose the default to some sites, and tests
 * the result on others: the weight rises from 0 as long as no set of pages loses more than a standard error at any N.
 */

import { outsideWeights, type PageScores, type TruthFigures, topNs } from "./keyword-configurations.ts";
import { siteDifference } from "./site-difference.ts";

/** Parts of the sites; the weight for each is chosen on the others. */
const parts = 5;

/** The weight chosen for each part, and the scores with it of each given list of pages. */
export interface NestedWeights {
  readonly chosen: readonly number[];
  readonly scores: readonly PageScores[];
}

/** @param figures Every domain and truth: one weight serves them all. */
export function nestWeights(figures: readonly TruthFigures[]): NestedWeights {
  const numbers = new Map<string, number>();
  for (const { sites } of figures) for (const site of sites) numbers.set(site, numbers.get(site) ?? numbers.size);
  const partOf = (site: string): number => (numbers.get(site) ?? 0) % parts;
  const chosen = Array.from({ length: parts }, (_, part) => chooseWeight(figures, (site) => partOf(site) !== part));
  return {
    chosen: chosen.map((weight) => outsideWeights[weight]),
    scores: figures.map(({ sites, weighted }) => {
      const lists = topNs.map((n) => [n, sites.map((site, page) => weighted[chosen[partOf(site)]][n][page])]);
      return Object.fromEntries(lists) as PageScores;
    }),
  };
}

/** The index of the weight. */
function chooseWeight(figures: readonly TruthFigures[], isUsed: (site: string) => boolean): number {
  const isHarmless = (weight: number): boolean =>
    figures.every(({ sites, weighted }) =>
      topNs.every((n) => {
        const difference = siteDifference(weighted[weight][n], weighted[0][n], sites, isUsed);
        return difference === undefined || difference.mean >= -difference.error;
      }),
    );
  const harmful = outsideWeights.findIndex((_, weight) => weight > 0 && !isHarmless(weight));
  return (harmful < 0 ? outsideWeights.length : harmful) - 1;
}
