/**
 * The partition of an ordered tree's leaves that agrees best with several given ones, among those whose groups are a
 * subtree or a run of adjacent siblings.
 *
 * Two leaves belong together with probability p, the weight of the given partitions that join them. With N pairs of
 * leaves, T the sum of p over all pairs, S the pairs within groups and A the sum of p over those, the adjusted Rand index
 * (Hubert & Arabie 1985) to expect is
 *
 *   (A − S·T/N) / ((S + T)/2 − S·T/N).
 *
 * For a given value r of this ratio the best partition has the largest sum of A − τ·S over its groups, where
 * τ = T/N + r·(½ − T/N); dynamic programming over the tree finds it. Its own ratio is the next r (Dinkelbach 1967). Exact.
 *
 * Cost: O(leaves · given) for each level of the tree, up to 64 times that where a node has many children.
 */
export interface MedianProblem {
  /** The subtree of node i is the range [i, end[i]). */
  readonly end: Int32Array;
  /** Number of leaves before each node; one more entry than nodes. */
  readonly leavesBefore: Int32Array;
  /** How many things each leaf stands for, all of which belong together. */
  readonly size: Int32Array;
  readonly given: readonly GivenPartition[];
}

export interface GivenPartition {
  /** A number for each leaf, from 0; leaves with the same number are joined. */
  readonly group: Int32Array;
  /** The weights of all given partitions add up to 1. */
  readonly weight: number;
}

interface MedianPartition {
  /** The group of each leaf, numbered from 0 in the order of their first leaves. */
  readonly group: Int32Array;
  /** The adjusted Rand index to expect. */
  readonly agreement: number;
}

/** Most siblings in a run that is not all children of a node. */
const maxRun = 64;
/** The ratio rises faster than linearly: five rounds are usual. */
const mostRounds = 30;

/**
 * @param bar If given, the partition with the largest sum of p − bar over the pairs within groups instead: the lower, the
 * fewer groups.
 */
export function medianPartition(problem: MedianProblem, bar?: number): MedianPartition {
  const { size } = problem;
  const leaves = size.length;
  const nodes = listChildren(problem);
  const sums = sumPairs(problem, nodes);
  const all = { pairs: 0, joined: 0 };
  if (nodes.end.length > 0) Object.assign(all, { pairs: sums.pairs(0, leaves), joined: sums.whole[0] });
  const chance = all.pairs === 0 ? 1 : all.joined / all.pairs;
  const agreementOf = ({ joined, pairs }: Cut): number => {
    const most = (pairs + all.joined) / 2 - pairs * chance;
    return most > 0 ? (joined - pairs * chance) / most : 0;
  };
  let cut = cutTree(nodes, sums, bar ?? chance);
  let agreement = agreementOf(cut);
  for (let round = 0; bar === undefined && round < mostRounds; round++) {
    const next = cutTree(nodes, sums, chance + agreement * (0.5 - chance));
    if (!(agreementOf(next) > agreement + 1e-12)) break;
    cut = next;
    agreement = agreementOf(cut);
  }
  return { group: groupsOf(nodes, cut.starts, leaves), agreement };
}

/** The tree without nodes that have no leaves. */
interface Nodes {
  readonly end: Int32Array;
  readonly leavesBefore: Int32Array;
  /** The children of node i are `child[childFrom[i]]` up to `child[childFrom[i + 1] - 1]`. */
  readonly child: Int32Array;
  readonly childFrom: Int32Array;
}

function listChildren({ end, leavesBefore }: MedianProblem): Nodes {
  const count = end.length;
  const child: number[] = [];
  const childFrom = new Int32Array(count + 1);
  for (let node = 0; node < count; node++) {
    childFrom[node] = child.length;
    for (let each = node + 1; each < end[node]; each = end[each]) {
      if (leavesBefore[end[each]] > leavesBefore[each]) child.push(each);
    }
  }
  childFrom[count] = child.length;
  return { end, leavesBefore, child: Int32Array.from(child), childFrom };
}

interface PairSums {
  /** The sum of p over the pairs of a node's leaves. */
  readonly whole: Float64Array;
  /** The same for runs of siblings: from the place `runFrom[last child] + length − 2` on. */
  readonly run: Float64Array;
  readonly runFrom: Int32Array;
  /** The number of pairs in a range of leaves. */
  readonly pairs: (from: number, to: number) => number;
}

function sumPairs(problem: MedianProblem, { end, leavesBefore, child, childFrom }: Nodes): PairSums {
  const { size } = problem;
  const before = new Float64Array(size.length + 1);
  for (let leaf = 0; leaf < size.length; leaf++) before[leaf + 1] = before[leaf] + size[leaf];
  const counter = new JoinedPairs(problem);
  const whole = new Float64Array(end.length);
  const runFrom = new Int32Array(child.length + 1);
  for (let node = 0; node < end.length; node++) {
    whole[node] = counter.add(leavesBefore[node], leavesBefore[end[node]]);
    counter.clear(leavesBefore[node], leavesBefore[end[node]]);
    for (let at = childFrom[node]; at < childFrom[node + 1]; at++) {
      runFrom[at + 1] = runFrom[at] + Math.min(maxRun - 1, at - childFrom[node]);
    }
  }
  const run = new Float64Array(runFrom[child.length]);
  for (let node = 0; node < end.length; node++) {
    for (let last = childFrom[node] + 1; last < childFrom[node + 1]; last++) {
      const to = leavesBefore[end[child[last]]];
      let from = to;
      for (let length = 1; length <= Math.min(maxRun, last - childFrom[node] + 1); length++) {
        const next = leavesBefore[child[last - length + 1]];
        const sum = counter.add(next, from);
        from = next;
        if (length > 1) run[runFrom[last] + length - 2] = sum;
      }
      counter.clear(from, to);
    }
  }
  return { whole, run, runFrom, pairs: (from, to) => pairsOf(before[to] - before[from]) };
}

