import { sumOf } from "../page/index.ts";
import { type FeatureGroup, logarithm, ratio } from "./feature.ts";
import type { PageView } from "./page-view.ts";

/** The text of a node: how much, how much of it in links, how it is written. */
export const textFeatures: FeatureGroup<PageView> = {
  features: [
    { name: "words", unit: "log2 of words", why: "content is long, parts of templates are short" },
    { name: "wordShare", unit: "share of the page's words", why: "a node with most of the text holds the content" },
    { name: "plainWords", unit: "log2 of words outside links", why: "templates have few words that are not links" },
    { name: "linkDensity", unit: "share of characters in links", why: "menus are made of links" },
    { name: "linksPerWord", unit: "links per word", why: "menus have a link for every word or two" },
    { name: "anchorWords", unit: "log2 of words per link", why: "menus have short links, content has longer ones" },
    { name: "intraLinks", unit: "share of links within the site", why: "templates point to their own site" },
    { name: "links", unit: "log2 of links", why: "one link alone says little, forty say menu" },
    { name: "textPerHtml", unit: "share of the HTML's length", why: "templates have much markup for little text" },
    {
      name: "textPerElement",
      unit: "log2 of characters per element",
      why: "templates cut their text into small pieces",
    },
    { name: "sentenceLength", unit: "log2 of words per sentence end", why: "menus do not end sentences" },
    { name: "sentences", unit: "log2 of sentence ends", why: "content is made of sentences" },
    {
      name: "punctuation",
      unit: "marks per word",
      why: "labels have no commas, legal lines and lists of links have bars",
    },
    { name: "capitals", unit: "share of words", why: "labels are capitalized" },
    { name: "digits", unit: "share of characters", why: "dates, counters and prices are digits" },
    { name: "wordLength", unit: "characters per word", why: "running text has many short words" },
    { name: "images", unit: "log2 of images", why: "logos, buttons and banners are images" },
    { name: "imagesPerWord", unit: "images per word", why: "what is only images is a banner or a logo" },
    { name: "controls", unit: "log2 of form controls", why: "search and login boxes belong to the template" },
    { name: "titleWords", unit: "share of the node's words", why: "content speaks of what the title names" },
    { name: "titleShare", unit: "node's title words per title word", why: "the headline repeats the title" },
    { name: "proseShare", unit: "share of the node's characters", why: "content is running text" },
    { name: "proseHeld", unit: "share of the page's prose", why: "the main part holds most of the running text" },
  ],
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
    row[at] = logarithm(words);
    row[at + 1] = ratio(words, sums.words[page.size]);
    row[at + 2] = logarithm(words - anchorWords);
    row[at + 3] = ratio(sumOf(page, sums.anchorCharacters, node), characters);
    row[at + 4] = links / (words + 1);
    row[at + 5] = logarithm(ratio(anchorWords, links));
    row[at + 6] = ratio(sumOf(page, sums.intraLinks, node), links, 0.5);
    row[at + 7] = logarithm(links);
    row[at + 8] = ratio(characters, sumOf(page, sums.htmlLength, node));
    row[at + 9] = logarithm(characters / Math.max(1, sumOf(page, sums.elements, node)));
    row[at + 10] = logarithm(words / (sentences + 1));
    row[at + 11] = logarithm(sentences);
    row[at + 12] = ratio(sumOf(page, sums.punctuation, node), words);
    row[at + 13] = ratio(sumOf(page, sums.capitals, node), words);
    row[at + 14] = ratio(sumOf(page, sums.digits, node), characters);
    row[at + 15] = ratio(characters, words);
    row[at + 16] = logarithm(images);
    row[at + 17] = images / (words + 1);
    row[at + 18] = logarithm(sumOf(page, sums.controls, node));
    row[at + 19] = ratio(shared, words);
    row[at + 20] = Math.min(2, ratio(shared, titleSize));
    row[at + 21] = ratio(ownProse, characters);
    row[at + 22] = ratio(ownProse, prose[page.size]);
  },
};
