import { hashWord } from "../../page/index.ts";
import { type PageWords, WordMark } from "./read-words.ts";

/** Most words in a phrase, as in Yih, Goodman, Carvalho: Finding advertising keywords on web pages, section 3.1. */
export const maxPhraseLength = 5;

/** Most characters of a phrase in scripts without spaces, where words have two and place names up to eight. */
export const maxDenseLength = 8;

/**
 * All phrases of a page, numbered in order of appearance: the paper's combined candidates, where a phrase counts as one
 * however often it occurs, in any case. They form a trie: a phrase is another one plus a word.
 *
 * Cost: time and memory for five entries per word, eight in scripts without spaces.
 */
export interface Phrases {
  readonly count: number;
  /** The phrase of n words that starts at word i is entry `i * maxDenseLength + n - 1`; -1 if there is none. */
  readonly at: Int32Array;
  /** Number of words in each phrase. */
  readonly length: Uint8Array;
  /** The phrase without its last word, -1 for single words; and that word's number. */
  readonly prefix: Int32Array;
  readonly last: Int32Array;
  /** Depends only on the plain words, so it is the same on every page; see {@link hashPlainWord}. */
  readonly hash: Int32Array;
  /** 0 for single characters of scripts without spaces, which are only parts of phrases. */
  readonly candidate: Uint8Array;
  /** The phrase that extends another (-1: none) by a word, or -1 if the page has none. */
  next(prefix: number, word: number): number;
}

export function findPhrases(words: PageWords): Phrases {
  const at = new Int32Array(words.count * maxDenseLength).fill(-1);
  const table = new PhraseTable(countWindows(words), words.vocabulary);
  for (let i = 0; i < words.count; i++) {
    const most = longestAt(words, i);
    let phrase = -1;
    for (let n = 0; n < most; n++) {
      const isDense = (words.marks[i + n] & WordMark.Unspaced) !== 0;
      phrase = table.add(phrase, words.word[i + n], n > 0 || !isDense);
      at[i * maxDenseLength + n] = phrase;
    }
  }
  return table.finish(at);
}

/** Length in words of the longest phrase that starts here. */
function longestAt({ runEnd, marks }: PageWords, i: number): number {
  const room = runEnd[i] - i;
  let n = 0;
  while (n < room && n < maxDenseLength && (marks[i + n] & WordMark.Unspaced) !== 0) n++;
  return Math.max(n, Math.min(room, maxPhraseLength));
}

function countWindows(words: PageWords): number {
  let windows = 0;
  for (let i = 0; i < words.count; i++) windows += longestAt(words, i);
  return windows;
}

/** The hash of a single word: 31 bits; the lowest bit tells words from phrases. */
export function hashPlainWord(word: string): number {
  return mixHashes(0, hashWord(word)) | 1;
}

function mixHashes(a: number, b: number): number {
  const mixed = Math.imul(a ^ (a >>> 15), 0x2c1b3c6d) + b;
  return Math.imul(mixed ^ (mixed >>> 13), 0x297a2d39) | 0;
}

/** The hash of a phrase's plain words. */
export function hashPhrase(words: readonly string[]): number {
  const [first = "", ...rest] = words;
  return rest.reduce((hash, word) => mixHashes(hash, hashPlainWord(word)) & ~1, hashPlainWord(first));
}

/** An open-addressing hash table from a phrase and a word to the extended phrase. */
class PhraseTable {
  readonly #slots: Int32Array;
  readonly #prefix: Int32Array;
  readonly #last: Int32Array;
  readonly #length: Uint8Array;
  readonly #hash: Int32Array;
  readonly #candidate: Uint8Array;
  readonly #wordHashes: Int32Array;
  #count = 0;

  constructor(most: number, vocabulary: readonly string[]) {
    this.#slots = new Int32Array(2 ** Math.ceil(Math.log2(2 * most + 2))).fill(-1);
    this.#prefix = new Int32Array(most);
    this.#last = new Int32Array(most);
    this.#length = new Uint8Array(most);
    this.#hash = new Int32Array(most);
    this.#candidate = new Uint8Array(most);
    this.#wordHashes = Int32Array.from(vocabulary, hashPlainWord);
  }

  add(prefix: number, word: number, isCandidate: boolean): number {
    const slot = this.#find(prefix, word);
    const known = this.#slots[slot];
    if (known >= 0) return known;
    const phrase = this.#count++;
    this.#slots[slot] = phrase;
    this.#prefix[phrase] = prefix;
    this.#last[phrase] = word;
    this.#length[phrase] = prefix < 0 ? 1 : this.#length[prefix] + 1;
    const hash = this.#wordHashes[word];
    this.#hash[phrase] = prefix < 0 ? hash : mixHashes(this.#hash[prefix], hash) & ~1;
    this.#candidate[phrase] = isCandidate ? 1 : 0;
    return phrase;
  }

  finish(at: Int32Array): Phrases {
    const count = this.#count;
    return {
      count,
      at,
      length: this.#length.subarray(0, count),
      prefix: this.#prefix.subarray(0, count),
      last: this.#last.subarray(0, count),
      hash: this.#hash.subarray(0, count),
      candidate: this.#candidate.subarray(0, count),
      next: (prefix, word) => this.#slots[this.#find(prefix, word)],
    };
  }

  /** The slot of a phrase, or the free slot where it would go. */
  #find(prefix: number, word: number): number {
    const mask = this.#slots.length - 1;
    let slot = mixHashes(prefix + 1, word + 1);
    slot = (slot ^ (slot >>> 16)) & mask;
    for (;;) {
      const phrase = this.#slots[slot];
      if (phrase < 0 || (this.#prefix[phrase] === prefix && this.#last[phrase] === word)) return slot;
      slot = (slot + 1) & mask;
    }
  }
}
