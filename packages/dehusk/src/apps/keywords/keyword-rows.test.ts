import { describe, expect, test } from "vitest";
import { parse } from "../../page/index.ts";
import { DocumentFrequencies } from "./document-frequencies.ts";
import { findPhrases } from "./find-phrases.ts";
import { keywordFeatureCount, keywordFeatureList } from "./keyword-features.ts";
import { type KeywordRowOptions, keywordRows, plainPhrase } from "./keyword-rows.ts";
import { readWords } from "./read-words.ts";

/** Seven documents: "the" is in all of them, "roof" in one, nothing else of the page in any. */
const frequencies = new DocumentFrequencies();
for (const text of ["the roof", "the", "the", "the", "the", "the", "the"]) {
  frequencies.add(findPhrases(readWords(parse(`<p>${text}`))));
}

const html = `<title>Solar panels | The Shop</title><meta name=description content="All of the roof">
<meta name=keywords content="solar panels, tiles">
<h1>Solar Panels</h1><p>The roof has SOLAR panels. Tiles of the roof.</p><ul><li><a href=/>solar panels</a></ul>`;

function featuresOf(phrase: string, options?: KeywordRowOptions): Record<string, number> {
  const { words, phrases, candidates, rows } = keywordRows(parse(html), frequencies, options);
  const c = candidates.findIndex((one) => plainPhrase(words, phrases, one) === phrase);
  expect(c).toBeGreaterThanOrEqual(0);
  return Object.fromEntries(
    keywordFeatureList.map(({ name }, j) => [name, Math.round(1e4 * rows[c * keywordFeatureCount + j]) / 1e4]),
  );
}

describe("features of candidates", () => {
  test("of a small page, by hand", () => {
    // 13 words: solar panels / the roof has solar panels / tiles of the roof / solar panels
    expect(featuresOf("solar panels")).toMatchObject({
      times: 1.585,
      timesShare: 7.8565,
      idf: 3,
      tfIdf: 6,
      tfIdfTop: 1,
      leastIdf: 3,
      // Two of "the" and two of "roof" are more common; nine words are as common.
      firstRare: 0.6538,
      leastRare: 0.6538,
      rareTimes: 1.3077,
      common: 0,
      meanIdf: 3,
      surprise: 3,
      together: 1,
      inLonger: 0,
      // Borders twice before it and "has" once; borders each time after it.
      variety: 1,
      single: 0,
      pair: 1,
      words: 2,
      characters: 3.4594,
      digits: 0,
      title: 1,
      titleStart: 1,
      wholeTitle: 1,
      titleTimes: 2,
      description: 0,
      metaKeywords: 1,
      wholeKeyword: 1,
      headings: 1,
      headline: 1,
      links: 0.3333,
      alone: 0.6667,
      everAlone: 1,
      strong: 0,
      capitals: 0.3333,
      capitalsInside: 0,
      allCaps: 0,
      first: 0,
      firstWords: 0,
      last: 0.8462,
      spread: 0.8462,
      sentencePlace: 0,
      sentenceLength: 1,
      unspaced: 0,
    });
    expect(featuresOf("the roof")).toMatchObject({ description: 1, title: 0, inLonger: 0, common: 1, variety: 1 });
    expect(featuresOf("the")).toMatchObject({ idf: 0, title: 1, titleStart: 0, wholeTitle: 0, leastRare: 0.0769 });
    expect(featuresOf("the")).toMatchObject({ inLonger: 1, together: 1, variety: 0.5 });
    expect(featuresOf("roof")).toMatchObject({ idf: 2, sentencePlace: 0.2, firstWords: 2, sentenceLength: 2.3219 });
  });

  test("a piece of a phrase has few neighbours", () => {
    expect(featuresOf("solar")).toMatchObject({ inLonger: 1, variety: 0.3333 });
  });

  test("the page's own keywords can be ignored", () => {
    expect(featuresOf("tiles")).toMatchObject({ metaKeywords: 1, wholeKeyword: 1 });
    expect(featuresOf("tiles", { metaKeywords: false })).toMatchObject({ metaKeywords: 0, wholeKeyword: 0 });
  });

  test("positions count the kept text; title and description are always read", () => {
    const page = parse(html);
    const kept = new Uint8Array(page.size);
    for (let i = 0; i < page.size; i++) if (/roof/.test(page.strings[i])) kept[i] = 1;
    expect(featuresOf("solar panels", { kept })).toMatchObject({ times: 0, title: 1, headings: 0, firstWords: 2 });
  });

  test("each has a unique name, a unit, and a reason", () => {
    expect(new Set(keywordFeatureList.map(({ name }) => name)).size).toBe(keywordFeatureCount);
    for (const { unit, why } of keywordFeatureList) {
      expect(unit).not.toBe("");
      expect(why).not.toBe("");
    }
  });
});
