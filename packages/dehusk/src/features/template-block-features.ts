/**
 * Features of the blocks that "Site-Independent Template-Block Detection" (Kołcz and Yih) judges, in the three
 * families of its section 3: a block by itself, against the rest of its page, and its place in tree and source. The
 * paper names some and gives no list; "a rich representation of potentially correlated attributes" is what it wants.
 */

import type { Feature, FeatureGroup } from "./feature.ts";
import type { PageView } from "./page-view.ts";
import { placeFeatures } from "./place-features.ts";
import { blockContrastFeatures } from "./template-block-contrast.ts";
import { blockMarkupFeatures } from "./template-block-markup.ts";
import { blockPlaceFeatures } from "./template-block-place.ts";
import { blockTextFeatures } from "./template-block-text.ts";
import { type TemplateBlockView, viewTemplateBlocks } from "./template-block-view.ts";
import { textFeatures } from "./text-features.ts";

/** The three families: what each is of, and its features. */
const families = {
  block: [ofNode(textFeatures), blockTextFeatures, blockMarkupFeatures],
  contrast: [blockContrastFeatures],
  place: [ofNode(placeFeatures), blockPlaceFeatures],
} as const;

const groups: readonly FeatureGroup<TemplateBlockView>[] = Object.values(families).flat();

/** Among `textFeatures`, those that compare with the page. */
const comparing = new Set(["wordShare", "titleWords", "titleShare", "proseHeld"]);

export type TemplateBlockFamily = keyof typeof families;

/** The names of the features of each family. */
export const templateBlockFamilies: Readonly<Record<TemplateBlockFamily, ReadonlySet<string>>> = {
  block: new Set(namesOf(families.block).filter((name) => !comparing.has(name))),
  contrast: new Set([...comparing, ...namesOf(families.contrast)]),
  place: new Set(namesOf(families.place)),
};

/** The features of a template block, in the order of `templateBlockFeatures`' columns. */
export const templateBlockFeatureList: readonly Feature[] = groups.flatMap(({ features }) => features);

/**
 * Features of some blocks of a page, row after row. What all blocks share is worked out in one pass over the page; a
 * row then costs the same for every block, but for its words, of which 128 are looked at.
 */
export function templateBlockFeatures(view: PageView, nodes: Int32Array): Float32Array {
  const width = templateBlockFeatureList.length;
  const rows = new Float32Array(nodes.length * width);
  if (nodes.length === 0) return rows;
  const blocks = viewTemplateBlocks(view);
  for (let r = 0; r < nodes.length; r++) {
    let at = r * width;
    for (const group of groups) {
      group.fill(blocks, nodes[r], rows, at);
      at += group.features.length;
    }
  }
  return rows;
}

/** Features of a node as features of a block. */
function ofNode({ features, fill }: FeatureGroup<PageView>): FeatureGroup<TemplateBlockView> {
  return { features, fill: ({ view }, node, row, at) => fill(view, node, row, at) };
}

function namesOf(list: readonly FeatureGroup<TemplateBlockView>[]): string[] {
  return list.flatMap(({ features }) => features.map(({ name }) => name));
}
