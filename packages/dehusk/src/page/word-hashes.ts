import { Kind, kindOf, startsWord } from "./characters.ts";

/** Lower-case code unit of each code unit, filled on demand; 0 for missing. */
const lowerCodes = new Uint16Array(0x10000);

function lowerCode(code: number): number {
  const known = lowerCodes[code];
  if (known !== 0) return known;
  const lower = String.fromCharCode(code).toLowerCase();
  const result = lower.length === 1 ? lower.charCodeAt(0) : code;
  lowerCodes[code] = result;
  return result;
}

const offset = 0x811c9dc5;
const prime = 0x01000193;

/** Mixes a hash, so that its low bits can index slots. */
function finish(hash: number): number {
  let mixed = hash ^ (hash >>> 15);
  mixed = Math.imul(mixed, 0x2c1b3c6d);
  return mixed ^ (mixed >>> 12);
}

/**
 * Hashes the first words of a text range, in lower case. Words are those of `splitWords`, except that surrogates count
 * one by one. Allocates no strings.
 *
 * @param into Receives the hashes; its length is the limit.
 * @returns Number of words hashed.
 */
export function hashWords(text: string, from: number, to: number, into: Int32Array): number {
  if (into.length === 0) return 0;
  let count = 0;
  let hash = 0;
  let open = false;
  let before = 0;
  for (let i = from; i < to; i++) {
    const code = text.charCodeAt(i);
    const kind = kindOf(code);
    const starts = startsWord(kind, before);
    before = kind;
    if (open && (starts || kind < Kind.Letter || kind > Kind.Trailing)) {
      into[count++] = finish(hash);
      open = false;
      if (count === into.length) return count;
    }
    if (starts) {
      hash = offset;
      open = true;
    }
    if (open) hash = Math.imul(hash ^ lowerCode(code), prime);
  }
  if (open) into[count++] = finish(hash);
  return count;
}

/** A word's hash, as in {@link hashWords}. */
export function hashWord(word: string): number {
  let hash = offset;
  for (let i = 0; i < word.length; i++) hash = Math.imul(hash ^ lowerCode(word.charCodeAt(i)), prime);
  return finish(hash);
}

/** Longer names are generated, one per page. */
const longestName = 300;
const longestToken = 24;

/** Most words in a name: two letters each, including the separator. */
export const mostNameParts = longestName / 2;

/**
 * Hashes the words in an identifier such as a class name: runs of letters, split at capitals too, in lower case;
 * without single letters, very long runs and repeated words.
 *
 * @param into Room for {@link mostNameParts} hashes.
 * @returns Number of words hashed.
 * @example "articleBody col-md-8" // the hashes of "article", "body", "col", "md"
 */
export function hashNameParts(name: string, into: Int32Array): number {
  // Read once: V8 looks up the length of a string anew for each of its kinds of strings.
  const { length: end } = name;
  if (end > longestName) return 0;
  let count = 0;
  let hash = offset;
  let length = 0;
  let wasLower = false;
  for (let i = 0; i < end; i++) {
    const code = name.charCodeAt(i);
    if (code < 128) {
      // The usual case, without tables of all characters.
      const letter = asciiLetters[code];
      const isUpper = letter > 0 && letter !== code;
      if (letter === 0 || (isUpper && wasLower)) {
        if (length > 0) count = addPart(into, count, hash, length);
        hash = offset;
        length = 0;
      }
      wasLower = letter > 0 && !isUpper;
      if (letter === 0) continue;
      hash = Math.imul(hash ^ letter, prime);
      length++;
      continue;
    }
    const kind = kindOf(code);
    const isLetter = (kind === Kind.Letter || kind >= Kind.Ideograph) && kind <= Kind.Trailing;
    const isUpper = kind === Kind.Upper;
    if ((!isLetter && !isUpper) || (isUpper && wasLower)) {
      count = addPart(into, count, hash, length);
      hash = offset;
      length = 0;
    }
    wasLower = isLetter;
    if (!isLetter && !isUpper) continue;
    hash = Math.imul(hash ^ lowerCode(code), prime);
    length++;
  }
  return addPart(into, count, hash, length);
}

function addPart(into: Int32Array, count: number, hash: number, length: number): number {
  if (length < 2 || length >= longestToken) return count;
  const done = finish(hash);
  for (let i = 0; i < count; i++) if (into[i] === done) return count;
  into[count] = done;
  return count + 1;
}

/** Each ASCII letter in lower case; 0 for others. */
const asciiLetters = Uint8Array.from({ length: 128 }, (_, code) =>
  /[a-z]/i.test(String.fromCharCode(code)) ? code | 0x20 : 0,
);
