import { rounded } from "../basics/index.ts";
import type { PlainBox } from "../layout/index.ts";
import { boundedPaths, type Page, sumOf, tagNumber } from "../page/index.ts";
import type { SegmentAlgorithm } from "./segment-options.ts";
import type { PageSegments } from "./segment-page.ts";

/** A part of a page that belongs together. */
export interface Segment {
  /** Number in document order, from 0. */
  readonly id: number;
  /** XPaths of the topmost nodes that lie wholly in the segment; at most 100, overlong ones left out. */
  readonly paths: readonly string[];
  /** Number of such nodes. */
  readonly nodes: number;
  /** Bounding box of everything it shows. */
  readonly box: PlainBox;
  readonly words: number;
  readonly links: number;
  /** Mean templateness of its words, from 0 to 1. */
  readonly templateness: number;
  readonly text: string;
}

/** A page's segments as plain data, the JSON that `dehusk segment` writes. */
export interface Segmentation {
  readonly version: 1;
  readonly url: string | null;
  readonly algorithm: SegmentAlgorithm;
  readonly lambda: number | null;
  readonly energy: number | null;
  readonly segments: readonly Segment[];
}

const maxPaths = 100;

/** A segment under construction. */
interface Gathered {
  readonly tops: number[];
  readonly texts: string[];
  nodes: number;
  words: number;
  links: number;
  /** Σ templateness × weight, and Σ weight. */
  sum: number;
  weight: number;
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/**
 * Turns segments into plain data; templateness rounded to four decimals, boxes to one. Linear in the page.
 *
 * @example
 * console.log(JSON.stringify(describeSegments(segmentPage(page))));
 */
export function describeSegments(found: PageSegments): Segmentation {
  const { page, algorithm, lambda, energy, count } = found;
  const all = Array.from({ length: count }, gathered);
  addLeaves(found, all);
  addLinks(found, all);
  addTops(found, all);
  const paths = boundedPaths(
    page,
    all.flatMap(({ tops }) => tops),
  );
  let at = 0;
  const segments = all.map(
    ({ tops, texts, nodes, words, links, sum, weight, left, top, right, bottom }, id): Segment => {
      const own = paths.slice(at, at + tops.length).filter((path) => path !== null);
      at += tops.length;
      const box = [left, top, right - left, bottom - top].map((side) => rounded(side, 1)) as unknown as PlainBox;
      const templateness = rounded(sum / weight, 4);
      return { id, paths: own, nodes, box, words, links, templateness, text: texts.join("\n") };
    },
  );
  return { version: 1, url: page.url ?? null, algorithm, lambda, energy, segments };
}

function gathered(): Gathered {
  const [most, least] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const sums = { nodes: 0, words: 0, links: 0, sum: 0, weight: 0 };
  return { tops: [], texts: [], ...sums, left: most, top: most, right: least, bottom: least };
}

/** Weight of a leaf without words: it only decides where a segment has no words. */
const wordlessWeight = 1e-3;

function addLeaves({ page, boxes, leaf, label, detection }: PageSegments, all: readonly Gathered[]): void {
  const { templateness } = detection();
  for (let k = 0; k < leaf.length; k++) {
    const node = leaf[k];
    const own = all[label[k]];
    const words = sumOf(page, page.sums.words, node);
    own.words += words;
    own.sum += templateness[node] * (words + wordlessWeight);
    own.weight += words + wordlessWeight;
    const [x, y] = [boxes.x[node], boxes.y[node]];
    own.left = Math.min(own.left, x);
    own.top = Math.min(own.top, y);
    own.right = Math.max(own.right, x + boxes.w[node]);
    own.bottom = Math.max(own.bottom, y + boxes.h[node]);
  }
  for (const { from, to } of textRuns(page, leaf, label)) {
    const text = page.text.slice(page.textFrom[leaf[from]], page.textTo[page.end[leaf[to]]]).trim();
    if (text !== "") all[label[from]].texts.push(text);
  }
}

/** Runs of leaves of one segment that are adjacent in the text, `from` to `to`. */
function* textRuns(page: Page, leaf: Int32Array, label: Int32Array): Generator<{ from: number; to: number }> {
  let from = 0;
  for (let k = 1; k <= leaf.length; k++) {
    if (k < leaf.length && label[k] === label[from] && !hasText(page, leaf[k - 1], leaf[k])) continue;
    yield { from, to: k - 1 };
    from = k;
  }
}

/** Whether there is text without a box between two leaves. */
function hasText({ sums: { characters }, end }: Page, first: number, second: number): boolean {
  return characters[second] > characters[end[first]];
}

/** A link belongs to the segment of its first leaf. */
function addLinks({ page, leaf, label }: PageSegments, all: readonly Gathered[]): void {
  const { links } = page.sums;
  let k = 0;
  for (let node = 0; node < page.size && k < leaf.length; node++) {
    while (k < leaf.length && leaf[k] < node) k++;
    const own = links[node + 1] - links[node];
    if (own === 0 || k === leaf.length || leaf[k] >= page.end[node]) continue;
    all[label[k]].links += own;
  }
}

/** Topmost nodes that lie wholly in a segment; the document and `<html>` never count. */
function addTops({ page, leaf, label }: PageSegments, all: readonly Gathered[]): void {
  const own = segmentOfNodes(page, leaf, label);
  for (let node = 1; node < page.size; node++) {
    const segment = own[node];
    if (segment < 0 || own[page.parent[node]] >= 0) continue;
    const into = all[segment];
    into.nodes++;
    if (into.tops.length < maxPaths) into.tops.push(node);
  }
}

const html = tagNumber("html");

/** For each node the segment that all its leaves are in; -1 if they differ, -2 if there are none. */
export function segmentOfNodes(page: Page, leaf: Int32Array, label: Int32Array): Int32Array {
  const own = new Int32Array(page.size).fill(empty);
  for (let k = 0; k < leaf.length; k++) own[leaf[k]] = label[k];
  for (let node = page.size - 1; node > 0; node--) {
    const up = page.parent[node];
    const segment = own[node];
    if (segment === empty) continue;
    if (up === 0 || page.tag[up] === html) own[up] = mixed;
    else if (own[up] === empty) own[up] = segment;
    else if (own[up] !== segment) own[up] = mixed;
  }
  return own;
}

const mixed = -1;
const empty = -2;
