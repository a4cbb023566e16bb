import type { BinnedColumn } from "./bin-column.ts";
import { type BoostedTrees, leafMark } from "./boosted-trees.ts";
import { addToScores, type FlatTree, flattenTree, joinTrees } from "./flat-tree.ts";
import { TreeGrower } from "./grow-tree.ts";
import { probabilityOf } from "./logistic-regression.ts";
import { seededRandom } from "./seeded-random.ts";
import { gradientUnit, SplitHistograms } from "./split-histogram.ts";

/**
 * Trains boosted trees for two classes: stochastic gradient boosting of the logistic loss (Friedman 2001 and 2002) with
 * second-order leaf values and an L2 penalty (Chen & Guestrin 2016, section 2.2), on histograms, best leaf first.
 *
 * Weights are scaled to a mean of 1; `l2` and `leastLeaf` are in that scale. Where we differ: gradients are rounded to
 * multiples of 2^-30, so that sums do not depend on their order; rows can be sampled by group, such as all rows of a
 * page, because rows of a page are too similar for sampling them to add variety.
 *
 * Cost: O(trees · rows · features), with features and rows as sampled. The same problem and seed give the same trees.
 */
export interface BoostingProblem {
  readonly columns: readonly BinnedColumn[];
  /** Label of each row, from 0 to 1: the share of class 1. */
  readonly labels: Float32Array;
  /** Weight of each row. */
  readonly weights: Float64Array;
  /** Adjacent rows with the same number are sampled together. */
  readonly groups?: Int32Array | undefined;
}

export interface BoostingOptions {
  readonly trees: number;
  /** Maximum leaves per tree. */
  readonly leaves: number;
  /** Maximum depth in splits. */
  readonly depth: number;
  /** Learning rate. */
  readonly rate: number;
  /** L2 penalty on leaf values. */
  readonly l2: number;
  /** Minimum sum of second derivatives in a leaf: an undecided row has 1/4. */
  readonly leastLeaf: number;
  /** Approximate share of the rows, or groups, each tree sees. */
  readonly rowShare: number;
  /** Share of the features each tree sees; at least one. */
  readonly featureShare: number;
  readonly seed: number;
}

/** Keeps the base finite if all labels are equal. */
const leastMean = 1e-6;
const mostRows = 2 ** 23;

/** @throws RangeError for options out of range, or labels and weights that do not match the columns. */
export function trainBoostedTrees(problem: BoostingProblem, options: BoostingOptions): BoostedTrees {
  checkProblem(problem);
  checkOptions(options);
  const { columns } = problem;
  const state = new BoostingState(problem);
  const rows = new Int32Array(problem.labels.length);
  const histograms = new SplitHistograms(columns, state.gradients, state.hessians);
  const grower = new TreeGrower(columns, histograms, rows, options);
  const random = seededRandom(options.seed);
  const trees: FlatTree[] = [];
  for (let t = 0; t < options.trees; t++) {
    state.updateSlopes();
    const count = sampleRows(rows, problem.groups, options.rowShare, random);
    histograms.choose(sampleFeatures(columns.length, options.featureShare, random));
    const { gradient, hessian } = state.sumSlopes(rows, count);
    const tree = flattenTree(grower.grow(count, gradient, hessian), options.rate);
    addToScores(tree, columns, state.scores);
    trees.push(tree);
  }
  return joinTrees(state.base, trees, columns);
}

/** Lists the rows a tree sees; returns how many. */
function sampleRows(rows: Int32Array, groups: Int32Array | undefined, share: number, random: () => number): number {
  let count = 0;
  let taken = false;
  for (let r = 0; r < rows.length; r++) {
    if (r === 0 || groups === undefined || groups[r] !== groups[r - 1]) taken = random() < share;
    if (taken) rows[count++] = r;
  }
  return count;
}

/** The features a tree sees, ascending (selection sampling: Knuth, volume 2, algorithm 3.4.2 S). */
function sampleFeatures(features: number, share: number, random: () => number): number[] {
  const wanted = Math.max(1, Math.round(share * features));
  const chosen: number[] = [];
  for (let f = 0; f < features; f++) {
    if (random() * (features - f) < wanted - chosen.length) chosen.push(f);
  }
  return chosen;
}

