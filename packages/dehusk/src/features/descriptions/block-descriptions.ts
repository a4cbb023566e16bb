import { type ContextPageFeature, contextLevels, contextWindows } from "../block-context.ts";
import type { ContainerFeature, HolderFeature, OrderFeature, OwnFeature } from "../block-features.ts";
import { blockFeatureNames } from "../block-rows.ts";
import type { Description, Feature } from "../feature.ts";
import type { NameFeature } from "../name-features.ts";
import type { WordFeature } from "../word-features.ts";
import { describeAll } from "./describe-all.ts";
import { describeNodeFeatures } from "./node-descriptions.ts";

const ownDescriptions: Readonly<Record<OwnFeature, Description>> = {
  blockWords: { unit: "log2 of words", why: "content is long, parts of templates are short" },
  blockLinks: { unit: "share of characters in links", why: "menus and related links are links all over" },
  blockPunctuation: { unit: "marks per word", why: "sentences have commas and stops" },
  blockCapitals: { unit: "share of words", why: "titles and names of things have capitals" },
  blockSentences: { unit: "sentences", why: "content is made of sentences" },
  blockDigits: { unit: "share of characters", why: "dates, prices and counters are digits" },
  blockWordLength: { unit: "characters per word", why: "running text has short words between long ones" },
  blockMarkup: { unit: "log2 of elements in it", why: "rows of small things have much markup" },
  blockTitle: { unit: "likeness to the page's title", why: "the headline says what the title says" },
};

const holderDescriptions: Readonly<Record<HolderFeature, Description>> = {
  headingRank: { unit: "1 to 6, 0 for no heading", why: "headings go with the text below them" },
  isCell: { unit: "0 or 1", why: "tables of data are content, tables for layout are not" },
  isTerm: { unit: "0 or 1", why: "lists of terms are content" },
  isCode: { unit: "0 or 1", why: "preformatted text is content" },
  isCaption: { unit: "0 or 1", why: "captions go with their figures" },
  elementBlocks: { unit: "log2 of blocks", why: "loose text in a large container" },
  parentPlace: { unit: "share of the parent's blocks before it", why: "bylines come first, tags last" },
  parentBlocks: { unit: "log2 of blocks", why: "menus have many short blocks" },
  parentWords: { unit: "log2 of words", why: "a short line in a long text is content" },
  parentLinks: { unit: "share of characters in links", why: "what lies among links is a menu" },
  parentCopied: { unit: "share of words that the page has twice", why: "menus are there twice, once for phones" },
};

const containerDescriptions: Readonly<Record<ContainerFeature, Description>> = {
  holderScore: { unit: "share of the best container's score", why: "paragraphs of one text share a parent" },
  bestHolder: { unit: "share of the best container's score", why: "what lies in the main part is content" },
  inMainPart: { unit: "0 or 1", why: "what lies in the main part is content" },
  fromMainPart: { unit: "log2 of characters around both, to the main part's", why: "content is near the main part" },
  fromHeadline: {
    unit: "log2 of words around it and the headline, to those around the main part and the headline",
    why: "the headline is nearer to the content than to what stands beside it",
  },
  inControl: { unit: "0 or 1", why: "buttons and labels are to be used, not to be read" },
  instance: {
    unit: "1 for the first of its like, 0 for no likes",
    why: "the first of several articles is the one asked for",
  },
  instances: { unit: "parts similar to the one it is in", why: "posts, comments and teasers come in numbers" },
  instanceWords: { unit: "log2 of words", why: "posts are long, teasers short" },
  alikeLed: { unit: "share of the parts alike that begin with a short line", why: "comments begin with a name" },
  alikeDated: { unit: "share of the parts alike with a number in a short line", why: "comments and posts have a date" },
  alikeLabelled: {
    unit: "share of the parts alike with a short line that the page repeats",
    why: "comments have the same buttons each",
  },
};

const orderDescriptions: Readonly<Record<OrderFeature, Description>> = {
  headingTitle: {
    unit: "likeness of the heading above to the page's title",
    why: "the text under the headline is the content",
  },
  headingAbove: { unit: "1 to 6, 0 for none", why: "boxes have small headings" },
  sinceHeading: { unit: "log2 of blocks", why: "a text begins with its heading" },
  copies: { unit: "log2 of blocks with the same text", why: "labels of controls are there over and over" },
  copiesBefore: {
    unit: "blocks with the same text before it",
    why: "what the page has said already is said again in a box",
  },
};

