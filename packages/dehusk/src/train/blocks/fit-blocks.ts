import { DehuskError } from "../../basics/index.ts";
import {
  type BlockClassifier,
  type BlockModel,
  blockModelFeatures,
  scoreWords,
  unpackLexicon,
} from "../../detect/index.ts";
import { templateBlockFeatureNames } from "../../features/index.ts";
import {
  binarize,
  dedupeRows,
  discretize,
  type ForestOptions,
  type ForestProblem,
  type LogisticModel,
  predictBinaryLogistic,
  predictForest,
  type RandomForest,
  type TrainedForest,
  takeRows,
  trainBinaryLogistic,
} from "../../learn/index.ts";
import type { LabelledBlockRows } from "./labelled-blocks.ts";
import { learnTextScorer } from "./learn-text-scorer.ts";

/** Makes a forest; on other threads where there are some. */
export type ForestMaker = (problem: ForestProblem, options: ForestOptions) => TrainedForest | Promise<TrainedForest>;

export interface FitOptions {
  readonly seed: number;
  readonly trees: number;
  /** Fewest training rows of a forest's leaf. */
  readonly leastLeaf: number;
  /** Weight of the logistic regression's L2 penalty. */
  readonly l2: number;
  readonly makeForest: ForestMaker;
}

/** What a fit can do without, to see what it is worth. */
export interface FitWithout {
  /** Which features are used, by name. Default all. */
  readonly uses?: ((feature: string) => boolean) | undefined;
  /** Whether of equal rows one is enough. Default true. */
  readonly dedupe?: boolean | undefined;
  /** Finds the cuts; default those of minimum description length. */
  readonly cut?: typeof discretize | undefined;
  /** Whether the logistic regression is trained; if not, which saves time, it says nothing. Default true. */
  readonly maxent?: boolean | undefined;
}

/** What is learned from labelled blocks, besides curves. */
export interface BlockFit {
  readonly cuts: BlockModel["cuts"];
  readonly text: BlockModel["text"];
  readonly maxent: LogisticModel;
  readonly forest: RandomForest;
  /** Rows that were left when of equal ones one stayed: before the cuts, and after. */
  readonly distinct: number;
  readonly distinctBinary: number;
  readonly outOfBagError: number;
}

const plainWidth = templateBlockFeatureNames.length;
const width = blockModelFeatures.length;

/** Groups of sites: what naive Bayes says of one group's blocks, it learned from the others. */
const groups = 3;

/**
 * Learns from some of the rows, as section 4.1 of the paper does: equal rows once; naive Bayes on the words; cuts by
 * minimum description length; equal binary rows once; logistic regression and random forest.
 *
 * Where we differ: the text scores of training rows come from naive Bayes on other sites than their own, in three
 * groups. The paper does not say; on the rows that it has learned by heart it would be trusted more than it deserves.
 *
 * @param chosen The rows to learn from, rising.
 * @throws DehuskError `bad-input` when all blocks that naive Bayes learns from are of one kind.
 */
export async function fitBlocks(
  blocks: LabelledBlockRows,
  chosen: Uint32Array,
  { seed, trees, leastLeaf, l2, makeForest }: FitOptions,
  { uses = () => true, dedupe = true, cut = discretize, maxent = true }: FitWithout = {},
): Promise<BlockFit> {
  const distinct = dedupe ? distinctRows(blocks, chosen) : chosen;
  const rows = new Float32Array(distinct.length * width);
  const groupOf = (row: number): number => blocks.sites[row] % groups;
  for (let group = 0; group < groups; group++) {
    const others = distinct.filter((row) => groupOf(row) !== group);
    checkBothKinds(blocks, others);
    const scorer = learnTextScorer(blocks, others);
    fillRows(blocks, distinct, scorer, rows, (row) => groupOf(row) === group);
  }
  const labels = Uint8Array.from(distinct, (row) => blocks.labels[row]);
  // A feature without cuts vanishes.
  const cuts = cut(rows, width, labels).cuts.map((list, f) => (uses(blockModelFeatures[f] ?? "") ? list : []));
  const all = binarize(rows, width, distinct.length, { cuts });
  const each = all.words.length / Math.max(1, all.count);
  const kept = dedupe ? dedupeRows(all.words, each, all.count, labels) : Uint32Array.from(labels, (_, row) => row);
  const problem = { rows: takeRows(all, kept), labels: Uint8Array.from(kept, (row) => labels[row]) };
  const { forest, outOfBagError } = await makeForest(problem, { seed, trees, leastLeaf });
  return {
    cuts,
    text: learnTextScorer(blocks, distinct),
    maxent: maxent ? trainBinaryLogistic({ ...problem, l2 }) : { bias: 0, weights: Array(all.features).fill(0) },
    forest,
    distinct: distinct.length,
    distinctBinary: kept.length,
    outOfBagError,
  };
}

