/** Agreement of found groups with the true ones, item by item. */
export interface BCubed {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

/**
 * B-cubed (Bagga & Baldwin, 1998; used for segmentation by Kiesel et al., CIKM 2020, with pixels, nodes or characters
 * as items): the precision of an item is the share of its found group that is also in its true group, its recall the
 * share of its true group that is also in its found group; both are averaged over items. F is that of the two means.
 *
 * An item may stand for several that always go together, as a text does for its characters. Linear in the items.
 * Without any weight, the groupings agree.
 *
 * @param truth True group of each item, any numbers.
 * @param found Found group of each item.
 * @param weights Weight of each item; default: all equal.
 *
 * @example bCubed([0, 0, 1], [0, 0, 0]) // { precision: 5/9, recall: 1, f1: 5/7 }
 */
export function bCubed(truth: ArrayLike<number>, found: ArrayLike<number>, weights?: ArrayLike<number>): BCubed {
  if (truth.length !== found.length)
    throw new RangeError(`Both groupings must have the same length, not ${truth.length} and ${found.length}.`);
  if (weights !== undefined && weights.length !== truth.length) {
    throw new RangeError(`Weights must have length ${truth.length}, not ${weights.length}.`);
  }
  const trueSizes = new Map<number, number>();
  const foundSizes = new Map<number, number>();
  const shared = new Map<number, Map<number, number>>();
  let total = 0;
  for (let i = 0; i < truth.length; i++) {
    const weight = weights === undefined ? 1 : weights[i];
    if (!(weight > 0)) continue;
    const left = truth[i];
    const right = found[i];
    total += weight;
    trueSizes.set(left, (trueSizes.get(left) ?? 0) + weight);
    foundSizes.set(right, (foundSizes.get(right) ?? 0) + weight);
    const row = shared.get(left) ?? new Map<number, number>();
    shared.set(left, row.set(right, (row.get(right) ?? 0) + weight));
  }
  if (total === 0) return { precision: 1, recall: 1, f1: 1 };
  let precision = 0;
  let recall = 0;
  // All items with the same two groups have the same precision and recall.
  for (const [left, row] of shared) {
    for (const [right, weight] of row) {
      precision += (weight / total) * (weight / (foundSizes.get(right) as number));
      recall += (weight / total) * (weight / (trueSizes.get(left) as number));
    }
  }
  return { precision, recall, f1: (2 * precision * recall) / (precision + recall) };
}
