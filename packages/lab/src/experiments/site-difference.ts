import { pairedTTest } from "dehusk/internal/learn";
import { meanOf } from "./mean-of.ts";

/** The mean difference of two methods over sites, its standard error, and the p of a two-tailed paired t-test. */
export interface SiteDifference {
  readonly mean: number;
  readonly error: number;
  readonly p: number;
}

/**
 * Compares the scores of two methods on the same pages by the means of sites, since pages of one site are alike. Undefined
 * if there are less than two sites.
 *
 * @param sites The site of each page.
 * @param isUsed Sites to leave out give false.
 */
export function siteDifference(
  first: readonly number[],
  second: readonly number[],
  sites: readonly string[],
  isUsed: (site: string) => boolean = () => true,
): SiteDifference | undefined {
  const pages = new Map<string, number[]>();
  for (const [page, site] of sites.entries()) {
    if (isUsed(site)) pages.set(site, [...(pages.get(site) ?? []), page]);
  }
  if (pages.size < 2) return undefined;
  const meansOf = (scores: readonly number[]): number[] =>
    [...pages.values()].map((list) => meanOf(list.map((page) => scores[page])));
  const [a, b] = [meansOf(first), meansOf(second)];
  const differences = a.map((score, k) => score - b[k]);
  const mean = meanOf(differences);
  const variance = differences.reduce((sum, each) => sum + (each - mean) ** 2, 0) / (a.length - 1);
  return { mean, error: Math.sqrt(variance / a.length), p: pairedTTest(a, b).p };
}
