/**
 * The text segments of a page, in blocks: section 2.1 of "Incremental Web Page Template Detection".
 *
 * A segment is a visible text node, identified by a 64-bit hash of its text and of the path of tags above it, and by
 * the length of its text. A block lies between two borders of layout elements, so the text of a `div` before and after
 * a table in it are two blocks. One pass over the nodes, no recursion.
 *
 * Where we differ: the paper compares texts; we compare hashes, which keeps the table small, and lengths, so that a
 * false match needs two texts of the same length. White space is collapsed, and numbers are masked if asked for. Only
 * visible text counts.
 */

import { highStep, LaneHash, lowStep, mixHigh, mixLow } from "../basics/index.ts";
import { isElement, isShown, isText, type Page } from "../page/index.ts";
import type { ResolvedSegmentOptions } from "./segment-options.ts";

/** The segments of a page in document order; one entry per segment in every array. */
export interface PageSegments {
  readonly count: number;
  /** The text node. */
  readonly node: Int32Array;
  /** The hash of text and path in two halves. */
  readonly low: Uint32Array;
  readonly high: Uint32Array;
  /** Characters of the text, white space collapsed. */
  readonly length: Uint32Array;
  /** Offsets of each block's segments; one more entry than blocks. */
  readonly blockFrom: Int32Array;
}

/** Splits a page into blocks and segments. */
export function pageSegments(page: Page, { layoutTags, path, maskNumbers }: ResolvedSegmentOptions): PageSegments {
  const { size, end, tag } = page;
  const names = new Set(layoutTags);
  const isLayout = Uint8Array.from(page.tagNames, (name) => (names.has(name) ? 1 : 0));
  const paths = path === "none" ? undefined : hashPaths(page, path === "positions");
  const node = new Int32Array(size);
  const low = new Uint32Array(size);
  const high = new Uint32Array(size);
  const length = new Uint32Array(size);
  const blockFrom: number[] = [];
  const hash = new LaneHash();
  /** Ends of the open layout elements, innermost last. */
  const open: number[] = [];
  let count = 0;
  let isNew = true;
  for (let i = 1; i < size; i++) {
    while (open.length > 0 && i >= open[open.length - 1]) {
      open.pop();
      isNew = true;
    }
    if (isLayout[tag[i]] === 1) {
      open.push(end[i]);
      isNew = true;
    } else if (isText(page, i) && isShown(page, i) && hashText(hash, page.strings[i], maskNumbers)) {
      if (isNew) blockFrom.push(count);
      isNew = false;
      const above = page.parent[i];
      node[count] = i;
      low[count] = paths === undefined ? hash.low : mixLow(hash.low ^ paths.low[above]);
      high[count] = paths === undefined ? hash.high : mixHigh(hash.high ^ paths.high[above]);
      length[count++] = hash.length;
    }
  }
  blockFrom.push(count);
  return {
    count,
    node: node.subarray(0, count),
    low: low.subarray(0, count),
    high: high.subarray(0, count),
    length: length.subarray(0, count),
    blockFrom: Int32Array.from(blockFrom),
  };
}

/** Letters from which a text with numbers is words with slots, and not a value. */
const minLetters = 8;
const letter = /\p{L}/gu;

function hashText(hash: LaneHash, text: string, maskNumbers: boolean): boolean {
  const hasSlots = maskNumbers && /\d/.test(text) && (text.match(letter)?.length ?? 0) >= minLetters;
  return hasSlots ? hash.masked(text) : hash.folded(text);
}

/** A hash of the tags from the root down to each element, derived from its parent's. */
function hashPaths(page: Page, withPositions: boolean): { low: Int32Array; high: Int32Array } {
  const { size, parent, tag } = page;
  const low = new Int32Array(size);
  const high = new Int32Array(size);
  const tagLow = new Int32Array(page.tagNames.length);
  const tagHigh = new Int32Array(page.tagNames.length);
  const hash = new LaneHash();
  for (const [t, name] of page.tagNames.entries()) {
    hash.exact(name);
    tagLow[t] = hash.low;
    tagHigh[t] = hash.high;
  }
  const position = withPositions ? tagPositions(page) : undefined;
  for (let i = 1; i < size; i++) {
    if (!isElement(page, i)) continue;
    const above = parent[i];
    const t = tag[i];
    const place = position === undefined ? 0 : position[i];
    low[i] = mixLow(Math.imul(low[above], lowStep) + tagLow[t] + place);
    high[i] = mixHigh(Math.imul(high[above], highStep) + tagHigh[t] + place);
  }
  return { low, high };
}

/** The position of each element among its siblings with the same tag, from 1. */
function tagPositions({ size, end, tag }: Page): Int32Array {
  const position = new Int32Array(size);
  const counts = new Map<number, number>();
  for (let above = 0; above < size; above++) {
    counts.clear();
    for (let i = above + 1; i < end[above]; i = end[i]) {
      const nth = (counts.get(tag[i]) ?? 0) + 1;
      counts.set(tag[i], nth);
      position[i] = nth;
    }
  }
  return position;
}
