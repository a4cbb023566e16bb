import { TEXT } from "../page/index.ts";
import { type Feature, logarithm } from "./feature.ts";
import { Inside } from "./inside.ts";
import { TreeMeeting } from "./part-meeting.ts";
import type { PartView } from "./part-view.ts";
import { segmentFeatureList } from "./segment-features.ts";
import { pairSurroundings, surroundingFeatures } from "./segment-pair-surroundings.ts";

/**
 * Features of two parts of a page, by which it is guessed whether they are in one segment (GraphSeg, section 4.3). Each says
 * how much the two differ in one way, from 0, not at all, to about 1, so that an unlearned model can weigh all alike. The
 * order of the two does not matter.
 */
export const segmentPairFeatureList: readonly Feature[] = [
  { name: "gapAcross", unit: "log2 of pixels, tenths", why: "segments have room between them" },
  { name: "gapDown", unit: "log2 of pixels, tenths", why: "segments have room between them" },
  { name: "leftsApart", unit: "log2 of pixels, tenths", why: "a segment's pieces are set flush" },
  { name: "rightsApart", unit: "log2 of pixels, tenths", why: "a segment's pieces are set flush" },
  { name: "widthsApart", unit: "log2 of the ratio, quarters", why: "pieces of one kind are alike in size" },
  { name: "heightsApart", unit: "log2 of the ratio, quarters", why: "pieces of one kind are alike in size" },
  { name: "steps", unit: "log2 of steps in the tree, fifths", why: "what is far apart in the tree is unrelated" },
  { name: "around", unit: "log of pieces to all, where they meet", why: "what meets only at the top is unrelated" },
  { name: "otherTag", unit: "0 or 1", why: "items of a list have the same tag" },
  { name: "otherParent", unit: "0 or 1", why: "items of a list lie in the same tag" },
  { name: "otherRegion", unit: "0 or 1", why: "navigation, header, footer, … end where their tags end" },
  { name: "newHeading", unit: "0 or 1", why: "a heading begins something new" },
  { name: "sizesApart", unit: "log2 of the fonts' ratio", why: "segments differ in their fonts" },
  { name: "weightsApart", unit: "400ths", why: "segments differ in their fonts" },
  { name: "otherFamily", unit: "0 or 1", why: "segments differ in their fonts" },
  { name: "coloursApart", unit: "share of black to white", why: "segments differ in colour" },
  { name: "groundsApart", unit: "share of black to white", why: "segments differ in their background" },
  { name: "linkedApart", unit: "share of characters", why: "menus are links, writing is not" },
  { name: "wordsApart", unit: "log2 of words, tenths", why: "writing has longer pieces than menus" },
  { name: "sentencesApart", unit: "log2 of words per sentence, fifths", why: "writing has sentences" },
  { name: "imagesApart", unit: "share of images", why: "pictures stand with pictures" },
  { name: "proseApart", unit: "share of characters", why: "running text belongs to running text" },
  ...surroundingFeatures,
  { name: "blocksAt6", unit: "0 or 1", why: "what VIPS parts first is seen as apart" },
  { name: "blocksAt7", unit: "0 or 1", why: "the segments of VIPS are guesses of their own" },
  { name: "blocksAt8", unit: "0 or 1", why: "what VIPS parts last, or not, is seen as one" },
];

const width = segmentPairFeatureList.length;
const ofBlocks = 3;
const surroundingsFrom = width - ofBlocks - surroundingFeatures.length;
const nodeWidth = segmentFeatureList.length;
const column = Object.fromEntries(segmentFeatureList.map(({ name }, i) => [name, i])) as Record<string, number>;
const [fontSize, fontWeight, textRed, groundRed, sentence, linked, images, prose, heading] = (
  ["fontSize", "fontWeight", "textRed", "groundRed", "sentence", "linked", "images", "prose", "heading"] as const
).map((name) => column[name]) as [number, number, number, number, number, number, number, number, number];

const region =
  Inside.Navigation |
  Inside.Header |
  Inside.Footer |
  Inside.Aside |
  Inside.Article |
  Inside.Main |
  Inside.Form |
  Inside.Table;

/** Writes the features of two parts, in their order, from `at` on. */
export type FillPair = (first: number, second: number, row: Float32Array, at: number) => void;

/**
 * Gets ready to compare parts of a page. A pair costs O(log n) for the place where the two meet in the tree.
 *
 * @param rows What `segmentFeatures` gives.
 * @param blocks For PDoC of 6, 7 and 8 the block of VIPS in which each part lies; below 0 for parts that lie in several.
 *
 * @example
 * const fill = segmentPairFeatures(view, segmentFeatures(view), blocks);
 * fill(1, 2, row, 0);
 */
