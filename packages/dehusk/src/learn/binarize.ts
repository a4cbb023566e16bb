import { quantileCuts } from "./bin-column.ts";
import { type BinaryRows, wordsPerRow } from "./binary-rows.ts";
import { mdlCuts } from "./mdl-discretize.ts";

/**
 * Turns rows of numbers into binary rows by cuts learned from training rows. A feature with cuts c1 < … < ck becomes k
 * binary features "greater than ci"; one without cuts is dropped.
 *
 * This is a thermometer code, not one-hot: any threshold is a single split of a tree, where one-hot would take one
 * split per interval; and a linear model has a step at each cut, with the penalty on steps, where one-hot would be
 * redundant and unordered.
 */
export interface Discretization {
  /** Ascending cuts of each feature. Survives JSON unchanged. */
  readonly cuts: readonly (readonly number[])[];
}

/** How features are cut: into bins of about equal size, or by minimum description length. */
export const cutRules = ["quantiles", "mdl"] as const;
export type CutRule = (typeof cutRules)[number];

/** Bins of equal size; 32 did no better in forests. */
const quantileBins = 16;

/**
 * Learns the cuts of each feature. Cost: that of `quantileCuts` or `mdlCuts` for each. Quantiles ignore the labels, so
 * that no feature is dropped that says something only together with others.
 *
 * @param rows Row-major, `width` numbers each.
 */
export function discretize(rows: Float32Array, width: number, labels: Uint8Array, rule: CutRule): Discretization {
  const column = new Float32Array(labels.length);
  const cuts = Array.from({ length: width }, (_, f) => {
    for (let r = 0; r < column.length; r++) column[r] = rows[r * width + f];
    return [...(rule === "mdl" ? mdlCuts(column, labels) : quantileCuts(column, quantileBins))];
  });
  return { cuts };
}

/** Number of binary features. */
export function binaryWidth({ cuts }: Discretization): number {
  return cuts.reduce((sum, list) => sum + list.length, 0);
}

/**
 * The binary features of each row: those of feature 0 by ascending cut, then those of feature 1, and so on.
 *
 * @param rows Row-major, `width` numbers each.
 * @throws RangeError if the cuts are for another number of features.
 */
export function binarize(rows: Float32Array, width: number, count: number, discretization: Discretization): BinaryRows {
  const { cuts } = discretization;
  if (cuts.length !== width)
    throw new RangeError(`The cuts are for ${cuts.length} features, but the rows have ${width}.`);
  const features = binaryWidth(discretization);
  const stride = wordsPerRow(features);
  const words = new Uint32Array(count * stride);
  let first = 0;
  for (const [f, list] of cuts.entries()) {
    for (let r = 0; r < count; r++) {
      const value = rows[r * width + f];
      for (let c = 0; c < list.length && value > list[c]; c++) {
        const bit = first + c;
        const at = r * stride + (bit >>> 5);
        words[at] = words[at] | (1 << (bit & 31));
      }
    }
    first += list.length;
  }
  return { count, features, words };
}
