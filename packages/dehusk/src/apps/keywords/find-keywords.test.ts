import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hostilePages } from "../../features/testing/hostile-pages.ts";
import { parse } from "../../page/index.ts";
import { tagSoup } from "../../page/testing/random-html.ts";
import { findKeywords, type KeywordOptions } from "./find-keywords.ts";
import { keywordFeatureList } from "./keyword-features.ts";
import type { KeywordModel } from "./keyword-model.ts";

/** A model with hand-set weights, on unscaled values up to 100. */
function modelOf(weights: Readonly<Record<string, number>>, bias = 0): KeywordModel {
  return {
    version: 1,
    kind: "dehusk-keyword-model",
    features: keywordFeatureList.map(({ name }) => name),
    scales: keywordFeatureList.map(() => [0, 100]),
    bias,
    weights: keywordFeatureList.map(({ name }) => 100 * (weights[name] ?? 0)),
  };
}

const found = (html: string, options?: KeywordOptions): string[] =>
  findKeywords(parse(html), options).map(({ keyword }) => keyword);

const article = `<title>Beekeeping on city roofs | The Hill Weekly</title>
<meta name="description" content="How beekeeping came to the roofs of a small city">
<h1>Beekeeping on city roofs</h1>
<p>The first hive came to the town hall in a baker’s van. Beekeeping was then a thing of the valleys, and nobody thought
that a hive would do well between chimneys. Today there are forty hives, and the honey is sold on the square.</p>
<p>Maud Tarrant, who keeps nine of them, says that beekeeping is mostly a matter of patience. “A hive tells you what it
needs,” Maud Tarrant says. The honey of the lime trees is the best, and the lime trees are in flower now.</p>`;

describe("findKeywords", () => {
  test("finds a page's topic with the shipped model", () => {
    const keywords = found(article, { top: 6 });
    expect(keywords[0]).toMatch(/beekeeping/i);
    expect(keywords).toContain("hive");
    for (const common of ["the", "The", "a", "of", "is"]) expect(keywords).not.toContain(common);
  });

  test("is deterministic, sorted best first, with probabilities", () => {
    const keywords = findKeywords(parse(article), { top: 50 });
    expect(findKeywords(parse(article), { top: 50 })).toEqual(keywords);
    const scores = keywords.map(({ score }) => score);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    for (const score of scores) expect(score > 0 && score < 1).toBe(true);
  });

  test("writes a phrase as the page does most often", () => {
    const model = modelOf({ times: 1, words: 1 });
    const html = "<p>SOLAR panels, solar panels, Solar\n  Panels, Solar Panels</p>";
    expect(findKeywords(parse(html), { model, top: 1 })).toMatchObject([{ keyword: "Solar Panels", occurrences: 4 }]);
    expect(found("<p>l’eau, L'eau, l’eau", { model, top: 1 })).toEqual(["l’eau"]);
    expect(found("<p>網頁，網頁", { model, top: 1 })).toEqual(["網頁"]);
  });

  test("text outside templates counts more, and nothing is lost", () => {
    const page = parse("<nav>Offers of the day</nav><p>Windmills</p>");
    const template = new Uint8Array(page.size);
    const nav = page.tag.findIndex((tag) => page.tagNames[tag] === "nav");
    template.fill(1, nav, page.end[nav]);
    const model = modelOf({ words: -0.5 });
    const scores = (options: KeywordOptions) =>
      new Map(
        findKeywords(page, { model, allPhrases: true, top: 50, ...options }).map(({ keyword, score }) => [
          keyword,
          score,
        ]),
      );
    const [plain, blended] = [scores({}), scores({ template })];
    expect([...blended.keys()].sort()).toEqual([...plain.keys()].sort());
    // Alike on the page alone: both are single words. Outside the template only one of them is left.
    expect(plain.get("Offers")).toBe(plain.get("Windmills"));
    expect(blended.get("Windmills")).toBeCloseTo(plain.get("Windmills") as number, 12);
    expect(blended.get("Offers")).toBeLessThanOrEqual(blended.get("Windmills") as number);
    const longer = parse("<nav>Offers</nav><p>Windmills. The old windmills of the northern plains</p>");
    const marks = new Uint8Array(longer.size);
    const menu = longer.tag.findIndex((tag) => longer.tagNames[tag] === "nav");
    marks.fill(1, menu, longer.end[menu]);
    const of = (options: KeywordOptions) =>
      findKeywords(longer, { model, allPhrases: true, top: 50, ...options }).find(
        ({ keyword }) => keyword === "Offers",
      );
    expect(of({ template: marks })?.score).toBeLessThan(of({})?.score as number);
  });

  test("shows only one of several nested phrases", () => {
    const html = "<p>solar panels, solar panels, roof</p>";
    const model = modelOf({ times: 1, words: -0.1 });
    expect(found(html, { model })).toEqual(["solar panels", "roof"]);
    expect(found(html, { model, allPhrases: true })).toEqual(["solar", "panels", "solar panels", "roof"]);
    // A phrase that occurs once represents only itself.
    expect(found("<p>solar panels</p>", { model })).toEqual(["solar", "panels"]);
    expect(found("<p>solar panels</p>", { model: modelOf({ words: 1 }) })).toEqual(["solar panels"]);
  });

  test("a phrase shown for its part has the part's score", () => {
    const model = modelOf({ times: 1, words: -0.1 });
    const html = "<p>solar panels, solar panels, roof</p>";
    const [all] = findKeywords(parse(html), { model, allPhrases: true });
    expect(findKeywords(parse(html), { model })[0]?.score).toBe(all?.score);
  });

  test("the page's own keywords count if the model knows them", () => {
    const html = '<meta name=keywords content="roof"><p>solar, panels, roof';
    const model = modelOf({ wholeKeyword: 1 });
    expect(found(html, { model, top: 1 })).toEqual(["roof"]);
    expect(found(html, { model, top: 1, metaKeywords: false })).toEqual(["solar"]);
  });

  test("reads only kept text", () => {
    const page = parse("<p>solar<p>roof");
    const kept = Uint8Array.from({ length: page.size }, (_, i) => (page.strings[i] === "roof" ? 1 : 0));
    expect(findKeywords(page, { kept }).map(({ keyword }) => keyword)).toEqual(["roof"]);
  });

  test("refuses invalid options", () => {
    expect(() => found("", { top: 0 })).toThrow(/"top" must be a whole number from 1/);
    expect(() => found("", { tops: 1 } as object)).toThrow(/Unknown option "tops"/);
  });
});

