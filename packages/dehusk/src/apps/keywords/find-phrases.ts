import { hashWord } from "../../page/index.ts";
import { type PageWords, WordMark } from "./read-words.ts";

/** Words of a phrase at most, as in Yih, Goodman, Carvalho: Finding advertising keywords on web pages, section 3.1. */
export const longestPhrase = 5;

/** Characters of a phrase in scripts without spaces, where words have two of them and names of places up to eight. */
export const longestDense = 8;

/**
 * All phrases of a page, numbered in the order in which they are met: the paper's combined candidates, where a phrase is
 * one however often it occurs and whatever its case. They form a trie: a phrase is another one and a word at its end.
 *
 * Cost: time and memory for five entries a word, eight in scripts without spaces.
 */
export interface Phrases {
  readonly count: number;
  /** The phrase of n words that begins at word i is entry `i * longestDense + n - 1`; -1 where there is none. */
  readonly at: Int32Array;
  /** Words of each phrase. */
  readonly length: Uint8Array;
  /** The phrase without its last word, -1 for single words; and that word's number. */
  readonly prefix: Int32Array;
  readonly last: Int32Array;
  /** Of the plain words alone, so that it is the same on every page; see {@link hashPlainWord}. */
  readonly hash: Int32Array;
  /** 0 for what is only part of phrases: a single character of a script without spaces. */
  readonly candidate: Uint8Array;
  /** The phrase that goes on from another (-1: begins) with a word, -1 when the page has none. */
  next(prefix: number, word: number): number;
}

export function findPhrases(words: PageWords): Phrases {
  const at = new Int32Array(words.count * longestDense).fill(-1);
  const table = new PhraseTable(countWindows(words), words.vocabulary);
  for (let i = 0; i < words.count; i++) {
    const most = longestAt(words, i);
    let phrase = -1;
    for (let n = 0; n < most; n++) {
      const isDense = (words.marks[i + n] & WordMark.Unspaced) !== 0;
      phrase = table.add(phrase, words.word[i + n], n > 0 || !isDense);
      at[i * longestDense + n] = phrase;
    }
  }
  return table.finish(at);
}

/** How many words the longest phrase has that begins here. */
function longestAt({ runEnd, marks }: PageWords, i: number): number {
  const room = runEnd[i] - i;
  let n = 0;
  while (n < room && n < longestDense && (marks[i + n] & WordMark.Unspaced) !== 0) n++;
  return Math.max(n, Math.min(room, longestPhrase));
}

function countWindows(words: PageWords): number {
  let windows = 0;
  for (let i = 0; i < words.count; i++) windows += longestAt(words, i);
  return windows;
}

/** The hash of a single word: 31 bits, and a lowest bit that tells words from phrases. */
export function hashPlainWord(word: string): number {
  return mixHashes(0, hashWord(word)) | 1;
}

function mixHashes(a: number, b: number): number {
  const mixed = Math.imul(a ^ (a >>> 15), 0x2c1b3c6d) + b;
  return Math.imul(mixed ^ (mixed >>> 13), 0x297a2d39) | 0;
}

/** A hash table from a phrase and a word to the phrase of both, with open addressing. */
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

  /** The slot of a phrase, or the free one where it would go. */
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
