import type { Page } from "../../page/index.ts";
import type { KnownFrequencies } from "./document-frequencies.ts";
import { findPhrases, hashPlainWord, type Phrases } from "./find-phrases.ts";
import { keywordFeatureCount } from "./keyword-features.ts";
import type { PhraseCounts } from "./phrase-counts.ts";
import { countPhrases, Declared, type PhraseStatistics } from "./phrase-statistics.ts";
import { type PageWords, readWords, WordMark } from "./read-words.ts";

export interface KeywordRowOptions {
  /** 1 for each node whose text is read. Default: everything shown. Title and description are always read. */
  readonly kept?: Uint8Array | undefined;
  /** How often people search for a phrase. Default: unknown. */
  readonly phraseCounts?: PhraseCounts | undefined;
  /** Whether the page's own keywords are evidence. Default true; false where they are the truth. */
  readonly metaKeywords?: boolean | undefined;
}

/** The candidates of a page and their features. */
export interface KeywordRows {
  readonly words: PageWords;
  readonly phrases: Phrases;
  readonly statistics: PhraseStatistics;
  /** Phrase numbers of the candidates. */
  readonly candidates: Int32Array;
  /** A row of `keywordFeatureCount` numbers per candidate. */
  readonly rows: Float32Array;
}

/** Finds the candidates of a page and computes their features. Linear in the words of the page. */
export function keywordRows(
  page: Page,
  frequencies: KnownFrequencies,
  { kept, phraseCounts, metaKeywords = true }: KeywordRowOptions = {},
): KeywordRows {
  const words = readWords(page, kept);
  const phrases = findPhrases(words);
  const statistics = countPhrases(page, words, phrases);
  const candidates = Int32Array.from(phrases.candidate.keys()).filter((p) => phrases.candidate[p] === 1);
  const view = viewPhrases(words, phrases, statistics, frequencies);
  const rows = new Float32Array(candidates.length * keywordFeatureCount);
  const forgotten = metaKeywords ? 0 : Declared.Keywords | Declared.WholeKeyword;
  for (let c = 0; c < candidates.length; c++) {
    const phrase = candidates[c];
    const declared = statistics.declared[phrase] & ~forgotten;
    const asked = phraseCounts?.get(phrases.hash[phrase]) ?? 0;
    fillRow(view, phrase, { declared, asked }, rows, c * keywordFeatureCount);
  }
  return { words, phrases, statistics, candidates, rows };
}

/** Phrase values derived from those of their words. */
interface PhraseView {
  readonly words: PageWords;
  readonly phrases: Phrases;
  readonly statistics: PhraseStatistics;
  readonly idf: Float32Array;
  /** Rarity among the page's words, from 0 to 1: of the first, the last, and the most common word. */
  readonly firstRare: Float32Array;
  readonly lastRare: Float32Array;
  readonly leastRare: Float32Array;
  readonly leastIdf: Float32Array;
  readonly sumIdf: Float32Array;
  /** Occurrences of the rarest word. */
  readonly leastTimes: Int32Array;
  readonly characters: Int32Array;
  readonly digits: Int32Array;
  /** Number of words of scripts without spaces. */
  readonly dense: Uint8Array;
  readonly highestTfIdf: number;
}

/** A phrase comes after its prefix, so each value is one step from that of a shorter phrase. */
function viewPhrases(
  words: PageWords,
  phrases: Phrases,
  statistics: PhraseStatistics,
  frequencies: KnownFrequencies,
): PhraseView {
  const { count, prefix, last, hash, candidate } = phrases;
  const { occurrences } = statistics;
  const idfOf = (key: number): number => Math.log2((frequencies.documents + 1) / (frequencies.of(key) + 1));
  const ofWords = wordFigures(words, idfOf);
  const view = {
    idf: Float32Array.from(hash, idfOf),
    firstRare: new Float32Array(count),
    lastRare: new Float32Array(count),
    leastRare: new Float32Array(count),
    leastIdf: new Float32Array(count),
    sumIdf: new Float32Array(count),
    leastTimes: new Int32Array(count),
    characters: new Int32Array(count),
    digits: new Int32Array(count),
    dense: new Uint8Array(count),
  };
  let highestTfIdf = 0;
  for (let p = 0; p < count; p++) {
    const before = prefix[p];
    const word = last[p];
    const idf = ofWords.idf[word];
    const isFirst = before < 0;
    const rare = ofWords.rare[word];
    view.lastRare[p] = rare;
    view.firstRare[p] = isFirst ? rare : view.firstRare[before];
    view.leastRare[p] = isFirst ? rare : Math.min(view.leastRare[before], rare);
    view.leastIdf[p] = isFirst ? idf : Math.min(view.leastIdf[before], idf);
    view.sumIdf[p] = isFirst ? idf : view.sumIdf[before] + idf;
    const times = ofWords.times[word];
    view.leastTimes[p] = isFirst ? times : Math.min(view.leastTimes[before], times);
    view.characters[p] = (isFirst ? 0 : view.characters[before]) + ofWords.characters[word];
    view.digits[p] = (isFirst ? 0 : view.digits[before]) + ofWords.digits[word];
    view.dense[p] = (isFirst ? 0 : view.dense[before]) + ofWords.dense[word];
    if (candidate[p] === 1) {
      highestTfIdf = Math.max(highestTfIdf, tfIdfOf(occurrences[p], view.leastIdf[p]));
    }
  }
  return { words, phrases, statistics, ...view, highestTfIdf };
}

