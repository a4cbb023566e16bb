/**
 * Labels the blocks of a site's pages by repetition alone: "Site-Independent Template-Block Detection" (Kołcz and Yih),
 * sections 3 and 4.1. Two passes over the pages: one counts the pages each block is on, the other labels.
 *
 * - A template is on at least a tenth of the pages, and on at least two.
 * - A non-template is on one page only, with nothing below it that is on more; only the topmost are kept, since there
 *   are many more of them than templates.
 * - All other blocks are ignored, as are copies within a page. A copy still counts as part of its ancestors.
 *
 * Pages stream through: time is that of finding the blocks, memory is bounded by the table's size. Once the table has
 * been full, counts are approximate: a label is given only if it holds for every possible true count. So labels stay
 * right, but with an error of two pages there are no non-templates any more.
 *
 * Where we differ: a page with the same text as an earlier one is not counted again ("unique HTML documents", 4.2).
 */

import type { Page } from "../page/index.ts";
import { type BlockLabelOptions, type ResolvedBlockLabelOptions, resolveBlockLabelOptions } from "./block-options.ts";
import { FingerprintTable } from "./fingerprint-table.ts";
import { findTextBlocks, type TextBlocks } from "./text-blocks.ts";

export const BlockLabel = { Ignored: 0, Template: 1, NonTemplate: 2 } as const;

/** How many pages of a site each block is on. Use before counting more pages. */
export interface BlockFrequencies {
  readonly options: ResolvedBlockLabelOptions;
  /** Pages counted, duplicates skipped, and how much a count may be too low. */
  readonly pages: number;
  readonly copies: number;
  readonly error: number;
  readonly table: FingerprintTable;
}

/** Blocks in document order with their labels. */
export interface LabelledBlocks {
  readonly nodes: Int32Array;
  /** A {@link BlockLabel} each. */
  readonly labels: Uint8Array;
}

/**
 * Counts the blocks of one site's pages.
 *
 * @example
 * const counter = new BlockCounter();
 * for (const html of pages) counter.add(parse(html));
 * const frequencies = counter.finish();
 * for (const html of pages) labelBlocks(parse(html), frequencies);
 */
export class BlockCounter {
  #pages = 0;
  #copies = 0;
  readonly #options: ResolvedBlockLabelOptions;
  readonly #table: FingerprintTable;
  readonly #texts: FingerprintTable;

  /** @throws DehuskError `bad-option`. */
  constructor(options: BlockLabelOptions = {}) {
    this.#options = resolveBlockLabelOptions(options);
    this.#table = new FingerprintTable(this.#options.maxFingerprints);
    this.#texts = new FingerprintTable(this.#options.maxFingerprints >>> 2);
  }

  get pages(): number {
    return this.#pages;
  }

  add(page: Page): void {
    const { nodes, low, high, copy, pageLow, pageHigh } = findTextBlocks(page, this.#options);
    if (this.#texts.find(pageLow, pageHigh) >= 0) {
      this.#copies++;
      return;
    }
    const number = ++this.#pages;
    this.#texts.count(pageLow, pageHigh, number);
    for (let b = 0; b < nodes.length; b++) {
      if (copy[b] === 0) this.#table.count(low[b], high[b], number);
    }
  }

  /** The counts so far. */
  finish(): BlockFrequencies {
    return {
      options: this.#options,
      pages: this.#pages,
      copies: this.#copies,
      error: this.#table.error,
      table: this.#table,
    };
  }
}

/**
 * Labels the blocks of a page that was counted. On other pages there are no non-templates.
 *
 * @returns All blocks of the page, including ignored ones.
 */
export function labelBlocks(page: Page, frequencies: BlockFrequencies): LabelledBlocks {
  const { options, pages, table } = frequencies;
  const blocks = findTextBlocks(page, options);
  const { nodes, low, high, copy } = blocks;
  const labels = new Uint8Array(nodes.length);
  const rare = new Uint8Array(nodes.length);
  const leastPages = Math.max(options.minimumPages, options.templateShare * pages);
  for (let b = 0; b < nodes.length; b++) {
    const slot = table.find(low[b], high[b]);
    const least = slot < 0 ? 0 : table.pages[slot];
    const most = slot < 0 ? table.error : least + table.missed[slot];
    if (least >= leastPages) labels[b] = BlockLabel.Template;
    else if (most <= options.nonTemplatePages) {
      rare[b] = 1;
      if (most > 0) labels[b] = BlockLabel.NonTemplate;
    }
  }
  keepTopmost(page, blocks, rare, labels);
  for (let b = 0; b < nodes.length; b++) if (copy[b] === 1) labels[b] = BlockLabel.Ignored;
  return { nodes, labels };
}

/** Clears the label of non-templates that contain blocks on more pages or lie in another non-template. */
function keepTopmost(page: Page, { nodes }: TextBlocks, rare: Uint8Array, labels: Uint8Array): void {
  /** Prefix sums of the blocks on more pages: a block and those below it are a range. */
  const frequent = new Int32Array(nodes.length + 1);
  for (let b = 0; b < nodes.length; b++) frequent[b + 1] = frequent[b] + 1 - rare[b];
  /** Where the blocks below each end; found from last to first by skipping over nested ones. */
  const end = new Int32Array(nodes.length);
  for (let b = nodes.length - 1; b >= 0; b--) {
    let next = b + 1;
    while (next < nodes.length && nodes[next] < page.end[nodes[b]]) {
      next = end[next];
    }
    end[b] = next;
  }
  let covered = 0;
  for (let b = 0; b < nodes.length; b++) {
    if (labels[b] !== BlockLabel.NonTemplate) continue;
    const pure = frequent[end[b]] === frequent[b];
    if (pure && b >= covered) covered = end[b];
    else labels[b] = BlockLabel.Ignored;
  }
}
