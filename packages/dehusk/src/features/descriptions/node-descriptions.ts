import {
  type AncestorFigure,
  ancestorLevels,
  type NeighbourFigure,
  neighbourWindows,
  type PageFeature,
  sides,
} from "../context-features.ts";
import type { Description, Feature } from "../feature.ts";
import { Inside } from "../inside.ts";
import { nodeFeatureNames } from "../node-features.ts";
import type { PlaceFeature } from "../place-features.ts";
import type { TagFeature } from "../tag-features.ts";
import type { TextFeature } from "../text-features.ts";
import { describeAll } from "./describe-all.ts";

export const textDescriptions: Readonly<Record<TextFeature, Description>> = {
  words: { unit: "log2 of words", why: "content is long, parts of templates are short" },
  wordShare: { unit: "share of the page's words", why: "a node with most of the text holds the content" },
  plainWords: { unit: "log2 of words outside links", why: "templates have few words that are not links" },
  linkDensity: { unit: "share of characters in links", why: "menus are made of links" },
  linksPerWord: { unit: "links per word", why: "menus have a link for every word or two" },
  anchorWords: { unit: "log2 of words per link", why: "menus have short links, content has longer ones" },
  intraLinks: { unit: "share of links within the site", why: "templates point to their own site" },
  links: { unit: "log2 of links", why: "one link alone says little, forty say menu" },
  textPerHtml: { unit: "share of the HTML's length", why: "templates have much markup for little text" },
  textPerElement: { unit: "log2 of characters per element", why: "templates cut their text into small pieces" },
  sentenceLength: { unit: "log2 of words per sentence end", why: "menus do not end sentences" },
  sentences: { unit: "log2 of sentence ends", why: "content is made of sentences" },
  punctuation: { unit: "marks per word", why: "labels have no commas, legal lines and lists of links have bars" },
  capitals: { unit: "share of words", why: "labels are capitalized" },
  digits: { unit: "share of characters", why: "dates, counters and prices are digits" },
  wordLength: { unit: "characters per word", why: "running text has many short words" },
  images: { unit: "log2 of images", why: "logos, buttons and banners are images" },
  imagesPerWord: { unit: "images per word", why: "what is only images is a banner or a logo" },
  controls: { unit: "log2 of form controls", why: "search and login boxes belong to the template" },
  titleWords: { unit: "share of the node's words", why: "content speaks of what the title names" },
  titleShare: { unit: "node's title words per title word", why: "the headline repeats the title" },
  proseShare: { unit: "share of the node's characters", why: "content is running text" },
  proseHeld: { unit: "share of the page's prose", why: "the main part holds most of the running text" },
};

export const placeDescriptions: Readonly<Record<PlaceFeature, Description>> = {
  left: { unit: "share of the page's width", why: "side columns lie at the margins" },
  right: { unit: "share of the page's width", why: "side columns lie at the margins" },
  top: { unit: "share of the page's height", why: "banners and menus lie at the top" },
  bottom: { unit: "share of the page's height", why: "footers lie at the bottom" },
  topPixels: { unit: "log2 of pixels", why: "banners have a height of their own, however long the page" },
  bottomPixels: { unit: "log2 of pixels", why: "footers have a height of their own" },
  margin: { unit: "share of the page, nearest margin", why: "templates hug the margins" },
  centre: { unit: "share of the page's width", why: "content is in the middle" },
  middle: { unit: "share of the page's height", why: "content is in the middle" },
  width: { unit: "share of the page's width", why: "side columns are narrow" },
  height: { unit: "share of the page's height", why: "the content is most of a page's height" },
  area: { unit: "log2 of square pixels", why: "what a feature means depends on the node's size" },
  shape: { unit: "log2 of width to height", why: "bars are wide and flat, columns narrow and high" },
};

