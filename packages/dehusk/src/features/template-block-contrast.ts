import { type Page, sumOf } from "../page/index.ts";
import { columnsOf, type FeatureFamily, logarithm, ratio } from "./feature.ts";
import type { TemplateBlockView } from "./template-block-view.ts";
import { contrastWords } from "./word-places.ts";

const names = [
  "divergence",
  "differentWords",
  "differentShare",
  "sharedWords",
  "elsewhere",
  "characterShare",
  "htmlShare",
  "elementShare",
  "linkShare",
  "imageShare",
  "controlShare",
  "sentenceShare",
  "linkRatio",
  "lengthRatio",
  "sentenceRatio",
  "punctuationRatio",
  "capitalRatio",
  "digitRatio",
] as const;
const column = /* @__PURE__ */ columnsOf(names);

/**
 * How a block differs from the rest of its page. Ratios are log2 of the block's figure over that of the rest, with
 * a constant added to both, so that equal figures give 0 and nothing is unbounded.
 */
export const templateBlockContrastFeatures: FeatureFamily<TemplateBlockView, TemplateBlockContrast> = {
  names: names,
  fill({ view, words, wordsBefore }, node, row, at) {
    const { page } = view;
    const { sums } = page;
    const from = wordsBefore[node];
    const to = wordsBefore[page.end[node]];
    const contrast = contrastWords(words, from, to);
    row[at + column.divergence] = contrast.divergence;
    row[at + column.differentWords] = logarithm(contrast.different * (to - from));
    row[at + column.differentShare] = contrast.different;
    row[at + column.sharedWords] = contrast.shared;
    row[at + column.elsewhere] = contrast.elsewhere;
    row[at + column.characterShare] = shareOf(page, sums.characters, node);
    row[at + column.htmlShare] = shareOf(page, sums.htmlLength, node);
    row[at + column.elementShare] = shareOf(page, sums.elements, node);
    row[at + column.linkShare] = shareOf(page, sums.links, node);
    row[at + column.imageShare] = shareOf(page, sums.images, node);
    row[at + column.controlShare] = shareOf(page, sums.controls, node);
    row[at + column.sentenceShare] = shareOf(page, sums.sentences, node);
    row[at + column.linkRatio] = ratioToRest(page, sums.anchorCharacters, sums.characters, 0.05, node);
    row[at + column.lengthRatio] = ratioToRest(page, sums.characters, sums.elements, 1, node);
    row[at + column.sentenceRatio] = ratioToRest(page, sums.sentences, sums.words, 0.01, node);
    row[at + column.punctuationRatio] = ratioToRest(page, sums.punctuation, sums.words, 0.05, node);
    row[at + column.capitalRatio] = ratioToRest(page, sums.capitals, sums.words, 0.05, node);
    row[at + column.digitRatio] = ratioToRest(page, sums.digits, sums.characters, 0.01, node);
  },
};

export type TemplateBlockContrast = (typeof names)[number];

function shareOf(page: Page, sum: Int32Array, node: number): number {
  return ratio(sumOf(page, sum, node), sum[page.size]);
}

/** log2 of part / whole in a node over that outside it; `added` damps ratios of small figures. */
function ratioToRest(page: Page, part: Int32Array, whole: Int32Array, added: number, node: number): number {
  const ownPart = sumOf(page, part, node);
  const ownWhole = sumOf(page, whole, node);
  const rest = ratio(part[page.size] - ownPart, whole[page.size] - ownWhole);
  return Math.log2((ratio(ownPart, ownWhole) + added) / (rest + added));
}
