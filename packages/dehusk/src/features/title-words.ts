import { splitWords } from "../page/index.ts";

/**
 * Counts the words of texts that are in a title: equivalent to splitting each text, lower-cased, into words and looking
 * each of them up. But a word is only built if its first and last letter and its length match a title word: one table look-up
 * per character, for texts whose words can be found letter by letter.
 */
export interface TitleWords {
  readonly words: ReadonlySet<string>;
  /** For each pair of first and last letter, by {@link slotOf}, a bit for each length of title words, modulo 32. */
  readonly lengths: Int32Array;
}

const slots = 1024;

function slotOf(first: number, last: number): number {
  return (31 * first + last) % slots;
}

export function prepareTitleWords(words: ReadonlySet<string>): TitleWords {
  const lengths = new Int32Array(slots);
  for (const word of words) {
    const at = slotOf(word.charCodeAt(0), word.charCodeAt(word.length - 1));
    lengths[at] = lengths[at] | (1 << (word.length % 32));
  }
  return { words, lengths };
}

/** The number of words in a range of a text that are in the title. */
export function countTitleWords({ words, lengths }: TitleWords, text: string, from: number, to: number): number {
  let count = 0;
  let start = -1;
  for (let i = from; i <= to; i++) {
    let role: number = Role.Outside;
    if (i < to) {
      const code = text.charCodeAt(i);
      role = roles[code];
      if (role === 0) role = roleOf(code);
    }
    if (role === Role.Letter) {
      if (start < 0) start = i;
      continue;
    }
    if (role === Role.Hard) return countSplitWords(words, text.slice(from, to));
    if (start >= 0) {
      if (mayBeTitleWord(text, start, i, lengths) && words.has(text.slice(start, i).toLowerCase())) count++;
      start = -1;
    }
    if (role === Role.Word && mayBeTitleWord(text, i, i + 1, lengths) && words.has(text.charAt(i))) count++;
  }
  return count;
}

function mayBeTitleWord(text: string, start: number, end: number, lengths: Int32Array): boolean {
  const slot = slotOf(lowerCodes[text.charCodeAt(start)], lowerCodes[text.charCodeAt(end - 1)]);
  return ((lengths[slot] >> ((end - start) % 32)) & 1) === 1;
}

function countSplitWords(words: ReadonlySet<string>, text: string): number {
  let count = 0;
  for (const word of splitWords(text.toLowerCase())) if (words.has(word)) count++;
  return count;
}

/** The role of a character in words. */
const Role = {
  /** Not part of a word. */
  Outside: 1,
  /** Continues the letters before it. */
  Letter: 2,
  /** A word by itself, such as a Han character. */
  Word: 3,
  /** Depends on more than the letter before it, or has another length in lower case. */
  Hard: 4,
} as const;

const roles = new Uint8Array(0x10000);
const lowerCodes = new Uint16Array(0x10000);

/** Determined by `splitWords` for each new character, then looked up. */
function roleOf(code: number): number {
  const known = roles[code];
  if (known !== 0) return known;
  const letter = String.fromCharCode(code);
  const lower = letter.toLowerCase();
  const role = lower.length > 1 || letter === capitalSigma || isSurrogate(code) ? Role.Hard : roleInWords(lower);
  roles[code] = role;
  lowerCodes[code] = lower.charCodeAt(0);
  return role;
}

function roleInWords(letter: string): number {
  if (splitWords(letter).length === 0) return Role.Outside;
  if (splitWords(`a${letter}a`).length === 1) return Role.Letter;
  return splitWords(letter + thaiVowel).length === 2 ? Role.Word : Role.Hard;
}

/** Its lower case differs at the end of a word. */
const capitalSigma = "Σ";

/** A mark that continues a cluster in scripts whose words are clusters of letters. */
const thaiVowel = "\u0e31";

function isSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdfff;
}
