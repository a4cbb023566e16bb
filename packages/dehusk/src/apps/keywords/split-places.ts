import { splitWords } from "../../page/index.ts";

/** The separator of two words. */
export const Between = {
  /** No separation: spaces, a hyphen, an apostrophe, a dot inside a name. Phrases continue. */
  Joint: 0,
  /** Punctuation, a line break, a symbol: phrases end. */
  Border: 1,
  /** The end of a sentence: phrases end too. */
  Stop: 2,
} as const;

/** Gaps that phrases cross: "New York", "e-mail", "l’eau", "node.js", "TCP/IP", "salt & pepper". */
const joint = /^(?:[^\S\n\r\t]+|[-‐‑'’.&/+]|[^\S\n\r\t]+&[^\S\n\r\t]+)$/u;

/** Sentence ends, in the scripts that `src/page` knows. */
const stop = /[.!?…]["'”’»)\]]*(?:\s|$)|[。！？｡।॥؟۔։።]/u;

/** Scripts without spaces, of which `splitWords` takes each character or cluster for a word. */
const unspaced =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u30fc\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

export function isUnspaced(word: string): boolean {
  return unspaced.test(word);
}

/**
 * Calls back for each word of a text, as split by `splitWords`, with its offsets. A word starts with a character that
 * no gap contains, so searching from the end of the previous word finds it at once: linear in the text.
 */
export function splitPlaces(text: string, each: (word: string, from: number, to: number) => void): void {
  let at = 0;
  for (const word of splitWords(text)) {
    const from = text.indexOf(word, at);
    at = from + word.length;
    each(word, from, at);
  }
}

/**
 * The text between two words.
 *
 * @param dense Whether both words are of scripts without spaces, where a space separates phrases too.
 */
export function betweenWords(text: string, from: number, to: number, dense: boolean): number {
  if (from === to) return Between.Joint;
  if (!dense && to - from === 1 && text.charCodeAt(from) === 0x20) return Between.Joint;
  const gap = text.slice(from, to);
  if (!dense && joint.test(gap)) return Between.Joint;
  return stop.test(gap) ? Between.Stop : Between.Border;
}
