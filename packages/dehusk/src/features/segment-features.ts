import { columnsOf, type FeatureFamily, fillRow, logarithm, namesOf, ratio, within } from "./feature.ts";
import { Inside } from "./inside.ts";
import { looks, type PartView } from "./part-view.ts";

/**
 * Features of the parts of a page for segmentation (GraphSeg, section 4.3): visual ones (position, shape,
 * background, fonts and colours of text) and content (length of sentences, text in links, tags). They are compared
 * between a small piece and an element that may contain it, so hardly any of them grows with a part's size.
 */

const placeNames = ["left", "right", "down", "middle", "shape", "order"] as const;
const placeColumn = /* @__PURE__ */ columnsOf(placeNames);

const place: FeatureFamily<PartView, SegmentPlace> = {
  names: placeNames,
  fill({ page, boxes, parts }, part, row, at) {
    const [x, y] = [parts.x[part], parts.y[part]];
    const [w, h] = [parts.w[part], parts.h[part]];
    const pageWidth = Math.max(1, boxes.width);
    const middle = y + h / 2;
    row[at + placeColumn.left] = within(x / pageWidth);
    row[at + placeColumn.right] = within((x + w) / pageWidth);
    row[at + placeColumn.down] = Math.min(100, Math.max(-1, middle / 1000));
    row[at + placeColumn.middle] = within(middle / Math.max(1, boxes.height));
    row[at + placeColumn.shape] = Math.log2(Math.max(1, w) / Math.max(1, h));
    row[at + placeColumn.order] = (parts.from[part] + parts.to[part]) / 2 / page.size;
  },
};

export type SegmentPlace = (typeof placeNames)[number];

/** In the order of `PartView.looks`, then the background. */
const appearanceNames = [
  "fontSize",
  "fontWeight",
  "textRed",
  "textGreen",
  "textBlue",
  "groundRed",
  "groundGreen",
  "groundBlue",
] as const;
const appearanceColumn = /* @__PURE__ */ columnsOf(appearanceNames);

const appearance: FeatureFamily<PartView, SegmentAppearance> = {
  names: appearanceNames,
  fill({ page, parts, styles, looks: sums, ground }, part, row, at) {
    const [from, to] = [parts.from[part], parts.to[part]];
    const { characters } = page.sums;
    const count = characters[to] - characters[from];
    const node = parts.node[part];
    if (count > 0) {
      for (let k = 0; k < looks; k++) {
        row[at + k] = (sums[looks * to + k] - sums[looks * from + k]) / count;
      }
    } else {
      const colour = styles.color[node];
      row[at + appearanceColumn.fontSize] = Math.log2(Math.max(1, styles.fontSize[node]));
      row[at + appearanceColumn.fontWeight] = styles.fontWeight[node] / 400;
      fillColour(colour, row, at + appearanceColumn.textRed);
    }
    fillColour(ground[node], row, at + appearanceColumn.groundRed);
  },
};

export type SegmentAppearance = (typeof appearanceNames)[number];

const contentNames = [
  "density",
  "sentence",
  "linked",
  "images",
  "controls",
  "digits",
  "capitals",
  "prose",
  "heading",
] as const;
const contentColumn = /* @__PURE__ */ columnsOf(contentNames);

const content: FeatureFamily<PartView, SegmentContent> = {
  names: contentNames,
  fill({ page: { sums }, parts, prose, headings }, part, row, at) {
    const [from, to] = [parts.from[part], parts.to[part]];
    const count = (sum: Int32Array) => sum[to] - sum[from];
    const characters = count(sums.characters);
    const words = count(sums.words);
    const area = Math.max(1, parts.w[part] * parts.h[part]);
    row[at + contentColumn.density] = Math.min(8, Math.log2(1 + (1000 * characters) / area));
    row[at + contentColumn.sentence] = logarithm(ratio(words, Math.max(1, count(sums.sentences))));
    row[at + contentColumn.linked] = ratio(count(sums.anchorCharacters), characters);
    row[at + contentColumn.images] = ratio(count(sums.images), count(sums.images) + words);
    row[at + contentColumn.controls] = ratio(count(sums.controls), count(sums.controls) + words);
    row[at + contentColumn.digits] = ratio(count(sums.digits), characters);
    row[at + contentColumn.capitals] = ratio(count(sums.capitals), words);
    row[at + contentColumn.prose] = ratio(count(prose), characters);
    row[at + contentColumn.heading] = ratio(count(headings), characters);
  },
};

export type SegmentContent = (typeof contentNames)[number];

/** Features of tags, each with its bits. */
const regions = [
  ["navigation", Inside.Navigation],
  ["header", Inside.Header],
  ["footer", Inside.Footer],
  ["aside", Inside.Aside],
  ["article", Inside.Article | Inside.Main],
  ["list", Inside.List],
  ["table", Inside.Table],
  ["form", Inside.Form],
] as const;

export const segmentRegions = /* @__PURE__ */ regions.map(([name]) => name);

export type SegmentRegion = (typeof regions)[number][0];

const tags: FeatureFamily<PartView, SegmentRegion> = {
  names: segmentRegions,
  fill({ parts, inside }, part, row, at) {
    const own = inside[parts.node[part]];
    for (let k = 0; k < regions.length; k++) row[at + k] = (own & regions[k][1]) === 0 ? 0 : 1;
  },
};

export const segmentFamilies = [place, appearance, content, tags];

export type SegmentFeature = SegmentPlace | SegmentAppearance | SegmentContent | SegmentRegion;

/** The features of a part, in the order of `segmentFeatures`' columns. */
export const segmentFeatureNames: readonly SegmentFeature[] = /* @__PURE__ */ namesOf<SegmentFeature>(segmentFamilies);

/**
 * Features of all parts of a page, row by row. A row costs the same for a word as for the whole page.
 *
 * @example
 * const rows = segmentFeatures(view);
 * rows.length; // view.parts.size * segmentFeatureNames.length
 */
export function segmentFeatures(view: PartView): Float32Array {
  const rows = new Float32Array(view.parts.size * segmentFeatureNames.length);
  let at = 0;
  for (let part = 0; part < view.parts.size; part++) {
    at = fillRow(segmentFamilies, view, part, rows, at);
  }
  return rows;
}

function fillColour(colour: number, row: Float32Array, at: number): void {
  row[at] = (colour >>> 24) / 255;
  row[at + 1] = ((colour >>> 16) & 255) / 255;
  row[at + 2] = ((colour >>> 8) & 255) / 255;
}
