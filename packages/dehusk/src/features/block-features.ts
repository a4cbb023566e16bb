import { sumOf, tagNumber } from "../page/index.ts";
import { type BlockView, isHeading } from "./block-view.ts";
import { columnsOf, type FeatureFamily, logarithm, ratio } from "./feature.ts";

const H1 = tagNumber("h1");
const cellTags = [tagNumber("td"), tagNumber("th")];
const termTags = [tagNumber("dt"), tagNumber("dd")];
const PRE = tagNumber("pre");
const CAPTION = tagNumber("figcaption");

const ownNames = [
  "blockWords",
  "blockLinks",
  "blockPunctuation",
  "blockCapitals",
  "blockSentences",
  "blockDigits",
  "blockWordLength",
  "blockMarkup",
  "blockTitle",
] as const;
const ownColumn = /* @__PURE__ */ columnsOf(ownNames);

/** The text of a block itself. */
export const ownFeatures: FeatureFamily<BlockView, OwnFeature> = {
  names: ownNames,
  fill({ view }, block, row, at) {
    const { page, titleWords, titleSize } = view;
    const { first, last } = page.blocks;
    const from = first[block];
    const to = last[block] + 1;
    const of = (sum: Int32Array): number => sum[to] - sum[from];
    const { sums } = page;
    const characters = of(sums.characters);
    const words = of(sums.words);
    row[at + ownColumn.blockWords] = logarithm(words);
    row[at + ownColumn.blockLinks] = ratio(of(sums.anchorCharacters), characters);
    row[at + ownColumn.blockPunctuation] = ratio(of(sums.punctuation), words);
    row[at + ownColumn.blockCapitals] = ratio(of(sums.capitals), words);
    row[at + ownColumn.blockSentences] = of(sums.sentences);
    row[at + ownColumn.blockDigits] = ratio(of(sums.digits), characters);
    row[at + ownColumn.blockWordLength] = ratio(characters, words);
    row[at + ownColumn.blockMarkup] = logarithm(of(sums.elements));
    row[at + ownColumn.blockTitle] = likeness(of(titleWords), words, titleSize);
  },
};

export type OwnFeature = (typeof ownNames)[number];

/** Dice's coefficient of a text and the title, from the words of the text that are in the title. */
function likeness(shared: number, words: number, titleSize: number): number {
  return titleSize === 0 ? 0 : Math.min(1, ratio(2 * shared, words + titleSize));
}

const holderNames = [
  "headingRank",
  "isCell",
  "isTerm",
  "isCode",
  "isCaption",
  "elementBlocks",
  "parentPlace",
  "parentBlocks",
  "parentWords",
  "parentLinks",
  "parentCopied",
] as const;
const holderColumn = /* @__PURE__ */ columnsOf(holderNames);

/** The element around a block, and its parent. */
export const holderFeatures: FeatureFamily<BlockView, HolderFeature> = {
  names: holderNames,
  fill({ view, element, copiedWords }, block, row, at) {
    const { page, blocksBefore } = view;
    const { sums } = page;
    const node = element[block];
    const tag = page.tag[node];
    const parent = page.parent[node] > 0 ? page.parent[node] : node;
    const from = blocksBefore[parent];
    const to = blocksBefore[page.end[parent]];
    const words = sumOf(page, sums.words, parent);
    row[at + holderColumn.headingRank] = isHeading(page, node) ? 1 + tag - H1 : 0;
    row[at + holderColumn.isCell] = cellTags.includes(tag) ? 1 : 0;
    row[at + holderColumn.isTerm] = termTags.includes(tag) ? 1 : 0;
    row[at + holderColumn.isCode] = tag === PRE ? 1 : 0;
    row[at + holderColumn.isCaption] = tag === CAPTION ? 1 : 0;
    row[at + holderColumn.elementBlocks] = logarithm(blocksBefore[page.end[node]] - blocksBefore[node]);
    row[at + holderColumn.parentPlace] = ratio(block - from, to - from);
    row[at + holderColumn.parentBlocks] = logarithm(to - from);
    row[at + holderColumn.parentWords] = logarithm(words);
    row[at + holderColumn.parentLinks] = ratio(
      sumOf(page, sums.anchorCharacters, parent),
      sumOf(page, sums.characters, parent),
    );
    row[at + holderColumn.parentCopied] = ratio(copiedWords[to] - copiedWords[from], words);
  },
};

