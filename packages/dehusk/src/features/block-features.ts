import { sumOf, tagNumber } from "../page/index.ts";
import { type BlockView, isHeading } from "./block-view.ts";
import { type Feature, type FeatureGroup, logarithm, ratio } from "./feature.ts";

const H1 = tagNumber("h1");
const cellTags = [tagNumber("td"), tagNumber("th")];
const termTags = [tagNumber("dt"), tagNumber("dd")];
const PRE = tagNumber("pre");
const CAPTION = tagNumber("figcaption");

/** The text of a block itself. */
export const ownFeatures: FeatureGroup<BlockView> = {
  features: [
    { name: "blockWords", unit: "log2 of words", why: "content is long, parts of templates are short" },
    { name: "blockLinks", unit: "share of characters in links", why: "menus and related links are links all over" },
    { name: "blockPunctuation", unit: "marks per word", why: "sentences have commas and stops" },
    { name: "blockCapitals", unit: "share of words", why: "titles and names of things have capitals" },
    { name: "blockSentences", unit: "sentences", why: "content is made of sentences" },
    { name: "blockDigits", unit: "share of characters", why: "dates, prices and counters are digits" },
    { name: "blockWordLength", unit: "characters per word", why: "running text has short words between long ones" },
    { name: "blockMarkup", unit: "log2 of elements in it", why: "rows of small things have much markup" },
    { name: "blockTitle", unit: "likeness to the page's title", why: "the headline says what the title says" },
  ],
  fill({ view }, block, row, at) {
    const { page, titleWords, titleSize } = view;
    const { first, last } = page.blocks;
    const from = first[block];
    const to = last[block] + 1;
    const of = (sum: Int32Array): number => sum[to] - sum[from];
    const { sums } = page;
    const characters = of(sums.characters);
    const words = of(sums.words);
    row[at] = logarithm(words);
    row[at + 1] = ratio(of(sums.anchorCharacters), characters);
    row[at + 2] = ratio(of(sums.punctuation), words);
    row[at + 3] = ratio(of(sums.capitals), words);
    row[at + 4] = of(sums.sentences);
    row[at + 5] = ratio(of(sums.digits), characters);
    row[at + 6] = ratio(characters, words);
    row[at + 7] = logarithm(of(sums.elements));
    row[at + 8] = likeness(of(titleWords), words, titleSize);
  },
};

/** Dice's coefficient of a text and the title, from the words of the text that are in the title. */
function likeness(shared: number, words: number, titleSize: number): number {
  return titleSize === 0 ? 0 : Math.min(1, ratio(2 * shared, words + titleSize));
}

/** The element that a block stands in, and what that stands in. */
export const holderFeatures: FeatureGroup<BlockView> = {
  features: [
    { name: "headingRank", unit: "1 to 6, 0 for no heading", why: "headings go with the text below them" },
    { name: "isCell", unit: "0 or 1", why: "tables of data are content, tables for layout are not" },
    { name: "isTerm", unit: "0 or 1", why: "lists of terms are content" },
    { name: "isCode", unit: "0 or 1", why: "preformatted text is content" },
    { name: "isCaption", unit: "0 or 1", why: "captions go with their figures" },
    { name: "elementBlocks", unit: "log2 of blocks", why: "loose text in a large container" },
    { name: "parentPlace", unit: "share of the parent's blocks before it", why: "bylines come first, tags last" },
    { name: "parentBlocks", unit: "log2 of blocks", why: "menus have many short blocks" },
    { name: "parentWords", unit: "log2 of words", why: "a short line in a long text is content" },
    { name: "parentLinks", unit: "share of characters in links", why: "what lies among links is a menu" },
    {
      name: "parentCopied",
      unit: "share of words that the page has twice",
      why: "menus are there twice, once for phones",
    },
  ],
  fill({ view, element, copiedWords }, block, row, at) {
    const { page, blocksBefore } = view;
    const { sums } = page;
    const node = element[block];
    const tag = page.tag[node];
    const parent = page.parent[node] > 0 ? page.parent[node] : node;
    const from = blocksBefore[parent];
    const to = blocksBefore[page.end[parent]];
    const words = sumOf(page, sums.words, parent);
    row[at] = isHeading(page, node) ? 1 + tag - H1 : 0;
    row[at + 1] = cellTags.includes(tag) ? 1 : 0;
    row[at + 2] = termTags.includes(tag) ? 1 : 0;
    row[at + 3] = tag === PRE ? 1 : 0;
    row[at + 4] = tag === CAPTION ? 1 : 0;
    row[at + 5] = logarithm(blocksBefore[page.end[node]] - blocksBefore[node]);
    row[at + 6] = ratio(block - from, to - from);
    row[at + 7] = logarithm(to - from);
    row[at + 8] = logarithm(words);
    row[at + 9] = ratio(sumOf(page, sums.anchorCharacters, parent), sumOf(page, sums.characters, parent));
    row[at + 10] = ratio(copiedWords[to] - copiedWords[from], words);
  },
};

