import {
  DocumentFrequencies,
  findKeywords,
  findPhrases,
  type Keep,
  type KeywordModel,
  readWords,
  topNScore,
} from "dehusk/internal/apps";
import type { Page } from "dehusk/internal/page";
import { KeywordTrainer } from "dehusk/internal/train";
import { type KeywordDomain, type KeywordPage, type KeywordTruth, keywordTruths } from "./keyword-pages.ts";

/** The rows of the paper's tables 1 and 2. */
export const configurations = ["ORD", "DN", "DF", "DN-DF", "DN_both", "DN-DF_both", "ODP-DF"] as const;
export type Configuration = (typeof configurations)[number];

/** Where document frequencies come from: the training pages, these and the test pages, many other sites. */
type Collection = "training" | "both" | "large";

interface Setting {
  readonly frequencies: Collection;
  readonly cleanTraining: boolean;
  readonly cleanTest: boolean;
}

const settings: Readonly<Record<Configuration, Setting>> = {
  ORD: { frequencies: "training", cleanTraining: false, cleanTest: false },
  DN: { frequencies: "training", cleanTraining: false, cleanTest: true },
  DF: { frequencies: "both", cleanTraining: false, cleanTest: false },
  "DN-DF": { frequencies: "both", cleanTraining: false, cleanTest: true },
  DN_both: { frequencies: "training", cleanTraining: true, cleanTest: true },
  "DN-DF_both": { frequencies: "both", cleanTraining: true, cleanTest: true },
  "ODP-DF": { frequencies: "large", cleanTraining: false, cleanTest: false },
};

export const topNs = [1, 2, 3, 5, 10] as const;
export type TopN = (typeof topNs)[number];

/** A score for each page, for each N. */
type PageScores = Readonly<Record<TopN, readonly number[]>>;

/** Results on a domain by one truth. */
export interface TruthFigures {
  readonly truth: KeywordTruth;
  /** Pages with at least one true keyword, and mean keywords per page. */
  readonly pages: number;
  readonly keywords: number;
  /** Share of the keywords that cleaning keeps in the text. */
  readonly left: number;
  readonly scores: Readonly<Record<Configuration, PageScores>>;
}

export interface DomainFigures {
  readonly name: string;
  readonly title: string;
  /** Share of the words that cleaning keeps. */
  readonly wordsLeft: number;
  readonly truths: readonly TruthFigures[];
}

/** What keyword training uses in all configurations. */
export interface KeywordKnowledge {
  readonly training: readonly KeywordPage[];
  readonly large: DocumentFrequencies;
  readonly keep: Keep;
  readonly seed: number;
}

/** Tests all configurations on the pages of a domain, which are read twice: to count phrases, and to test. */
export async function testDomain(
  domain: KeywordDomain,
  knowledge: KeywordKnowledge,
  progress: (pages: number) => void,
): Promise<DomainFigures> {
  const frequencies = await countDomain(domain, knowledge);
  const models = trainAll(knowledge, frequencies);
  const tallies = keywordTruths.map((truth) => new TruthTally(truth));
  let words = 0;
  let wordsLeft = 0;
  let done = 0;
  for await (const { page, truths } of domain.pages()) {
    progress(++done);
    const kept = knowledge.keep(page);
    const keptWords = readWords(page, kept);
    words += readWords(page).count;
    wordsLeft += keptWords.count;
    const text = ` ${Array.from(keptWords.word, (word) => keptWords.vocabulary[word]).join(" ")} `;
    const found = byConfiguration((each) => {
      const { cleanTest, frequencies: collection } = settings[each];
      const options = {
        model: models[each],
        frequencies: frequencies[collection],
        metaKeywords: false,
        allPhrases: true,
      };
      return findKeywords(page, { ...options, kept: cleanTest ? kept : undefined }).map(({ keyword }) => keyword);
    });
    for (const tally of tallies) tally.add(found, truths[tally.truth] ?? [], text);
  }
  const { name, title } = domain;
  const known = tallies.filter(({ pages }) => pages > 0).map((tally) => tally.figures());
  return { name, title, wordsLeft: wordsLeft / words, truths: known };
}

type Frequencies = Readonly<Record<Collection, DocumentFrequencies>>;

async function countDomain(domain: KeywordDomain, { training, large }: KeywordKnowledge): Promise<Frequencies> {
  const own = new DocumentFrequencies();
  const both = new DocumentFrequencies();
  const phrasesOf = (page: Page) => findPhrases(readWords(page));
  for (const { page } of training) {
    const phrases = phrasesOf(page);
    own.add(phrases);
    both.add(phrases);
  }
  for await (const { page } of domain.pages()) both.add(phrasesOf(page));
  return { training: own, both, large };
}

function trainAll(knowledge: KeywordKnowledge, frequencies: Frequencies): Record<Configuration, KeywordModel> {
  const { training, keep, seed } = knowledge;
  const models = new Map<string, KeywordModel>();
  return byConfiguration((each) => {
    const { frequencies: collection, cleanTraining } = settings[each];
    const key = `${collection} ${cleanTraining}`;
    const known = models.get(key);
    if (known !== undefined) return known;
    const trainer = new KeywordTrainer(frequencies[collection], { seed });
    for (const { page, truths } of training) {
      trainer.add({ page, keywords: truths.page ?? [], kept: cleanTraining ? keep(page) : undefined });
    }
    const model = trainer.finish();
    models.set(key, model);
    return model;
  });
}

/** Sums up the pages of a domain by one truth. */
class TruthTally {
  readonly truth: KeywordTruth;
  pages = 0;
  #keywords = 0;
  #left = 0;
  readonly #scores = byConfiguration(() => ({ 1: [], 2: [], 3: [], 5: [], 10: [] }) as Record<TopN, number[]>);

  constructor(truth: KeywordTruth) {
    this.truth = truth;
  }

  /** @param left The plain words of the cleaned page, with spaces around each. */
  add(found: Readonly<Record<Configuration, readonly string[]>>, keywords: readonly string[], left: string): void {
    if (keywords.length === 0) return;
    this.pages++;
    this.#keywords += keywords.length;
    this.#left += keywords.filter((keyword) => left.includes(` ${keyword} `)).length;
    for (const each of configurations) {
      for (const n of topNs) this.#scores[each][n].push(topNScore(found[each], keywords, n));
    }
  }

  figures(): TruthFigures {
    const { truth, pages } = this;
    const keywords = this.#keywords;
    return { truth, pages, keywords: keywords / pages, left: this.#left / keywords, scores: this.#scores };
  }
}

function byConfiguration<Value>(make: (configuration: Configuration) => Value): Record<Configuration, Value> {
  return Object.fromEntries(configurations.map((each) => [each, make(each)])) as Record<Configuration, Value>;
}
