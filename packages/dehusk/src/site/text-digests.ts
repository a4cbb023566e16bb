/**
 * A 64-bit digest of any node's text in constant time, so that nodes with the same text on any page are found by
 * comparing numbers, whatever their markup.
 *
 * The text is visible text, trimmed and with white space collapsed. Its characters c_0, c_1, … are added up as Σ v(c_k)
 * · step^k, modulo 2^32 in each of two lanes. A range of text is a difference of two such sums, and a factor of
 * step^-from shifts it to the start, where equal texts are equal. A blank has the value 0 but keeps its position, so
 * that sums do not depend on surrounding blanks.
 *
 * One pass over the text; 16 bytes per text node. Not cryptographic: see `lane-hash.ts`.
 */

import { highStep, lowStep, mixHigh, mixLow } from "../basics/index.ts";
import { isText, type Page } from "../page/index.ts";

/** Hashes characters, so that Unicode neighbours do not get neighbouring values. */
const lowSeed = 0x452821e6;
const highSeed = 0x38d01377;

const lowBack = inverse(lowStep);
const highBack = inverse(highStep);

export class TextDigests {
  /** The current digest. */
  low = 0;
  high = 0;
  /** Length of its text. */
  length = 0;

  readonly #page: Page;
  /** How many non-empty text nodes come before each node. */
  readonly #before: Int32Array;
  /** Per such text node: its range in the collapsed text. */
  readonly #from: Int32Array;
  readonly #to: Int32Array;
  /** The sums of all text before it; one entry more. */
  readonly #low: Uint32Array;
  readonly #high: Uint32Array;

  constructor(page: Page) {
    this.#page = page;
    const { text, textFrom, textTo, size } = page;
    const pieces = countPieces(page);
    const before = new Int32Array(size + 1);
    const pieceFrom = new Int32Array(pieces);
    const pieceTo = new Int32Array(pieces);
    const lows = new Uint32Array(pieces + 1);
    const highs = new Uint32Array(pieces + 1);
    let piece = 0;
    let low = 0;
    let high = 0;
    let lowPower = 1;
    let highPower = 1;
    let length = 0;
    let blank = false;
    let at = 0;
    for (let i = 0; i < size; i++) {
      before[i] = piece;
      if (!isText(page, i)) continue;
      const from = textFrom[i];
      const to = textTo[i + 1];
      if (to <= from) continue;
      // Between two texts there is nothing but white space.
      if (from > at) blank = length > 0;
      at = to;
      let begun = false;
      for (let k = from; k < to; k++) {
        const code = text.charCodeAt(k);
        if (isBlank(code)) {
          blank = length > 0;
          continue;
        }
        if (blank) {
          lowPower = Math.imul(lowPower, lowStep);
          highPower = Math.imul(highPower, highStep);
          length++;
          blank = false;
        }
        if (!begun) {
          pieceFrom[piece] = length;
          begun = true;
        }
        low = (low + Math.imul(mixLow(code + lowSeed), lowPower)) | 0;
        high = (high + Math.imul(mixHigh(code + highSeed), highPower)) | 0;
        lowPower = Math.imul(lowPower, lowStep);
        highPower = Math.imul(highPower, highStep);
        length++;
      }
      if (!begun) continue;
      pieceTo[piece++] = length;
      lows[piece] = low;
      highs[piece] = high;
    }
    before[size] = piece;
    this.#before = before;
    this.#from = pieceFrom;
    this.#to = pieceTo;
    this.#low = lows;
    this.#high = highs;
  }

  /** Length of a node's text, white space collapsed. */
  lengthOf(node: number): number {
    const first = this.#before[node];
    const end = this.#before[this.#page.end[node]];
    return end > first ? this.#to[end - 1] - this.#from[first] : 0;
  }

  /** Sets the fields to the digest of a node's text and its length. */
  digest(node: number): void {
    const first = this.#before[node];
    const end = this.#before[this.#page.end[node]];
    const length = this.lengthOf(node);
    const shift = end > first ? this.#from[first] : 0;
    const low = this.#low[end] - this.#low[first];
    const high = this.#high[end] - this.#high[first];
    this.low = mixLow(Math.imul(low, power(lowBack, shift)) ^ length) >>> 0;
    this.high = mixHigh(Math.imul(high, power(highBack, shift)) ^ length) >>> 0;
    this.length = length;
  }
}

/** White space as in `LaneHash.folded`. */
function isBlank(code: number): boolean {
  return code <= 32 || code === 160;
}

/** An upper bound on the number of non-empty text nodes. */
function countPieces(page: Page): number {
  let count = 0;
  for (let i = 0; i < page.size; i++) {
    if (isText(page, i) && page.textTo[i + 1] > page.textFrom[i]) count++;
  }
  return count;
}

/** The inverse of an odd number modulo 2^32, by Newton's method: each step doubles the correct bits. */
function inverse(odd: number): number {
  let found = odd;
  for (let bits = 3; bits < 32; bits *= 2) found = Math.imul(found, 2 - Math.imul(odd, found));
  return found;
}

/** base^exponent modulo 2^32. */
function power(base: number, exponent: number): number {
  let result = 1;
  let factor = base;
  for (let rest = exponent; rest > 0; rest >>>= 1) {
    if ((rest & 1) === 1) result = Math.imul(result, factor);
    factor = Math.imul(factor, factor);
  }
  return result;
}
