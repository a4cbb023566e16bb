import { functionWords, tellingLetters } from "./function-words.ts";

/** Scripts that one language uses far more than all others, by a range of their letters. Kana means Japanese. */
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

/** Scripts that several languages share, with the most frequent one. */
const shared: readonly (readonly [RegExp, string])[] = [
  [/[\u0400-\u04ff]/g, "ru"],
  [/[\u0600-\u06ff]/g, "ar"],
  [/[\u0900-\u097f]/g, "hi"],
];

const anyScript = /[\u0370-\u06ff\u0900-\u10ff\u1200-\u137f\u1780-\u17ff\u3040-\u9fff\uac00-\ud7af]/;

/** Characters read from the middle of a text. */
const sampleLength = 4000;
/** A letter counts less than a word. */
const letterWeight = 0.4;
/** So does a word of one letter. */
const singleWeight = 0.5;
/** Minimum number of words. */
const fewestWords = 8;
/** Score per word below which no language is recognised. */
const leastScore = 0.035;

/** A candidate language, with its score per word. */
export interface LanguageScore {
  readonly language: string;
  readonly score: number;
}

/** Words and letters with the languages they speak for, which are numbered. */
interface Table {
  readonly languages: readonly string[];
  readonly words: ReadonlyMap<string, readonly number[]>;
  /** For each pair of a word's first and last letter a bit for each length of such words. */
  readonly ends: Int32Array;
  /** By their codes. */
  readonly letters: ReadonlyMap<number, readonly number[]>;
}

let table: Table | undefined;

/**
 * The language of a text, likeliest first: by its script, else by the words that are in almost every text of a language and
 * by letters that few languages have: the score is the share of words among these, with less for words of several languages.
 * Empty without evidence for any.
 */
export function scoreLanguages(text: string): LanguageScore[] {
  const middle = Math.max(0, (text.length - sampleLength) >> 1);
  const sample = text.slice(middle, middle + sampleLength).toLowerCase();
  // Most texts have no other letters, and looking for these alone takes a fraction of the time.
  const isAscii = !/[^\0-\x7f]/.test(sample);
  const byScript = isAscii ? undefined : languageOfScript(sample);
  if (byScript?.isSure) return [{ language: byScript.language, score: 1 }];
  table ??= readTable();
  const known = table.words;
  const scores = new Float64Array(table.languages.length);
  const count = eachWord(sample, table.ends, addWord);
  if (count < fewestWords) return byScript === undefined ? [] : [{ language: byScript.language, score: leastScore }];
  for (let i = 0; !isAscii && i < sample.length; i++) {
    const languages = table.letters.get(sample.charCodeAt(i));
    if (languages === undefined) continue;
    for (const language of languages) scores[language] += letterWeight / languages.length;
  }
  const found = table.languages.map((language, i) => ({ language, score: (scores[i] as number) / count }));
  found.sort((a, b) => b.score - a.score || (a.language < b.language ? -1 : 1));
  if (byScript !== undefined && (found[0]?.score ?? 0) < leastScore)
    return [{ language: byScript.language, score: leastScore }];
  return found.filter(({ score }) => score >= leastScore);

  function addWord(word: string): void {
    const languages = known.get(word);
    if (languages === undefined) return;
    // Shared words and letters are weaker evidence, and a single letter may be a name.
    const weight = (word.length === 1 ? singleWeight : 1) / Math.sqrt(languages.length);
    for (const language of languages) scores[language] += weight;
  }
}

function readTable(): Table {
  const numbers = new Map<string, number>();
  const words = new Map<string, number[]>();
  for (const [language, list] of Object.entries(functionWords)) {
    for (const word of new Set(list.split(" "))) words.set(word, [...(words.get(word) ?? []), numberOf(language)]);
  }
  const letters = new Map(
    Object.entries(tellingLetters).map(([letter, languages]) => [
      letter.charCodeAt(0),
      languages.split(" ").map(numberOf),
    ]),
  );
  const ends = new Int32Array(32 * 32);
  for (const word of words.keys()) {
    const at = endsOf(word.charCodeAt(0), word.charCodeAt(word.length - 1));
    ends[at] = ends[at] | (1 << (word.length % 32));
  }
  return { languages: [...numbers.keys()], words, ends, letters };

  function numberOf(language: string): number {
    const number = numbers.get(language) ?? numbers.size;
    numbers.set(language, number);
    return number;
  }
}

/** A number for the first and the last letter of a word. */
function endsOf(first: number, last: number): number {
  return 32 * (first & 31) + (last & 31);
}

/**
 * Calls `use` for words that may be in the table: no string is made of a word in ASCII whose ends and length no word there has.
 *
 * @returns How many words there are.
 */
function eachWord(text: string, ends: Int32Array, use: (word: string) => void): number {
  let count = 0;
  let start = -1;
  let codes = 0;
  const { length } = text;
  for (let i = 0, next = 0; i <= length; i = next) {
    next = i + 1;
    const code = i < length ? text.charCodeAt(i) : 0;
    let isIn = code >= 0x61 && code <= 0x7a;
    if (code > 0x7f) {
      if (Number(text.codePointAt(i)) > 0xffff) next++;
      isIn = isLetterOrMark(text, i, next);
    }
    if (isIn) {
      if (start < 0) start = i;
      codes |= code;
    } else if (start >= 0) {
      count++;
      const lengths = ends[endsOf(text.charCodeAt(start), text.charCodeAt(i - 1))];
      if (codes > 0x7f || ((lengths >> ((i - start) % 32)) & 1) === 1) use(text.slice(start, i));
      start = -1;
      codes = 0;
    }
  }
  return count;
}

/** Of each code unit, 1 for a letter or mark, 2 for others; 0 for those not met yet. */
const inWords = new Uint8Array(0x10000);

function isLetterOrMark(text: string, from: number, to: number): boolean {
  if (to - from > 1) return letterOrMark.test(text.slice(from, to));
  const code = text.charCodeAt(from);
  if (inWords[code] === 0) inWords[code] = letterOrMark.test(text[from]) ? 1 : 2;
  return inWords[code] === 1;
}

const letterOrMark = /[\p{L}\p{M}]/u;

/**
 * Share of letters from which a script decides: below a half, since texts in other scripts quote Latin names and code more than
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

/** Languages that differ in few words: a declaration of one of these is trusted. */
const kin: readonly (readonly string[])[] = [
  ["no", "nb", "nn"],
  ["hr", "bs", "sr", "sh", "cnr"],
  ["id", "ms"],
  ["zh", "yue", "cmn", "wuu"],
  ["tl", "fil"],
  ["fa", "prs"],
  ["he", "yi", "iw"],
];

/** How much likelier another language must be than the declared one. */
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
