import { type Page, sumOf } from "../page/index.ts";
import { type FeatureGroup, logarithm, ratio } from "./feature.ts";
import type { TemplateBlockView } from "./template-block-view.ts";
import { contrastWords } from "./word-places.ts";

/**
 * How a block differs from the rest of its page. Ratios are log2 of the block's figure to that of the rest, with
 * something added to both, so that 0 is alike and nothing is without bounds.
 */
export const blockContrastFeatures: FeatureGroup<TemplateBlockView> = {
  features: [
    { name: "divergence", unit: "bits, Kullback-Leibler", why: "content speaks of one thing, templates of others" },
    { name: "differentWords", unit: "log2 of different words", why: "content has many words" },
    { name: "differentShare", unit: "different words per word", why: "long texts say words again, labels do not" },
    {
      name: "sharedWords",
      unit: "share of words that the rest has as well",
      why: "templates say what content does not",
    },
    {
      name: "elsewhere",
      unit: "mean log2 of times the rest has its words",
      why: "small words of running text are all over the page",
    },
    { name: "characterShare", unit: "share of the page's characters", why: "the content is most of a page" },
    { name: "htmlShare", unit: "share of the page's HTML", why: "templates have much markup for little text" },
    { name: "elementShare", unit: "share of the page's elements", why: "templates have much markup for little text" },
    { name: "linkShare", unit: "share of the page's links", why: "the menu has most of a page's links" },
    { name: "imageShare", unit: "share of the page's images", why: "one part of a page has its pictures" },
    { name: "controlShare", unit: "share of the page's form controls", why: "search boxes belong to the template" },
    { name: "sentenceShare", unit: "share of the page's sentence ends", why: "the content has most sentences" },
    { name: "linkRatio", unit: "log2, link density to the rest's", why: "on pages of links, links are content" },
    { name: "lengthRatio", unit: "log2, characters per element to the rest's", why: "templates cut text into pieces" },
    { name: "sentenceRatio", unit: "log2, sentence ends per word to the rest's", why: "content is made of sentences" },
    { name: "punctuationRatio", unit: "log2, marks per word to the rest's", why: "content is made of sentences" },
    { name: "capitalRatio", unit: "log2, capitalized words per word to the rest's", why: "labels are capitalized" },
    { name: "digitRatio", unit: "log2, digits per character to the rest's", why: "dates and counters are digits" },
  ],
  fill({ view, words, wordsBefore }, node, row, at) {
    const { page } = view;
    const { sums } = page;
    const from = wordsBefore[node];
    const to = wordsBefore[page.end[node]];
    const contrast = contrastWords(words, from, to);
    row[at] = contrast.divergence;
    row[at + 1] = logarithm(contrast.different * (to - from));
    row[at + 2] = contrast.different;
    row[at + 3] = contrast.shared;
    row[at + 4] = contrast.elsewhere;
    row[at + 5] = shareOf(page, sums.characters, node);
    row[at + 6] = shareOf(page, sums.htmlLength, node);
    row[at + 7] = shareOf(page, sums.elements, node);
    row[at + 8] = shareOf(page, sums.links, node);
    row[at + 9] = shareOf(page, sums.images, node);
    row[at + 10] = shareOf(page, sums.controls, node);
    row[at + 11] = shareOf(page, sums.sentences, node);
    row[at + 12] = ratioToRest(page, sums.anchorCharacters, sums.characters, 0.05, node);
    row[at + 13] = ratioToRest(page, sums.characters, sums.elements, 1, node);
    row[at + 14] = ratioToRest(page, sums.sentences, sums.words, 0.01, node);
    row[at + 15] = ratioToRest(page, sums.punctuation, sums.words, 0.05, node);
    row[at + 16] = ratioToRest(page, sums.capitals, sums.words, 0.05, node);
    row[at + 17] = ratioToRest(page, sums.digits, sums.characters, 0.01, node);
  },
};

function shareOf(page: Page, sum: Int32Array, node: number): number {
  return ratio(sumOf(page, sum, node), sum[page.size]);
}

/** log2 of part / whole in a node to that outside of it; `added` keeps small figures from being far apart. */
function ratioToRest(page: Page, part: Int32Array, whole: Int32Array, added: number, node: number): number {
  const ownPart = sumOf(page, part, node);
  const ownWhole = sumOf(page, whole, node);
  const rest = ratio(part[page.size] - ownPart, whole[page.size] - ownWhole);
  return Math.log2((ratio(ownPart, ownWhole) + added) / (rest + added));
}
