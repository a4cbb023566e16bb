import { type Cut, cutOff, leastOf } from "./cut-off.ts";
import { addAll, PiecewiseLinear } from "./piecewise-linear.ts";

/**
 * Regularized isotonic regression on a tree (page-level template detection, section 4): given a score x for each node,
 * the values y that grow or stay the same from parent to child and minimize
 *
 *   Σ weight · |x − y|  +  Σ penalty over the nodes whose value differs from their parent's.
 *
 * The paper's dynamic program over all pairs of nodes takes O(n² log n) time and O(n²) memory. This one is exact too:
 * for each node, the cost of its subtree as a function of the value that comes from its parent is continuous and
 * piecewise linear; such functions are added and cut off from the leaves up, and the values read off from the root
 * down. Time is about n times the depth, memory linear. No recursion.
 */
export interface SmoothingProblem {
  /** Parent of each node, which comes before it; -1 for the root, node 0. */
  readonly parent: Int32Array;
  /** Scores in [0, 1]. */
  readonly score: Float64Array;
  /** How much a node's distance from its score costs. */
  readonly weight: Float64Array;
  /** What it costs a node to have another value than its parent. */
  readonly penalty: Float64Array;
}

export interface Smoothing {
  readonly value: Float64Array;
  /** The topmost node of each node's section: the nodes below it that go on with its value. */
  readonly section: Int32Array;
  /** The least cost, the root's own section not counted. */
  readonly cost: number;
}

export function smoothScores({ parent, score, weight, penalty }: SmoothingProblem): Smoothing {
  const size = parent.length;
  const cuts: (readonly Cut[] | undefined)[] = new Array(size);
  // Per node, the costs of the children that are done; given up as soon as they are added.
  const below: (PiecewiseLinear[] | undefined)[] = new Array(size);
  const scratch = new PiecewiseLinear();
  for (let i = size - 1; i > 0; i--) {
    const cost = costBelow(i);
    const nodeCuts = cutOff(cost, penalty[i] as number, scratch);
    if (nodeCuts.length > 0) cuts[i] = nodeCuts;
    const up = parent[i] as number;
    const siblings = below[up];
    if (siblings === undefined) below[up] = [cost];
    else siblings.push(cost);
  }
  return readValues(parent, cuts, leastOf(costBelow(0)));

  /** The cost of a node and all below it, as a function of the node's value. */
  function costBelow(node: number): PiecewiseLinear {
    const children = below[node];
    below[node] = undefined;
    const cost = children === undefined ? new PiecewiseLinear() : addAll(children);
    cost.addDistance(score[node] as number, weight[node] as number);
    return cost;
  }
}

function readValues(
  parent: Int32Array,
  cuts: readonly (readonly Cut[] | undefined)[],
  least: { readonly at: number; readonly value: number },
): Smoothing {
  const size = parent.length;
  const value = new Float64Array(size);
  const section = new Int32Array(size);
  value[0] = least.at;
  for (let i = 1; i < size; i++) {
    const up = parent[i] as number;
    const incoming = value[up] as number;
    const cut = cuts[i]?.find(({ from, until }) => incoming > from && incoming < until);
    value[i] = cut === undefined ? incoming : cut.to;
    section[i] = cut === undefined ? (section[up] as number) : i;
  }
  return { value, section, cost: least.value };
}
