import type { CharacterKind } from "../character-sums.ts";
import type { Description, Feature } from "../feature.ts";
import type { TagKind } from "../tag-sums.ts";
import type { TemplateBlockContrast } from "../template-block-contrast.ts";
import { templateBlockFeatureNames } from "../template-block-features.ts";
import type { TemplateBlockMarkup } from "../template-block-markup.ts";
import type { TemplateBlockPlace } from "../template-block-place.ts";
import type { TemplateBlockText } from "../template-block-text.ts";
import { describeAll } from "./describe-all.ts";
import { placeDescriptions, textDescriptions } from "./node-descriptions.ts";

const blockTextDescriptions: Readonly<Record<Exclude<TemplateBlockText, CharacterKind>, Description>> = {
  characters: { unit: "log2 of characters", why: "content is long, parts of templates are short" },
  upperCase: { unit: "share of characters", why: "labels are in capitals" },
  shouted: { unit: "share of pieces between blanks", why: "buttons and headings are all in capitals" },
  numeric: { unit: "share of pieces between blanks", why: "dates, prices and counters begin with a digit" },
  shortPieces: {
    unit: "share of pieces between blanks, of 3 characters at most",
    why: "running text is full of small words, whatever its language",
  },
  pieceLength: { unit: "characters per piece", why: "addresses and labels are long, small words are not" },
};

const markReasons: Readonly<Record<CharacterKind, string>> = {
  commas: "sentences have commas, labels have none",
  periods: "sentences end, and addresses have dots",
  questions: "calls to action shout and ask",
  colons: "labels end in colons, times have them",
  quotes: "texts quote",
  brackets: "counters stand in brackets, asides in texts as well",
  bars: "menus and footers part their links by bars, slashes and bullets",
  dashes: "dates and names of things have dashes",
  signs: "footers have signs of copyright, shops have prices",
};

const markupDescriptions: Readonly<Record<Exclude<TemplateBlockMarkup, TagKind | `${TagKind}Share`>, Description>> = {
  elements: { unit: "log2 of elements", why: "templates have much markup" },
  kinds: { unit: "kinds of elements in it", why: "whole parts of a page have all kinds, a text has few" },
  levels: { unit: "log2 of levels below it", why: "templates nest deeply" },
  imageArea: { unit: "share of its area", why: "banners and galleries are pictures" },
  anchorShare: { unit: "share of its elements", why: "menus are made of links" },
  imageElements: { unit: "share of its elements", why: "banners and galleries are pictures" },
};

const tagReasons: Readonly<Record<TagKind, string>> = {
  paragraphs: "texts are written in paragraphs",
  headings: "articles have headings, boxes have one each",
  breaks: "footers and old menus break their lines by hand",
  bold: "labels and titles are bold",
  italics: "running text stresses words",
  fonts: "small print and old templates set fonts by hand",
  spans: "templates dress every word by itself",
  divisions: "templates nest containers",
  lists: "menus are lists",
  items: "menus are lists",
  tables: "old templates are tables within tables",
  rows: "tables of data have many rows",
  cells: "tables of data have many cells",
  forms: "search and login boxes belong to the template",
  frames: "banners and players come from elsewhere",
};

const contrastDescriptions: Readonly<Record<TemplateBlockContrast, Description>> = {
  divergence: { unit: "bits, Kullback-Leibler", why: "content speaks of one thing, templates of others" },
  differentWords: { unit: "log2 of different words", why: "content has many words" },
  differentShare: { unit: "different words per word", why: "long texts say words again, labels do not" },
  sharedWords: { unit: "share of words that the rest has as well", why: "templates say what content does not" },
  elsewhere: {
    unit: "mean log2 of times the rest has its words",
    why: "small words of running text are all over the page",
  },
  characterShare: { unit: "share of the page's characters", why: "the content is most of a page" },
  htmlShare: { unit: "share of the page's HTML", why: "templates have much markup for little text" },
  elementShare: { unit: "share of the page's elements", why: "templates have much markup for little text" },
  linkShare: { unit: "share of the page's links", why: "the menu has most of a page's links" },
  imageShare: { unit: "share of the page's images", why: "one part of a page has its pictures" },
  controlShare: { unit: "share of the page's form controls", why: "search boxes belong to the template" },
  sentenceShare: { unit: "share of the page's sentence ends", why: "the content has most sentences" },
  linkRatio: { unit: "log2, link density to the rest's", why: "on pages of links, links are content" },
  lengthRatio: { unit: "log2, characters per element to the rest's", why: "templates cut text into pieces" },
  sentenceRatio: { unit: "log2, sentence ends per word to the rest's", why: "content is made of sentences" },
  punctuationRatio: { unit: "log2, marks per word to the rest's", why: "content is made of sentences" },
  capitalRatio: { unit: "log2, capitalized words per word to the rest's", why: "labels are capitalized" },
  digitRatio: { unit: "log2, digits per character to the rest's", why: "dates and counters are digits" },
};

const blockPlaceDescriptions: Readonly<
  Record<Exclude<TemplateBlockPlace, `${"blockIs" | "parentIs"}${string}`>, Description>
> = {
  depth: { unit: "log2 of levels", why: "templates nest deeply" },
  depthShare: { unit: "share of the deepest level", why: "what lies near the root is a part of the page" },
  fromFirst: { unit: "log2 of siblings before it", why: "headers come first" },
  fromLast: { unit: "log2 of siblings after it", why: "footers come last" },
  siblings: { unit: "log2 of siblings, itself included", why: "items of lists have many siblings" },
  siblingPlace: { unit: "0 first to 1 last among siblings", why: "content is between header and footer" },
  sameTag: { unit: "share of siblings with its tag", why: "items of lists are all the same" },
  charactersBefore: { unit: "share of the page's characters", why: "templates come first and last" },
  charactersAfter: { unit: "share of the page's characters", why: "templates come first and last" },
  htmlBefore: { unit: "share of the page's HTML", why: "templates come first and last" },
  htmlAfter: { unit: "share of the page's HTML", why: "templates come first and last" },
  line: { unit: "log2 of lines before it", why: "headers have a length of their own, however long the page" },
  linePlace: { unit: "share of the page's lines", why: "templates come first and last" },
  lines: { unit: "log2 of lines in it", why: "programs write content on few lines, people write on many" },
};

/** The features of a template block with what they mean, in the order of their columns. */
export function describeTemplateBlockFeatures(): readonly Feature[] {
  return describeAll(templateBlockFeatureNames, [
    textDescriptions,
    blockTextDescriptions,
    fromEntries(markReasons, (name, why) => [[name, { unit: "marks per 100 characters", why }]]),
    markupDescriptions,
    fromEntries(tagReasons, (name, why) => [
      [name, { unit: "log2 of elements", why }],
      [`${name}Share`, { unit: "share of its elements", why }],
    ]),
    contrastDescriptions,
    placeDescriptions,
    blockPlaceDescriptions,
    Object.fromEntries(
      templateBlockFeatureNames.flatMap((name): [string, Description][] => {
        if (name.startsWith("blockIs"))
          return [[name, { unit: "0 or 1", why: "what a block is tells what it is made for" }]];
        return name.startsWith("parentIs")
          ? [[name, { unit: "0 or 1", why: "what a block lies in tells its part" }]]
          : [];
      }),
    ),
  ]);
}

function fromEntries(
  reasons: Readonly<Record<string, string>>,
  describe: (name: string, why: string) => [string, Description][],
): Record<string, Description> {
  return Object.fromEntries(Object.entries(reasons).flatMap(([name, why]) => describe(name, why)));
}
