import type { Feature } from "../../features/index.ts";

/**
 * What tells keywords from other phrases: the features of Yih, Goodman, Carvalho, section 3.2, without parts of speech
 * and URLs; plus some of our own. Site-independent template-block detection, section 5.2, uses the three best: term
 * frequency, document frequency and search query logs. There is no public log to ship, so `asked` is 0 unless the caller
 * has a table. Stop words are recognized by document frequency alone, so no feature depends on a language.
 */
export const keywordFeatureList: readonly Feature[] = [
  { name: "times", unit: "log2 of occurrences", why: "a page repeats its topic" },
  { name: "timesShare", unit: "log2 of occurrences per 1000 words", why: "three times in a short text is a lot" },
  {
    name: "idf",
    unit: "log2 of documents per document with it",
    why: "a phrase on every page says nothing about this one",
  },
  { name: "tfIdf", unit: "log2 of 1 + occurrences, times idf", why: "frequent here and rare elsewhere is what counts" },
  { name: "tfIdfTop", unit: "share of the page's highest", why: "compares with the other phrases of the page" },
  { name: "leastIdf", unit: "least idf of its words", why: "most keywords contain no common word" },
  {
    name: "firstRare",
    unit: "share of the page's words that are more common than its first",
    why: "no keyword starts with an article, which is common among the page's words in any language",
  },
  { name: "lastRare", unit: "the same for its last word", why: "no keyword ends with one" },
  { name: "leastRare", unit: "the same for its most common word", why: "few keywords contain one" },
  {
    name: "common",
    unit: "1 or 0: firstRare or lastRare below 0.35",
    why: "such phrases are out, whatever else speaks for them",
  },
  { name: "rareTimes", unit: "log2 of 1 + occurrences, times leastRare", why: "common words repeat as well" },
  { name: "meanIdf", unit: "mean idf of its words", why: "rare words make a rare phrase, listed or not" },
  { name: "surprise", unit: "idf of its words less its own", why: "a fixed phrase is more frequent than chance" },
  {
    name: "together",
    unit: "share of its rarest word's occurrences",
    why: "words that go together here are one thing",
  },
  { name: "inLonger", unit: "share of occurrences", why: "a phrase that only occurs in a longer one is a piece of it" },
  { name: "variety", unit: "neighbours per occurrence, on the poorer side", why: "pieces of a phrase have only one" },
  { name: "single", unit: "1 or 0", why: "half of all keywords are single words" },
  { name: "pair", unit: "1 or 0", why: "most other keywords are pairs" },
  { name: "words", unit: "words; characters / 2 without spaces", why: "long phrases are rarely keywords" },
  { name: "characters", unit: "log2 of characters", why: "single letters are not keywords, long words often are" },
  { name: "digits", unit: "share of characters", why: "dates and prices are not keywords" },
  { name: "title", unit: "1 or 0", why: "the title names the topic" },
  { name: "titleStart", unit: "1 or 0", why: "titles start with the page's name and end with the site's" },
  { name: "wholeTitle", unit: "1 or 0", why: "a part of the title between separators is a name as a whole" },
  {
    name: "titleTimes",
    unit: "log2 of occurrences, if in the title",
    why: "in the title and in the text means topic",
  },
  { name: "titleRare", unit: "leastRare, if in the title", why: "titles have common words too" },
  { name: "description", unit: "1 or 0", why: "the description summarizes the page" },
  { name: "metaKeywords", unit: "1 or 0", why: "the page's own keywords contain it" },
  { name: "wholeKeyword", unit: "1 or 0", why: "it is one of the page's own keywords" },
  { name: "headings", unit: "log2 of occurrences in headings", why: "headings name what follows" },
  { name: "headline", unit: "1 or 0: in an h1", why: "the headline says it first" },
  { name: "links", unit: "share of occurrences in links", why: "links name other pages' topics, tags this page's" },
  { name: "alone", unit: "share of occurrences", why: "tags, items and cells are complete phrases" },
  { name: "everAlone", unit: "1 or 0", why: "an item somewhere has borders set by an author" },
  { name: "strong", unit: "share of occurrences", why: "writers emphasize their terms" },
  { name: "capitals", unit: "share of occurrences", why: "names are capitalized" },
  { name: "capitalsInside", unit: "share of those inside sentences", why: "inside sentences only names are" },
  { name: "allCaps", unit: "share of occurrences", why: "abbreviations are terms; shouted headings are not" },
  { name: "first", unit: "share of the page before it", why: "topics are named early" },
  { name: "firstWords", unit: "log2 of words before it", why: "the first lines count, however long the page" },
  { name: "last", unit: "share of the page before its last", why: "topics return at the end" },
  { name: "spread", unit: "share of the page from first to last", why: "topics run through the whole page" },
  { name: "sentencePlace", unit: "share of its first sentence before it", why: "sentences start with their subject" },
  { name: "sentenceLength", unit: "log2 of words, of its first", why: "labels and headings are short" },
  { name: "pageWords", unit: "log2 of words", why: "on a long page, a smaller share of the phrases are keywords" },
  { name: "asked", unit: "log2 of 1 + its count in a given table", why: "what people search for is a topic" },
  { name: "unspaced", unit: "1 or 0", why: "scripts without spaces give more phrases that are not words" },
];

export const keywordFeatureCount = keywordFeatureList.length;
