/**
 * Importance of a style tree's elements (Yi, Liu and Li, section 3): how much pages differ in the way they present an
 * element, and in what is below it. With m pages that have E, l styles below it, and p_i the share of pages with style
 * i:
 *
 *   NodeImp(E) = −Σ p_i log_m p_i, and 1 when m = 1
 *   CompImp(E) = (1 − γ^l) NodeImp(E) + γ^l Σ p_i CompImp(S_i)
 *   CompImp(S) = mean of CompImp over the elements of S
 *   CompImp(leaf) = 1 − Σ H(a_i) / l over its l features, and 1 when m = 1
 *
 * One loop from the last element to the first, since descendants have higher numbers: linear.
 *
 * Where we differ: a leaf on several pages without any feature, such as a text of dashes, has importance 0.
 */

import type { LeafFeatures } from "./style-features.ts";

/** The shape of a style tree. Element 0 is the root, alone in style node 0. */
export interface StyleShape {
  /** The style node each element is in. */
  readonly styleOf: Int32Array;
  /** The element each style node belongs to, -1 for style node 0. */
  readonly owner: Int32Array;
  /** The first element of each style node; the others follow. */
  readonly first: Int32Array;
  readonly length: Int32Array;
  /** Pages with each style node. */
  readonly pages: Int32Array;
}

export interface StyleImportance {
  /** NodeImp of each element. */
  readonly node: Float64Array;
  /** CompImp of each element. */
  readonly composite: Float64Array;
  /** The largest CompImp of each element and everything below it: below the threshold it is noise. */
  readonly largest: Float64Array;
}

export function styleImportance(shape: StyleShape, features: LeafFeatures, attenuation: number): StyleImportance {
  const { styleOf, owner, first, length, pages } = shape;
  const node = new Float64Array(styleOf.length);
  const composite = new Float64Array(styleOf.length);
  const largest = new Float64Array(styleOf.length);
  const styles = new Int32Array(styleOf.length);
  const below = new Float64Array(styleOf.length);
  const total = new Float64Array(owner.length);
  for (let e = styleOf.length - 1; e >= 0; e--) {
    const style = styleOf[e];
    const m = pages[style];
    if (m <= 1) {
      node[e] = 1;
      composite[e] = 1;
    } else if (styles[e] === 0) composite[e] = leafImportance(features, e, m);
    else {
      const kept = attenuation ** styles[e];
      composite[e] = (1 - kept) * node[e] + kept * below[e];
    }
    const importance = composite[e];
    if (importance > largest[e]) largest[e] = importance;
    total[style] = total[style] + importance;
    const above = owner[style];
    if (above < 0) continue;
    if (largest[e] > largest[above]) largest[above] = largest[e];
    if (e !== first[style]) continue;
    const all = pages[styleOf[above]];
    const share = m / all;
    if (share < 1) node[above] = node[above] - (share * Math.log(share)) / Math.log(all);
    below[above] = below[above] + (share * total[style]) / length[style];
    styles[above] = styles[above] + 1;
  }
  return { node, composite, largest };
}

function leafImportance({ count, logPages }: LeafFeatures, leaf: number, m: number): number {
  const features = count[leaf];
  return features === 0 ? 0 : Math.max(0, 1 - logPages[leaf] / (features * Math.log(m)));
}
