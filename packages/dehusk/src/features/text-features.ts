import { sumOf } from "../page/index.ts";
import { columnsOf, type FeatureFamily, logarithm, ratio } from "./feature.ts";
import type { PageView } from "./page-view.ts";

const names = [
  "words",
  "wordShare",
  "plainWords",
  "linkDensity",
  "linksPerWord",
  "anchorWords",
  "intraLinks",
  "links",
  "textPerHtml",
  "textPerElement",
  "sentenceLength",
  "sentences",
  "punctuation",
  "capitals",
  "digits",
  "wordLength",
  "images",
  "imagesPerWord",
  "controls",
  "titleWords",
  "titleShare",
  "proseShare",
  "proseHeld",
] as const;
const column = /* @__PURE__ */ columnsOf(names);

/** The text of a node: how much, how much of it in links, its style. */
export const textFeatures: FeatureFamily<PageView, TextFeature> = {
  names: names,
  fill({ page, prose, titleWords, titleSize }, node, row, at) {
    const { sums } = page;
    const words = sumOf(page, sums.words, node);
    const characters = sumOf(page, sums.characters, node);
    const anchorWords = sumOf(page, sums.anchorWords, node);
    const links = sumOf(page, sums.links, node);
    const sentences = sumOf(page, sums.sentences, node);
    const images = sumOf(page, sums.images, node);
    const ownProse = sumOf(page, prose, node);
    const shared = sumOf(page, titleWords, node);
    row[at + column.words] = logarithm(words);
    row[at + column.wordShare] = ratio(words, sums.words[page.size]);
    row[at + column.plainWords] = logarithm(words - anchorWords);
    row[at + column.linkDensity] = ratio(sumOf(page, sums.anchorCharacters, node), characters);
    row[at + column.linksPerWord] = links / (words + 1);
    row[at + column.anchorWords] = logarithm(ratio(anchorWords, links));
    row[at + column.intraLinks] = ratio(sumOf(page, sums.intraLinks, node), links, 0.5);
    row[at + column.links] = logarithm(links);
    row[at + column.textPerHtml] = ratio(characters, sumOf(page, sums.htmlLength, node));
    row[at + column.textPerElement] = logarithm(characters / Math.max(1, sumOf(page, sums.elements, node)));
    row[at + column.sentenceLength] = logarithm(words / (sentences + 1));
    row[at + column.sentences] = logarithm(sentences);
    row[at + column.punctuation] = ratio(sumOf(page, sums.punctuation, node), words);
    row[at + column.capitals] = ratio(sumOf(page, sums.capitals, node), words);
    row[at + column.digits] = ratio(sumOf(page, sums.digits, node), characters);
    row[at + column.wordLength] = ratio(characters, words);
    row[at + column.images] = logarithm(images);
    row[at + column.imagesPerWord] = images / (words + 1);
    row[at + column.controls] = logarithm(sumOf(page, sums.controls, node));
    row[at + column.titleWords] = ratio(shared, words);
    row[at + column.titleShare] = Math.min(2, ratio(shared, titleSize));
    row[at + column.proseShare] = ratio(ownProse, characters);
    row[at + column.proseHeld] = ratio(ownProse, prose[page.size]);
  },
};

export type TextFeature = (typeof names)[number];
