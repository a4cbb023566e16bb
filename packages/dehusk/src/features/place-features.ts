import { type FeatureGroup, logarithm, ratio } from "./feature.ts";
import type { PageView } from "./page-view.ts";

/** Where a node lies on the page. */
export const placeFeatures: FeatureGroup<PageView> = {
  features: [
    { name: "left", unit: "share of the page's width", why: "side columns lie at the margins" },
    { name: "right", unit: "share of the page's width", why: "side columns lie at the margins" },
    { name: "top", unit: "share of the page's height", why: "banners and menus lie at the top" },
    { name: "bottom", unit: "share of the page's height", why: "footers lie at the bottom" },
    { name: "topPixels", unit: "log2 of pixels", why: "banners have a height of their own, however long the page" },
    { name: "bottomPixels", unit: "log2 of pixels", why: "footers have a height of their own" },
    { name: "margin", unit: "share of the page, nearest margin", why: "templates hug the margins" },
    { name: "centre", unit: "share of the page's width", why: "content is in the middle" },
    { name: "middle", unit: "share of the page's height", why: "content is in the middle" },
    { name: "width", unit: "share of the page's width", why: "side columns are narrow" },
    { name: "height", unit: "share of the page's height", why: "the content is most of a page's height" },
    { name: "area", unit: "log2 of square pixels", why: "what a feature means depends on the node's size" },
    { name: "shape", unit: "log2 of width to height", why: "bars are wide and flat, columns narrow and high" },
  ],
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
    row[at] = left;
    row[at + 1] = right;
    row[at + 2] = top;
    row[at + 3] = bottom;
    row[at + 4] = logarithm(Math.max(0, y));
    row[at + 5] = logarithm(Math.max(0, pageHeight - y - h));
    row[at + 6] = Math.min(left, right, top, bottom);
    row[at + 7] = within(Math.abs(x + w / 2 - pageWidth / 2) / pageWidth);
    row[at + 8] = within(Math.abs(y + h / 2 - pageHeight / 2) / pageHeight);
    row[at + 9] = within(w / pageWidth);
    row[at + 10] = within(h / pageHeight);
    row[at + 11] = logarithm(w * h);
    row[at + 12] = Math.log2(ratio(Math.max(1, w), Math.max(1, h), 1));
  },
};

function within(share: number): number {
  return share > 0 ? Math.min(1, share) : 0;
}
