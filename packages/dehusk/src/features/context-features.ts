import { sumOf } from "../page/index.ts";
import { columnsOf, type FeatureFamily, logarithm, ratio } from "./feature.ts";
import type { PageView } from "./page-view.ts";

/** Ancestors, each with at least 1.5 times the text of the one before. */
export const ancestorLevels = ["around", "wider", "wide", "widest"] as const;

const ancestorFigures = ["Words", "Share", "LinkDensity", "TextPerElement", "ProseShare", "ProseHeld"] as const;
const ancestorColumn = /* @__PURE__ */ columnsOf(ancestorFigures);

/** The features of each level. */
export type AncestorFigure = (typeof ancestorFigures)[number];

export type AncestorFeature = `${(typeof ancestorLevels)[number]}${AncestorFigure}`;

/** The parts of the page around a node. */
export const ancestorFeatures: FeatureFamily<PageView, AncestorFeature> = {
  names: /* @__PURE__ */ ancestorLevels.flatMap((level) =>
    ancestorFigures.map((figure): AncestorFeature => `${level}${figure}`),
  ),
  fill({ page, prose, wider }, node, row, at) {
    const { sums } = page;
    let own = at;
    let up = node;
    for (let level = 0; level < ancestorLevels.length; level++) {
      up = wider[up];
      const words = sumOf(page, sums.words, up);
      const characters = sumOf(page, sums.characters, up);
      const upProse = sumOf(page, prose, up);
      row[own + ancestorColumn.Words] = logarithm(words);
      row[own + ancestorColumn.Share] = ratio(words, sums.words[page.size]);
      row[own + ancestorColumn.LinkDensity] = ratio(sumOf(page, sums.anchorCharacters, up), characters);
      row[own + ancestorColumn.TextPerElement] = logarithm(characters / Math.max(1, sumOf(page, sums.elements, up)));
      row[own + ancestorColumn.ProseShare] = ratio(upProse, characters);
      row[own + ancestorColumn.ProseHeld] = ratio(upProse, prose[page.size]);
      own += ancestorFigures.length;
    }
  },
};

/** Window sizes: blocks before and after a node that are combined. */
export const neighbourWindows = [1, 4, 12] as const;
export const sides = ["before", "after"] as const;

const neighbourFigures = ["Words", "LinkDensity", "Prose"] as const;
const neighbourColumn = /* @__PURE__ */ columnsOf(neighbourFigures);

/** The features of each window. */
export type NeighbourFigure = (typeof neighbourFigures)[number];

export type NeighbourFeature = `${(typeof sides)[number]}${(typeof neighbourWindows)[number]}${NeighbourFigure}`;

/** The text before and after a node, in whatever element. */
export const neighbourFeatures: FeatureFamily<PageView, NeighbourFeature> = {
  names: /* @__PURE__ */ neighbourWindows.flatMap((size) =>
    sides.flatMap((side) => neighbourFigures.map((figure): NeighbourFeature => `${side}${size}${figure}`)),
  ),
  fill(view, node, row, at) {
    const { page, blocksBefore } = view;
    const { first, last, count } = page.blocks;
    const own = blocksBefore[node];
    const next = blocksBefore[page.end[node]];
    let i = at;
    for (const size of neighbourWindows) {
      const from = Math.max(0, own - size);
      fillRange(view, from < own ? first[from] : node, node, row, i);
      i += neighbourFigures.length;
      const to = Math.min(count, next + size);
      fillRange(view, page.end[node], to > next ? last[to - 1] + 1 : page.end[node], row, i);
      i += neighbourFigures.length;
    }
  },
};

function fillRange({ page, prose }: PageView, from: number, to: number, row: Float32Array, at: number): void {
  const { words, characters, anchorCharacters } = page.sums;
  const all = characters[to] - characters[from];
  row[at + neighbourColumn.Words] = logarithm(words[to] - words[from]);
  row[at + neighbourColumn.LinkDensity] = ratio(anchorCharacters[to] - anchorCharacters[from], all);
  row[at + neighbourColumn.Prose] = ratio(prose[to] - prose[from], all);
}

const pageNames = [
  "pageWords",
  "pageLinkDensity",
  "pageProse",
  "pageBlocks",
  "textBefore",
  "textAfter",
  "proseBefore",
  "proseAfter",
  "pastHeadline",
  "headlineDistance",
] as const;
const pageColumn = /* @__PURE__ */ columnsOf(pageNames);

/** The page as a whole and the node's position in it. */
export const pageFeatures: FeatureFamily<PageView, PageFeature> = {
  names: pageNames,
  fill({ page, prose, headline, blocksBefore }, node, row, at) {
    const { sums, size } = page;
    const end = page.end[node];
    const words = sums.words[size];
    const characters = sums.characters[size];
    const allProse = prose[size];
    row[at + pageColumn.pageWords] = logarithm(words);
    row[at + pageColumn.pageLinkDensity] = ratio(sums.anchorCharacters[size], characters);
    row[at + pageColumn.pageProse] = ratio(allProse, characters);
    row[at + pageColumn.pageBlocks] = logarithm(blocksBefore[size]);
    row[at + pageColumn.textBefore] = ratio(sums.words[node], words);
    row[at + pageColumn.textAfter] = ratio(words - sums.words[end], words);
    row[at + pageColumn.proseBefore] = ratio(prose[node], allProse);
    row[at + pageColumn.proseAfter] = ratio(allProse - prose[end], allProse);
    let past = 0;
    let distance = 0;
    if (headline >= 0) {
      const headlineEnd = page.end[headline];
      if (end <= headline) {
        past = -1;
        distance = -logarithm(sums.characters[headline] - sums.characters[end]);
      } else if (node >= headlineEnd) {
        past = 1;
        distance = logarithm(sums.characters[node] - sums.characters[headlineEnd]);
      }
    }
    row[at + pageColumn.pastHeadline] = past;
    row[at + pageColumn.headlineDistance] = distance;
  },
};

export type PageFeature = (typeof pageNames)[number];