export type HolderFeature = (typeof holderNames)[number];

const containerNames = [
  "holderScore",
  "bestHolder",
  "inMainPart",
  "fromMainPart",
  "fromHeadline",
  "inControl",
  "instance",
  "instances",
  "instanceWords",
  "alikeLed",
  "alikeDated",
  "alikeLabelled",
] as const;
const containerColumn = /* @__PURE__ */ columnsOf(containerNames);

const noTraits = { led: 0, dated: 0, labelled: 0 };

/** The container that a block is in. */
export const containerFeatures: FeatureFamily<BlockView, ContainerFeature> = {
  names: containerNames,
  fill({ view, element, main, fromHeadline, inControl, instance, instances, instanceAround, traits }, block, row, at) {
    const { page } = view;
    const { characters, words } = page.sums;
    const node = element[block];
    const parent = page.parent[node] > 0 ? page.parent[node] : node;
    row[at + containerColumn.holderScore] = ratio(main.own[parent], main.score);
    row[at + containerColumn.bestHolder] = ratio(main.best[node], main.score);
    row[at + containerColumn.inMainPart] = main.node > 0 && node >= main.node && node < page.end[main.node] ? 1 : 0;
    const around = sumOf(page, characters, main.common[node]);
    row[at + containerColumn.fromMainPart] = logarithm(ratio(around, Math.max(1, sumOf(page, characters, main.node))));
    row[at + containerColumn.fromHeadline] = fromHeadline[node];
    row[at + containerColumn.inControl] = inControl[node];
    const like = instanceAround[node];
    row[at + containerColumn.instance] = instance[like];
    row[at + containerColumn.instances] = instances[like];
    row[at + containerColumn.instanceWords] = like > 0 ? logarithm(sumOf(page, words, like)) : 0;
    const trait = traits.get(page.parent[like]) ?? noTraits;
    row[at + containerColumn.alikeLed] = trait.led;
    row[at + containerColumn.alikeDated] = trait.dated;
    row[at + containerColumn.alikeLabelled] = trait.labelled;
  },
};

export type ContainerFeature = (typeof containerNames)[number];

const orderNames = ["headingTitle", "headingAbove", "sinceHeading", "copies", "copiesBefore"] as const;
const orderColumn = /* @__PURE__ */ columnsOf(orderNames);

/** The position of a block among the page's blocks. */
export const orderFeatures: FeatureFamily<BlockView, OrderFeature> = {
  names: orderNames,
  fill({ view, element, heading, copies, copiesBefore }, block, row, at) {
    const { page, titleWords, titleSize } = view;
    const above = heading[block];
    const { first, last } = page.blocks;
    if (above < 0) {
      row[at + orderColumn.headingTitle] = 0;
      row[at + orderColumn.headingAbove] = 0;
      row[at + orderColumn.sinceHeading] = logarithm(block);
    } else {
      const from = first[above];
      const to = last[above] + 1;
      const words = page.sums.words[to] - page.sums.words[from];
      row[at + orderColumn.headingTitle] = likeness(titleWords[to] - titleWords[from], words, titleSize);
      row[at + orderColumn.headingAbove] = 1 + page.tag[element[above]] - H1;
      row[at + orderColumn.sinceHeading] = logarithm(block - above);
    }
    row[at + orderColumn.copies] = Math.log2(copies[block]);
    row[at + orderColumn.copiesBefore] = Math.min(9, copiesBefore[block]);
  },
};

export type OrderFeature = (typeof orderNames)[number];
