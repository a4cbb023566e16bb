import { attribute, findTag, type Page, tagNumber } from "../../page/index.ts";
import { plainWords } from "../plain-words.ts";
import { maxDenseLength, type Phrases } from "./find-phrases.ts";
import { Setting } from "./node-settings.ts";
import { type PageWords, WordMark } from "./read-words.ts";
import { Between, betweenWords, splitPlaces } from "./split-places.ts";

/** Counts over the occurrences of each phrase: arrays indexed by phrase number. */
export interface PhraseStatistics {
  readonly occurrences: Int32Array;
  readonly inHeadings: Int32Array;
  readonly inHeadlines: Int32Array;
  readonly inLinks: Int32Array;
  readonly strong: Int32Array;
  /** Occurrences that fill a stretch of text or a link: tags, items, captions. */
  readonly alone: Int32Array;
  /** Occurrences inside a sentence, where a capital letter means something. */
  readonly inside: Int32Array;
  /** Of these, those whose first and last words are capitalized. */
  readonly capitalInside: Int32Array;
  /** Occurrences anywhere whose first and last words are capitalized. */
  readonly capital: Int32Array;
  readonly allCaps: Int32Array;
  /** Words before its first and its last occurrence. */
  readonly first: Int32Array;
  readonly lastAt: Int32Array;
  /** Most occurrences of a phrase that extends it by one word; 0 if none of these repeats. */
  readonly longer: Int32Array;
  /** Distinct words right before it, and right after it; each border counts as distinct. */
  readonly leftVariety: Int32Array;
  readonly rightVariety: Int32Array;
  /** {@link Declared} bits. */
  readonly declared: Uint8Array;
}

/** Where the page's head contains a phrase. */
export const Declared = {
  Title: 1,
  /** It fills the space between two separators of the title. */
  WholeTitle: 2,
  /** It starts the title. */
  TitleStart: 4,
  Description: 8,
  Keywords: 16,
  /** It is one of the keywords, not just part of one. */
  WholeKeyword: 32,
} as const;

/** One pass over all occurrences, another over those that repeat. */
export function countPhrases(page: Page, words: PageWords, phrases: Phrases): PhraseStatistics {
  const make = (): Int32Array => new Int32Array(phrases.count);
  const counts = {
    occurrences: make(),
    inHeadings: make(),
    inHeadlines: make(),
    inLinks: make(),
    strong: make(),
    alone: make(),
    inside: make(),
    capitalInside: make(),
    capital: make(),
    allCaps: make(),
    first: make().fill(-1),
    lastAt: make(),
    longer: make(),
    leftVariety: make(),
    rightVariety: make(),
    declared: declaredPhrases(page, words, phrases),
  };
  for (let i = 0; i < words.count; i++) {
    for (let n = 1; n <= maxDenseLength; n++) {
      const phrase = phrases.at[i * maxDenseLength + n - 1];
      if (phrase < 0) break;
      countOccurrence(counts, words, phrase, i, n);
    }
  }
  countLonger(counts, words, phrases);
  countVariety(counts, words, phrases);
  return counts;
}

function countOccurrence(counts: PhraseStatistics, words: PageWords, phrase: number, i: number, n: number): void {
  const first = words.marks[i];
  const both = first & words.marks[i + n - 1];
  const count = (column: Int32Array, by: number): void => {
    column[phrase] = column[phrase] + by;
  };
  count(counts.occurrences, 1);
  if ((both & Setting.Heading) !== 0) count(counts.inHeadings, 1);
  if ((both & Setting.Headline) !== 0) count(counts.inHeadlines, 1);
  if ((both & Setting.Link) !== 0) count(counts.inLinks, 1);
  if ((both & Setting.Strong) !== 0) count(counts.strong, 1);
  if ((first & WordMark.Opens) !== 0 && (words.marks[i + n - 1] & WordMark.Closes) !== 0) {
    count(counts.alone, 1);
  }
  if ((first & WordMark.Starts) === 0) {
    count(counts.inside, 1);
    if ((both & WordMark.Capital) !== 0) count(counts.capitalInside, 1);
  }
  if ((both & WordMark.Capital) !== 0) count(counts.capital, 1);
  if ((both & WordMark.AllCaps) !== 0) count(counts.allCaps, 1);
  if (counts.first[phrase] === -1) counts.first[phrase] = i;
  counts.lastAt[phrase] = i;
}

