import { Scratch } from "../../basics/index.ts";
import type { Page } from "../../page/index.ts";

/** Length of the compared runs of words. */
const runLength = 5;

/** Shorter texts may well occur within others. */
const leastWords = 12;

/**
 * Finds blocks whose text is contained in that of another block: posts quoted in part, previews, pull quotes from a
 * text, copies with other punctuation. Linear in the text.
 *
 * @param leastShare The share of a block's runs of words that another must have to contain it, or, if less than all will
 *   do, that all earlier blocks must have: a quotation of several paragraphs; 0 for blocks not compared.
 * @returns For each block the one that contains its text; -1 for none.
 */
export function findContained({ text, textFrom, textTo, blocks }: Page, leastShare: (block: number) => number) {
  const { count, first, last } = blocks;
  const holder = new Int32Array(count).fill(-1);
  const firstWith = new RunTable(text.length);
  const runsIn = new Int32Array(count);
  const shared = new Int32Array(count);
  const others: number[] = [];
  for (let b = 0; b < count; b++) {
    if (leastShare(b) === 0) continue;
    others.length = 0;
    let words = 0;
    let word = 0;
    // The words before, the last one first.
    let [one, two, three, four] = [0, 0, 0, 0];
    const end = textTo[last[b] + 1];
    for (let i = textFrom[first[b]]; i <= end; i++) {
      const code = i < end ? foldedCode(text.charCodeAt(i)) : 0;
      if (code !== 0) word = Math.imul(word ^ code, 0x01000193) + 1;
      // Scripts without spaces: each character is a word.
      if (word === 0 || (code !== 0 && code < 0x2e80)) continue;
      if (++words >= runLength) {
        const run = joined(joined(joined(joined(joined(0, four), three), two), one), word);
        const other = firstWith.add(run, b);
        if (other !== b && shared[other]++ === 0) others.push(other);
      }
      four = three;
      three = two;
      two = one;
      one = word;
      word = 0;
    }
    runsIn[b] = Math.max(0, words - runLength + 1);
    if (others.length > 0) settle(b);
  }
  return holder;

  /** Whether an earlier block contains this block's text, or the other way round. */
  function settle(b: number): void {
    let best = others[0];
    for (const other of others) if (shared[other] > shared[best]) best = other;
    const most = shared[best];
    let known = 0;
    for (const other of others) {
      known += shared[other];
      shared[other] = 0;
    }
    const isWithin = (block: number, said: number): boolean =>
      runsIn[block] > leastWords - runLength && said >= leastShare(block) * runsIn[block];
    if (isWithin(b, leastShare(b) < 1 ? known : most)) holder[b] = best;
    else if (holder[best] < 0 && isWithin(best, most)) holder[best] = b;
  }
}

function joined(run: number, word: number): number {
  return (Math.imul(run ^ word, 0x85ebca6b) + (run >>> 13)) | 0;
}

const slotRoom = new Scratch((length) => new Int32Array(length));

/** The first block with each run of words: an open hash table, as most runs are looked up once. */
class RunTable {
  #mask: number;
  /** A run and one more than its block, slot after slot; 0 for free slots. */
  #slots: Int32Array;
  #size: number;
  #count = 0;

  /** @param length Characters of the text. */
  constructor(length: number) {
    let size = 64;
    while (size < length / charactersOfRun && size < mostSlots) size *= 2;
    this.#mask = size - 1;
    this.#slots = slotRoom.takeClear(2 * size);
    this.#size = 2 * size;
  }

  /** Records that a block has a run; returns the first block that has it. */
  add(run: number, block: number): number {
    let at = this.#find(run);
    if (this.#slots[at + 1] !== 0) return this.#slots[at + 1] - 1;
    if (2 * ++this.#count > this.#mask) {
      this.#grow();
      at = this.#find(run);
    }
    this.#slots[at] = run;
    this.#slots[at + 1] = block + 1;
    return block;
  }

  #find(run: number): number {
    const slots = this.#slots;
    const mask = this.#mask;
    let slot = Math.imul(run, 0x9e3779b1) >>> 7;
    for (slot &= mask; slots[2 * slot + 1] !== 0 && slots[2 * slot] !== run; ) slot = (slot + 1) & mask;
    return 2 * slot;
  }

  #grow(): void {
    const before = this.#slots;
    const size = this.#size;
    this.#slots = new Int32Array(2 * size);
    this.#size = 2 * size;
    this.#mask = 2 * this.#mask + 1;
    for (let i = 0; i < size; i += 2) {
      if (before[i + 1] === 0) continue;
      const at = this.#find(before[i]);
      this.#slots[at] = before[i];
      this.#slots[at + 1] = before[i + 1];
    }
  }
}

/** Initial characters of text per slot: words have about six. */
const charactersOfRun = 3;
const mostSlots = 1 << 20;

/** An ASCII letter without case, a digit, or a letter beyond ASCII; 0 for punctuation and spaces. */
export function foldedCode(code: number): number {
  return code < 128 ? foldedAscii[code] : foldedBeyond(code);
}

const foldedAscii = Uint8Array.from({ length: 128 }, (_, code) => {
  if (code >= 65 && code <= 90) return code + 32;
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) ? code : 0;
});

function foldedBeyond(code: number): number {
  const isSign =
    code < 0xc0 ||
    (code >= 0x2000 && code < 0x2070) ||
    (code >= 0x3000 && code < 0x3004) ||
    (code >= 0x3008 && code < 0x3020) ||
    (code >= 0xff00 && code < 0xff10) ||
    (code >= 0xff1a && code < 0xff21) ||
    code === 0xfeff;
  return isSign ? 0 : code;
}
