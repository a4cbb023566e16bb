import {
  type BlockSetting,
  blockFeatureNames,
  blockRows,
  firstLookWidth,
  nameColumn,
  nameHashes,
  settingOf,
  viewBlocks,
  viewPage,
  wordsRead,
} from "../../features/index.ts";
import { hashWords, type Page } from "../../page/index.ts";
import { labelBlocks, type PageTruth } from "./label-blocks.ts";
import { labelKinds } from "./label-kinds.ts";

/** A page labelled by people, and its origin. */
export interface LabelledPage extends PageTruth {
  readonly page: Page;
  /** The set the page belongs to. */
  readonly set: string;
  /** Pages of one host are never split between training and validation. */
  readonly host: string;
  /** Type of page if known, such as "forum". */
  readonly pageType?: string | undefined;
  /** The label of each block, where it is known otherwise than by a truth. */
  readonly labels?: Float32Array | undefined;
  /** How much the page counts beside others of its set; by default more for scarce types. */
  readonly worth?: number | undefined;
}

/** Everything training needs of a page, without the page. */
export interface ContentExample {
  readonly set: string;
  readonly host: string;
  /** How much the page counts beside others of its set. */
  readonly worth: number;
  /** Features that depend on the page alone, row by row: columns before `nameColumn`. */
  readonly rows: Float32Array;
  readonly labels: Float32Array;
  readonly kinds: Uint8Array;
  /** Weight of each block: the square root of its words, normalized to sum to 1 per page. */
  readonly weights: Float64Array;
  readonly setting: BlockSetting;
  readonly heading: Int32Array;
  /** The elements around blocks: parent of each, as an index in this list, and the hashes of its names. */
  readonly elementParent: Int32Array;
  readonly elementNames: readonly Int32Array[];
  /** Per block, an index among the elements. */
  readonly element: Int32Array;
  /** Hashes of the first words of each block. */
  readonly words: readonly Int32Array[];
}

/** Types of page that the web has many of, and the labelled sets have few of. */
const scarceTypes = new Set(["product", "listing", "collection", "service", "forum"]);
const scarceWorth = 2;

/** Columns that depend on the page alone. */
export const plainWidth = nameColumn;
/** Columns of names and words. */
export const lexiconWidth = firstLookWidth - nameColumn;
export const contextWidth = blockFeatureNames.length - firstLookWidth;

export function exampleOf({ page, set, host, pageType, labels: given, worth, ...truth }: LabelledPage): ContentExample {
  const blocks = viewBlocks(viewPage(page));
  const wide = blockRows(blocks);
  const { count } = page.blocks;
  const rows = new Float32Array(count * plainWidth);
  for (let b = 0; b < count; b++) {
    const from = b * blockFeatureNames.length;
    rows.set(wide.subarray(from, from + plainWidth), b * plainWidth);
  }
  const setting = settingOf(blocks);
  const labels = given ?? labelBlocks(page, truth);
  const roots = setting.words.reduce((sum, own) => sum + Math.sqrt(own), 0);
  const weights = Float64Array.from(setting.words, (own) => Math.sqrt(own) / Math.max(1, roots));
  if (given !== undefined) balance(weights, labels);
  return {
    set,
    host,
    worth: worth ?? (pageType !== undefined && scarceTypes.has(pageType) ? scarceWorth : 1),
    rows,
    labels,
    kinds: labelKinds(page, blocks.element, pageType === "forum"),
    weights,
    setting,
    heading: blocks.heading,
    ...elementsAround(page, blocks.element),
    words: firstWordsOf(page),
  };
}

/** Makes content and template weigh half of the page each: labels other than by a truth leave most content out. */
function balance(weights: Float64Array, labels: Float32Array): void {
  const sums = [0, 0];
  for (let b = 0; b < labels.length; b++) if (labels[b] >= 0) sums[labels[b]] += weights[b];
  for (let b = 0; b < labels.length; b++) if (labels[b] >= 0) weights[b] *= 0.5 / Math.max(1e-9, sums[labels[b]]);
}

function elementsAround(page: Page, element: Int32Array) {
  const needed = new Uint8Array(page.size);
  for (const node of element) for (let up = node; up > 0 && needed[up] === 0; up = page.parent[up]) needed[up] = 1;
  const place = new Int32Array(page.size);
  const parents: number[] = [-1];
  const names: Int32Array[] = [new Int32Array(0)];
  for (let i = 1; i < page.size; i++) {
    if (needed[i] !== 1) continue;
    place[i] = parents.length;
    parents.push(place[page.parent[i]]);
    names.push(Int32Array.from(nameHashes(page.attributes[i] ?? [])));
  }
  return {
    elementParent: Int32Array.from(parents),
    elementNames: names,
    element: element.map((node) => place[node]),
  };
}

function firstWordsOf(page: Page): Int32Array[] {
  const { first, last, count } = page.blocks;
  const hashes = new Int32Array(wordsRead);
  return Array.from({ length: count }, (_, b) => {
    const from = page.textFrom[first[b]];
    const read = hashWords(page.text, from, page.textTo[last[b] + 1], hashes);
    return hashes.slice(0, read);
  });
}
