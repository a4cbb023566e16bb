/**
 * Binary rows, 32 features to a word. A row's words are contiguous, so that walking a tree, hashing, or listing a row's
 * set bits touches one place in memory; learners that want columns build them from the words.
 */
export interface BinaryRows {
  readonly count: number;
  readonly features: number;
  /** Row-major, `wordsPerRow` words each; feature f is bit f % 32 of word f / 32. Bits past the last feature are 0. */
  readonly words: Uint32Array;
}

/** Words per row. */
export function wordsPerRow(features: number): number {
  return (features + 31) >>> 5;
}

/** The rows with these indexes, in this order. */
export function takeRows({ features, words }: BinaryRows, numbers: ArrayLike<number>): BinaryRows {
  const stride = wordsPerRow(features);
  const taken = new Uint32Array(numbers.length * stride);
  for (let i = 0; i < numbers.length; i++) {
    const from = numbers[i] * stride;
    for (let w = 0; w < stride; w++) taken[i * stride + w] = words[from + w];
  }
  return { count: numbers.length, features, words: taken };
}

/** @throws RangeError if the number of words or labels does not match the rows. */
export function checkBinaryRows({ count, features, words }: BinaryRows, labels?: ArrayLike<number>): void {
  const expected = count * wordsPerRow(features);
  if (words.length !== expected) {
    throw new RangeError(`${count} rows of ${features} features take ${expected} words, not ${words.length}.`);
  }
  if (labels !== undefined && labels.length !== count) {
    throw new RangeError(`There are ${count} rows, but ${labels.length} labels.`);
  }
}
