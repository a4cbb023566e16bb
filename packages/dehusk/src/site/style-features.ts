import { LaneHash } from "../basics/index.ts";
import type { PageWords } from "../features/index.ts";
import { Mark, type Page, TEXT } from "../page/index.ts";
import { canonicalAddress } from "./canonical.ts";
import { FingerprintTable } from "./fingerprint-table.ts";
import { atElementHigh, atElementLow } from "./style-kinds.ts";

/** The features of a tree's leaves and how evenly pages have them, one entry per element. */
export interface LeafFeatures {
  /** Distinct features. */
  readonly count: Int32Array;
  /** Σ ln(pages that have feature i). */
  readonly logPages: Float64Array;
}

/**
 * Counts the features of leaves: words, image sources, values of form controls, link targets. A page has a feature or
 * not, so each of the n pages with feature a has the share 1/n of it, and its entropy H(a) = −Σ p log_m p is log_m n:
 * counting pages is enough. 24 bytes a slot, at least two slots per feature of a leaf.
 */
export class FeatureCounter {
  readonly #table = new FingerprintTable(Number.POSITIVE_INFINITY);
  readonly #hash = new LaneHash();
  readonly #links: boolean;

  constructor(linkAddresses: boolean) {
    this.#links = linkAddresses;
  }

  /**
   * Counts the features of a node and everything below it, once per page.
   *
   * @param page Number of the page, from 1.
   */
  add(page: Page, words: PageWords, node: number, leaf: number, number: number): void {
    const end = page.end[node];
    const last = words.before[end];
    for (let w = words.before[node]; w < last; w++) {
      const hash = words.hashes[w];
      this.#count(leaf, hash, Math.imul(hash, 0x2c1b3c6d), number);
    }
    for (let i = node; i < end; i++) {
      if (page.tag[i] === TEXT || (page.marks[i] & unread) !== 0) continue;
      const list = page.attributes[i];
      for (let k = 0; k < list.length; k++) {
        const { name, value } = list[k];
        if (name === "src" || (this.#links && name === "href")) this.#hash.exact(canonicalAddress(value));
        else if (name === "value") this.#hash.exact(value);
        else continue;
        this.#count(leaf, this.#hash.low, this.#hash.high, number);
      }
    }
  }

  /** @param elements How many elements the tree has. */
  finish(elements: number): LeafFeatures {
    const { pages, note } = this.#table;
    const count = new Int32Array(elements);
    const logPages = new Float64Array(elements);
    for (let slot = 0; slot < pages.length; slot++) {
      const having = pages[slot];
      if (having === 0) continue;
      const leaf = note[slot];
      count[leaf] = count[leaf] + 1;
      logPages[leaf] = logPages[leaf] + Math.log(having);
    }
    return { count, logPages };
  }

  #count(leaf: number, low: number, high: number, number: number): void {
    const slot = this.#table.count(atElementLow(leaf, low), atElementHigh(leaf, high), number);
    if (slot >= 0) this.#table.note[slot] = leaf;
  }
}

const unread = Mark.Unseen | Mark.NoScript | Mark.Template;
