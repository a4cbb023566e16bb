import { detectPage } from "../detect/index.ts";
import { keepShown } from "../extract/index.ts";
import { estimateBoxes } from "../layout/index.ts";
import { isText, type Page, sumOf } from "../page/index.ts";
import { type PageSegments, type SegmentAlgorithm, segmentView, viewSegments } from "../segment/index.ts";
import type { SiteTemplates } from "../site/index.ts";
import type { Keep } from "./clean.ts";

/** How pages are segmented before segments are chosen. */
export interface SegmentKeepOptions {
  /** Default `gcuts`. */
  readonly algorithm?: SegmentAlgorithm | undefined;
}

export interface ContentSegmentOptions extends SegmentKeepOptions {
  /** The templates of the page's site, as evidence. */
  readonly site?: SiteTemplates | undefined;
}

/**
 * The largest segment of a page, as in "A Graph-Theoretic Approach to Webpage Segmentation", section 5.2. The paper
 * does not define large: we count words, and ties go to the first. A page without words is kept whole.
 *
 * @example
 * const text = cleanText(page, keepLargestSegment());
 */
export function keepLargestSegment({ algorithm }: SegmentKeepOptions = {}): Keep {
  return (page) => {
    const found = segmentsOf(page, algorithm);
    const words = wordsOfLeaves(found);
    const sizes = new Float64Array(found.count);
    for (let k = 0; k < words.length; k++) addTo(sizes, found.label[k], words[k]);
    const largest = indexOfMax(sizes);
    return keepLeaves(found, words, (k) => found.label[k] === largest);
  };
}

/** A segment is content if the mean templateness of its words is lower. At 0.7, small pages would keep their menus. */
const contentThreshold = 0.6;

/** The main part starts as the innermost element with this share of the page's content. */
const mainShare = 0.5;

/** It grows to its parent if that adds at most this many template words per content word. */
const maxTemplatePerContent = 0.25;

/**
 * The content segments, by templateness, in the main part of a page, which the paper of {@link keepLargestSegment}
 * suggests as better. Being content is not enough: a site's notes in a side column read like content, on every page. So
 * one element is the main part: the innermost that holds half of the content, extended upwards as long as that adds
 * little template. The segment with the most content always counts as content. A page without words is kept whole.
 *
 * The three thresholds above were chosen by the experiment `segmentation-duplicates`, on the generated pages of seed 2
 * and its real pages.
 *
 * @example
 * const text = cleanText(page, keepContentSegments());
 */
export function keepContentSegments({ algorithm, site }: ContentSegmentOptions = {}): Keep {
  return (page) => {
    const found = segmentsOf(page, algorithm);
    const { leaf, label, count, boxes } = found;
    const words = wordsOfLeaves(found);
    const { templateness } = site === undefined ? found.detection() : detectPage(page, { site, boxes });
    const sizes = new Float64Array(count);
    const content = new Float64Array(count);
    for (let k = 0; k < leaf.length; k++) {
      const own = words[k];
      addTo(sizes, label[k], own);
      addTo(content, label[k], own * (1 - templateness[leaf[k]]));
    }
    const most = indexOfMax(content);
    const share = content.map((own, segment) => own / Math.max(1, sizes[segment]));
    const isContent = share.map((own, segment) => (segment === most || own > 1 - contentThreshold ? 1 : 0));
    const { from, to } = mainPart(page, found, words, share, isContent);
    return keepLeaves(found, words, (k) => {
      const node = leaf[k];
      return isContent[label[k]] === 1 && from <= node && node < to;
    });
  };
}

function segmentsOf(page: Page, algorithm: SegmentAlgorithm = "gcuts"): PageSegments {
  return segmentView(viewSegments(page, estimateBoxes(page)), { algorithm });
}

function wordsOfLeaves({ page, leaf }: PageSegments): Int32Array {
  return leaf.map((node) => sumOf(page, page.sums.words, node));
}

function addTo(sums: Float64Array, at: number, value: number): void {
  sums[at] = sums[at] + value;
}

function indexOfMax(values: Float64Array): number {
  let best = 0;
  for (let i = 1; i < values.length; i++) if (values[i] > values[best]) best = i;
  return best;
}

/** The nodes of the main part. */
function mainPart(
  page: Page,
  { leaf, label }: PageSegments,
  words: Int32Array,
  share: Float64Array,
  isContent: Float64Array,
): { from: number; to: number } {
  // Entry i sums up the nodes before i: content words, the same weighted by how much they are content, template words.
  const content = new Float64Array(page.size + 1);
  const weight = new Float64Array(page.size + 1);
  const template = new Float64Array(page.size + 1);
  for (let k = 0; k < leaf.length; k++) {
    const segment = label[k];
    const [after, own] = [leaf[k] + 1, words[k]];
    if (isContent[segment] === 1) {
      content[after] = own;
      weight[after] = own * share[segment];
    } else template[after] = own;
  }
  for (const sums of [content, weight, template]) for (let i = 1; i <= page.size; i++) addTo(sums, i, sums[i - 1]);
  let node = innermost(page, weight, mainShare * weight[page.size]);
  for (let up = page.parent[node]; up >= 0; up = page.parent[up]) {
    const moreTemplate = within(page, template, up) - within(page, template, node);
    const moreContent = within(page, content, up) - within(page, content, node);
    if (moreTemplate > maxTemplatePerContent * moreContent) break;
    node = up;
  }
  return { from: node, to: page.end[node] };
}

/** The innermost element whose sum is at least `least`; of siblings, the first. */
function innermost(page: Page, sums: Float64Array, least: number): number {
  let node = 0;
  if (least === 0) return node;
  for (let child = 1; child < page.end[node]; ) {
    const hasEnough = within(page, sums, child) >= least && !isText(page, child);
    if (hasEnough) node = child;
    child = hasEnough ? child + 1 : page.end[child];
  }
  return node;
}

function within(page: Page, sums: Float64Array, node: number): number {
  return sums[page.end[node]] - sums[node];
}

/**
 * Keeps leaves, their ancestors, and nodes that show nothing themselves, such as line breaks, if their parent is kept.
 * Text without a box is dropped.
 */
function keepLeaves({ page, leaf }: PageSegments, words: Int32Array, isKept: (k: number) => boolean): Uint8Array {
  const shown = keepShown(page);
  if (words.every((own) => own === 0)) return shown;
  const holds = new Uint8Array(page.size);
  for (let k = 0; k < leaf.length; k++) {
    const what = isKept(k) ? Holds.Kept : Holds.Left;
    for (let up = leaf[k]; up >= 0 && holds[up] < what; up = page.parent[up]) {
      holds[up] = what;
    }
  }
  const kept = new Uint8Array(page.size);
  let leafEnd = 0;
  for (let node = 0, k = 0; node < page.size; node++) {
    if (node === leaf[k]) leafEnd = page.end[leaf[k++]];
    if (shown[node] === 0) continue;
    if (holds[node] !== Holds.Nothing) kept[node] = holds[node] === Holds.Kept ? 1 : 0;
    else if (node < leafEnd || !hasText(page, node)) kept[node] = kept[page.parent[node]];
  }
  return kept;
}

const Holds = { Nothing: 0, Left: 1, Kept: 2 } as const;

function hasText(page: Page, node: number): boolean {
  return isText(page, node) && sumOf(page, page.sums.characters, node) > 0;
}