/** Which of the page's containers a block lies in. */
export const containerFeatures: FeatureGroup<BlockView> = {
  features: [
    { name: "holderScore", unit: "share of the best container's score", why: "paragraphs of one text share a parent" },
    { name: "bestHolder", unit: "share of the best container's score", why: "what lies in the main part is content" },
    { name: "inMainPart", unit: "0 or 1", why: "what lies in the main part is content" },
    {
      name: "fromMainPart",
      unit: "log2 of characters around both, to the main part's",
      why: "content is near the main part",
    },
    {
      name: "instance",
      unit: "1 for the first of its like, 0 for no likes",
      why: "the first of several articles is the one asked for",
    },
    { name: "instances", unit: "likes of the part it lies in", why: "posts, comments and teasers come in numbers" },
    { name: "instanceWords", unit: "log2 of words", why: "posts are long, teasers short" },
  ],
  fill({ view, element, main, instance, instances, instanceAround }, block, row, at) {
    const { page } = view;
    const { characters, words } = page.sums;
    const node = element[block];
    const parent = page.parent[node] > 0 ? page.parent[node] : node;
    row[at] = ratio(main.own[parent], main.score);
    row[at + 1] = ratio(main.best[node], main.score);
    row[at + 2] = main.node > 0 && node >= main.node && node < page.end[main.node] ? 1 : 0;
    const around = sumOf(page, characters, main.common[node]);
    row[at + 3] = logarithm(ratio(around, Math.max(1, sumOf(page, characters, main.node))));
    const like = instanceAround[node];
    row[at + 4] = instance[like];
    row[at + 5] = instances[like];
    row[at + 6] = like > 0 ? logarithm(sumOf(page, words, like)) : 0;
  },
};

/** Where a block stands among the page's blocks. */
export const orderFeatures: FeatureGroup<BlockView> = {
  features: [
    {
      name: "headingTitle",
      unit: "likeness of the heading above to the page's title",
      why: "the text under the headline is the content",
    },
    { name: "headingAbove", unit: "1 to 6, 0 for none", why: "boxes have small headings" },
    { name: "sinceHeading", unit: "log2 of blocks", why: "a text begins with its heading" },
    { name: "copies", unit: "log2 of blocks with the same text", why: "labels of controls are there over and over" },
    {
      name: "copiesBefore",
      unit: "blocks with the same text before it",
      why: "what the page has said already is said again in a box",
    },
  ],
  fill({ view, element, heading, copies, copiesBefore }, block, row, at) {
    const { page, titleWords, titleSize } = view;
    const above = heading[block];
    const { first, last } = page.blocks;
    if (above < 0) {
      row[at] = 0;
      row[at + 1] = 0;
      row[at + 2] = logarithm(block);
    } else {
      const from = first[above];
      const to = last[above] + 1;
      const words = page.sums.words[to] - page.sums.words[from];
      row[at] = likeness(titleWords[to] - titleWords[from], words, titleSize);
      row[at + 1] = 1 + page.tag[element[above]] - H1;
      row[at + 2] = logarithm(block - above);
    }
    row[at + 3] = Math.log2(copies[block]);
    row[at + 4] = Math.min(9, copiesBefore[block]);
  },
};

/** Features of a block that come from other models than its own. */
export const pageLevelFeatures: readonly Feature[] = [
  { name: "pageLevelScore", unit: "0 content to 1 template", why: "what looks like what repeats on sites is template" },
];
