import type { ClassifierModel } from "../../apps/index.ts";
import { type Cleaning, cleanings, countWords } from "../../apps/index.ts";
import { checkNames, checkWhole, DehuskError } from "../../basics/index.ts";
import { type SparseCounts, trainNaiveBayes } from "../../learn/index.ts";

export interface TrainingOptions {
  /** How the texts were cleaned; recorded in the model. Default "none". */
  readonly clean?: Cleaning | undefined;
  /** Drops words that are on fewer pages. Default 1: all words count. */
  readonly minimumPages?: number | undefined;
  /** Added to each word count of a class. Default 1. */
  readonly smoothing?: number | undefined;
}

/**
 * Trains the naive Bayes page classifier of page-level template detection, section 6.3. Time is linear in the texts;
 * memory is 8 bytes per distinct word of each page, plus the vocabulary.
 *
 * @example
 * const trainer = new ClassifierTrainer({ minimumPages: 2 });
 * for (const { text, topic } of pages) trainer.add(text, topic);
 * const classify = createClassifier(trainer.finish());
 */
export class ClassifierTrainer {
  readonly #clean: Cleaning;
  readonly #minimumPages: number;
  readonly #smoothing: number;
  readonly #words = new Map<string, number>();
  readonly #pagesOf: number[] = [];
  readonly #documents: SparseCounts[] = [];
  readonly #labels: string[] = [];

  /** @throws DehuskError `bad-option`. */
  constructor(options: TrainingOptions = {}) {
    checkNames(options, ["clean", "minimumPages", "smoothing"]);
    const { clean = "none", minimumPages = 1, smoothing = 1 } = options;
    if (!cleanings.includes(clean)) {
      throw new DehuskError("bad-option", `Option "clean" must be one of ${cleanings.join(", ")}, not "${clean}".`);
    }
    checkWhole("minimumPages", minimumPages, 1, 2 ** 31);
    if (!(smoothing > 0 && smoothing < Number.POSITIVE_INFINITY)) {
      throw new DehuskError("bad-option", `Option "smoothing" must be a positive number, not ${smoothing}.`);
    }
    this.#clean = clean;
    this.#minimumPages = minimumPages;
    this.#smoothing = smoothing;
  }

  /** Pages added so far. */
  get pages(): number {
    return this.#documents.length;
  }

  add(text: string, label: string): void {
    const document = countWords(text, (word) => {
      const known = this.#words.get(word);
      if (known !== undefined) return known;
      this.#words.set(word, this.#words.size);
      return this.#words.size - 1;
    });
    for (let k = 0; k < document.ids.length; k++) {
      const id = document.ids[k];
      this.#pagesOf[id] = (this.#pagesOf[id] ?? 0) + 1;
    }
    this.#documents.push(document);
    this.#labels.push(label);
  }

  /**
   * The model of the pages so far.
   *
   * @throws DehuskError `bad-input` if the pages have fewer than two classes, or no word is on enough of them.
   */
  finish(): ClassifierModel {
    const classes = [...new Set(this.#labels)].sort();
    if (classes.length < 2) {
      const found = classes.length === 0 ? "there are no pages" : `all are "${classes[0]}"`;
      throw new DehuskError("bad-input", `A classifier needs pages of at least two classes; ${found}.`);
    }
    const vocabulary = [...this.#words.keys()].filter((_, id) => this.#pagesOf[id] >= this.#minimumPages);
    if (vocabulary.length === 0) {
      const enough = this.#minimumPages === 1 ? "a page" : `${this.#minimumPages} or more pages`;
      throw new DehuskError("bad-input", `No word is on ${enough}, so classes cannot be told apart.`);
    }
    // Numbers follow the words' sort order, so that the order of pages does not change the model.
    vocabulary.sort();
    const numbers = new Int32Array(this.#words.size).fill(-1);
    for (const [number, word] of vocabulary.entries()) numbers[this.#words.get(word) as number] = number;
    const classOf = new Map(classes.map((name, number) => [name, number]));
    const bayes = trainNaiveBayes(
      this.#documents.map((document) => renumber(document, numbers)),
      this.#labels.map((label) => classOf.get(label) as number),
      { words: vocabulary.length, classes: classes.length, smoothing: this.#smoothing },
    );
    const { version, kind } = { version: 1, kind: "dehusk-page-classifier" } as const;
    return { version, kind, clean: this.#clean, minimumPages: this.#minimumPages, classes, vocabulary, bayes };
  }
}

/** The document with its words renumbered; words without a number are dropped. */
function renumber({ ids, counts }: SparseCounts, numbers: Int32Array): SparseCounts {
  const kept: number[] = [];
  const keptCounts: number[] = [];
  for (let k = 0; k < ids.length; k++) {
    const number = numbers[ids[k]];
    if (number < 0) continue;
    kept.push(number);
    keptCounts.push(counts[k]);
  }
  return { ids: kept, counts: keptCounts };
}
