/** Pages that are duplicates of each other, directly or through others of the group. */
export interface DuplicateGroup<Id> {
  readonly members: readonly Id[];
  /** Mean number of hashes that two members share, over all pairs. */
  readonly matches: number;
  /** The same as a share of a member's hashes: 1 if all sketches are equal. */
  readonly similarity: number;
}

/**
 * Means over all pairs of a group without visiting the pairs: a hash of c members is shared by c(c − 1)/2 pairs. Cost:
 * sorting all hashes of the group.
 */
export function measureGroup(sketches: readonly Float64Array[]): { matches: number; similarity: number } {
  const total = sketches.reduce((sum, { length }) => sum + length, 0);
  const hashes = new Float64Array(total);
  let filled = 0;
  for (const sketch of sketches) {
    hashes.set(sketch, filled);
    filled += sketch.length;
  }
  hashes.sort();
  let common = 0;
  let equalBefore = 0;
  for (let i = 1; i < total; i++) {
    equalBefore = hashes[i] === hashes[i - 1] ? equalBefore + 1 : 0;
    common += equalBefore;
  }
  const { length } = sketches;
  return { matches: common / ((length * (length - 1)) / 2), similarity: common / (((length - 1) * total) / 2) };
}
