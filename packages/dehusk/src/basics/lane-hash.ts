/**
 * A 64-bit string hash in two 32-bit lanes that mix differently: JavaScript integer arithmetic is 32 bits wide, and one
 * lane alone would collide among some 80,000 nodes. Not cryptographic: collisions are easy to construct.
 */

const lowPrime = 0x9e3779b1;
const highPrime = 0x5f356495;
const lowSeed = 0x243f6a88;
const highSeed = 0x13198a2e;

/** Multipliers of the rolling hash; odd, so that no bits are lost. */
export const lowStep = 0x01000193;
export const highStep = 0x2c1b3c6d;

/** Finalizer of the low lane (MurmurHash3). */
export function mixLow(value: number): number {
  let h = value;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}

/** Finalizer of the high lane (Wellons' "lowbias32"). */
export function mixHigh(value: number): number {
  let h = value;
  h = Math.imul(h ^ (h >>> 16), 0x7feb352d);
  h = Math.imul(h ^ (h >>> 15), 0x846ca68b);
  return h ^ (h >>> 16);
}

const zero = 48;

function isDigit(code: number): boolean {
  return code >= zero && code <= 57;
}

/** One of , . / : */
function isSign(code: number): boolean {
  return code === 44 || code === 46 || code === 47 || code === 58;
}

/** Hashes a string into `low` and `high`; the next call overwrites them. */
export class LaneHash {
  low = 0;
  high = 0;
  /** Characters hashed. */
  length = 0;

  /** Hashes the text as it is. */
  exact(text: string): void {
    let low = lowSeed;
    let high = highSeed;
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      low = Math.imul(low ^ code, lowPrime);
      high = Math.imul(high ^ code, highPrime);
    }
    this.low = mixLow(low ^ text.length);
    this.high = mixHigh(high ^ text.length);
    this.length = text.length;
  }

  /**
   * Hashes the text with white space collapsed and trimmed.
   *
   * @returns False if there is nothing but white space.
   */
  folded(text: string): boolean {
    return this.#fold(text, false);
  }

  /** The same with every run of digits, and of signs between digits, as one "0". */
  masked(text: string): boolean {
    return this.#fold(text, true);
  }

  #fold(text: string, isMasked: boolean): boolean {
    let low = lowSeed;
    let high = highSeed;
    let length = 0;
    let gap = false;
    for (let i = 0; i < text.length; i++) {
      let code = text.charCodeAt(i);
      if (isMasked && isDigit(code)) {
        while (isDigit(text.charCodeAt(i + 1)) || (isSign(text.charCodeAt(i + 1)) && isDigit(text.charCodeAt(i + 2))))
          i++;
        code = zero;
      }
      if (code <= 32 || code === 160) {
        gap = length > 0;
        continue;
      }
      if (gap) {
        low = Math.imul(low ^ 32, lowPrime);
        high = Math.imul(high ^ 32, highPrime);
        length++;
        gap = false;
      }
      low = Math.imul(low ^ code, lowPrime);
      high = Math.imul(high ^ code, highPrime);
      length++;
    }
    this.low = mixLow(low ^ length);
    this.high = mixHigh(high ^ length);
    this.length = length;
    return length > 0;
  }
}