function countLonger({ occurrences, longer }: PhraseStatistics, words: PageWords, phrases: Phrases): void {
  const raise = (phrase: number, to: number): void => {
    if (to > longer[phrase]) longer[phrase] = to;
  };
  for (let i = 0; i < words.count; i++) {
    for (let n = 2; n <= maxDenseLength; n++) {
      const phrase = phrases.at[i * maxDenseLength + n - 1];
      if (phrase < 0) break;
      const times = occurrences[phrase];
      if (times < 2) continue;
      raise(phrases.at[i * maxDenseLength + n - 2], times);
      raise(phrases.at[(i + 1) * maxDenseLength + n - 2], times);
    }
  }
}

/**
 * Accessor variety (Feng and others, Computational Linguistics 30, 2004): a complete phrase has many neighbours, a
 * piece of one always has the same. A phrase of maximum length counts as free on the side that was not seen.
 */
function countVariety(counts: PhraseStatistics, words: PageWords, phrases: Phrases): void {
  const { leftVariety, rightVariety, first } = counts;
  const count = (column: Int32Array, phrase: number): void => {
    column[phrase] = column[phrase] + 1;
  };
  for (let i = 0; i < words.count; i++) {
    const opens = i === 0 || words.runEnd[i - 1] === i;
    for (let n = 1; n <= maxDenseLength; n++) {
      const phrase = phrases.at[i * maxDenseLength + n - 1];
      if (phrase < 0) break;
      const longer = n < maxDenseLength ? phrases.at[i * maxDenseLength + n] : -1;
      if (longer < 0 || first[longer] === i) count(rightVariety, phrase);
      const before = opens || n === maxDenseLength ? -1 : phrases.at[(i - 1) * maxDenseLength + n];
      if (before < 0 || first[before] === i - 1) count(leftVariety, phrase);
    }
  }
}

const TITLE = tagNumber("title");
const META = tagNumber("meta");

function declaredPhrases(page: Page, words: PageWords, phrases: Phrases): Uint8Array {
  const declared = new Uint8Array(phrases.count);
  markPhrases(titleOf(page), Declared.Title, Declared.WholeTitle, Declared.TitleStart);
  for (let i = 0; i < page.size; i++) {
    if (page.tag[i] !== META) continue;
    const name = (attribute(page, i, "name") ?? attribute(page, i, "property") ?? "").toLowerCase();
    const content = attribute(page, i, "content") ?? "";
    if (name === "description" || name === "og:description") markPhrases(content, Declared.Description, 0, 0);
    else if (name === "keywords") markPhrases(content, Declared.Keywords, Declared.WholeKeyword, 0);
  }
  return declared;

  /** Marks the phrases of the page that a text contains, those that are a whole part of it, and those that start it. */
  function markPhrases(text: string, mark: number, wholeMark: number, startMark: number): void {
    for (const [part, run] of runsOf(text, words).entries()) {
      for (let i = 0; i < run.length; i++) {
        let phrase = -1;
        for (let n = 0; i + n < run.length && n < maxDenseLength; n++) {
          phrase = phrases.next(phrase, run[i + n]);
          if (phrase < 0) break;
          const whole = i === 0 && n === run.length - 1 ? wholeMark : 0;
          const start = part === 0 && i === 0 ? startMark : 0;
          declared[phrase] = declared[phrase] | mark | whole | start;
        }
      }
    }
  }
}

/** The numbers of a text's words between borders; -1 for words that are not in the page's text. */
function runsOf(text: string, { numbers }: PageWords): number[][] {
  const runs: number[][] = [];
  let before = -1;
  splitPlaces(text, (word, from, to) => {
    if (before < 0 || betweenWords(text, before, from, false) !== Between.Joint) runs.push([]);
    before = to;
    runs[runs.length - 1].push(numbers.get(plainWords(word).join(" ")) ?? -1);
  });
  return runs;
}

/** The text of the page's `<title>`. */
function titleOf(page: Page): string {
  const title = findTag(page, TITLE);
  if (title < 0) return "";
  return page.strings.slice(title + 1, page.end[title]).join("");
}

/** The keywords a page declares in its `<meta name="keywords">`. */
export function declaredKeywords(page: Page): string[] {
  const found: string[] = [];
  for (let i = 0; i < page.size; i++) {
    if (page.tag[i] !== META || attribute(page, i, "name")?.toLowerCase() !== "keywords") continue;
    for (const keyword of (attribute(page, i, "content") ?? "").split(/[,;、，；|\n]/)) {
      if (/\S/.test(keyword)) found.push(keyword.trim());
    }
  }
  return found;
}
