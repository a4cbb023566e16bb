import { functionWords, tellingLetters } from "./function-words.ts";

/** Scripts that one language uses far more than all others, by a range of their letters. Several letters of kana: Japanese. */
const scripts: readonly (readonly [RegExp, string])[] = [
  [/[\u3040-\u30ff]/g, "ja"],
  [/[\uac00-\ud7af]/g, "ko"],
  [/[\u4e00-\u9fff]/g, "zh"],
  [/[\u0e00-\u0e7f]/g, "th"],
  [/[\u0590-\u05ff]/g, "he"],
  [/[\u0370-\u03ff]/g, "el"],
  [/[\u0e80-\u0eff]/g, "lo"],
  [/[\u1780-\u17ff]/g, "km"],
  [/[\u1000-\u109f]/g, "my"],
  [/[\u10a0-\u10ff]/g, "ka"],
  [/[\u0530-\u058f]/g, "hy"],
  [/[\u0980-\u09ff]/g, "bn"],
  [/[\u0a00-\u0a7f]/g, "pa"],
  [/[\u0a80-\u0aff]/g, "gu"],
  [/[\u0b80-\u0bff]/g, "ta"],
  [/[\u0c00-\u0c7f]/g, "te"],
  [/[\u0c80-\u0cff]/g, "kn"],
  [/[\u0d00-\u0d7f]/g, "ml"],
  [/[\u0d80-\u0dff]/g, "si"],
  [/[\u1200-\u137f]/g, "am"],
];

/** Scripts that several languages share, and which of them has most texts. */
const shared: readonly (readonly [RegExp, string])[] = [
  [/[\u0400-\u04ff]/g, "ru"],
  [/[\u0600-\u06ff]/g, "ar"],
  [/[\u0900-\u097f]/g, "hi"],
];

const anyScript = /[\u0370-\u06ff\u0900-\u10ff\u1200-\u137f\u1780-\u17ff\u3040-\u9fff\uac00-\ud7af]/;

/** Characters from the middle of a text that are looked at. */
const sampleLength = 4000;
/** A letter says less than a word. */
const letterWeight = 0.4;
/** So does a word of one letter. */
const singleWeight = 0.5;
/** Fewer words than this say nothing. */
const fewestWords = 8;
/** Score per word below which no language is recognised. */
const leastScore = 0.035;

/** A language that a text may be in, with what speaks for it per word. */
export interface LanguageScore {
  readonly language: string;
  readonly score: number;
}

interface Table {
  readonly words: ReadonlyMap<string, readonly string[]>;
  readonly letters: ReadonlyMap<string, readonly string[]>;
}

let table: Table | undefined;

/**
 * What a text is written in, likeliest first: by its script, else by the words that are in almost every text of a language and
 * by letters that few languages have: the score is the share of words that are among these, those of several languages for less.
 * Empty where nothing speaks for any.
 */
export function scoreLanguages(text: string): LanguageScore[] {
  const middle = Math.max(0, (text.length - sampleLength) >> 1);
  const sample = text.slice(middle, middle + sampleLength).toLowerCase();
  const byScript = languageOfScript(sample);
  if (byScript?.isSure) return [{ language: byScript.language, score: 1 }];
  // Most texts have no other letters, and looking for these alone takes a fraction of the time.
  const isAscii = !/[^\0-\x7f]/.test(sample);
  const words = sample.match(isAscii ? /[a-z]+/g : /[\p{L}\p{M}]+/gu) ?? [];
  if (words.length < fewestWords)
    return byScript === undefined ? [] : [{ language: byScript.language, score: leastScore }];
  table ??= readTable();
  const scores = new Map<string, number>();
  for (const word of words) {
    const languages = table.words.get(word) ?? [];
    // What several languages share says less of each, and a single letter may be the name of something.
    const weight = (word.length === 1 ? singleWeight : 1) / Math.sqrt(languages.length);
    for (const language of languages) add(language, weight);
  }
  for (const letter of isAscii ? [] : (sample.match(/[^\0-\x7f]/gu) ?? [])) {
    const languages = table.letters.get(letter) ?? [];
    for (const language of languages) add(language, letterWeight / languages.length);
  }
  const found = [...scores].map(([language, score]) => ({ language, score: score / words.length }));
  found.sort((a, b) => b.score - a.score || (a.language < b.language ? -1 : 1));
  if (byScript !== undefined && (found[0]?.score ?? 0) < leastScore)
    return [{ language: byScript.language, score: leastScore }];
  return found.filter(({ score }) => score >= leastScore);

  function add(language: string, weight: number): void {
    scores.set(language, (scores.get(language) ?? 0) + weight);
  }
}

function readTable(): Table {
  const words = new Map<string, string[]>();
  for (const [language, list] of Object.entries(functionWords)) {
    for (const word of new Set(list.split(" "))) words.set(word, [...(words.get(word) ?? []), language]);
  }
  const letters = new Map(Object.entries(tellingLetters).map(([letter, languages]) => [letter, languages.split(" ")]));
  return { words, letters };
}

/**
 * Share of letters from which on a script decides: below a half, since texts in other scripts quote Latin names and code more than
 * the other way round. Japanese is a mix of kana and Han; a Han or Hangul letter is half a word.
 */
const enough: Readonly<Record<string, number>> = { ja: 0.05, zh: 0.12, ko: 0.12 };
const enoughElsewhere = 0.25;

function languageOfScript(sample: string): { readonly language: string; readonly isSure: boolean } | undefined {
  if (!anyScript.test(sample)) return undefined;
  const letters = sample.match(/\p{L}/gu)?.length ?? 0;
  for (const [list, isSure] of [
    [scripts, true],
    [shared, false],
  ] as const) {
    for (const [pattern, language] of list) {
      const count = sample.match(pattern)?.length ?? 0;
      if (count > 20 && count > letters * (enough[language] ?? enoughElsewhere)) return { language, isSure };
    }
  }
  return undefined;
}

/** Languages that differ in few words: what a page declares of these is believed. */
const kin: readonly (readonly string[])[] = [
  ["no", "nb", "nn"],
  ["hr", "bs", "sr", "sh", "cnr"],
  ["id", "ms"],
  ["zh", "yue", "cmn", "wuu"],
  ["tl", "fil"],
  ["fa", "prs"],
  ["he", "yi", "iw"],
];

/** How much likelier another language must be than what the page declares. */
const clearlyMore = 1.3;
/** What speaks for a language per word, where the page declares one that is not in the table. */
const strongScore = 0.15;

/**
 * The language of a text, as a BCP 47 tag: what the page declares, region and all, unless the text is clearly in another
 * language; what the text shows, where nothing is declared.
 */
export function languageOf(text: string, declared: string | null): string | null {
  const found = scoreLanguages(text);
  const [best] = found;
  if (best === undefined) return declared;
  if (declared === null) return best.language;
  const own = declared.split("-", 1)[0]?.toLowerCase() ?? "";
  if (own === best.language || kin.some((group) => group.includes(own) && group.includes(best.language)))
    return declared;
  const isKnown = Object.hasOwn(functionWords, own) || scripts.some(([, language]) => language === own);
  if (!isKnown) return best.score >= strongScore ? best.language : declared;
  const score = found.find(({ language }) => language === own)?.score ?? 0;
  return best.score > clearlyMore * score ? best.language : declared;
}
