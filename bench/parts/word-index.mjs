/**
 * Finds which texts a longer one contains, by their words.
 *
 * Words count as found where three in a row occur in the text; a text of one or two words is searched for as it is. Cost:
 * linear in the words, and one search for each short text.
 */

import { wordsOf } from "../structure/markdown-lines.mjs";

const ENOUGH = 0.8;

export class WordIndex {
  #runs = new Set();

  /** @param {string} text */
  constructor(text) {
    const all = wordsOf(text);
    /** The words with a space before and after each. */
    this.stream = ` ${all.join(" ")} `;
    for (let at = 0; at + 2 < all.length; at++) this.#runs.add(`${all[at]} ${all[at + 1]} ${all[at + 2]}`);
  }

  /**
   * Whether most words of a text are here.
   *
   * @param {string} text
   */
  has(text) {
    const words = wordsOf(text);
    if (words.length === 0) return false;
    return words.length < 3 ? this.hasRun(words.join(" ")) : this.count(words) / words.length >= ENOUGH;
  }

  /** Whether these words, separated by spaces, occur here consecutively. */
  hasRun(words) {
    return this.stream.includes(` ${words} `);
  }

  /** How many of the words occur here in runs of three. */
  count(words) {
    let found = 0;
    let counted = 0;
    for (let at = 0; at + 2 < words.length; at++) {
      if (!this.#runs.has(`${words[at]} ${words[at + 1]} ${words[at + 2]}`)) continue;
      found += at + 3 - Math.max(at, counted);
      counted = at + 3;
    }
    return found;
  }
}

/**
 * How informative words are: Chinese and Japanese are read by character, three of which are worth about a word.
 *
 * @param {readonly string[]} words
 */
export function weightOf(words) {
  const characters = words.filter((word) => /^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]$/u.test(word)).length;
  return words.length - (characters * 2) / 3;
}
