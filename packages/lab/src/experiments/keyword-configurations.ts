import {
  DocumentFrequencies,
  findKeywords,
  findPhrases,
  type KeywordModel,
  type KnownFrequencies,
  readWords,
  topNScore,
} from "dehusk/internal/apps";
import { keepShown } from "dehusk/internal/extract";
import type { Page } from "dehusk/internal/page";
import { KeywordTrainer } from "dehusk/internal/train";
import { type KeywordDomain, type KeywordPage, type KeywordTruth, keywordTruths } from "./keyword-pages.ts";

/** The rows of the paper's tables 1 and 2, and ours: templates stay, and text outside them counts more. */
export const configurations = [
  "ORD",
  "DN",
  "blended",
  "DF",
  "DN-DF",
  "blended-DF",
  "DN_both",
  "DN-DF_both",
  "ODP-DF",
] as const;
export type Configuration = (typeof configurations)[number];

/** Where document frequencies come from: the training pages, these and the test pages, many other sites. */
type Collection = "training" | "both" | "large";

interface Setting {
  readonly frequencies: Collection;
  readonly cleanTraining: boolean;
  readonly cleanTest: boolean;
  /** Whether text outside templates counts more. */
  readonly blended?: boolean;
}

const settings: Readonly<Record<Configuration, Setting>> = {
  ORD: { frequencies: "training", cleanTraining: false, cleanTest: false },
  DN: { frequencies: "training", cleanTraining: false, cleanTest: true },
  blended: { frequencies: "training", cleanTraining: false, cleanTest: false, blended: true },
  "blended-DF": { frequencies: "both", cleanTraining: false, cleanTest: false, blended: true },
  DF: { frequencies: "both", cleanTraining: false, cleanTest: false },
  "DN-DF": { frequencies: "both", cleanTraining: false, cleanTest: true },
  DN_both: { frequencies: "training", cleanTraining: true, cleanTest: true },
  "DN-DF_both": { frequencies: "both", cleanTraining: true, cleanTest: true },
  "ODP-DF": { frequencies: "large", cleanTraining: false, cleanTest: false },
};

export const topNs = [1, 2, 3, 5, 10] as const;
export type TopN = (typeof topNs)[number];

/** Weights of text outside templates to choose from; 0 is ORD. */
export const outsideWeights = [0, 0.1, 0.25, 0.5, 1] as const;

/** A score for each page, for each N. */
export type PageScores = Readonly<Record<TopN, readonly number[]>>;

/** Results on a domain by one truth. */
export interface TruthFigures {
  readonly truth: KeywordTruth;
  /** Pages with at least one true keyword, and mean keywords per page. */
  readonly pages: number;
  readonly keywords: number;
  /** Share of the keywords that cleaning keeps in the text. */
  readonly left: number;
  readonly scores: Readonly<Record<Configuration, PageScores>>;
  /** Scores of `blended` at each of {@link outsideWeights}. */
  readonly weighted: readonly PageScores[];
  /** The site of each page. */
  readonly sites: readonly string[];
}

export interface DomainFigures {
  readonly name: string;
  readonly title: string;
  /** Share of the words that cleaning keeps. */
  readonly wordsLeft: number;
  readonly truths: readonly TruthFigures[];
}

/** Shared by the keyword training of all configurations. */
export interface KeywordKnowledge {
  readonly training: readonly KeywordPage[];
  readonly large: DocumentFrequencies;
  /** Which nodes are in template blocks. */
  readonly templates: (page: Page) => Uint8Array;
  readonly seed: number;
  /** Models and frequencies that are used for all, instead of training any. */
  readonly shipped?: { readonly model: KeywordModel; readonly frequencies: KnownFrequencies } | undefined;
}