describe("hostile pages", () => {
  const words = (count: number, between: string): string =>
    Array.from({ length: count }, (_, i) => `w${Math.imul(i, 2654435761) >>> 22}`).join(between);
  test.each([
    ...Object.entries(hostilePages),
    ["100,000 words without spaces", `<p>${"漢字仮名".repeat(25_000)}`],
    ["1 MB of one character", `<p>${"漢".repeat(300_000)}`],
    ["100,000 different words", `<p>${words(100_000, " ")}`],
    ["100,000 hyphenated words", `<p>${words(100_000, "-")}`],
    ["endless dots", `<p>a${".".repeat(500_000)}b${" .'".repeat(100_000)}c`],
    ["endless spaces", `<pre>a${"\u00a0".repeat(500_000)}&amp;b`],
    ["many overlong words", `<p>a ${`${"x".repeat(70)} `.repeat(10_000)}b`],
    ["20,000 links", `<p>${"<a href=/>x</a>".repeat(20_000)}`],
    ["a title of 1 MB", `<title>${"words ".repeat(160_000)}</title><p>words words`],
    ["lone surrogates", "<p>\ud800 a \udc00\udc00 b \ud83d"],
  ])("%s", (_, html) => {
    const page = parse(html);
    const keywords = findKeywords(page, { top: 1000 });
    for (const { keyword, score, occurrences } of keywords) {
      expect(keyword.trim()).not.toBe("");
      expect(score >= 0 && score <= 1).toBe(true);
      expect(occurrences).toBeGreaterThan(0);
    }
    if (page.sums.words[page.size] === 0) expect(keywords).toEqual([]);
  });

  test("any soup of tags", () => {
    fc.assert(
      fc.property(tagSoup, (html) => {
        for (const { keyword, score } of findKeywords(parse(html), { allPhrases: true, top: 100 })) {
          expect(keyword).not.toBe("");
          expect(Number.isFinite(score)).toBe(true);
        }
      }),
    );
  });
});
