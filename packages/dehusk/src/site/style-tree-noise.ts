/**
 * Cleans a page with a style tree (Yi, Liu and Li, section 3): the page is mapped onto the tree from the top down.
 * Whatever maps to a noisy element is noise with everything below it. A sequence of children that no page of the batch
 * has is kept: it may be content. Linear in the page on average.
 */

import { findTag, type Page, tagNumber } from "../page/index.ts";
import { resolveStyleNoiseOptions, type StyleNoiseOptions } from "./batch-options.ts";
import { FingerprintTable } from "./fingerprint-table.ts";
import { atElementHigh, atElementLow, ChildSequence, isStyleLeaf, StyleKinds } from "./style-kinds.ts";
import type { StyleTree } from "./style-tree.ts";

const BODY = tagNumber("body");

/**
 * Marks the noise of a page, which need not be one the tree was built from.
 *
 * @returns 1 for each node that is noise, otherwise 0.
 * @throws DehuskError `bad-option`.
 * @example
 * const marks = noisyNodes(page, tree, { threshold: 0.3 });
 */
export function noisyNodes(page: Page, tree: StyleTree, options: StyleNoiseOptions = {}): Uint8Array {
  const { threshold, minimumPages } = resolveStyleNoiseOptions(options);
  const marks = new Uint8Array(page.size);
  const body = findTag(page, BODY);
  if (body < 0) return marks;
  const { kinds: known, styles } = indexOf(tree);
  const { first, styleOf, pages } = tree.shape;
  const { largest } = tree.importance;
  const kinds = known.read(page, false);
  const children = new ChildSequence();
  const places = new Int32Array(page.size).fill(-1);
  places[body] = 0;
  const end = page.end[body];
  for (let i = body; i < end; ) {
    const element = places[i];
    const after = page.end[i];
    const isNoise = element >= 0 && largest[element] < threshold && pages[styleOf[element]] >= minimumPages;
    if (isNoise) marks.fill(1, i, after);
    if (isNoise || element < 0 || (element > 0 && isStyleLeaf(page, i))) {
      i = after;
      continue;
    }
    children.read(page, kinds, i);
    const slot = styles.find(atElementLow(element, children.low), atElementHigh(element, children.high));
    if (slot < 0) i = after;
    else {
      children.place(page, kinds, i, first[styles.note[slot]], places);
      i++;
    }
  }
  return marks;
}

interface StyleIndex {
  readonly kinds: StyleKinds;
  /** Style nodes by element and sequence; the note is the style's number. */
  readonly styles: FingerprintTable;
}

/** Indexes of trees, cached while the caller holds them: many pages are mapped onto the same one. */
const indexes = new WeakMap<StyleTree, StyleIndex>();

function indexOf(tree: StyleTree): StyleIndex {
  let index = indexes.get(tree);
  if (index === undefined) {
    const { owner } = tree.shape;
    const styles = new FingerprintTable(Number.POSITIVE_INFINITY);
    for (let s = 1; s < owner.length; s++) {
      const element = owner[s];
      const low = atElementLow(element, tree.low[s]);
      const slot = styles.count(low, atElementHigh(element, tree.high[s]), 1);
      if (slot >= 0) styles.note[slot] = s;
    }
    index = { kinds: new StyleKinds(tree.options.attributes, tree.kindNames), styles };
    indexes.set(tree, index);
  }
  return index;
}
