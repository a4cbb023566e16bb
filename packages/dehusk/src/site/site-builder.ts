/**
 * SITELEVEL(θ), sections 3 and 5.1 of "Page-level Template Detection via Isotonic Smoothing": counts the pages of a
 * site that each node is on, by fingerprint; nodes on more than a share θ of the pages are templates.
 *
 * Pages stream through: time is that of the fingerprints plus one lookup per visible node; memory is bounded by the
 * table's size, see `FingerprintTable`. Where we differ from the paper: an exact duplicate of an earlier page is not
 * counted, so that copies do not make content a template; elements that show nothing are not counted; nor are bare
 * texts, which lost 0.9 % more of the known content values to templates and found 1.2 % more of the text (48 sites);
 * and a template is on at least three pages, since 10 % of a small site is one page.
 */

import { isElement, isText, type Page, tagName } from "../page/index.ts";
import { type CanonicalRules, canonicalRules } from "./canonical.ts";
import { FingerprintTable } from "./fingerprint-table.ts";
import { type Fingerprints, nodeFingerprints } from "./fingerprints.ts";
import { groupTemplates, type Sample } from "./group-templates.ts";
import { shownNodes } from "./shown-nodes.ts";
import { type ResolvedSiteOptions, resolveSiteOptions, type SiteOptions } from "./site-options.ts";
import type { SiteTemplates } from "./site-templates.ts";

/** Characters of a template's text stored for people to read. */
const sampleLength = 60;

/** How far off a count may be, as a part of θ, and still be trusted. */
const trusted = 0.1;

/**
 * Finds what the pages of a site share.
 *
 * @example
 * const builder = new SiteBuilder();
 * for (const html of pages) builder.add(parse(html));
 * const templates = builder.finish();
 */
export class SiteBuilder {
  #pages = 0;
  #copies = 0;
  readonly #options: ResolvedSiteOptions;
  readonly #rules: CanonicalRules;
  readonly #table: FingerprintTable;
  readonly #roots: FingerprintTable;
  /** Samples of templates, indexed by the table's notes; 0 is none. */
  #samples: Sample[] = [];
  #nextSweep = 64;

  /** @throws DehuskError `bad-option`. */
  constructor(options: SiteOptions = {}) {
    this.#options = resolveSiteOptions(options);
    this.#rules = canonicalRules(this.#options.canonical, this.#options.dropAttributes);
    this.#table = new FingerprintTable(this.#options.maxFingerprints);
    this.#roots = new FingerprintTable(this.#options.maxFingerprints >>> 2);
  }

  get pages(): number {
    return this.#pages;
  }

  /** Duplicate pages skipped. */
  get copies(): number {
    return this.#copies;
  }

  /** Pages by which a count may be too low; 0 until the table has been full. */
  get error(): number {
    return this.#table.error;
  }

  add(page: Page): void {
    const prints = nodeFingerprints(page, this.#rules);
    const low = prints.low[0];
    const high = prints.high[0];
    if (this.#roots.find(low, high) >= 0) {
      this.#copies++;
      return;
    }
    const number = ++this.#pages;
    this.#roots.count(low, high, number);
    const shown = shownNodes(page);
    for (let i = 1; i < page.size; i++) {
      if (shown[i] === 0 || !isElement(page, i)) continue;
      const slot = this.#table.count(prints.low[i], prints.high[i], number);
      if (slot >= 0 && this.#table.note[slot] === 0 && this.#isTemplate(slot)) {
        this.#table.note[slot] = this.#samples.push(sampleOf(page, i, prints));
      }
    }
    if (number >= this.#nextSweep) this.#sweep();
  }

  /**
   * The number of pages so far that each element is on; a text has the number of its parent. 0 for nodes that show
   * nothing, for nodes of pages not counted, and once the table has been full, for nodes on at most `error` pages.
   */
  frequencies(page: Page): Uint32Array {
    const { low, high } = nodeFingerprints(page, this.#rules);
    const shown = shownNodes(page);
    const frequencies = new Uint32Array(page.size);
    for (let i = 1; i < page.size; i++) {
      if (shown[i] === 0) continue;
      if (isText(page, i)) {
        frequencies[i] = frequencies[page.parent[i]];
        continue;
      }
      const slot = this.#table.find(low[i], high[i]);
      if (slot >= 0) frequencies[i] = this.#table.pages[slot];
    }
    return frequencies;
  }

  /** The templates so far. More pages may follow. */
  finish(): SiteTemplates {
    const { theta, coverage, minimumPages, spareMixed, canonical, dropAttributes } = this.#options;
    const table = this.#table;
    const found: number[] = [];
    for (let slot = 0; slot < table.pages.length; slot++) if (this.#isTemplate(slot)) found.push(slot);
    return {
      version: 1,
      kind: "dehusk-site-templates",
      pages: this.#pages,
      theta,
      coverage,
      minimumPages,
      ...(!spareMixed && { spareMixed }),
      canonical,
      dropAttributes: [...dropAttributes],
      error: table.error,
      templates: groupTemplates(table, found, this.#samples),
    };
  }

  /**
   * Whether an entry is on more than θ of the pages so far. Missed counts are added, up to a tenth of θ: no template is
   * overlooked while the table's error is below that, and nothing on less than 0.9 θ becomes one.
   */
  #isTemplate(slot: number): boolean {
    const { theta, minimumPages } = this.#options;
    const { pages, missed } = this.#table;
    const least = theta * this.#pages;
    const count = pages[slot];
    if (count === 0 || count < minimumPages) return false;
    return count + Math.min(missed[slot], trusted * least) > least;
  }

  /**
   * Drops the samples of what has become rare, each time the pages have doubled. At most (nodes of a page) / θ
   * fingerprints can be on more than θ of the pages, which bounds the samples. A final template is on more than θ of
   * the pages when it is last seen, so it has a sample.
   */
  #sweep(): void {
    const { pages, missed, note } = this.#table;
    const kept: Sample[] = [];
    const least = (this.#options.theta * this.#pages) / 2;
    for (let slot = 0; slot < pages.length; slot++) {
      const at = note[slot];
      if (at === 0 || pages[slot] === 0) continue;
      const frequent = pages[slot] + missed[slot] > least;
      note[slot] = frequent ? kept.push(this.#samples[at - 1]) : 0;
    }
    this.#samples = kept;
    this.#nextSweep = this.#pages * 2;
  }
}

function sampleOf(page: Page, node: number, prints: Fingerprints): Sample {
  let parent = page.parent[node];
  // With `text`, an element may equal its parent.
  while (parent > 0 && prints.low[parent] === prints.low[node] && prints.high[parent] === prints.high[node]) {
    parent = page.parent[parent];
  }
  const from = page.textFrom[node];
  const to = Math.min(page.textTo[page.end[node]], from + 2 * sampleLength);
  const text = (to > from ? page.text.slice(from, to) : "").replace(/\s+/g, " ").trim();
  return {
    tag: tagName(page, node),
    // No half surrogate pairs.
    text: text.slice(0, sampleLength).replace(/[\ud800-\udbff]$/, ""),
    parentLow: prints.low[parent],
    parentHigh: prints.high[parent],
  };
}
