import { Scratch } from "../../basics/index.ts";
import type { Page } from "../../page/index.ts";

/** Words in a row that are compared. */
const runLength = 5;

/** Texts of fewer words may well be said again within others. */
const leastWords = 12;

/**
 * Finds blocks whose text stands within that of another block: posts quoted in part, previews, sentences pulled out of a
 * text, copies with other signs. Linear in the text.
 *
 * @param leastShare Of a block's runs of words the share that another must have to hold it; 0 for blocks not compared.
 * @returns For each block the one that holds its text; -1 for none.
 */
export function findContained({ text, textFrom, textTo, blocks }: Page, leastShare: (block: number) => number) {
  const holder = new Int32Array(blocks.count).fill(-1);
  const firstWith = new RunTable(text.length);
  const runsIn = new Int32Array(blocks.count);
  const shared = new Int32Array(blocks.count);
  const recent = new Int32Array(runLength);
  for (let b = 0; b < blocks.count; b++) {
    if (leastShare(b) === 0) continue;
    const others: number[] = [];
    let words = 0;
    let word = 0;
    const end = textTo[blocks.last[b] + 1];
    for (let i = textFrom[blocks.first[b]]; i <= end; i++) {
      const code = i < end ? foldedCode(text.charCodeAt(i)) : 0;
      if (code !== 0) word = Math.imul(word ^ code, 0x01000193) + 1;
      // Scripts without spaces: each sign is a word.
      if (word === 0 || (code !== 0 && code < 0x2e80)) continue;
      recent[words++ % runLength] = word;
      word = 0;
      if (words >= runLength) endRun();
    }
    runsIn[b] = Math.max(0, words - runLength + 1);
    settle(others);

    function endRun(): void {
      let run = 0;
      for (let k = 0; k < runLength; k++)
        run = Math.imul(run ^ recent[(words + k) % runLength], 0x85ebca6b) + (run >>> 13);
      const other = firstWith.add(run, b);
      if (other !== b && shared[other]++ === 0) others.push(other);
    }

    /** Whether one of the blocks before has what this block says, or the other way round. */
    function settle(others: readonly number[]): void {
      let best = -1;
      for (const other of others) if (best < 0 || shared[other] > shared[best]) best = other;
      const most = best < 0 ? 0 : shared[best];
      for (const other of others) shared[other] = 0;
      if (best < 0) return;
      const isWithin = (block: number): boolean =>
        runsIn[block] > leastWords - runLength && most >= leastShare(block) * runsIn[block];
      if (isWithin(b)) holder[b] = best;
      else if (holder[best] < 0 && isWithin(best)) holder[best] = b;
    }
  }
  return holder;
}

const slotRoom = new Scratch((length) => new Int32Array(length));

/** The first block that has each run of words: an open hash table, as most runs are looked up once. */
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

  /** Notes that a block has a run; returns the first block that has it. */
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

/** Characters of text for each slot at first: words have about six. */
const charactersOfRun = 3;
const mostSlots = 1 << 20;

/** An ASCII letter without case, a digit, or a letter beyond ASCII; 0 for signs and spaces. */
export function foldedCode(code: number): number {
  if (code < 128) {
    if (code >= 65 && code <= 90) return code + 32;
    return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) ? code : 0;
  }
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