/** Tests all configurations on the pages of a domain, which are read twice: to count phrases, and to test. */
export async function testDomain(
  domain: KeywordDomain,
  knowledge: KeywordKnowledge,
  progress: (pages: number) => void,
): Promise<DomainFigures> {
  const frequencies = await countDomain(domain, knowledge);
  const models = knowledge.shipped === undefined ? trainAll(knowledge, frequencies) : undefined;
  const tallies = keywordTruths.map((truth) => new TruthTally(truth));
  let words = 0;
  let wordsLeft = 0;
  let done = 0;
  for await (const { page, site, truths } of domain.pages()) {
    progress(++done);
    const template = knowledge.templates(page);
    const kept = keepOutsideNodes(page, template);
    const keptWords = readWords(page, kept);
    words += readWords(page).count;
    wordsLeft += keptWords.count;
    const text = ` ${Array.from(keptWords.word, (word) => keptWords.vocabulary[word]).join(" ")} `;
    const find = (each: Configuration, outsideWeight?: number): string[] => {
      const { cleanTest, blended, frequencies: collection } = settings[each];
      const options = {
        outsideWeight,
        model: models?.[each] ?? knowledge.shipped?.model,
        frequencies: knowledge.shipped?.frequencies ?? frequencies[collection],
        metaKeywords: false,
        allPhrases: true,
        kept: cleanTest ? kept : undefined,
        template: blended === true ? template : undefined,
      };
      return findKeywords(page, options).map(({ keyword }) => keyword);
    };
    const found = byConfiguration((each) => find(each));
    const weighted = outsideWeights.map((weight) => (weight === 0 ? found.ORD : find("blended", weight)));
    for (const tally of tallies) tally.add({ found, weighted, keywords: truths[tally.truth] ?? [], text, site });
  }
  const { name, title } = domain;
  const known = tallies.filter(({ pages }) => pages > 0).map((tally) => tally.figures());
  return { name, title, wordsLeft: wordsLeft / words, truths: known };
}

type Frequencies = Readonly<Record<Collection, DocumentFrequencies>>;

async function countDomain(domain: KeywordDomain, knowledge: KeywordKnowledge): Promise<Frequencies> {
  const { training, large } = knowledge;
  if (knowledge.shipped !== undefined) return { training: large, both: large, large };
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
  const { training, seed } = knowledge;
  const templates = training.map(({ page }) => knowledge.templates(page));
  const models = new Map<string, KeywordModel>();
  return byConfiguration((each) => {
    const { frequencies: collection, cleanTraining } = settings[each];
    const key = `${collection} ${cleanTraining}`;
    const known = models.get(key);
    if (known !== undefined) return known;
    const trainer = new KeywordTrainer(frequencies[collection], { seed });
    for (const [number, { page, truths }] of training.entries()) {
      const template = templates[number];
      trainer.add({
        page,
        keywords: truths.page ?? [],
        kept: cleanTraining ? keepOutsideNodes(page, template) : undefined,
      });
    }
    const model = trainer.finish();
    models.set(key, model);
    return model;
  });
}

/** A page with its found and its true keywords. */
interface TriedPage {
  readonly found: Readonly<Record<Configuration, readonly string[]>>;
  readonly weighted: readonly (readonly string[])[];
  readonly keywords: readonly string[];
  /** The plain words of the cleaned page, with spaces around each. */
  readonly text: string;
  readonly site: string;
}

function noScores(): Record<TopN, number[]> {
  return { 1: [], 2: [], 3: [], 5: [], 10: [] };
}

/** Sums up the pages of a domain by one truth. */
class TruthTally {
  readonly truth: KeywordTruth;
  pages = 0;
  #keywords = 0;
  #left = 0;
  readonly #sites: string[] = [];
  readonly #scores = byConfiguration(noScores);
  readonly #weighted = outsideWeights.map(noScores);

  constructor(truth: KeywordTruth) {
    this.truth = truth;
  }

  add({ found, weighted, keywords, text, site }: TriedPage): void {
    if (keywords.length === 0) return;
    this.#sites.push(site);
    this.pages++;
    this.#keywords += keywords.length;
    this.#left += keywords.filter((keyword) => text.includes(` ${keyword} `)).length;
    for (const each of configurations) {
      for (const n of topNs) this.#scores[each][n].push(topNScore(found[each], keywords, n));
    }
    for (const [w, list] of weighted.entries()) {
      for (const n of topNs) this.#weighted[w][n].push(topNScore(list, keywords, n));
    }
  }

  figures(): TruthFigures {
    const { truth, pages } = this;
    const keywords = this.#keywords;
    return {
      truth,
      pages,
      keywords: keywords / pages,
      left: this.#left / keywords,
      scores: this.#scores,
      weighted: this.#weighted,
      sites: this.#sites,
    };
  }
}

function keepOutsideNodes(page: Page, template: Uint8Array): Uint8Array {
  return keepShown(page).map((kept, i) => (template[i] === 1 ? 0 : kept));
}

function byConfiguration<Value>(make: (configuration: Configuration) => Value): Record<Configuration, Value> {
  return Object.fromEntries(configurations.map((each) => [each, make(each)])) as Record<Configuration, Value>;
}
