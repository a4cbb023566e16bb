import { pageTypeWeights } from "./page-type-weights.ts";
import { type PageWords, weighWords, wordFields } from "./page-type-words.ts";

/** The types of pages that the model tells apart. */
export const pageTypes = ["article", "collection", "documentation", "forum", "listing", "product", "service"] as const;

/** What a page is, with the chance that it is so. */
export interface PageType {
  readonly type: (typeof pageTypes)[number];
  /** From 0 to 1. */
  readonly chance: number;
}

/** What the model sees of a page. */
export interface PageTypeEvidence {
  readonly numbers: Readonly<Record<string, number>>;
  readonly words: PageWords;
}

/**
 * The likeliest type: the product of four multinomial logistic models, one over standardized numbers, one each over the
 * words in names of elements, in headings and in the address. Trained on the types of the WCXB pages by
 * `bench/page-types.mjs`, which also measures it by cross-validation.
 */
export function judgePageType({ numbers, words }: PageTypeEvidence): PageType {
  const logits = pageTypes.map(() => 0);
  const { names, mean, scale, weights } = pageTypeWeights.numbers;
  add(
    weights,
    names.map((name, i) => [i, standardize(numbers[name] ?? 0, mean[i], scale[i])]),
    names.length,
    1,
  );
  for (const field of wordFields) {
    const own = pageTypeWeights[field];
    const known = vocabularies.get(field) ?? { ...own, words: own.words.split(" ") };
    vocabularies.set(field, known);
    add(own.hundredths, weighWords(words[field], known), known.words.length, 0.01);
  }
  const top = Math.max(...logits);
  const odds = logits.map((logit) => Math.exp(logit - top));
  const best = logits.indexOf(top);
  return { type: pageTypes[best], chance: odds[best] / odds.reduce((sum, own) => sum + own, 0) };

  function add(of: readonly Weights[], inputs: readonly Weights[], bias: number, unit: number): void {
    for (const [type, own] of of.entries()) {
      let sum = own[bias];
      for (const [at, value] of inputs) sum += own[at] * value;
      logits[type] += sum * unit;
    }
  }
}

type Weights = readonly number[];

const vocabularies = new Map<string, { words: string[]; counts: readonly number[]; pages: number }>();

/** In deviations from the mean; far ones are cut, so that no number alone decides. */
export function standardize(value: number, mean: number, scale: number): number {
  return Math.max(-4, Math.min(4, (value - mean) * scale));
}
