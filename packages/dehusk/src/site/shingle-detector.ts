/**
 * Templates of a batch of pages by shared texts ("Extracting Unstructured Data from Template Generated Web Documents",
 * Ma, Goharian, Chowdhury and Chung, CIKM 2003). A first pass splits pages at their tags into chunks of text and counts
 * the pages each is on; a second removes the chunks that are on enough of them.
 *
 * With `shingleWords`, chunks are compared by their shingles, all runs of that many words (Broder, "On the resemblance
 * and containment of documents", 1997), so that a chunk with a differing date is found too.
 *
 * Time is linear in the text on average. Memory while counting is some 50 bytes per distinct chunk or shingle of the
 * batch; the result is 12 bytes for each that is on enough pages.
 *
 * Where we differ: only visible text counts, with white space collapsed; shingles are of lower-case words.
 */

import { highStep, LaneHash, lowStep, mixHigh, mixLow } from "../basics/index.ts";
import { type PageWords, pageWords } from "../features/index.ts";
import { isText, type Page } from "../page/index.ts";
import { type ResolvedShingleOptions, resolveShingleOptions, type ShingleOptions } from "./batch-options.ts";
import { FingerprintTable } from "./fingerprint-table.ts";

/** The chunks or shingles on enough pages of a batch, sorted by hash. */
export interface ShingleTable {
  readonly version: 1;
  /** Pages of the batch. */
  readonly pages: number;
  readonly options: ResolvedShingleOptions;
  /** Each hash in two halves. */
  readonly low: Uint32Array;
  readonly high: Uint32Array;
  /** Pages each is on. */
  readonly documents: Uint32Array;
}

/**
 * Counts the texts of a batch of pages.
 *
 * @example
 * const detector = new ShingleDetector({ minimumPages: 3 });
 * for (const html of pages) detector.add(parse(html));
 * const table = detector.finish();
 * const marks = shingleTemplates(parse(html), table);
 */
export class ShingleDetector {
  #pages = 0;
  readonly #options: ResolvedShingleOptions;
  readonly #table = new FingerprintTable(Number.POSITIVE_INFINITY);

  /** @throws DehuskError `bad-option`. */
  constructor(options: ShingleOptions = {}) {
    this.#options = resolveShingleOptions(options);
  }

  get pages(): number {
    return this.#pages;
  }

  /** Counts the texts of one more page, each once. */
  add(page: Page): void {
    const number = ++this.#pages;
    const shingles = new Shingles(page, this.#options.shingleWords);
    for (let i = 0; i < page.size; i++) {
      const count = shingles.open(i);
      for (let k = 0; k < count; k++) {
        shingles.read(k);
        this.#table.count(shingles.low, shingles.high, number);
      }
    }
  }

  /** What is on enough pages so far. */
  finish(): ShingleTable {
    const { low, high, pages } = this.#table;
    const { minimumPages, minimumShare } = this.#options;
    const least = Math.max(minimumPages, minimumShare * this.#pages);
    const slots: number[] = [];
    for (let slot = 0; slot < pages.length; slot++) if (pages[slot] >= least) slots.push(slot);
    slots.sort((a, b) => high[a] - high[b] || low[a] - low[b]);
    return {
      version: 1,
      pages: this.#pages,
      options: this.#options,
      low: Uint32Array.from(slots, (slot) => low[slot]),
      high: Uint32Array.from(slots, (slot) => high[slot]),
      documents: Uint32Array.from(slots, (slot) => pages[slot]),
    };
  }
}

/**
 * Marks the text nodes of a page that are templates; the page need not be in the batch.
 *
 * @returns 1 for each text node that is a template, otherwise 0.
 */
export function shingleTemplates(page: Page, table: ShingleTable): Uint8Array {
  const { shingleWords, shingleShare } = table.options;
  const known = indexOf(table);
  const shingles = new Shingles(page, shingleWords);
  const marks = new Uint8Array(page.size);
  for (let i = 0; i < page.size; i++) {
    const count = shingles.open(i);
    let found = 0;
    for (let k = 0; k < count; k++) {
      shingles.read(k);
      if (known.find(shingles.low, shingles.high) >= 0) found++;
    }
    // A single shingle is all or nothing, whatever the share.
    const isTemplate = count === 1 ? found === 1 : found > shingleShare * count;
    if (isTemplate) marks[i] = 1;
  }
  return marks;
}

/** Iterates over the shingles of a page's text nodes. */
class Shingles {
  /** The hash of the current shingle. */
  low = 0;
  high = 0;

  readonly #page: Page;
  readonly #size: number;
  readonly #hash = new LaneHash();
  readonly #words: PageWords | undefined;
  /** Factor of the word that leaves a shingle. */
  readonly #lowLast: number = 1;
  readonly #highLast: number = 1;
  #from = 0;
  #length = 0;
  #lowSum = 0;
  #highSum = 0;

  constructor(page: Page, size: number) {
    this.#page = page;
    this.#size = size;
    if (size === 0) return;
    this.#words = pageWords(page);
    for (let k = 1; k < size; k++) {
      this.#lowLast = Math.imul(this.#lowLast, lowStep);
      this.#highLast = Math.imul(this.#highLast, highStep);
    }
  }

  /** Goes to a node; returns its number of shingles, 0 if it shows no text. */
  open(node: number): number {
    const { textFrom, textTo, strings } = this.#page;
    if (!isText(this.#page, node) || textTo[node + 1] <= textFrom[node]) return 0;
    this.#length = 0;
    if (this.#words !== undefined) {
      this.#from = this.#words.before[node];
      const words = this.#words.before[node + 1] - this.#from;
      this.#length = Math.min(words, this.#size);
      if (words > this.#size) return words - this.#size + 1;
    }
    // A whole chunk, or one of symbols without words.
    if (this.#length === 0) return this.#hash.folded(strings[node]) ? 1 : 0;
    return 1;
  }

  /** Computes the node's k-th shingle; call for 0, 1, 2, … */
  read(k: number): void {
    const length = this.#length;
    if (this.#words === undefined || length === 0) {
      this.low = this.#hash.low >>> 0;
      this.high = this.#hash.high >>> 0;
      return;
    }
    const { hashes } = this.#words;
    const at = this.#from + k;
    if (k === 0) {
      this.#lowSum = 0;
      this.#highSum = 0;
      for (let w = 0; w < length; w++) this.#append(hashes[at + w]);
    } else {
      const gone = hashes[at - 1];
      this.#lowSum -= Math.imul(mixLow(gone), this.#lowLast);
      this.#highSum -= Math.imul(mixHigh(gone), this.#highLast);
      this.#append(hashes[at + length - 1]);
    }
    this.low = mixLow(this.#lowSum ^ length) >>> 0;
    this.high = mixHigh(this.#highSum ^ length) >>> 0;
  }

  #append(word: number): void {
    this.#lowSum = (Math.imul(this.#lowSum, lowStep) + mixLow(word)) | 0;
    this.#highSum = (Math.imul(this.#highSum, highStep) + mixHigh(word)) | 0;
  }
}

/** Lookup tables of results, cached while the caller holds them: many pages are compared with the same one. */
const indexes = new WeakMap<ShingleTable, FingerprintTable>();

function indexOf(table: ShingleTable): FingerprintTable {
  let index = indexes.get(table);
  if (index === undefined) {
    index = new FingerprintTable(Number.POSITIVE_INFINITY);
    for (let i = 0; i < table.low.length; i++) index.count(table.low[i], table.high[i], 1);
    indexes.set(table, index);
  }
  return index;
}
