import {
  type AncestorFeature,
  ancestorFeatures,
  type NeighbourFeature,
  neighbourFeatures,
  type PageFeature,
  pageFeatures,
} from "./context-features.ts";
import { fillRow, namesOf } from "./feature.ts";
import type { PageView } from "./page-view.ts";
import { type PlaceFeature, placeFeatures } from "./place-features.ts";
import { type TagFeature, tagFeatures } from "./tag-features.ts";
import { type TextFeature, textFeatures } from "./text-features.ts";

/** Features of a node that need only the markup. */
export const markupFamilies = [textFeatures, tagFeatures, ancestorFeatures, neighbourFeatures, pageFeatures];

export type MarkupFeature = TextFeature | TagFeature | AncestorFeature | NeighbourFeature | PageFeature;

const families = [textFeatures, placeFeatures, tagFeatures, ancestorFeatures, neighbourFeatures, pageFeatures];

export type NodeFeature = TextFeature | PlaceFeature | TagFeature | AncestorFeature | NeighbourFeature | PageFeature;

/** The features of a node in its page, in the order of `nodeFeatures`' columns. */
export const nodeFeatureNames: readonly NodeFeature[] = /* @__PURE__ */ namesOf<NodeFeature>(families);

/**
 * Features of some nodes of a page, row by row. Every figure of a subtree is a difference of running sums, so a row
 * costs the same for a word as for the whole page.
 */
export function nodeFeatures(view: PageView, nodes: Int32Array): Float32Array {
  const width = nodeFeatureNames.length;
  const rows = new Float32Array(nodes.length * width);
  for (let r = 0; r < nodes.length; r++) {
    fillRow(families, view, nodes[r], rows, r * width);
  }
  return rows;
}
