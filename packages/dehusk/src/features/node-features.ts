import { ancestorFeatures, neighbourFeatures, pageFeatures } from "./context-features.ts";
import type { Feature } from "./feature.ts";
import type { PageView } from "./page-view.ts";
import { placeFeatures } from "./place-features.ts";
import { tagFeatures } from "./tag-features.ts";
import { textFeatures } from "./text-features.ts";

const groups = [textFeatures, placeFeatures, tagFeatures, ancestorFeatures, neighbourFeatures, pageFeatures];

/** The features of a node in its page, in the order of `nodeFeatures`' columns. */
export const nodeFeatureList: readonly Feature[] = groups.flatMap(({ features }) => features);

/**
 * Features of some nodes of a page, row after row. Every figure of a subtree is a difference of running sums, so a row
 * costs the same for a word and for the whole page.
 */
export function nodeFeatures(view: PageView, nodes: Int32Array): Float32Array {
  const width = nodeFeatureList.length;
  const rows = new Float32Array(nodes.length * width);
  for (let r = 0; r < nodes.length; r++) {
    let at = r * width;
    for (const group of groups) {
      group.fill(view, nodes[r], rows, at);
      at += group.features.length;
    }
  }
  return rows;
}
