import type { Feature } from "../../features/index.ts";

/**
 * What tells keywords from other phrases: the features of Yih, Goodman, Carvalho, section 3.2, without query logs, parts of
 * speech and addresses, as in site-independent template-block detection, section 5.2; and some of our own. Stop words are
 * told by document frequency alone, so that no feature knows a language.
 */
export const keywordFeatureList: readonly Feature[] = [
  { name: "times", unit: "log2 of occurrences", why: "a page repeats what it is about" },
  { name: "timesShare", unit: "log2 of occurrences per 1000 words", why: "three times in a short text is often" },
  {
    name: "idf",
    unit: "log2 of documents per document with it",
    why: "what is on every page tells nothing of this one",
  },
  { name: "tfIdf", unit: "log2 of 1 + occurrences, times idf", why: "often here and rare elsewhere is what counts" },
  { name: "tfIdfTop", unit: "share of the page's highest", why: "compares with the other phrases of the page" },
  { name: "leastIdf", unit: "least idf of its words", why: "most keywords have no common word in them" },
  {
    name: "firstRare",
    unit: "share of the page's words that are more common than its first",
    why: "no keyword begins with an article, which is common among the page's words in any language",
  },
  { name: "lastRare", unit: "the same for its last word", why: "no keyword ends with one" },
  { name: "leastRare", unit: "the same for its most common word", why: "few keywords have one in them" },
  {
    name: "common",
    unit: "1 or 0: firstRare or lastRare below 0.35",
    why: "such phrases are out, whatever else speaks for them",
  },
  { name: "rareTimes", unit: "log2 of 1 + occurrences, times leastRare", why: "common words are repeated as well" },
  { name: "meanIdf", unit: "mean idf of its words", why: "rare words make a rare phrase, listed or not" },
  { name: "surprise", unit: "idf of its words less its own", why: "a fixed phrase is more frequent than chance" },
  {
    name: "together",
    unit: "share of its rarest word's occurrences",
    why: "words that go together here are one thing",
  },
  { name: "inLonger", unit: "share of occurrences", why: "what only occurs in a longer phrase is a piece of it" },
  { name: "variety", unit: "neighbours per occurrence, on the poorer side", why: "pieces of a phrase have but one" },
  { name: "single", unit: "1 or 0", why: "half of all keywords are single words" },
  { name: "pair", unit: "1 or 0", why: "most other keywords are pairs" },
  { name: "words", unit: "words; characters / 2 without spaces", why: "long phrases are seldom keywords" },
  { name: "characters", unit: "log2 of characters", why: "single letters are no keywords, long words often are" },
  { name: "digits", unit: "share of characters", why: "dates and prices are no keywords" },
  { name: "title", unit: "1 or 0", why: "the title says what the page is about" },
  { name: "titleStart", unit: "1 or 0", why: "titles begin with the page's name and end with the site's" },
  { name: "wholeTitle", unit: "1 or 0", why: "a part of the title between bars is a name as a whole" },
  {
    name: "titleTimes",
    unit: "log2 of occurrences, if in the title",
    why: "in the title and in the text is the topic",
  },
  { name: "titleRare", unit: "leastRare, if in the title", why: "titles have common words too" },
  { name: "description", unit: "1 or 0", why: "the description sums the page up" },
  { name: "metaKeywords", unit: "1 or 0", why: "the page's own keywords have it" },
  { name: "wholeKeyword", unit: "1 or 0", why: "it is one of the page's own keywords" },
  { name: "headings", unit: "log2 of occurrences in headings", why: "headings name what follows" },
  { name: "headline", unit: "1 or 0: in an h1", why: "the headline says it first" },
  { name: "links", unit: "share of occurrences in links", why: "links name other pages' topics, tags this page's" },
  { name: "alone", unit: "share of occurrences", why: "tags, items and cells are phrases by themselves" },
  { name: "everAlone", unit: "1 or 0", why: "what is an item somewhere has borders that an author set" },
  { name: "strong", unit: "share of occurrences", why: "writers stress their terms" },
  { name: "capitals", unit: "share of occurrences", why: "names have capitals" },
  { name: "capitalsInside", unit: "share of those inside sentences", why: "where only names have them" },
  { name: "allCaps", unit: "share of occurrences", why: "abbreviations are terms; shouted headings are none" },
  { name: "first", unit: "share of the page before it", why: "topics are named early" },
  { name: "firstWords", unit: "log2 of words before it", why: "the first lines count, however long the page" },
  { name: "last", unit: "share of the page before its last", why: "topics come back at the end" },
  { name: "spread", unit: "share of the page from first to last", why: "topics go through all of a page" },
  { name: "sentencePlace", unit: "share of its first sentence before it", why: "sentences begin with their subject" },
  { name: "sentenceLength", unit: "log2 of words, of its first", why: "labels and headings are short" },
  { name: "pageWords", unit: "log2 of words", why: "of a long page, a smaller share of the phrases is a keyword" },
  { name: "unspaced", unit: "1 or 0", why: "scripts without spaces give more phrases that are no words" },
];

export const keywordFeatureCount = keywordFeatureList.length;
