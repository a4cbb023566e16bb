import { TEXT } from "../page/index.ts";
import { columnsOf, logarithm, namesOf } from "./feature.ts";
import { Inside } from "./inside.ts";
import { TreeMeeting } from "./part-meeting.ts";
import type { PartView } from "./part-view.ts";
import { segmentFeatureNames } from "./segment-features.ts";
import { pairSurroundings, type SurroundingFeature, surroundingNames } from "./segment-pair-surroundings.ts";

const ownNames = [
  "gapAcross",
  "gapDown",
  "leftsApart",
  "rightsApart",
  "widthsApart",
  "heightsApart",
  "steps",
  "around",
  "otherTag",
  "otherParent",
  "otherRegion",
  "newHeading",
  "sizesApart",
  "weightsApart",
  "otherFamily",
  "coloursApart",
  "groundsApart",
  "linkedApart",
  "wordsApart",
  "sentencesApart",
  "imagesApart",
  "proseApart",
] as const;
const column = /* @__PURE__ */ columnsOf(ownNames);

/** Whether two parts are in different VIPS blocks, for three degrees of coherence. */
const vipsNames = ["blocksAt6", "blocksAt7", "blocksAt8"] as const;

export type SegmentPairFeature = (typeof ownNames)[number] | SurroundingFeature | (typeof vipsNames)[number];

/**
 * Features of two parts of a page, to predict whether they are in one segment (GraphSeg, section 4.3). Each measures
 * a difference, from 0 (none) to about 1, so that an untrained model can weigh all alike. The
 * order of the two does not matter.
 */
export const segmentPairFeatureNames: readonly SegmentPairFeature[] = /* @__PURE__ */ namesOf<SegmentPairFeature>([
  { names: ownNames },
  { names: surroundingNames },
  { names: vipsNames },
]);

const own = /* @__PURE__ */ columnsOf(segmentFeatureNames);

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
 * Prepares to compare parts of a page. A pair costs O(log n), for its lowest common ancestor.
 *
 * @param rows The result of `segmentFeatures`.
 * @param blocks For PDoC of 6, 7 and 8 the VIPS block of each part; below 0 for parts in several.
 *
 * @example
 * const fill = segmentPairFeatures(view, segmentFeatures(view), blocks);
 * fill(1, 2, row, 0);
 */
export function segmentPairFeatures(view: PartView, rows: Float32Array, blocks: readonly Int32Array[]): FillPair {
  const { page, parts, inside, styles } = view;
  const nodeWidth = segmentFeatureNames.length;
  const surroundingsFrom = ownNames.length;
  const vipsFrom = surroundingsFrom + surroundingNames.length;
  const { x, y, w, h, depth, pieces, node, from, to } = parts;
  const meeting = new TreeMeeting(parts.parent, parts.end, depth);
  const fillSurroundings = pairSurroundings(view, meeting);
  const all = Math.log2(1 + (pieces[0] ?? 1));
  const { words } = page.sums;
  // For texts, their elements.
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
    row[at + column.gapAcross] = pixels(Math.max(px, qx) - Math.min(px + pw, qx + qw));
    row[at + column.gapDown] = pixels(Math.max(py, qy) - Math.min(py + ph, qy + qh));
    row[at + column.leftsApart] = pixels(Math.abs(px - qx));
    row[at + column.rightsApart] = pixels(Math.abs(px + pw - qx - qw));
    row[at + column.widthsApart] = sides(pw, qw);
    row[at + column.heightsApart] = sides(ph, qh);
    row[at + column.steps] = logarithm(steps) / 5;
    row[at + column.around] = all > 0 ? Math.log2(1 + pieces[meet]) / all : 0;
    row[at + column.otherTag] = tag[p] === tag[q] ? 0 : 1;
    row[at + column.otherParent] = parentTag[p] === parentTag[q] ? 0 : 1;
    row[at + column.otherRegion] = (regions & region) === 0 ? 0 : 1;
    row[at + column.newHeading] = rows[q * nodeWidth + own.heading] - rows[p * nodeWidth + own.heading] > 0.5 ? 1 : 0;
    row[at + column.sizesApart] = Math.min(2, apart(p, q, own.fontSize));
    row[at + column.weightsApart] = Math.min(2, apart(p, q, own.fontWeight));
    row[at + column.otherFamily] = styles.fontFamily[node[p]] === styles.fontFamily[node[q]] ? 0 : 1;
    row[at + column.coloursApart] = colours(p, q, own.textRed);
    row[at + column.groundsApart] = colours(p, q, own.groundRed);
    row[at + column.linkedApart] = apart(p, q, own.linked);
    row[at + column.wordsApart] = Math.abs(wordsOf[p] - wordsOf[q]) / 10;
    row[at + column.sentencesApart] = apart(p, q, own.sentence) / 5;
    row[at + column.imagesApart] = apart(p, q, own.images);
    row[at + column.proseApart] = apart(p, q, own.prose);
    fillSurroundings(p, q, meet, row, at + surroundingsFrom);
    for (let k = 0; k < vipsNames.length; k++) {
      const block = blocks[k]?.[p];
      row[at + vipsFrom + k] = block >= 0 && block === blocks[k]?.[q] ? 0 : 1;
    }
  };
}

/**
 * Features of listed pairs of parts, row by row.
 *
 * @param first Number of one part of each pair.
 * @param second Number of the other.
 */
export function segmentPairRows(fill: FillPair, first: Int32Array, second: Int32Array): Float32Array {
  const width = segmentPairFeatureNames.length;
  const table = new Float32Array(first.length * width);
  for (let k = 0; k < first.length; k++) fill(first[k], second[k], table, k * width);
  return table;
}

/** A distance in pixels as a feature; 0 for overlaps. */
function pixels(distance: number): number {
  return distance > 0 ? Math.min(1.5, Math.log2(1 + distance) / 10) : 0;
}

function sides(one: number, other: number): number {
  return Math.min(1.5, Math.abs(Math.log2(Math.max(1, one) / Math.max(1, other))) / 4);
}
