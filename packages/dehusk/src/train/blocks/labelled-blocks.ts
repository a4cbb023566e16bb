import {
  templateBlockFeatureNames,
  templateBlockFeatures,
  templateBlockWordHashes,
  templateBlockWordsRead,
  viewPage,
} from "../../features/index.ts";
import { estimateBoxes } from "../../layout/index.ts";
import type { Page } from "../../page/index.ts";
import { type BlockFrequencies, BlockLabel, labelBlocks } from "../../site/index.ts";
import { copyInto } from "../copy-into.ts";

/** Features of a block besides those of its text's score. */
const width = templateBlockFeatureNames.length;

/** The labelled blocks of many sites, in growing flat arrays: features, words and labels. */
export class LabelledBlockRows {
  count = 0;
  /** Row after row, a number for each of `templateBlockFeatureNames`. */
  rows = new Float32Array(1024 * width);
  /** 1 template, 0 not. */
  labels = new Uint8Array(1024);
  sites = new Uint32Array(1024);
  /** Offsets of the blocks' words; those of block r are [from[r], from[r + 1]). */
  wordsFrom = new Uint32Array(1025);
  /** Hashes of words. */
  words = new Int32Array(1024);
  readonly #scratch = new Int32Array(templateBlockWordsRead);

  /** Adds the labelled blocks of a page. @returns The number of unlabelled ones. */
  addPage(site: number, page: Page, frequencies: BlockFrequencies): number {
    const { nodes, labels } = labelBlocks(page, frequencies);
    const chosen = nodes.filter((_, b) => labels[b] !== BlockLabel.Ignored);
    if (chosen.length === 0) return nodes.length;
    const rows = templateBlockFeatures(viewPage(page, estimateBoxes(page)), chosen);
    this.#reserve(chosen.length);
    this.rows.set(rows, this.count * width);
    let row = this.count;
    for (let b = 0; b < nodes.length; b++) {
      if (labels[b] === BlockLabel.Ignored) continue;
      this.labels[row] = labels[b] === BlockLabel.Template ? 1 : 0;
      this.sites[row] = site;
      this.#addWords(row, page, nodes[b]);
      row++;
    }
    this.count = row;
    return nodes.length - chosen.length;
  }

  #addWords(row: number, page: Page, node: number): void {
    const from = this.wordsFrom[row];
    const read = templateBlockWordHashes(page, node, this.#scratch);
    if (from + read > this.words.length) this.words = copyInto(new Int32Array(2 * (from + read)), this.words);
    this.words.set(this.#scratch.subarray(0, read), from);
    this.wordsFrom[row + 1] = from + read;
  }

  #reserve(more: number): void {
    const needed = this.count + more;
    if (needed <= this.labels.length) return;
    const size = Math.max(needed, 2 * this.labels.length);
    this.rows = copyInto(new Float32Array(size * width), this.rows);
    this.labels = copyInto(new Uint8Array(size), this.labels);
    this.sites = copyInto(new Uint32Array(size), this.sites);
    this.wordsFrom = copyInto(new Uint32Array(size + 1), this.wordsFrom);
  }
}
