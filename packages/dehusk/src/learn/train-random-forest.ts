import { type BinaryRows, checkBinaryRows } from "./binary-rows.ts";
import { BinaryTreeGrower, type GrowthLimits } from "./grow-binary-tree.ts";
import { addShares, type BinaryTree, mostFeatures, type RandomForest, wholeShare } from "./random-forest.ts";
import { randomStream } from "./seeded-random.ts";

/**
 * Trains random forests for two classes on binary features (Breiman 2001): each tree grows on a bootstrap sample of the
 * rows, and each node chooses from a few randomly drawn features. The rows a tree did not draw, about a third, show how
 * well it does on unseen rows: the out-of-bag scores (his section 3.1).
 *
 * Where we differ: leaves have at least five rows instead of one, since scores are meant as probabilities (Malley et
 * al. 2012), for which small leaves are too noisy; and trees are at most 24 deep, so that a forest fits in memory.
 *
 * Tree t depends only on the seed and t, and all sums are of integers: the same problem and seed give the same forest,
 * however trees are distributed. Cost: O(trees · rows · depth · candidates); memory is that of the rows.
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
  /** Features drawn as candidates per node; default the square root of their number. */
  readonly candidates?: number | undefined;
  /** Maximum depth in splits; default 24. */
  readonly depth?: number | undefined;
  /** Minimum rows per leaf; default 5. */
  readonly leastLeaf?: number | undefined;
  /** Whether trees grow on rows drawn with replacement instead of on all. Default true. */
  readonly bootstrap?: boolean | undefined;
}

export interface TrainedForest {
  readonly forest: RandomForest;
  /** For each row the mean share of label 1 over the trees that did not draw it; NaN if all did. */
  readonly outOfBagScores: Float32Array;
  /** Share of misclassified rows among those with such a score; NaN if there are none. */
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

/** @throws RangeError for options out of range, no rows, or labels that do not match the rows. */
export function trainForest(problem: ForestProblem, options: ForestOptions): TrainedForest {
  const settings = checkForestProblem(problem, options);
  const maker = new TreeMaker(problem, settings);
  const trees = Array.from({ length: settings.trees }, (_, t) => maker.make(t));
  return finishForest(problem, trees, [maker]);
}

/** Per row, over the trees that did not draw it: the sum of scores in 255ths, and the number of trees. */
export interface OutOfBagSums {
  readonly sums: Uint32Array;
  readonly counts: Uint16Array;
}

/** Builds trees of a forest in any order, and sums up their out-of-bag scores. */
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

/** A bootstrap sample. Drawing one row more than 255 times is practically impossible. */
function drawRows(drawn: Uint8Array, random: () => number): void {
  const count = drawn.length;
  drawn.fill(0);
  for (let i = 0; i < count; i++) {
    const r = Math.floor(random() * count);
    drawn[r] = Math.min(mostDrawn, drawn[r] + 1);
  }
}

/** The forest of all trees, in order, with the out-of-bag sums of their makers. */
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

/** Checks the problem and fills in the defaults. */
export function checkForestProblem({ rows, labels }: ForestProblem, options: ForestOptions): ForestSettings {
  checkBinaryRows(rows, labels);
  if (rows.count === 0) throw new RangeError("There are no rows to learn from.");
  if (rows.features > mostFeatures)
    throw new RangeError(`There are ${rows.features} features; the limit is ${mostFeatures}.`);
  const label = labels.find((value) => value > 1);
  if (label !== undefined) throw new RangeError(`Labels must be 0 or 1, not ${label}.`);
  const { seed, trees = 100, depth = 24, leastLeaf = 5, bootstrap = true } = options;
  const { candidates = Math.max(1, Math.floor(Math.sqrt(rows.features))) } = options;
  if (!Number.isSafeInteger(seed)) throw new RangeError(`Option "seed" must be a whole number, not ${seed}.`);
  for (const [name, value] of Object.entries({ trees, candidates, depth, leastLeaf })) {
    if (!(Number.isInteger(value) && value >= 1))
      throw new RangeError(`Option "${name}" must be a whole number of at least 1, not ${value}.`);
  }
  if (trees > mostTrees) throw new RangeError(`Option "trees" must be at most ${mostTrees}, not ${trees}.`);
  return { seed, trees, candidates, depth, leastLeaf, bootstrap };
}
