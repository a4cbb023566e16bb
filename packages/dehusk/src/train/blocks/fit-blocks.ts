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
  type CutRule,
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

/** Trains a forest, on other threads if available. */
export type ForestMaker = (problem: ForestProblem, options: ForestOptions) => TrainedForest | Promise<TrainedForest>;

export interface FitOptions {
  readonly seed: number;
  readonly trees: number;
  /** How features are cut into binary ones. */
  readonly cuts: CutRule;
  /** Minimum training rows per leaf. */
  readonly leastLeaf: number;
  /** Weight of the L2 penalty of the logistic regression. */
  readonly l2: number;
  readonly makeForest: ForestMaker;
}

/** Parts of a fit that can be switched off, for ablation. */
export interface FitWithout {
  /** Which features are used, by name. Default: all. */
  readonly uses?: ((feature: string) => boolean) | undefined;
  /** Whether duplicate rows are dropped. Default true. */
  readonly dedupe?: boolean | undefined;
  /** How features are cut. Default: as the options say. */
  readonly cuts?: CutRule | undefined;
  /** Whether the logistic regression is trained; skipping it saves time and gives an empty one. Default true. */
  readonly maxent?: boolean | undefined;
}

/** A block model without its curves. */
export interface BlockFit {
  readonly cuts: BlockModel["cuts"];
  readonly text: BlockModel["text"];
  readonly maxent: LogisticModel;
  readonly forest: RandomForest;
  /** Distinct rows before discretization, and after. */
  readonly distinct: number;
  readonly distinctBinary: number;
  readonly outOfBagError: number;
}

const plainWidth = templateBlockFeatureNames.length;
const width = blockModelFeatures.length;

/** Groups of sites: naive Bayes scores of one group's blocks are learned from the other groups. */
const groups = 3;

/**
 * Trains on some of the rows, as in section 4.1 of the paper: duplicates dropped; naive Bayes on the words;
 * features cut into binary ones; duplicate binary rows dropped; logistic regression and random forest.
 *
 * Where we differ: features are cut at quantiles, not by minimum description length, unless asked; the text scores of training rows come from naive Bayes on other sites, in three groups. The paper
 * does not say; on the rows it was trained on, naive Bayes would be trusted more than it deserves.
 *
 * @param chosen The rows to train on, ascending.
 * @throws DehuskError `bad-input` if all blocks that naive Bayes is trained on are of one kind.
 */
export async function fitBlocks(
  blocks: LabelledBlockRows,
  chosen: Uint32Array,
  { seed, trees, cuts: cutsByDefault, leastLeaf, l2, makeForest }: FitOptions,
  { uses = () => true, dedupe = true, cuts: rule = cutsByDefault, maxent = true }: FitWithout = {},
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
  const cuts = discretize(rows, width, labels, rule).cuts.map((list, f) =>
    uses(blockModelFeatures[f] ?? "") ? list : [],
  );
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
  const missing = templates === 0 ? "templates" : "blocks other than templates";
  throw new DehuskError("bad-input", `A model needs more sites: one fold of these has no ${missing}.`);
}

/** The scores of rows by each classifier, in row order. */
export function scoreFit(
  { cuts, text, maxent, forest }: Pick<BlockFit, "cuts" | "text" | "maxent" | "forest">,
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

/** Copies the features of rows and appends those of the text score. */
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

/** The first of each set of rows with the same features, words and label. */
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

/** The first of each set of blocks of a site with the same words and label. */
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