/** State of boosting: each row's log-odds, and the derivatives of its loss there. */
class BoostingState {
  readonly base: number;
  readonly gradients: Float32Array;
  readonly hessians: Float32Array;
  readonly scores: Float64Array;
  readonly #problem: BoostingProblem;
  /** Scales the mean weight to 1. */
  readonly #scale: number;

  constructor(problem: BoostingProblem) {
    const { labels, weights } = problem;
    let total = 0;
    let positive = 0;
    for (let r = 0; r < labels.length; r++) {
      total += weights[r];
      positive += weights[r] * labels[r];
    }
    if (!(total > 0)) throw new RangeError("There are no rows with a weight above 0.");
    const mean = Math.min(1 - leastMean, Math.max(leastMean, positive / total));
    this.base = Math.log(mean / (1 - mean));
    this.gradients = new Float32Array(labels.length);
    this.hessians = new Float32Array(labels.length);
    this.#problem = problem;
    this.scores = new Float64Array(labels.length).fill(this.base);
    this.#scale = labels.length / total;
  }

  updateSlopes(): void {
    const { labels, weights } = this.#problem;
    for (let r = 0; r < labels.length; r++) {
      const weight = weights[r] * this.#scale;
      const p = probabilityOf(this.scores[r]);
      this.gradients[r] = rounded(weight * (p - labels[r]));
      // Rows with weight always have some curvature, so that 0 means no rows.
      this.hessians[r] = weight > 0 ? Math.max(gradientUnit, rounded(weight * p * (1 - p))) : 0;
    }
  }

  sumSlopes(rows: Int32Array, count: number): { gradient: number; hessian: number } {
    let gradient = 0;
    let hessian = 0;
    for (let at = 0; at < count; at++) {
      gradient += this.gradients[rows[at]];
      hessian += this.hessians[rows[at]];
    }
    return { gradient, hessian };
  }
}

function rounded(slope: number): number {
  return Math.round(slope / gradientUnit) * gradientUnit;
}

function checkProblem({ columns, labels, weights, groups }: BoostingProblem): void {
  const rows = labels.length;
  if (rows > mostRows) throw new RangeError(`There are ${rows} rows; the limit is ${mostRows}.`);
  if (columns.length >= leafMark)
    throw new RangeError(`There are ${columns.length} columns; the limit is ${leafMark - 1}.`);
  const lengths = [weights.length, ...(groups ? [groups.length] : []), ...columns.map(({ bins }) => bins.length)];
  const other = lengths.find((length) => length !== rows);
  if (other !== undefined) throw new RangeError(`There are ${rows} labels, but a column has ${other} rows.`);
  const label = labels.find((value) => !(value >= 0 && value <= 1));
  if (label !== undefined) throw new RangeError(`Labels must be from 0 to 1, not ${label}.`);
  const weight = weights.find((value) => !(value >= 0 && value < Infinity));
  if (weight !== undefined) throw new RangeError(`Weights must be at least 0, not ${weight}.`);
}

function checkOptions({ trees, leaves, depth, rate, l2, leastLeaf, rowShare, featureShare }: BoostingOptions): void {
  for (const [name, value] of Object.entries({ trees, leaves, depth })) {
    if (!(Number.isInteger(value) && value >= 0))
      throw new RangeError(`Option "${name}" must be a whole number of at least 0, not ${value}.`);
  }
  for (const [name, value] of Object.entries({ rate, l2, leastLeaf })) {
    if (!(value >= 0 && value < Infinity))
      throw new RangeError(`Option "${name}" must be a finite number of at least 0, not ${value}.`);
  }
  for (const [name, value] of Object.entries({ rowShare, featureShare })) {
    if (!(value > 0 && value <= 1))
      throw new RangeError(`Option "${name}" must be above 0 and at most 1, not ${value}.`);
  }
}
