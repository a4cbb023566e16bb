import { CornerChunk, chunkSize } from "./corner-chunk.ts";
import { CutList } from "./cut-list.ts";
import { Cutter, minimumOf } from "./cut-off.ts";
import { PiecewiseLinear } from "./piecewise-linear.ts";

/**
 * Regularized isotonic regression on a tree (page-level template detection, section 4): given a score x for each node,
 * the values y that never decrease from parent to child and minimize
 *
 *   Σ weight · |x − y|  +  Σ penalty over the nodes whose value differs from their parent's.
 *
 * The paper's dynamic program over all pairs of nodes takes O(n² log n) time and O(n²) memory. This one is exact too:
 * the cost of a node's subtree as a function of its parent's value is continuous and piecewise linear; such functions
 * are added and cut off from the leaves up, and the values are read off from the root down. The smaller function is
 * merged into the larger, and cutting off skips most of a function, so time is about linear on page-like trees and n ·
 * √n on a chain; memory is linear. No recursion.
 */
export interface SmoothingProblem {
  /** Parent of each node, which comes before it; -1 for the root, node 0. */
  readonly parent: Int32Array;
  /** Scores in [0, 1]. */
  readonly score: Float64Array;
  /** Cost per distance from the score. */
  readonly weight: Float64Array;
  /** Cost of a value other than the parent's. */
  readonly penalty: Float64Array;
}

export interface Smoothing {
  readonly value: Float64Array;
  /** The topmost node of each node's section: the connected nodes with its value. */
  readonly section: Int32Array;
  /** The minimum cost, without the root's own section. */
  readonly cost: number;
}

/** Functions that nobody uses, with memory for a few corners each, and memory to merge two of them. */
const spare: PiecewiseLinear[] = [];
const mostSpare = 64;
const scratch = new CornerChunk(2 * chunkSize);

export function smoothScores({ parent, score, weight, penalty }: SmoothingProblem): Smoothing {
  const size = parent.length;
  const cuts = new CutList(size);
  const cutter = new Cutter(cuts);
  // Per node, the sum of its finished children's costs; released as soon as the node is done.
  const below: (PiecewiseLinear | undefined)[] = new Array(size);
  for (let i = size - 1; i > 0; i--) {
    const up = parent[i];
    const cost = below[i];
    if (cost === undefined) {
      below[up] ??= spare.pop() ?? new PiecewiseLinear();
      addLeaf(below[up], score[i], weight[i], penalty[i], cuts);
    } else {
      cost.addDistance(score[i], weight[i]);
      cutter.cutOff(cost, penalty[i]);
      below[i] = undefined;
      const siblings = below[up];
      if (siblings === undefined) below[up] = cost;
      else {
        siblings.add(cost, scratch);
        release(cost);
      }
    }
    cuts.close(i);
  }
  const cost = below[0] ?? new PiecewiseLinear();
  cost.addDistance(score[0], weight[0]);
  const least = minimumOf(cost);
  release(cost);
  return readValues(parent, cuts, least);
}

function release(cost: PiecewiseLinear): void {
  cost.clear();
  if (spare.length < mostSpare) spare.push(cost);
}

/** Adds a leaf's cost, `weight · |at − v|` cut off, without building a function. */
function addLeaf(sum: PiecewiseLinear, at: number, weight: number, penalty: number, cuts: CutList): void {
  const rise = sum.rise + Math.min(weight * at, penalty);
  sum.addDistance(at, weight);
  if (weight * at > penalty) {
    const until = at - penalty / weight;
    sum.addCorner(until, -weight);
    cuts.add(-1, until, at);
  }
  sum.rise = rise;
}

function readValues(
  parent: Int32Array,
  cuts: CutList,
  least: { readonly at: number; readonly value: number },
): Smoothing {
  const size = parent.length;
  const value = new Float64Array(size);
  const section = new Int32Array(size);
  value[0] = least.at;
  for (let i = 1; i < size; i++) {
    const up = parent[i];
    const incoming = value[up];
    const own = cuts.follow(i, incoming);
    value[i] = own;
    section[i] = own === incoming ? section[up] : i;
  }
  return { value, section, cost: least.value };
}