const nameDescriptions: Readonly<Record<NameFeature, Description>> = {
  nameOwn: { unit: "log-odds of content", why: "authors name their elements for what is in them" },
  nameNear: {
    unit: "log-odds of content, nearest named element",
    why: "authors name their elements for what is in them",
  },
  nameNext: {
    unit: "log-odds of content, next named element out",
    why: "authors name their elements for what is in them",
  },
  nameThree: {
    unit: "log-odds of content, element and two around it",
    why: "authors name their elements for what is in them",
  },
  nameAll: {
    unit: "log-odds of content, all elements around it",
    why: "authors name their elements for what is in them",
  },
  nameLeast: {
    unit: "log-odds of content, the least of all names",
    why: "one name such as that of a sidebar says it all",
  },
  nameMost: {
    unit: "log-odds of content, the most of all names",
    why: "one name such as that of a post's body says it all",
  },
  nameComment: {
    unit: "log-odds of comments, the most of all names",
    why: "authors name the part with readers' comments",
  },
  namePost: { unit: "log-odds of posts, the most of all names", why: "authors name the posts of a thread" },
  nameReview: { unit: "log-odds of reviews, the most of all names", why: "authors name the reviews of a product" },
};

const wordDescriptions: Readonly<Record<WordFeature, Description>> = {
  wordMean: { unit: "mean log-odds of content", why: "some words are in menus and footers more than in texts" },
  wordLeast: { unit: "least log-odds of content", why: "one word such as that for cookies says it all" },
  wordMost: { unit: "most log-odds of content", why: "some words are in running text alone" },
  wordFirst: { unit: "mean log-odds of content, first words", why: "labels begin with the same words" },
  wordAgainst: { unit: "sum of log-odds below -1", why: "menus have many words of menus" },
  wordHeading: { unit: "mean log-odds of content, heading above", why: "a heading tells what the box under it is" },
  wordBefore: { unit: "mean log-odds of content, block before", why: "menus stand beside menus" },
  wordAfter: { unit: "mean log-odds of content, block after", why: "menus stand beside menus" },
};

const contextDescriptions: Readonly<Record<ContextPageFeature, Description>> = {
  firstLook: { unit: "log-odds of content", why: "what the block looks like by itself" },
  meanAlike: { unit: "mean chance of content, blocks of the same shape", why: "what looks the same is the same" },
  blocksAlike: { unit: "log2 of blocks of the same shape", why: "menus and posts repeat one shape" },
  likelyShare: {
    unit: "share of the page's words that look like content",
    why: "on some pages all is content, on some little",
  },
  likeliest: {
    unit: "log-odds of content of the page's likeliest block",
    why: "on some pages nothing looks like content",
  },
  rank: { unit: "share of blocks that look less like content", why: "the best of a page is its content" },
  fadingBefore: { unit: "chance of content before it, fading", why: "content goes on" },
  fadingAfter: { unit: "chance of content after it, fading", why: "content goes on" },
};

/** The features of a block with what they mean, in the order of their columns. */
export function describeBlockFeatures(): readonly Feature[] {
  return describeAll(blockFeatureNames, [
    Object.fromEntries(describeNodeFeatures().map((feature) => [feature.name, feature])),
    ownDescriptions,
    holderDescriptions,
    containerDescriptions,
    orderDescriptions,
    nameDescriptions,
    wordDescriptions,
    contextDescriptions,
    ...contextLevels.map(levelDescriptions),
    ...contextWindows.map(windowDescriptions),
  ]);
}

const ordinals = ["smallest", "second", "third", "fourth", "fifth", "sixth"] as const;

function levelDescriptions(level: (typeof contextLevels)[number]): Record<string, Description> {
  const part = `${ordinals[level - 1]} part around it`;
  return {
    [`mean${level}`]: { unit: `mean chance of content, ${part}`, why: "what lies among content is content" },
    [`held${level}`]: {
      unit: `share of the page's likely content, ${part}`,
      why: "the part that holds most of the content holds no more than that",
    },
  };
}

function windowDescriptions(size: (typeof contextWindows)[number]): Record<string, Description> {
  const blocks = size === 1 ? "the block" : `${size} blocks`;
  const why = "content stands beside content";
  return {
    [`meanBefore${size}`]: { unit: `mean chance of content, ${blocks} before`, why },
    [`meanAfter${size}`]: { unit: `mean chance of content, ${blocks} after`, why },
  };
}