export function segmentPairFeatures(view: PartView, rows: Float32Array, blocks: readonly Int32Array[]): FillPair {
  const { page, parts, inside, styles } = view;
  const { x, y, w, h, depth, pieces, node, from, to } = parts;
  const meeting = new TreeMeeting(parts.parent, parts.end, depth);
  const fillSurroundings = pairSurroundings(view, meeting);
  const all = Math.log2(1 + (pieces[0] ?? 1));
  const { words } = page.sums;
  // Of texts, the elements that they are in.
  const element = node.map((each) => (page.tag[each] === TEXT ? page.parent[each] : each));
  const tag = element.map((each) => page.tag[each]);
  const parentTag = element.map((each) => page.tag[Math.max(0, page.parent[each])]);
  const wordsOf = Float32Array.from(from, (first, i) => logarithm(words[to[i]] - words[first]));
  const apart = (p: number, q: number, f: number) => Math.abs(rows[p * nodeWidth + f] - rows[q * nodeWidth + f]);
  const colours = (p: number, q: number, f: number) => (apart(p, q, f) + apart(p, q, f + 1) + apart(p, q, f + 2)) / 3;
  return (first, second, row, at) => {
    const [p, q] = first < second ? [first, second] : [second, first];
    const [px, qx, py, qy] = [x[p], x[q], y[p], y[q]];
    const [pw, qw, ph, qh] = [w[p], w[q], h[p], h[q]];
    const meet = meeting.of(p, q);
    const steps = depth[p] + depth[q] - 2 * depth[meet];
    const regions = inside[node[p]] ^ inside[node[q]];
    row[at] = pixels(Math.max(px, qx) - Math.min(px + pw, qx + qw));
    row[at + 1] = pixels(Math.max(py, qy) - Math.min(py + ph, qy + qh));
    row[at + 2] = pixels(Math.abs(px - qx));
    row[at + 3] = pixels(Math.abs(px + pw - qx - qw));
    row[at + 4] = sides(pw, qw);
    row[at + 5] = sides(ph, qh);
    row[at + 6] = logarithm(steps) / 5;
    row[at + 7] = all > 0 ? Math.log2(1 + pieces[meet]) / all : 0;
    row[at + 8] = tag[p] === tag[q] ? 0 : 1;
    row[at + 9] = parentTag[p] === parentTag[q] ? 0 : 1;
    row[at + 10] = (regions & region) === 0 ? 0 : 1;
    row[at + 11] = rows[q * nodeWidth + heading] - rows[p * nodeWidth + heading] > 0.5 ? 1 : 0;
    row[at + 12] = Math.min(2, apart(p, q, fontSize));
    row[at + 13] = Math.min(2, apart(p, q, fontWeight));
    row[at + 14] = styles.fontFamily[node[p]] === styles.fontFamily[node[q]] ? 0 : 1;
    row[at + 15] = colours(p, q, textRed);
    row[at + 16] = colours(p, q, groundRed);
    row[at + 17] = apart(p, q, linked);
    row[at + 18] = Math.abs(wordsOf[p] - wordsOf[q]) / 10;
    row[at + 19] = apart(p, q, sentence) / 5;
    row[at + 20] = apart(p, q, images);
    row[at + 21] = apart(p, q, prose);
    fillSurroundings(p, q, meet, row, at + surroundingsFrom);
    for (let k = 0; k < ofBlocks; k++) {
      const own = blocks[k]?.[p];
      row[at + width - ofBlocks + k] = own >= 0 && own === blocks[k]?.[q] ? 0 : 1;
    }
  };
}

/**
 * Features of listed pairs of parts, row after row.
 *
 * @param first Number of one part of each pair.
 * @param second Number of the other.
 */
export function segmentPairRows(fill: FillPair, first: Int32Array, second: Int32Array): Float32Array {
  const table = new Float32Array(first.length * width);
  for (let k = 0; k < first.length; k++) fill(first[k], second[k], table, k * width);
  return table;
}

/** A distance in pixels as a feature; overlaps are no distance. */
function pixels(distance: number): number {
  return distance > 0 ? Math.min(1.5, Math.log2(1 + distance) / 10) : 0;
}

function sides(one: number, other: number): number {
  return Math.min(1.5, Math.abs(Math.log2(Math.max(1, one) / Math.max(1, other))) / 4);
}
