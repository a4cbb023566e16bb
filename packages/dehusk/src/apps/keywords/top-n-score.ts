import { plainWords } from "../plain-words.ts";

/** The form in which keywords are compared: case folded, words joined by single spaces. */
export function plainKeyword(keyword: string): string {
  return plainWords(keyword).join(" ");
}

/**
 * The top-N score (Yih, Goodman, Carvalho, section 4.1; site-independent template-block detection, section 5.2): |A ∩
 * Kₙ| / min(|A|, n), how many of the first n keywords are right, as a share of how many could be.
 *
 * @param found Best first; Kₙ are the first n distinct ones.
 * @param truth A. If empty, the score is NaN.
 *
 * @example
 * topNScore(["Solar panels", "roof", "house"], ["solar  Panels", "house"], 2); // 0.5
 */
export function topNScore(found: readonly string[], truth: readonly string[], n: number): number {
  const right = new Set(truth.map(plainKeyword).filter((keyword) => keyword !== ""));
  const first = [...new Set(found.map(plainKeyword))].slice(0, n);
  return first.filter((keyword) => right.has(keyword)).length / Math.min(right.size, n);
}
