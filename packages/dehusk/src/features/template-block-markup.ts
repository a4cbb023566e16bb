import { sumOf } from "../page/index.ts";
import { type Feature, type FeatureGroup, logarithm, ratio } from "./feature.ts";
import { tagKinds } from "./tag-sums.ts";
import type { TemplateBlockView } from "./template-block-view.ts";

/** What elements a block is made of. Links, images and controls are among `textFeatures`. */
export const blockMarkupFeatures: FeatureGroup<TemplateBlockView> = {
  features: [
    { name: "elements", unit: "log2 of elements", why: "templates have much markup" },
    { name: "kinds", unit: "kinds of elements in it", why: "whole parts of a page have all kinds, a text has few" },
    { name: "levels", unit: "log2 of levels below it", why: "templates nest deeply" },
    { name: "imageArea", unit: "share of its area", why: "banners and galleries are pictures" },
    { name: "anchorShare", unit: "share of its elements", why: "menus are made of links" },
    { name: "imageElements", unit: "share of its elements", why: "banners and galleries are pictures" },
    ...tagKinds.flatMap(({ name, why }): Feature[] => [
      { name, unit: "log2 of elements", why },
      { name: `${name}Share`, unit: "share of its elements", why },
    ]),
  ],
  fill({ view, tags, imageArea, levelsBelow }, node, row, at) {
    const { page, boxes } = view;
    const { sums } = page;
    const elements = sumOf(page, sums.elements, node);
    const pictures = imageArea[page.end[node]] - imageArea[node];
    let kinds = 0;
    for (let kind = 0; kind < tagKinds.length; kind++) {
      const count = sumOf(page, tags[kind], node);
      if (count > 0) kinds++;
      row[at + 6 + 2 * kind] = logarithm(count);
      row[at + 7 + 2 * kind] = ratio(count, elements);
    }
    row[at] = logarithm(elements);
    row[at + 1] = kinds;
    row[at + 2] = logarithm(levelsBelow[node]);
    row[at + 3] = Math.min(1, ratio(pictures, boxes.w[node] * boxes.h[node]));
    row[at + 4] = ratio(sumOf(page, sums.links, node), elements);
    row[at + 5] = ratio(sumOf(page, sums.images, node), elements);
  },
};
