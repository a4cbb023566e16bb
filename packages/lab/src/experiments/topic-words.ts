import { predictNaiveBayes, type SparseCounts, trainNaiveBayes } from "dehusk/internal/learn";
import type { Page } from "dehusk/internal/page";
import type { SiteTemplates } from "dehusk/internal/site";
import { comparedWords } from "dehusk/internal/train";
import { type CleaningMethod, cleanedTexts, cleaningMethods } from "../cleaned-texts.ts";

/** The words of one page under each cleaning method. */
export type PageWords = Readonly<Record<CleaningMethod, SparseCounts>>;

/** Numbers for words, assigned in order of appearance. */
export type WordNumbers = Map<string, number>;

export function wordsOf(page: Page, templates: SiteTemplates, threshold: number, words: WordNumbers): PageWords {
  const texts = cleanedTexts(page, templates, threshold);
  return Object.fromEntries(cleaningMethods.map((method) => [method, countWords(texts[method], words)])) as PageWords;
}

function countWords(text: string, words: WordNumbers): SparseCounts {
  const counts = new Map<number, number>();
  for (const word of comparedWords(text)) {
    let id = words.get(word);
    if (id === undefined) {
      id = words.size;
      words.set(word, id);
    }
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return { ids: Int32Array.from(counts.keys()), counts: Int32Array.from(counts.values()) };
}

/** What cleaning keeps: the share of all words, and the share of pages without any. */
export interface WordsLeft {
  readonly words: number;
  readonly emptyPages: number;
}

export function wordsLeft(pages: readonly PageWords[]): Record<CleaningMethod, WordsLeft> {
  const sum = (counts: SparseCounts): number => Array.from(counts.counts).reduce((total, count) => total + count, 0);
  const all = pages.reduce((total, page) => total + sum(page.fullText), 0);
  const list = cleaningMethods.map((method) => {
    const left = pages.reduce((total, page) => total + sum(page[method]), 0);
    const empty = pages.filter((page) => page[method].ids.length === 0).length;
    return [method, { words: left / Math.max(1, all), emptyPages: empty / Math.max(1, pages.length) }];
  });
  return Object.fromEntries(list) as Record<CleaningMethod, WordsLeft>;
}

/** Pages of two topics. */
export type TwoTopics = readonly [readonly PageWords[], readonly PageWords[]];

/**
 * Share of the test pages whose topic naive Bayes gets right, for each cleaning method: the mean of the two topics'
 * shares, so that a topic with more pages does not count more. Unknown words are ignored.
 */
export function accuracies(training: TwoTopics, tests: TwoTopics, words: number): Record<CleaningMethod, number> {
  const list = cleaningMethods.map((method) => [method, accuracyOf(training, tests, method, words)]);
  return Object.fromEntries(list) as Record<CleaningMethod, number>;
}

function accuracyOf(training: TwoTopics, tests: TwoTopics, method: CleaningMethod, words: number): number {
  const number = new Int32Array(words).fill(-1);
  let learned = 0;
  for (const page of training.flat()) {
    const { ids } = page[method];
    for (let k = 0; k < ids.length; k++) if (number[ids[k]] === -1) number[ids[k]] = learned++;
  }
  const renumbered = (page: PageWords): SparseCounts => ({
    ids: (page[method].ids as Int32Array).map((id) => number[id]),
    counts: page[method].counts,
  });
  const labels = training.flatMap((pages, topic) => pages.map(() => topic));
  const model = trainNaiveBayes(training.flat().map(renumbered), labels, { words: learned, classes: 2 });
  const shares = tests.map((pages, topic) => {
    const right = pages.filter((page) => {
      const [first, second] = predictNaiveBayes(model, renumbered(page)) as unknown as [number, number];
      return (second > first ? 1 : 0) === topic;
    });
    return right.length / Math.max(1, pages.length);
  });
  return (shares[0] + shares[1]) / 2;
}

/** Running mean of accuracies. */
export class MeanAccuracy {
  #count = 0;
  readonly #sums = Object.fromEntries(cleaningMethods.map((method) => [method, 0])) as Record<CleaningMethod, number>;

  get count(): number {
    return this.#count;
  }

  add(accuracy: Record<CleaningMethod, number>): void {
    this.#count++;
    for (const method of cleaningMethods) this.#sums[method] += accuracy[method];
  }

  mean(): Record<CleaningMethod, number> {
    const list = cleaningMethods.map((method) => [method, this.#sums[method] / Math.max(1, this.#count)]);
    return Object.fromEntries(list) as Record<CleaningMethod, number>;
  }
}
