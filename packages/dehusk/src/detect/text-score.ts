import { type Lexicon, weightOf } from "../features/index.ts";

/** Naive Bayes on two classes: the log-odds of a template as weights of words that add up. */
export interface TextScorer {
  /** Log-odds before any word. */
  readonly prior: number;
  readonly words: Lexicon;
}

/** What a text's score is to the classifiers that use it. */
export const textScoreFeatures = [
  /** Log-odds of a template by its words: menus and notices have words of their own. */
  "textOdds",
  /** Mean of what each word adds to them: in a long text many words that say little add up. */
  "textOddsPerWord",
] as const;

/** Writes the features of the words between two places of a list. */
export function scoreWords(
  { prior, words }: TextScorer,
  hashes: Int32Array,
  from: number,
  to: number,
  row: Float32Array,
  at: number,
): void {
  let sum = 0;
  for (let i = from; i < to; i++) sum += weightOf(words, hashes[i]);
  row[at] = prior + sum;
  row[at + 1] = sum / Math.max(1, to - from);
}
