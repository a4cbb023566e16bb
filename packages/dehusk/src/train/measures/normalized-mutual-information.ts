/**
 * Normalized mutual information of two groupings of the same items, from 0 to 1: I(A, B) / √(H(A) · H(B)), the mutual
 * information over the geometric mean of the entropies (Strehl & Ghosh, 2002; graph theoretic segmentation, section
 * 5.1). Other normalizations, by the mean or the larger of the entropies, give smaller values.
 *
 * Linear in the items. 0 if one of the groupings puts everything in one group, 1 if both do.
 *
 * Unlike the adjusted Rand index it is not 0 for random groupings, and grows with the number of groups.
 *
 * @param a Group of each item, any numbers.
 * @param b Group of each item in the other grouping.
 * @param weights Weight of each item; default: all equal. Items of weight 0 are skipped.
 */
export function normalizedMutualInformation(
  a: ArrayLike<number>,
  b: ArrayLike<number>,
  weights?: ArrayLike<number>,
): number {
  if (a.length !== b.length)
    throw new RangeError(`Both groupings must have the same length, not ${a.length} and ${b.length}.`);
  if (weights !== undefined && weights.length !== a.length) {
    throw new RangeError(`Weights must have length ${a.length}, not ${weights.length}.`);
  }
  const ofA = new Map<number, number>();
  const ofB = new Map<number, number>();
  const shared = new Map<number, Map<number, number>>();
  let total = 0;
  for (let i = 0; i < a.length; i++) {
    const weight = weights === undefined ? 1 : weights[i];
    if (!(weight > 0)) continue;
    const left = a[i];
    const right = b[i];
    total += weight;
    addTo(ofA, left, weight);
    addTo(ofB, right, weight);
    let row = shared.get(left);
    if (row === undefined) {
      row = new Map();
      shared.set(left, row);
    }
    addTo(row, right, weight);
  }
  if (ofA.size <= 1 || ofB.size <= 1) return ofA.size === ofB.size ? 1 : 0;
  let information = 0;
  for (const [left, row] of shared) {
    for (const [right, weight] of row) {
      const expected = ((ofA.get(left) as number) / total) * (ofB.get(right) as number);
      information += (weight / total) * Math.log(weight / expected);
    }
  }
  const value = information / Math.sqrt(entropy(ofA.values(), total) * entropy(ofB.values(), total));
  return Math.min(1, Math.max(0, value));
}

function addTo(sums: Map<number, number>, key: number, weight: number): void {
  sums.set(key, (sums.get(key) ?? 0) + weight);
}

function entropy(sizes: Iterable<number>, total: number): number {
  let sum = 0;
  for (const size of sizes) sum -= (size / total) * Math.log(size / total);
  return sum;
}
