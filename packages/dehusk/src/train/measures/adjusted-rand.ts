/**
 * Similarity of two groupings of the same items (Hubert and Arabie, 1985; page-level template detection, section 6.1):
 * 1 if they are the same, 0 on average for random groupings with the same group sizes.
 *
 * Pairs are counted over the contingency table, so the cost is linear in the items; pair counts are integers below 2⁵³
 * for up to a hundred million items, so nothing is lost to rounding before the last division.
 *
 * If both groupings put everything in one group, or each item in its own, the formula is 0/0: the groupings are the
 * same, which counts as 1.
 *
 * @param a Group of each item, any numbers.
 * @param b Group of each item in the other grouping.
 */
export function adjustedRand(a: ArrayLike<number>, b: ArrayLike<number>): number {
  if (a.length !== b.length)
    throw new RangeError(`Both groupings must have the same length, not ${a.length} and ${b.length}.`);
  const left = numbered(a);
  const right = numbered(b);
  const shared = new Map<number, number>();
  for (let i = 0; i < a.length; i++) {
    const cell = left.group[i] * right.sizes.length + right.group[i];
    shared.set(cell, (shared.get(cell) ?? 0) + 1);
  }
  const both = pairsWithin(shared.values());
  const ofA = pairsWithin(left.sizes);
  const ofB = pairsWithin(right.sizes);
  const all = (a.length * (a.length - 1)) / 2;
  if (ofA === ofB && ofA === both && (ofA === all || ofA === 0)) return 1;
  const expected = (ofA / all) * ofB;
  return (both - expected) / ((ofA + ofB) / 2 - expected);
}

function numbered(groups: ArrayLike<number>): { group: Int32Array; sizes: number[] } {
  const numbers = new Map<number, number>();
  const group = new Int32Array(groups.length);
  const sizes: number[] = [];
  for (let i = 0; i < groups.length; i++) {
    const name = groups[i];
    let number = numbers.get(name);
    if (number === undefined) {
      number = numbers.size;
      numbers.set(name, number);
      sizes.push(0);
    }
    group[i] = number;
    sizes[number] = sizes[number] + 1;
  }
  return { group, sizes };
}

function pairsWithin(sizes: Iterable<number>): number {
  let pairs = 0;
  for (const size of sizes) pairs += (size * (size - 1)) / 2;
  return pairs;
}
