/**
 * Rows of yes and no, 32 features to a word. A row's words lie together, so that a walk down a tree, a hash or a list of
 * a row's set bits touches one place in memory; a learner that wants columns makes them of the words.
 */
export interface BinaryRows {
  readonly count: number;
  readonly features: number;
  /** Row after row, `wordsPerRow` words each; feature f is bit f % 32 of word f / 32. Bits past the last feature are 0. */
  readonly words: Uint32Array;
}

/** How many words a row of so many features has. */
export function wordsPerRow(features: number): number {
  return (features + 31) >>> 5;
}

/** The rows with these numbers, in this order. */
export function takeRows({ features, words }: BinaryRows, numbers: ArrayLike<number>): BinaryRows {
  const stride = wordsPerRow(features);
  const taken = new Uint32Array(numbers.length * stride);
  for (let i = 0; i < numbers.length; i++) {
    const from = numbers[i] * stride;
    for (let w = 0; w < stride; w++) taken[i * stride + w] = words[from + w];
  }
  return { count: numbers.length, features, words: taken };
}

/** @throws RangeError when there are fewer or more words than the rows take, or another number of labels. */
export function checkBinaryRows({ count, features, words }: BinaryRows, labels?: ArrayLike<number>): void {
  const expected = count * wordsPerRow(features);
  if (words.length !== expected) {
    throw new RangeError(`${count} rows of ${features} features take ${expected} words, not ${words.length}.`);
  }
  if (labels !== undefined && labels.length !== count) {
    throw new RangeError(`There are ${count} rows, but ${labels.length} labels.`);
  }
}