function wordFigures({ vocabulary, word, marks, count }: PageWords, idfOf: (hash: number) => number) {
  const times = new Int32Array(vocabulary.length);
  const dense = new Uint8Array(vocabulary.length);
  for (let i = 0; i < count; i++) {
    const number = word[i];
    times[number] = times[number] + 1;
    if ((marks[i] & WordMark.Unspaced) !== 0) dense[number] = 1;
  }
  const idf = Float32Array.from(vocabulary, (plain) => idfOf(hashPlainWord(plain)));
  return {
    times,
    dense,
    idf,
    rare: shareBelow(idf, times, count),
    characters: Int32Array.from(vocabulary, (plain) => plain.length),
    digits: Int32Array.from(vocabulary, (plain) => plain.replace(/\P{N}+/gu, "").length),
  };
}

/** For each word, the share of the page's words that are more common; equally common ones count half. */
function shareBelow(idf: Float32Array, times: Int32Array, total: number): Float32Array {
  const order = Int32Array.from(idf.keys()).sort((a, b) => idf[a] - idf[b]);
  const shares = new Float32Array(idf.length);
  let below = 0;
  for (let from = 0; from < order.length; ) {
    const value = idf[order[from]];
    let to = from;
    let equal = 0;
    while (to < order.length && idf[order[to]] === value) equal += times[order[to++]];
    for (; from < to; from++) shares[order[from]] = (below + equal / 2) / total;
    below += equal;
  }
  return shares;
}

function tfIdfOf(times: number, idf: number): number {
  return Math.log2(1 + times) * idf;
}

/** Words with a smaller such share are articles and the like. */
export const commonWord = 0.35;

interface Evidence {
  /** `Declared` bits. */
  readonly declared: number;
  readonly asked: number;
}

function fillRow(view: PhraseView, phrase: number, evidence: Evidence, row: Float32Array, at: number): void {
  const { words, phrases, statistics, idf, sumIdf, leastIdf } = view;
  const n = phrases.length[phrase];
  const times = statistics.occurrences[phrase];
  const dense = view.dense[phrase];
  const isDense = dense === n;
  const characters = view.characters[phrase];
  const least = leastIdf[phrase];
  const leastRare = view.leastRare[phrase];
  const variety = Math.min(statistics.leftVariety[phrase], statistics.rightVariety[phrase]);
  const first = statistics.first[phrase];
  const last = statistics.lastAt[phrase];
  const sentenceFrom = words.sentenceFrom[first];
  const sentenceWords = words.sentenceTo[first] - sentenceFrom;
  const share = (column: Int32Array): number => column[phrase] / times;
  const has = (mark: number): number => ((evidence.declared & mark) !== 0 ? 1 : 0);
  const inside = statistics.inside[phrase];
  const values = [
    Math.log2(times),
    Math.log2(1 + (1000 * times) / words.count),
    idf[phrase],
    tfIdfOf(times, idf[phrase]),
    view.highestTfIdf > 0 ? tfIdfOf(times, least) / view.highestTfIdf : 0,
    least,
    view.firstRare[phrase],
    view.lastRare[phrase],
    leastRare,
    Math.min(view.firstRare[phrase], view.lastRare[phrase]) < commonWord ? 1 : 0,
    Math.log2(1 + times) * leastRare,
    sumIdf[phrase] / n,
    sumIdf[phrase] - idf[phrase],
    times / view.leastTimes[phrase],
    statistics.longer[phrase] / times,
    variety / times,
    n - dense / 2 === 1 ? 1 : 0,
    n - dense / 2 === 2 ? 1 : 0,
    n - dense / 2,
    Math.log2(characters) + (isDense ? 1 : 0),
    view.digits[phrase] / characters,
    has(Declared.Title),
    has(Declared.TitleStart),
    has(Declared.WholeTitle),
    has(Declared.Title) * Math.log2(1 + times),
    has(Declared.Title) * leastRare,
    has(Declared.Description),
    has(Declared.Keywords),
    has(Declared.WholeKeyword),
    Math.log2(1 + statistics.inHeadings[phrase]),
    statistics.inHeadlines[phrase] > 0 ? 1 : 0,
    share(statistics.inLinks),
    share(statistics.alone),
    statistics.alone[phrase] > 0 ? 1 : 0,
    share(statistics.strong),
    share(statistics.capital),
    inside > 0 ? statistics.capitalInside[phrase] / inside : 0,
    share(statistics.allCaps),
    first / words.count,
    Math.log2(1 + first),
    last / words.count,
    (last - first) / words.count,
    (first - sentenceFrom) / sentenceWords,
    Math.log2(sentenceWords),
    Math.log2(words.count),
    Math.log2(1 + evidence.asked),
    isDense ? 1 : 0,
  ];
  row.set(values, at);
}

/** The plain words of a phrase, joined by spaces. */
export function plainPhrase({ vocabulary }: PageWords, { prefix, last }: Phrases, phrase: number): string {
  const parts: string[] = [];
  for (let p = phrase; p >= 0; p = prefix[p]) parts.push(vocabulary[last[p]]);
  return parts.reverse().join(" ");
}
