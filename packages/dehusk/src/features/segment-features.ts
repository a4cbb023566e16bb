import { type Feature, type FeatureGroup, logarithm, ratio } from "./feature.ts";
import { Inside } from "./inside.ts";
import { looks, type PartView } from "./part-view.ts";

/**
 * Features of the parts of a page by which segmentation tells them apart (GraphSeg, section 4.3): visual ones (place, shape,
 * background, fonts and colours of text) and ones of content (length of sentences, text in links, tags). They are compared
 * between a small piece and an element that may hold it, so hardly any of them grows with a part's size.
 */

const place: FeatureGroup<PartView> = {
  features: [
    { name: "left", unit: "share of the page's width", why: "a segment keeps to its column" },
    { name: "right", unit: "share of the page's width", why: "a segment keeps to its column" },
    { name: "down", unit: "1000 pixels, middle", why: "what is far apart does not belong together" },
    { name: "middle", unit: "share of the page's height", why: "header and footer have their ends of the page" },
    { name: "shape", unit: "log2 of width to height", why: "bars are flat, columns are high" },
    { name: "order", unit: "share of the page's nodes, middle", why: "what was written together belongs together" },
  ],
  fill({ page, boxes, parts }, part, row, at) {
    const [x, y] = [parts.x[part], parts.y[part]];
    const [w, h] = [parts.w[part], parts.h[part]];
    const pageWidth = Math.max(1, boxes.width);
    const middle = y + h / 2;
    row[at] = within(x / pageWidth);
    row[at + 1] = within((x + w) / pageWidth);
    row[at + 2] = Math.min(100, Math.max(-1, middle / 1000));
    row[at + 3] = within(middle / Math.max(1, boxes.height));
    row[at + 4] = Math.log2(Math.max(1, w) / Math.max(1, h));
    row[at + 5] = (parts.from[part] + parts.to[part]) / 2 / page.size;
  },
};

const appearance: FeatureGroup<PartView> = {
  features: [
    { name: "fontSize", unit: "log2 of pixels, mean", why: "a segment's text has its size" },
    { name: "fontWeight", unit: "400ths, mean", why: "bold text is in headings and menus" },
    { name: "textRed", unit: "share, mean", why: "a segment's text has its colour" },
    { name: "textGreen", unit: "share, mean", why: "a segment's text has its colour" },
    { name: "textBlue", unit: "share, mean", why: "a segment's text has its colour" },
    { name: "groundRed", unit: "share", why: "a segment often has a background of its own" },
    { name: "groundGreen", unit: "share", why: "a segment often has a background of its own" },
    { name: "groundBlue", unit: "share", why: "a segment often has a background of its own" },
  ],
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
      row[at] = Math.log2(Math.max(1, styles.fontSize[node]));
      row[at + 1] = styles.fontWeight[node] / 400;
      fillColour(colour, row, at + 2);
    }
    fillColour(ground[node], row, at + looks);
  },
};

const content: FeatureGroup<PartView> = {
  features: [
    {
      name: "density",
      unit: "log2 of characters per 1000 square pixels",
      why: "text fills what it is in, menus do not",
    },
    { name: "sentence", unit: "log2 of words per sentence", why: "writing has sentences, menus and lists have none" },
    { name: "linked", unit: "share of characters", why: "menus are links" },
    { name: "images", unit: "images per image and word", why: "galleries and banners are pictures" },
    { name: "controls", unit: "controls per control and word", why: "forms are for entering things" },
    { name: "digits", unit: "share of characters", why: "tables and lists of prices or dates have many" },
    { name: "capitals", unit: "share of words", why: "names and menu items begin with capitals" },
    { name: "prose", unit: "share of characters", why: "running text belongs to running text" },
    { name: "heading", unit: "share of characters", why: "a heading is unlike what it heads" },
  ],
  fill({ page: { sums }, parts, prose, headings }, part, row, at) {
    const [from, to] = [parts.from[part], parts.to[part]];
    const count = (sum: Int32Array) => sum[to] - sum[from];
    const characters = count(sums.characters);
    const words = count(sums.words);
    const area = Math.max(1, parts.w[part] * parts.h[part]);
    row[at] = Math.min(8, Math.log2(1 + (1000 * characters) / area));
    row[at + 1] = logarithm(ratio(words, Math.max(1, count(sums.sentences))));
    row[at + 2] = ratio(count(sums.anchorCharacters), characters);
    row[at + 3] = ratio(count(sums.images), count(sums.images) + words);
    row[at + 4] = ratio(count(sums.controls), count(sums.controls) + words);
    row[at + 5] = ratio(count(sums.digits), characters);
    row[at + 6] = ratio(count(sums.capitals), words);
    row[at + 7] = ratio(count(prose), characters);
    row[at + 8] = ratio(count(headings), characters);
  },
};

/** What the tags of segments say, each with the bits that tell it. */
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

const tags: FeatureGroup<PartView> = {
  features: regions.map(([name]) => ({ name, unit: "0 or 1", why: `what lies in ${name} tags belongs together` })),
  fill({ parts, inside }, part, row, at) {
    const own = inside[parts.node[part]];
    for (let k = 0; k < regions.length; k++) row[at + k] = (own & regions[k][1]) === 0 ? 0 : 1;
  },
};

const groups = [place, appearance, content, tags];

/** The features of a part, in the order of `segmentFeatures`' columns. */
export const segmentFeatureList: readonly Feature[] = groups.flatMap(({ features }) => features);

/**
 * Features of all parts of a page, row after row. A row costs the same for a word and for the whole page.
 *
 * @example
 * const rows = segmentFeatures(view);
 * rows.length; // view.parts.size * segmentFeatureList.length
 */
export function segmentFeatures(view: PartView): Float32Array {
  const rows = new Float32Array(view.parts.size * segmentFeatureList.length);
  let at = 0;
  for (let part = 0; part < view.parts.size; part++) {
    for (const group of groups) {
      group.fill(view, part, rows, at);
      at += group.features.length;
    }
  }
  return rows;
}

function fillColour(colour: number, row: Float32Array, at: number): void {
  row[at] = (colour >>> 24) / 255;
  row[at + 1] = ((colour >>> 16) & 255) / 255;
  row[at + 2] = ((colour >>> 8) & 255) / 255;
}

function within(share: number): number {
  return share > 0 ? Math.min(1, share) : 0;
}
