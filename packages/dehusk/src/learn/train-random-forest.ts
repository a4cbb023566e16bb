import { type BinaryRows, checkBinaryRows } from "./binary-rows.ts";
import { BinaryTreeGrower, type GrowthLimits } from "./grow-binary-tree.ts";
import { addShares, type BinaryTree, mostFeatures, type RandomForest, wholeShare } from "./random-forest.ts";
import { randomStream } from "./seeded-random.ts";

/**
 * Trains random forests for two classes on binary features (Breiman 2001): each tree grows on as many rows as there are,
 * drawn with replacement, and at each node chooses from a few features drawn by chance. The rows that a tree did not
 * draw, a third or so, tell how well it does on rows it never saw: the out-of-bag scores (his section 3.1).
 *
 * Where we differ: leaves hold at least five rows instead of one, since scores are meant as probabilities (Malley et al.
 * 2012), which half-empty leaves do not give; and trees are at most 24 deep, so that a forest fits in memory.
 *
 * Tree t depends on the seed and t alone, and all sums are of whole numbers: the same problem and seed give the same
 * forest, whoever grew which tree. Cost: O(trees · rows · depth · candidates); memory is that of the rows.
 */
export interface ForestProblem {
  readonly rows: BinaryRows;
  /** 0 or 1 for each row. */
  readonly labels: Uint8Array;
}

export interface ForestOptions {
  readonly seed: number;
  /** Default 100. */
  readonly trees?: number | undefined;
  /** How many features each node chooses from; default the root of their number. */
  readonly candidates?: number | undefined;
  /** Most splits between the root and a leaf; default 24. */
  readonly depth?: number | undefined;
  /** Fewest rows of a leaf; default 5. */
  readonly leastLeaf?: number | undefined;
  /** Whether trees grow on rows drawn with replacement; if not, on all of them. Default true. */
  readonly bootstrap?: boolean | undefined;
}

export interface TrainedForest {
  readonly forest: RandomForest;
  /** For each row the mean share of label 1 by the trees that did not draw it; NaN if all did. */
  readonly outOfBagScores: Float32Array;
  /** Share of the rows with such a score which it puts on the wrong side of a half; NaN if there are none. */
  readonly outOfBagError: number;
}

/** Options with their defaults filled in. */
export interface ForestSettings extends GrowthLimits {
  readonly seed: number;
  readonly trees: number;
  readonly bootstrap: boolean;
}

const mostDrawn = 255;
const mostTrees = 0xffff;

/** @throws RangeError for options out of range, no rows, or labels that do not fit the rows. */
export function trainForest(problem: ForestProblem, options: ForestOptions): TrainedForest {
  const settings = checkForestProblem(problem, options);
  const maker = new TreeMaker(problem, settings);
  const trees = Array.from({ length: settings.trees }, (_, t) => maker.make(t));
  return finishForest(problem, trees, [maker]);
}

/** Row by row, what trees said about rows that they did not draw: sums of 255ths, and of how many trees. */
export interface OutOfBagSums {
  readonly sums: Uint32Array;
  readonly counts: Uint16Array;
}

/** Makes trees of a forest, in any order, and keeps the out-of-bag sums of those that it made. */
export class TreeMaker implements OutOfBagSums {
  readonly sums: Uint32Array;
  readonly counts: Uint16Array;
  readonly #rows: BinaryRows;
  readonly #settings: ForestSettings;
  readonly #grower: BinaryTreeGrower;
  readonly #drawn: Uint8Array;
  readonly #left: Uint32Array;

  constructor({ rows, labels }: ForestProblem, settings: ForestSettings) {
    this.#rows = rows;
    this.#settings = settings;
    this.#grower = new BinaryTreeGrower(rows, labels, settings);
    this.#drawn = new Uint8Array(rows.count);
    this.#left = new Uint32Array(rows.count);
    this.sums = new Uint32Array(rows.count);
    this.counts = new Uint16Array(rows.count);
  }

