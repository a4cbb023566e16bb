/**
 * Multinomial naive Bayes with Laplace smoothing (Manning, Raghavan, Schütze, Introduction to Information Retrieval,
 * section 13.2; page-level template detection, section 6.3, uses the one of the Bow toolkit, which is of this kind):
 *
 *   log P(c | d) = log P(c) + Σ_w count(w in d) · log P(w | c) + constant,   P(w | c) = (n_wc + α) / (n_c + α·V)
 *
 * with n_wc the count of word w in the documents of class c, n_c their sum over words, V the vocabulary size. The model
 * is the counts themselves: integers stay exact, so document order has no effect, and models of parts of the data add
 * up. Training is linear in the input, prediction in the document's words times the classes; memory is words times
 * classes.
 */

/** Word counts of a document. Words are numbers from 0; a word may occur more than once. */
export interface SparseCounts {
  readonly ids: ArrayLike<number>;
  readonly counts: ArrayLike<number>;
}

/** Survives JSON unchanged. */
export interface NaiveBayesModel {
  /** α: added to every count. */
  readonly smoothing: number;
  /** V: vocabulary size. */
  readonly words: number;
  /** Documents per class. */
  readonly documents: readonly number[];
  /** Sum of counts per class. */
  readonly totals: readonly number[];
  /** Word counts per class. */
  readonly counts: readonly (readonly number[])[];
}

export interface NaiveBayesOptions {
  /** Vocabulary size: all ids are below it. */
  readonly words: number;
  /** Number of classes: all labels are below it. */
  readonly classes: number;
  /** Default 1 (Laplace). */
  readonly smoothing?: number | undefined;
}

/**
 * Learns from labelled documents.
 *
 * @throws RangeError for a word or label out of range, a negative count, or no documents.
 */
export function trainNaiveBayes(
  documents: readonly SparseCounts[],
  labels: ArrayLike<number>,
  { words, classes, smoothing = 1 }: NaiveBayesOptions,
): NaiveBayesModel {
  if (!(smoothing > 0)) throw new RangeError(`The smoothing must be above 0, not ${smoothing}.`);
  if (documents.length === 0) throw new RangeError("There are no documents to learn from.");
  if (documents.length !== labels.length) {
    throw new RangeError(`There are ${documents.length} documents, but ${labels.length} labels.`);
  }
  const seen = new Array<number>(classes).fill(0);
  const totals = new Array<number>(classes).fill(0);
  const counts = Array.from({ length: classes }, () => new Array<number>(words).fill(0));
  for (const [i, document] of documents.entries()) {
    const label = labels[i];
    const row = counts[label];
    if (row === undefined) throw new RangeError(`Label ${label} is not one of the ${classes} classes.`);
    seen[label] = seen[label] + 1;
    totals[label] = totals[label] + addCounts(row, document);
  }
  return { smoothing, words, documents: seen, totals, counts };
}

function addCounts(row: number[], { ids, counts }: SparseCounts): number {
  let total = 0;
  for (let k = 0; k < ids.length; k++) {
    const id = ids[k];
    const count = counts[k];
    if (row[id] === undefined) throw new RangeError(`Word ${id} is not one of the ${row.length} words.`);
    if (!(count >= 0)) throw new RangeError(`The count of word ${id} is ${count}.`);
    row[id] += count;
    total += count;
  }
  return total;
}

/**
 * The log probability of each class given the document; their exponentials sum to 1. Unknown words are ignored. A class
 * without documents gets -Infinity.
 */
export function predictNaiveBayes(model: NaiveBayesModel, { ids, counts }: SparseCounts): Float64Array {
  const { smoothing, words, documents, totals } = model;
  const allDocuments = documents.reduce((sum, count) => sum + count, 0);
  const scores = new Float64Array(documents.length);
  for (let c = 0; c < scores.length; c++) {
    const row = model.counts[c];
    const logTotal = Math.log(totals[c] + smoothing * words);
    let score = Math.log(documents[c] / allDocuments);
    for (let k = 0; k < ids.length; k++) {
      const known = row[ids[k]];
      if (known !== undefined) score += counts[k] * (Math.log(known + smoothing) - logTotal);
    }
    scores[c] = score;
  }
  return normalise(scores);
}

/** Subtracts log Σ exp(score), relative to the maximum so that nothing overflows and the best never vanishes. */
function normalise(scores: Float64Array): Float64Array {
  const highest = scores.reduce((most, score) => Math.max(most, score), Number.NEGATIVE_INFINITY);
  const sum = scores.reduce((total, score) => total + Math.exp(score - highest), 0);
  return scores.map((score) => score - highest - Math.log(sum));
}