/** Neither words nor trees can be learned from blocks of one kind. */
function checkBothKinds({ labels }: LabelledBlockRows, rows: Uint32Array): void {
  const templates = rows.reduce((sum, row) => sum + labels[row], 0);
  if (templates > 0 && templates < rows.length) return;
  const missing = templates === 0 ? "templates" : "blocks that are no templates";
  throw new DehuskError("bad-input", `A model needs more sites: a part of these has no ${missing}.`);
}

/** The scores of rows by each classifier, in the order of the rows. */
export function scoreFit(
  { cuts, text, maxent, forest }: BlockFit,
  blocks: LabelledBlockRows,
  tested: Uint32Array,
): Record<BlockClassifier, Float32Array> {
  const rows = new Float32Array(tested.length * width);
  fillRows(blocks, tested, text, rows, () => true);
  const binary = binarize(rows, width, tested.length, { cuts });
  return {
    text: Float32Array.from(tested, (_, i) => rows[i * width + plainWidth]),
    maxent: predictBinaryLogistic(maxent, binary),
    rf: predictForest(forest, binary),
  };
}

/** Copies the features of rows and adds those of their text's score. */
function fillRows(
  blocks: LabelledBlockRows,
  listed: Uint32Array,
  { prior, words }: BlockFit["text"],
  rows: Float32Array,
  isFilled: (row: number) => boolean,
): void {
  const scorer = { prior, words: unpackLexicon(words) };
  for (let i = 0; i < listed.length; i++) {
    const row = listed[i];
    if (!isFilled(row)) continue;
    rows.set(blocks.rows.subarray(row * plainWidth, (row + 1) * plainWidth), i * width);
    const from = blocks.wordsFrom[row];
    scoreWords(scorer, blocks.words, from, blocks.wordsFrom[row + 1], rows, i * width + plainWidth);
  }
}

/** Of rows with the same features, words and label only the first. */
function distinctRows(blocks: LabelledBlockRows, chosen: Uint32Array): Uint32Array {
  const each = plainWidth + 1;
  const keys = new Uint32Array(chosen.length * each);
  const bits = new Uint32Array(blocks.rows.buffer, blocks.rows.byteOffset, blocks.rows.length);
  for (let i = 0; i < chosen.length; i++) {
    const row = chosen[i];
    keys.set(bits.subarray(row * plainWidth, (row + 1) * plainWidth), i * each);
    keys[i * each + plainWidth] = hashOfWords(blocks, row);
  }
  const labels = Uint8Array.from(chosen, (row) => blocks.labels[row]);
  return dedupeRows(keys, each, chosen.length, labels).map((i) => chosen[i]);
}

/** Of the blocks of each site with the same words and label only the first. */
export function distinctTexts(blocks: LabelledBlockRows): Uint32Array {
  const keys = new Uint32Array(2 * blocks.count);
  for (let row = 0; row < blocks.count; row++) {
    keys[2 * row] = blocks.sites[row];
    keys[2 * row + 1] = hashOfWords(blocks, row);
  }
  return dedupeRows(keys, 2, blocks.count, blocks.labels);
}

function hashOfWords({ words, wordsFrom }: LabelledBlockRows, row: number): number {
  let hash = 0;
  for (let i = wordsFrom[row]; i < wordsFrom[row + 1]; i++) {
    hash = Math.imul(hash ^ words[i], 0x01000193);
    hash ^= hash >>> 15;
  }
  return hash >>> 0;
}