function pairsOf(count: number): number {
  return (count * (count - 1)) / 2;
}

/** The sum of p over the pairs of a growing set of leaves. */
class JoinedPairs {
  readonly #size: Int32Array;
  readonly #given: readonly GivenPartition[];
  /** For each given partition, how much of each of its groups is in the set. */
  readonly #counts: readonly Int32Array[];
  #sum = 0;

  constructor({ size, given }: MedianProblem) {
    this.#size = size;
    this.#given = given;
    this.#counts = given.map(({ group }) => new Int32Array(group.reduce((most, own) => Math.max(most, own), -1) + 1));
  }

  /** Adds a range of leaves; returns the sum. */
  add(from: number, to: number): number {
    for (let k = 0; k < this.#given.length; k++) {
      const { group, weight } = this.#given[k];
      const count = this.#counts[k];
      let pairs = 0;
      for (let leaf = from; leaf < to; leaf++) {
        const own = this.#size[leaf];
        pairs += own * count[group[leaf]] + pairsOf(own);
        count[group[leaf]] += own;
      }
      this.#sum += weight * pairs;
    }
    return this.#sum;
  }

  /** Empties the set, which is this range. */
  clear(from: number, to: number): void {
    for (let k = 0; k < this.#given.length; k++) {
      const { group } = this.#given[k];
      for (let leaf = from; leaf < to; leaf++) this.#counts[k][group[leaf]] = 0;
    }
    this.#sum = 0;
  }
}

/** A partition: where the runs of divided nodes start, the sum of p within its groups, and their pairs. */
interface Cut {
  /** For each child, the first of the run that it ends, or -1 if its node is not divided. */
  readonly starts: Int32Array;
  readonly joined: number;
  readonly pairs: number;
}

/** The partition with the largest sum of p − `bar` over the pairs within groups. */
function cutTree({ end, leavesBefore, child, childFrom }: Nodes, sums: PairSums, bar: number): Cut {
  const { whole, run, runFrom, pairs } = sums;
  const value = new Float64Array(end.length);
  const within = new Float64Array(end.length);
  const starts = new Int32Array(child.length).fill(-1);
  for (let node = end.length - 1; node >= 0; node--) {
    within[node] = pairs(leavesBefore[node], leavesBefore[end[node]]);
    value[node] = whole[node] - bar * within[node];
    const [first, past] = [childFrom[node], childFrom[node + 1]];
    if (past === first) continue;
    const best = new Float64Array(past - first + 1);
    const bestPairs = new Float64Array(past - first + 1);
    const start = new Int32Array(past - first);
    for (let last = first; last < past; last++) {
      const to = last - first + 1;
      const leavesTo = leavesBefore[end[child[last]]];
      best[to] = best[to - 1] + value[child[last]];
      bestPairs[to] = bestPairs[to - 1] + within[child[last]];
      start[to - 1] = last;
      for (let length = 2; length <= Math.min(maxRun, to); length++) {
        // All children together are the node as a whole.
        if (length === past - first) break;
        const own = pairs(leavesBefore[child[last - length + 1]], leavesTo);
        const sum = best[to - length] + run[runFrom[last] + length - 2] - bar * own;
        if (sum <= best[to]) continue;
        best[to] = sum;
        bestPairs[to] = bestPairs[to - length] + own;
        start[to - 1] = last - length + 1;
      }
    }
    if (value[node] >= best[past - first]) continue;
    value[node] = best[past - first];
    within[node] = bestPairs[past - first];
    starts.set(start, first);
  }
  const own = { joined: 0, pairs: 0 };
  if (end.length > 0) Object.assign(own, { joined: value[0] + bar * within[0], pairs: within[0] });
  return { starts, ...own };
}

function groupsOf({ end, leavesBefore, child, childFrom }: Nodes, starts: Int32Array, leaves: number): Int32Array {
  const group = new Int32Array(leaves);
  let count = 0;
  // Ranges of siblings, the first on top: a run is one group, a single node may be divided.
  const waiting: { readonly first: number; readonly last: number }[] = end.length === 0 ? [] : [{ first: 0, last: 0 }];
  for (let range = waiting.pop(); range !== undefined; range = waiting.pop()) {
    const { first, last } = range;
    const past = childFrom[first + 1];
    if (first !== last || past === childFrom[first] || starts[past - 1] < 0) {
      group.fill(count++, leavesBefore[first], leavesBefore[end[last]]);
      continue;
    }
    for (let at = past - 1; at >= childFrom[first]; at = starts[at] - 1) {
      waiting.push({ first: child[starts[at]], last: child[at] });
    }
  }
  return group;
}
