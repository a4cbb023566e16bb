/**
 * Features of the blocks that "Site-Independent Template-Block Detection" (Kołcz and Yih) judges, in the three
 * families of its section 3: a block by itself, against the rest of its page, and its place in tree and source. The
 * paper names some and gives no list; it asks for "a rich representation of potentially correlated attributes".
 */

import { type FeatureFamily, fillRow, namesOf } from "./feature.ts";
import type { PageView } from "./page-view.ts";
import { type PlaceFeature, placeFeatures } from "./place-features.ts";
import { type TemplateBlockContrast, templateBlockContrastFeatures } from "./template-block-contrast.ts";
import { type TemplateBlockMarkup, templateBlockMarkupFeatures } from "./template-block-markup.ts";
import { type TemplateBlockPlace, templateBlockPlaceFeatures } from "./template-block-place.ts";
import { type TemplateBlockText, templateBlockTextFeatures } from "./template-block-text.ts";
import { type TemplateBlockView, viewTemplateBlocks } from "./template-block-view.ts";
import { type TextFeature, textFeatures } from "./text-features.ts";

/** The three families with their features. */
const families = {
  block: [/* @__PURE__ */ ofNode(textFeatures), templateBlockTextFeatures, templateBlockMarkupFeatures],
  contrast: [templateBlockContrastFeatures],
  place: [/* @__PURE__ */ ofNode(placeFeatures), templateBlockPlaceFeatures],
} as const;

const allFamilies: readonly FeatureFamily<TemplateBlockView, TemplateBlockFeature>[] = [
  ...families.block,
  ...families.contrast,
  ...families.place,
];

/** Among `textFeatures`, those that compare with the page. */
const comparing: readonly TextFeature[] = ["wordShare", "titleWords", "titleShare", "proseHeld"];

export type TemplateBlockFeature =
  | TextFeature
  | TemplateBlockText
  | TemplateBlockMarkup
  | TemplateBlockContrast
  | PlaceFeature
  | TemplateBlockPlace;

export type TemplateBlockFamily = keyof typeof families;

/** The names of the features of each family. */
export function templateBlockFamilies(): Readonly<Record<TemplateBlockFamily, ReadonlySet<string>>> {
  return {
    block: new Set(namesOf<string>(families.block).filter((name) => !comparing.some((other) => other === name))),
    contrast: new Set([...comparing, ...namesOf<string>(families.contrast)]),
    place: new Set(namesOf<string>(families.place)),
  };
}

/** The features of a template block, in the order of `templateBlockFeatures`' columns. */
export const templateBlockFeatureNames: readonly TemplateBlockFeature[] =
  /* @__PURE__ */ namesOf<TemplateBlockFeature>(allFamilies);

/**
 * Features of some blocks of a page, row by row. Shared data is computed in one pass over the page; a
 * row then costs the same for every block, except for its words, of which 128 are read.
 */
export function templateBlockFeatures(view: PageView, nodes: Int32Array): Float32Array {
  const width = templateBlockFeatureNames.length;
  const rows = new Float32Array(nodes.length * width);
  if (nodes.length === 0) return rows;
  const blocks = viewTemplateBlocks(view);
  for (let r = 0; r < nodes.length; r++) {
    fillRow(allFamilies, blocks, nodes[r], rows, r * width);
  }
  return rows;
}

/** Features of a node as features of a template block. */
function ofNode<Name extends string>({
  names,
  fill,
}: FeatureFamily<PageView, Name>): FeatureFamily<TemplateBlockView, Name> {
  return { names, fill: ({ view }, node, row, at) => fill(view, node, row, at) };
}