const tagDescriptions: Readonly<Record<Exclude<TagFeature, `in${keyof typeof Inside}`>, Description>> = {
  isText: { unit: "0 or 1", why: "text by itself, without an element around it" },
  isInline: { unit: "0 or 1", why: "part of a line" },
  isItem: { unit: "0 or 1", why: "an item of a list" },
  isParagraph: { unit: "0 or 1", why: "paragraphs are content" },
  isDivision: { unit: "0 or 1", why: "a container without a meaning" },
  depth: { unit: "log2 of levels", why: "templates nest deeply" },
  alike: { unit: "log2 of siblings of the same shape", why: "items of menus and lists look the same" },
  alikeShare: { unit: "share of the siblings", why: "items of menus and lists look the same" },
  shapeCount: { unit: "log2 of elements of the same shape on the page", why: "lists repeat one shape" },
  shapeWords: {
    unit: "log2 of mean words of the shape",
    why: "what looks the same is the same: small menu items, long paragraphs",
  },
  shapeLinks: { unit: "share of the shape's characters in links", why: "what looks the same is the same" },
};

const ancestorDescriptions: Readonly<Record<AncestorFigure, Description>> = {
  Words: { unit: "log2 of words", why: "a short line in a long text is content" },
  Share: { unit: "share of the page's words", why: "what lies in the largest part is content" },
  LinkDensity: { unit: "share of characters in links", why: "what lies among links is a menu" },
  TextPerElement: { unit: "log2 of characters per element", why: "what lies among small pieces is a template" },
  ProseShare: { unit: "share of its characters", why: "what lies in running text is content" },
  ProseHeld: { unit: "share of the page's prose", why: "what lies in the main part is content" },
};

/** Units include the window: "log2 of words in 4 blocks before it". */
const neighbourDescriptions: Readonly<Record<NeighbourFigure, Description>> = {
  Words: { unit: "log2 of words in", why: "content stands beside content" },
  LinkDensity: { unit: "share of characters in links,", why: "menus stand beside menus" },
  Prose: { unit: "share of characters that are prose,", why: "content stands beside running text" },
};

const pageDescriptions: Readonly<Record<PageFeature, Description>> = {
  pageWords: { unit: "log2 of words", why: "long pages hold articles, short ones lists and forms" },
  pageLinkDensity: { unit: "share of characters in links", why: "on pages of links, links are content" },
  pageProse: { unit: "share of characters", why: "pages without running text have other content" },
  pageBlocks: { unit: "log2 of blocks", why: "long lists have many short blocks" },
  textBefore: { unit: "share of the page's words", why: "templates come first and last" },
  textAfter: { unit: "share of the page's words", why: "templates come first and last" },
  proseBefore: { unit: "share of the page's prose", why: "content begins with the running text" },
  proseAfter: { unit: "share of the page's prose", why: "after the last paragraph come related links and footers" },
  pastHeadline: { unit: "-1 before, 0 within or no headline, 1 after", why: "content follows the headline" },
  headlineDistance: { unit: "log2 of characters, below 0 before it", why: "content is near the headline" },
};

let described: readonly Feature[] | undefined;

/** The features of a node with what they mean, in the order of their columns. */
export function describeNodeFeatures(): readonly Feature[] {
  described ??= describeAll(nodeFeatureNames, [
    textDescriptions,
    placeDescriptions,
    insideDescriptions(),
    tagDescriptions,
    ...ancestorLevels.map((level) => prefixed(level, ancestorDescriptions)),
    ...neighbourWindows.flatMap((size) =>
      sides.map((side) => prefixed(`${side}${size}`, neighbourDescriptions, ` ${size} blocks ${side} it`)),
    ),
    pageDescriptions,
  ]);
  return described;
}

function insideDescriptions(): Record<string, Description> {
  return Object.fromEntries(
    Object.keys(Inside).map((name) => [
      `in${name}`,
      { unit: "0 or 1", why: `authors mark what is in ${name.toLowerCase()} elements and roles, and so what is not` },
    ]),
  );
}

function prefixed(
  prefix: string,
  list: Readonly<Record<string, Description>>,
  unitEnd = "",
): Record<string, Description> {
  return Object.fromEntries(
    Object.entries(list).map(([name, { unit, why }]) => [`${prefix}${name}`, { unit: `${unit}${unitEnd}`, why }]),
  );
}
