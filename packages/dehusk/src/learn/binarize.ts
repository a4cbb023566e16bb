import { type BinaryRows, wordsPerRow } from "./binary-rows.ts";
import { mdlCuts } from "./mdl-discretize.ts";

/**
 * Rows of numbers as rows of yes and no, by cuts that the training rows gave. A feature with cuts c1 < … < ck becomes k
 * binary features "greater than ci"; one without cuts vanishes.
 *
 * That is a thermometer, not one feature for each part: any threshold is then a single split of a tree, where parts
 * would take one split each; and a linear model has a step at each cut, with the penalty on steps, where parts would
 * be one weight too many and know no order.
 */
export interface Discretization {
  /** For each feature its cuts, rising. Plain data: JSON and back gives the same. */
  readonly cuts: readonly (readonly number[])[];
}

/**
 * Learns the cuts of each feature. Cost: that of `mdlCuts` for each.
 *
 * @param rows Row after row, `width` numbers each.
 * @param chosen Which rows to learn from; default all.
 */
export function discretize(
  rows: Float32Array,
  width: number,
  labels: Uint8Array,
  chosen: ArrayLike<number> = Array.from(labels, (_, r) => r),
): Discretization {
  const column = new Float32Array(chosen.length);
  const own = Uint8Array.from(chosen, (r) => labels[r]);
  const cuts = Array.from({ length: width }, (_, f) => {
    for (let i = 0; i < column.length; i++) column[i] = rows[chosen[i] * width + f];
    return [...mdlCuts(column, own)];
  });
  return { cuts };
}

/** How many binary features come out. */
export function binaryWidth({ cuts }: Discretization): number {
  return cuts.reduce((sum, list) => sum + list.length, 0);
}

/**
 * The binary features of each row: those of feature 0 by rising cut, then those of feature 1, and so on.
 *
 * @param rows Row after row, `width` numbers each.
 * @throws RangeError when the rows have another number of features than the cuts are for.
 */
export function binarize(rows: Float32Array, width: number, count: number, discretization: Discretization): BinaryRows {
  const { cuts } = discretization;
  if (cuts.length !== width) throw new RangeError(`There are cuts for ${cuts.length} features, but rows of ${width}.`);
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
