import {
  type PageView,
  templateBlockFeatureNames,
  templateBlockFeatures,
  templateBlockWordHashes,
  templateBlockWordsRead,
} from "../features/index.ts";
import { binarize, predictBinaryLogistic, predictForest } from "../learn/index.ts";
import { textBlocks } from "../site/index.ts";
import { type BlockClassifier, type BlockModel, blockModelFeatures, loadBlockModel } from "./template-block-model.ts";
import { scoreWords, type TextScorer, textScoreFeatures } from "./text-score.ts";

/** The blocks of a page with a detector's scores, in document order, outer ones first. */
export interface JudgedTemplateBlocks {
  readonly nodes: Int32Array;
  /** The classifier's score: a probability; for `text`, log-odds. */
  readonly score: Float32Array;
  /** 1 for blocks whose score is at least the threshold. */
  readonly isTemplate: Uint8Array;
}

/** The classifier of a model that judges, and its threshold. */
export interface BlockJudge {
  readonly model: BlockModel;
  readonly classifier: BlockClassifier;
  readonly threshold: number;
}

const plainWidth = templateBlockFeatureNames.length;
const wordWidth = textScoreFeatures.length;
const width = blockModelFeatures.length;

/**
 * Judges the blocks of a page (see `textBlocks`), knowing nothing of its site. Linear in the page, and in its blocks times
 * the trees.
 *
 * @throws DehuskError `bad-model`.
 */
export function judgeTemplateBlocks(view: PageView, judge: BlockJudge): JudgedTemplateBlocks {
  const { nodes } = textBlocks(view.page);
  const score = scoresOf(view, nodes, judge);
  return { nodes, score, isTemplate: Uint8Array.from(score, (value) => Number(value >= judge.threshold)) };
}

function scoresOf(view: PageView, nodes: Int32Array, { model, classifier }: BlockJudge): Float32Array {
  const { words, forest } = loadBlockModel(model);
  const count = nodes.length;
  const ofWords = wordFeatures(view, nodes, { prior: model.text.prior, words });
  if (classifier === "text") return Float32Array.from(nodes, (_, b) => ofWords[b * wordWidth]);
  const plain = templateBlockFeatures(view, nodes);
  const rows = new Float32Array(count * width);
  for (let b = 0; b < count; b++) {
    rows.set(plain.subarray(b * plainWidth, (b + 1) * plainWidth), b * width);
    rows.set(ofWords.subarray(b * wordWidth, (b + 1) * wordWidth), b * width + plainWidth);
  }
  const binary = binarize(rows, width, count, model);
  return classifier === "rf" ? predictForest(forest, binary) : predictBinaryLogistic(model.maxent, binary);
}

/** The naive Bayes log-odds of the words of each block, row by row. */
function wordFeatures({ page }: PageView, nodes: Int32Array, scorer: TextScorer): Float32Array {
  const rows = new Float32Array(nodes.length * wordWidth);
  const hashes = new Int32Array(templateBlockWordsRead);
  for (let b = 0; b < nodes.length; b++) {
    const read = templateBlockWordHashes(page, nodes[b], hashes);
    scoreWords(scorer, hashes, 0, read, rows, b * wordWidth);
  }
  return rows;
}
