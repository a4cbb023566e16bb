import { sumOf } from "../page/index.ts";
import { columnsOf, type FeatureFamily, logarithm, ratio } from "./feature.ts";
import { type TagKind, tagKinds } from "./tag-sums.ts";
import type { TemplateBlockView } from "./template-block-view.ts";

const names = ["elements", "kinds", "levels", "imageArea", "anchorShare", "imageElements"] as const;
const column = /* @__PURE__ */ columnsOf(names);

export type TemplateBlockMarkup = (typeof names)[number] | TagKind | `${TagKind}Share`;

/** The elements of a template block. Links, images and controls are among `textFeatures`. */
export const templateBlockMarkupFeatures: FeatureFamily<TemplateBlockView, TemplateBlockMarkup> = {
  names: [...names, .../* @__PURE__ */ tagKinds.flatMap(({ name }): TemplateBlockMarkup[] => [name, `${name}Share`])],
  fill({ view, tags, imageArea, levelsBelow }, node, row, at) {
    const { page, boxes } = view;
    const { sums } = page;
    const elements = sumOf(page, sums.elements, node);
    const pictures = imageArea[page.end[node]] - imageArea[node];
    let kinds = 0;
    for (let kind = 0; kind < tagKinds.length; kind++) {
      const count = sumOf(page, tags[kind], node);
      if (count > 0) kinds++;
      row[at + names.length + 2 * kind] = logarithm(count);
      row[at + names.length + 2 * kind + 1] = ratio(count, elements);
    }
    row[at + column.elements] = logarithm(elements);
    row[at + column.kinds] = kinds;
    row[at + column.levels] = logarithm(levelsBelow[node]);
    row[at + column.imageArea] = Math.min(1, ratio(pictures, boxes.w[node] * boxes.h[node]));
    row[at + column.anchorShare] = ratio(sumOf(page, sums.links, node), elements);
    row[at + column.imageElements] = ratio(sumOf(page, sums.images, node), elements);
  },
};
