/**
 * The best partition of the leaves of an ordered tree by the weights of their pairs: correlation clustering (Bansal,
 * Blum, Chawla 2004) restricted to groups that are a subtree or a run of adjacent siblings. The restriction makes it
 * exact: a node's leaves are one group, or its children are divided into runs, each either one group or, if it is a
 * single child, divided further. Weights are above 0 for leaves that belong together, below for others; the value of a
 * partition is the sum over the pairs within groups.
 *
 * Only pairs of leaves at most `reach` apart have a weight. Cost: O(leaves · reach) for the sums, and O(maxRun · reach)
 * for each node.
 */
export interface PartitionProblem {
  /** The subtree of node i is the range [i, end[i]). */
  readonly end: Int32Array;
  /** Number of leaves before each node; one more entry than nodes. */
  readonly leavesBefore: Int32Array;
  readonly reach: number;
  /** For each leaf i, the weights of the pairs with the leaves i + 1 … i + reach; what is beyond the last is 0. */
  readonly weight: Float64Array;
}

interface Partition {
  /** The group of each leaf, numbered from 0 in the order of their first leaves. */
  readonly group: Int32Array;
  readonly value: number;
}

/** Most siblings in a run that is not all children of a node. */
const maxRun = 64;

export function bestPartition(problem: PartitionProblem): Partition {
  const { end, leavesBefore } = problem;
  const nodes = end.length;
  const within = pairSums(problem);
  const value = new Float64Array(nodes);
  /** For a divided node, the numbers of its first children that the last runs start with; see `divide`. */
  const starts: (Int32Array | undefined)[] = new Array(nodes);
  for (let node = nodes - 1; node >= 0; node--) {
    const [from, to] = [leavesBefore[node], leavesBefore[end[node]]];
    if (to - from < 2) continue;
    const divided = divide(problem, node, value, within);
    const whole = within(from, to);
    if (whole >= divided.value) value[node] = whole;
    else {
      value[node] = divided.value;
      starts[node] = divided.starts;
    }
  }
  return { group: groupsOf(problem, starts), value: value[0] ?? 0 };
}

/** The children of a node that have leaves. */
function childrenOf({ end, leavesBefore }: PartitionProblem, node: number): number[] {
  const children: number[] = [];
  for (let child = node + 1; child < end[node]; child = end[child]) {
    if (leavesBefore[end[child]] > leavesBefore[child]) children.push(child);
  }
  return children;
}

/** The best division of a node's children into runs: for each number of children, where the last run starts. */
function divide(
  problem: PartitionProblem,
  node: number,
  value: Float64Array,
  within: (from: number, to: number) => number,
): { value: number; starts: Int32Array } {
  const { end, leavesBefore } = problem;
  const children = childrenOf(problem, node);
  const count = children.length;
  const best = new Float64Array(count + 1);
  const starts = new Int32Array(count + 1);
  for (let to = 1; to <= count; to++) {
    const last = leavesBefore[end[children[to - 1]]];
    best[to] = best[to - 1] + value[children[to - 1]];
    starts[to] = to - 1;
    for (let from = to - 2; from >= Math.max(0, to - maxRun); from--) {
      // All children together are the node as a whole.
      if (from === 0 && to === count) break;
      const sum = best[from] + within(leavesBefore[children[from]], last);
      if (sum <= best[to]) continue;
      best[to] = sum;
      starts[to] = from;
    }
  }
  return { value: best[count], starts };
}

/** The sum of the weights within a range of leaves: O(reach). */
function pairSums({ reach, weight }: PartitionProblem): (from: number, to: number) => number {
  const leaves = reach === 0 ? 0 : weight.length / reach;
  /** Per leaf, sums of its first weights; and of all weights of the leaves before. */
  const sums = new Float64Array(weight.length);
  const before = new Float64Array(leaves + 1);
  for (let leaf = 0; leaf < leaves; leaf++) {
    let sum = 0;
    for (let k = 0; k < reach; k++) {
      sum += weight[leaf * reach + k];
      sums[leaf * reach + k] = sum;
    }
    before[leaf + 1] = before[leaf] + sum;
  }
  return (from, to) => {
    if (reach === 0) return 0;
    // All weights of these leaves lie within the range.
    const free = Math.max(from, to - reach);
    let sum = before[free] - before[from];
    for (let leaf = free; leaf < to - 1; leaf++) sum += sums[leaf * reach + Math.min(reach, to - 1 - leaf) - 1];
    return sum;
  };
}

function groupsOf(problem: PartitionProblem, starts: readonly (Int32Array | undefined)[]): Int32Array {
  const { end, leavesBefore } = problem;
  const nodes = end.length;
  const group = new Int32Array(leavesBefore[nodes] ?? 0);
  let count = 0;
  const waiting = nodes === 0 ? [] : [0];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const runs = starts[node];
    if (runs === undefined) {
      group.fill(count++, leavesBefore[node], leavesBefore[end[node]]);
      continue;
    }
    const children = childrenOf(problem, node);
    // From the last run to the first: the first is taken up next.
    for (let to = children.length; to > 0; to = runs[to]) {
      const from = runs[to];
      if (to - from === 1) waiting.push(children[from]);
      else group.fill(count++, leavesBefore[children[from]], leavesBefore[end[children[to - 1]]]);
    }
  }
  return numbered(group);
}

function numbered(group: Int32Array): Int32Array {
  const numbers = new Map<number, number>();
  return group.map((own) => {
    const known = numbers.get(own) ?? numbers.size;
    numbers.set(own, known);
    return known;
  });
}
