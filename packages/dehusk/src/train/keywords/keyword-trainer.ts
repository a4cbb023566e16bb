import type { KnownFrequencies } from "../../apps/index.ts";
import {
  commonWord,
  type KeywordModel,
  keywordFeatureCount,
  keywordFeatureList,
  keywordRows,
  type PhraseCounts,
  plainKeyword,
  plainPhrase,
  scaleRow,
  shippedFrequencies,
} from "../../apps/index.ts";
import { checkNames, DehuskError, toDigits } from "../../basics/index.ts";
import { quantileKnots, seededRandom, trainLogistic } from "../../learn/index.ts";
import type { Page } from "../../page/index.ts";

/** A page and its keywords according to people. */
export interface KeywordExample {
  readonly page: Page;
  /** Keywords that are not phrases of the page's text teach nothing. */
  readonly keywords: readonly string[];
  /** 1 for each node whose text is read. Default: everything shown. */
  readonly kept?: Uint8Array | undefined;
}

export interface KeywordTrainingOptions {
  /** Whether the page's own keywords are evidence. Default false: examples usually use them as truth. */
  readonly metaKeywords?: boolean | undefined;
  /** How often people search for a phrase. Default: unknown. */
  readonly phraseCounts?: PhraseCounts | undefined;
  /** Most non-keyword candidates sampled per page; they stand for all. Default 200. */
  readonly othersPerPage?: number | undefined;
  /** L2 penalty. Default 1e-5. */
  readonly l2?: number | undefined;
  /** Seed of the sampling. Default 1. */
  readonly seed?: number | undefined;
}

/** Knots of a feature's scale, such that keywords and others count equally. */
const knots = 17;

/**
 * Learns to tell keywords from other phrases. Skips pages without a keyword in their text and pages that declare common
 * words. Memory: a row of features for each of at most 200 candidates per page.
 *
 * @example
 * const trainer = new KeywordTrainer(frequencies);
 * for (const page of pages) trainer.add({ page, keywords: declaredKeywords(page) });
 * const model = trainer.finish();
 */
export class KeywordTrainer {
  readonly #frequencies: KnownFrequencies;
  readonly #options: Required<{
    [K in Exclude<keyof KeywordTrainingOptions, "phraseCounts">]: NonNullable<KeywordTrainingOptions[K]>;
  }>;
  readonly #phraseCounts: PhraseCounts | undefined;
  readonly #random: () => number;
  readonly #rows: Float32Array[] = [];
  readonly #labels: number[] = [];
  readonly #weights: number[] = [];
  #pages = 0;
  #others = 0;

  /**
   * @param frequencies Default: the shipped ones.
   * @throws DehuskError `bad-option`.
   */
  constructor(frequencies: KnownFrequencies = shippedFrequencies(), options: KeywordTrainingOptions = {}) {
    checkNames(options, ["metaKeywords", "phraseCounts", "othersPerPage", "l2", "seed"]);
    const { metaKeywords = false, othersPerPage = 200, l2 = 1e-5, seed = 1 } = options;
    this.#frequencies = frequencies;
    this.#phraseCounts = options.phraseCounts;
    this.#options = { metaKeywords, othersPerPage, l2, seed };
    this.#random = seededRandom(seed);
  }

  /** Pages used so far. */
  get pages(): number {
    return this.#pages;
  }

  /** Returns whether the page could be used. */
  add({ page, keywords, kept }: KeywordExample): boolean {
    const { metaKeywords, othersPerPage } = this.#options;
    const truth = new Set(keywords.map(plainKeyword));
    const { words, phrases, candidates, rows } = keywordRows(page, this.#frequencies, {
      ...{ kept, metaKeywords },
      phraseCounts: this.#phraseCounts,
    });
    const labels = Uint8Array.from(candidates, (phrase) => (truth.has(plainPhrase(words, phrases, phrase)) ? 1 : 0));
    const right = labels.reduce((sum, label) => sum + label, 0);
    if (right === 0 || hasCommonWord(rows, labels)) return false;
    this.#pages++;
    const others = labels.length - right;
    this.#others += others;
    const share = Math.min(1, othersPerPage / others);
    for (let c = 0; c < labels.length; c++) {
      if (labels[c] === 0 && this.#random() >= share) continue;
      this.#rows.push(rows.slice(c * keywordFeatureCount, (c + 1) * keywordFeatureCount));
      this.#labels.push(labels[c]);
      this.#weights.push(labels[c] === 1 ? 1 : 1 / share);
    }
    return true;
  }

  /** @throws DehuskError `bad-input` if no page had a keyword in its text. */
  finish(): KeywordModel {
    if (this.#pages === 0) {
      throw new DehuskError("bad-input", "Nothing to train on: no page has one of its keywords in its text.");
    }
    const { l2, seed } = this.#options;
    const scales = this.#scales();
    const count = this.#rows.length;
    const rows = new Float32Array(count * keywordFeatureCount);
    for (const [r, row] of this.#rows.entries()) scaleRow(scales, row, 0, rows, r * keywordFeatureCount);
    const { bias, weights } = trainLogistic({
      rows,
      features: keywordFeatureCount,
      chosen: Uint32Array.from({ length: count }, (_, r) => r),
      labels: Uint8Array.from(this.#labels),
      weights: Float64Array.from(this.#weights),
      l2,
    });
    const keywords = this.#labels.reduce((sum, label) => sum + label, 0);
    return {
      version: 1,
      kind: "dehusk-keyword-model",
      features: keywordFeatureList.map(({ name }) => name),
      scales,
      bias: toDigits(bias, 7),
      weights: weights.map((value) => toDigits(value, 7)),
      training: { pages: this.#pages, keywords, others: this.#others, l2, seed },
    };
  }

  /** Knots from as many keywords as others: among all candidates, nearly all values would be those of others. */
  #scales(): number[][] {
    const right = this.#rows.filter((_, r) => this.#labels[r] === 1);
    const others = this.#rows.filter((_, r) => this.#labels[r] === 0);
    const step = Math.max(1, Math.floor(others.length / right.length));
    const sample = [...right, ...others.filter((_, k) => k % step === 0)];
    return keywordFeatureList.map((_, j) =>
      quantileKnots(
        Float32Array.from(sample, (row) => row[j]),
        knots,
      ).map((value) => toDigits(value, 7)),
    );
  }
}

const single = keywordFeatureList.findIndex(({ name }) => name === "single");
const leastRare = keywordFeatureList.findIndex(({ name }) => name === "leastRare");

/** Whether one of the keywords is a common word: then a program split a title into words. */
function hasCommonWord(rows: Float32Array, labels: Uint8Array): boolean {
  return labels.some((label, c) => {
    const at = c * keywordFeatureCount;
    return label === 1 && rows[at + single] === 1 && rows[at + leastRare] < commonWord;
  });
}

/** Trains on a stream of examples. */
export async function trainKeywords(
  examples: AsyncIterable<KeywordExample> | Iterable<KeywordExample>,
  frequencies: KnownFrequencies,
  options: KeywordTrainingOptions = {},
): Promise<KeywordModel> {
  const trainer = new KeywordTrainer(frequencies, options);
  for await (const example of examples) trainer.add(example);
  return trainer.finish();
}