  /** Tree number `t` of the forest. */
  make(t: number): BinaryTree {
    const { seed, bootstrap } = this.#settings;
    const random = randomStream(seed, t);
    if (bootstrap) drawRows(this.#drawn, random);
    else this.#drawn.fill(1);
    const tree = this.#grower.grow(this.#drawn, random);
    if (bootstrap) addShares(tree, 0, this.#rows, this.#rowsLeft(), this.sums);
    return tree;
  }

  /** The rows that were not drawn; counts the tree for each. */
  #rowsLeft(): Uint32Array {
    let size = 0;
    for (let r = 0; r < this.#drawn.length; r++) {
      if (this.#drawn[r] !== 0) continue;
      this.#left[size++] = r;
      this.counts[r] = this.counts[r] + 1;
    }
    return this.#left.subarray(0, size);
  }
}

/** As many rows as there are, with replacement. More than 255 of one would take more luck than there is in the world. */
function drawRows(drawn: Uint8Array, random: () => number): void {
  const count = drawn.length;
  drawn.fill(0);
  for (let i = 0; i < count; i++) {
    const r = Math.floor(random() * count);
    drawn[r] = Math.min(mostDrawn, drawn[r] + 1);
  }
}

/** The forest of all trees, in order, with what their makers saw out of bag. */
export function finishForest(
  { rows, labels }: ForestProblem,
  trees: readonly BinaryTree[],
  makers: readonly OutOfBagSums[],
): TrainedForest {
  const outOfBagScores = new Float32Array(labels.length);
  let scored = 0;
  let wrong = 0;
  for (let r = 0; r < labels.length; r++) {
    let sum = 0;
    let count = 0;
    for (const { sums, counts } of makers) {
      sum += sums[r];
      count += counts[r];
    }
    const score = sum / (wholeShare * count);
    outOfBagScores[r] = score;
    if (count === 0) continue;
    scored++;
    if (score >= 0.5 !== (labels[r] === 1)) wrong++;
  }
  return { forest: joinTrees(rows.features, trees), outOfBagScores, outOfBagError: wrong / scored };
}

function joinTrees(features: number, trees: readonly BinaryTree[]): RandomForest {
  const size = trees.reduce((sum, tree) => sum + tree.feature.length, 0);
  const forest = {
    features,
    roots: new Int32Array(trees.length),
    feature: new Uint16Array(size),
    right: new Int32Array(size),
    value: new Uint8Array(size),
  };
  let start = 0;
  for (const [t, { feature, right, value }] of trees.entries()) {
    forest.roots[t] = start;
    forest.feature.set(feature, start);
    forest.value.set(value, start);
    for (let node = 0; node < right.length; node++) forest.right[start + node] = start + right[node];
    start += feature.length;
  }
  return forest;
}

/** The options with their defaults. */
export function checkForestProblem({ rows, labels }: ForestProblem, options: ForestOptions): ForestSettings {
  checkBinaryRows(rows, labels);
  if (rows.count === 0) throw new RangeError("There are no rows to learn from.");
  if (rows.features > mostFeatures)
    throw new RangeError(`There are ${rows.features} features, of at most ${mostFeatures}.`);
  const label = labels.find((value) => value > 1);
  if (label !== undefined) throw new RangeError(`A label is ${label}, which is not 0 or 1.`);
  const { seed, trees = 100, depth = 24, leastLeaf = 5, bootstrap = true } = options;
  const { candidates = Math.max(1, Math.floor(Math.sqrt(rows.features))) } = options;
  if (!Number.isSafeInteger(seed)) throw new RangeError(`The seed is ${seed}, which is not a whole number.`);
  for (const [name, value] of Object.entries({ trees, candidates, depth, leastLeaf })) {
    if (!(Number.isInteger(value) && value >= 1)) throw new RangeError(`${name} is ${value}, not a number from 1.`);
  }
  if (trees > mostTrees) throw new RangeError(`trees is ${trees}, of at most ${mostTrees}.`);
  return { seed, trees, candidates, depth, leastLeaf, bootstrap };
}
