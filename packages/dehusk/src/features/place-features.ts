import { columnsOf, type FeatureFamily, logarithm, ratio, within } from "./feature.ts";
import type { PageView } from "./page-view.ts";

const names = [
  "left",
  "right",
  "top",
  "bottom",
  "topPixels",
  "bottomPixels",
  "margin",
  "centre",
  "middle",
  "width",
  "height",
  "area",
  "shape",
] as const;
const column = /* @__PURE__ */ columnsOf(names);

/** The position of a node on the page. */
export const placeFeatures: FeatureFamily<PageView, PlaceFeature> = {
  names: names,
  fill({ boxes }, node, row, at) {
    const pageWidth = Math.max(1, boxes.width);
    const pageHeight = Math.max(1, boxes.height);
    const x = boxes.x[node];
    const y = boxes.y[node];
    const w = boxes.w[node];
    const h = boxes.h[node];
    const left = within(x / pageWidth);
    const right = within((pageWidth - x - w) / pageWidth);
    const top = within(y / pageHeight);
    const bottom = within((pageHeight - y - h) / pageHeight);
    row[at + column.left] = left;
    row[at + column.right] = right;
    row[at + column.top] = top;
    row[at + column.bottom] = bottom;
    row[at + column.topPixels] = logarithm(Math.max(0, y));
    row[at + column.bottomPixels] = logarithm(Math.max(0, pageHeight - y - h));
    row[at + column.margin] = Math.min(left, right, top, bottom);
    row[at + column.centre] = within(Math.abs(x + w / 2 - pageWidth / 2) / pageWidth);
    row[at + column.middle] = within(Math.abs(y + h / 2 - pageHeight / 2) / pageHeight);
    row[at + column.width] = within(w / pageWidth);
    row[at + column.height] = within(h / pageHeight);
    row[at + column.area] = logarithm(w * h);
    row[at + column.shape] = Math.log2(ratio(Math.max(1, w), Math.max(1, h), 1));
  },
};

export type PlaceFeature = (typeof names)[number];
