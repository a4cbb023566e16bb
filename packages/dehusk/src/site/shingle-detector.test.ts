import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DehuskError } from "../basics/index.ts";
import { isText, type Page, parse, splitWords, textOf } from "../page/index.ts";
import { tagSoup } from "../page/testing/random-html.ts";
import type { ShingleOptions } from "./batch-options.ts";
import { ShingleDetector, type ShingleTable, shingleTemplates } from "./shingle-detector.ts";
import { sitePages } from "./testing/made-up-site.ts";
import { textsWhere } from "./testing/nodes-where.ts";

function tableOf(pages: readonly (Page | string)[], options?: ShingleOptions): ShingleTable {
  const detector = new ShingleDetector(options);
  for (const page of pages) detector.add(parse(page));
  return detector.finish();
}

function templatesOn(html: Page | string, table: ShingleTable): string[] {
  const page = parse(html);
  const marks = shingleTemplates(page, table);
  return textsWhere(page, (i) => marks[i] === 1);
}

/** The shingles of a text as strings. */
function slowShingles(text: string, size: number): string[] {
  const words = splitWords(text.toLowerCase());
  if (size === 0 || words.length === 0) return [`text ${text}`];
  const runs: string[] = [];
  for (let i = 0; i + size <= words.length; i++) runs.push(words.slice(i, i + size).join(" "));
  return runs.length > 0 ? runs : [words.join(" ")];
}

function slowTemplates(pages: readonly Page[], size: number, least: number, share: number): string[][] {
  const pagesOf = new Map<string, Set<number>>();
  const chunks = pages.map((page) => textsWhere(page, () => true).map((text) => text.replace(/\s+/g, " ")));
  chunks.forEach((texts, number) => {
    for (const shingle of texts.flatMap((text) => slowShingles(text, size))) {
      pagesOf.set(shingle, (pagesOf.get(shingle) ?? new Set()).add(number));
    }
  });
  const isFrequent = (shingle: string) => (pagesOf.get(shingle) as Set<number>).size >= least;
  return chunks.map((texts) =>
    texts.filter((text) => {
      const shingles = slowShingles(text, size);
      const frequent = shingles.filter(isFrequent).length;
      return shingles.length === 1 ? frequent === 1 : frequent > share * shingles.length;
    }),
  );
}

const randomText = fc
  .array(fc.constantFrom("a", "b", "C", "dd", "–"), { minLength: 1, maxLength: 7 })
  .map((words) => words.join(" "));
const randomPages = fc.array(
  fc.array(fc.tuple(fc.constantFrom("p", "b", "li"), randomText), { maxLength: 6 }).map((parts) => {
    return parts.map(([name, text]) => `<${name}>${text}</${name}>`).join("\n");
  }),
  { minLength: 1, maxLength: 9 },
);

describe("ShingleDetector", () => {
  test("finds titles, menus and footers that pages share, and not their bodies", () => {
    const pages = Array.from(
      { length: 6 },
      (_, i) => `<title>Site</title><h1>The Site</h1><a href=/${i}>Home</a><p>Body ${i}</p><i>Sold by us</i>`,
    );
    for (const html of pages) expect(templatesOn(html, tableOf(pages))).toEqual(["The Site", "Home", "Sold by us"]);
  });

  test("finds the menu on a page that is not in the batch", () => {
    const pages = sitePages(8);
    // The article's last words are the same on all pages.
    expect(templatesOn(pages.pop() as Page, tableOf(pages))).toEqual(
      "Home,News,Shop,About us,Contact,nobody,else.,© Made-up Press,Imprint".split(","),
    );
  });

  test("each page counts a text once", () => {
    const twice = "<p>Again</p><p>Again</p><p>Again</p>";
    const table = tableOf([twice, twice, "<p>Other</p>"], { minimumPages: 1 });
    expect([...table.documents].sort()).toEqual([1, 2]);
    expect(templatesOn(twice, tableOf([twice, twice], { minimumPages: 3 }))).toEqual([]);
    expect(templatesOn(twice, tableOf([twice, twice], { minimumPages: 2 }))).toEqual(["Again", "Again", "Again"]);
  });

  test("white space is ignored, case is not", () => {
    const table = tableOf(["<p>About us", "<p> About \n us "], { minimumPages: 2 });
    expect(templatesOn("<p>About  us</p><p>about us</p>", table)).toHaveLength(1);
  });

  test("minimumShare is a share of the batch", () => {
    const pages = Array.from({ length: 20 }, (_, i) => `<p>All</p>${i < 9 ? "<p>Some</p>" : ""}<p>${i}`);
    const found = (options?: ShingleOptions) => templatesOn(pages[0], tableOf(pages, options));
    expect(found()).toEqual(["All", "Some"]);
    expect(found({ minimumShare: 0.45 })).toEqual(["All", "Some"]);
    expect(found({ minimumShare: 0.46 })).toEqual(["All"]);
  });

  test("shingles find a text with a differing date", () => {
    const pages = Array.from({ length: 5 }, (_, i) => `<p>This page was made for you by our shop on day ${i}</p>`);
    expect(templatesOn(pages[0], tableOf(pages))).toEqual([]);
    const found = (options: ShingleOptions) =>
      templatesOn("<p>This page was made for you by me", tableOf(pages, options));
    expect(found({ shingleWords: 3 })).toHaveLength(1);
    // Five of its six shingles are known.
    expect(found({ shingleWords: 3, shingleShare: 5 / 6 })).toEqual([]);
    expect(found({ shingleWords: 8 })).toEqual([]);
  });

  test("marks the same as a slow count of strings", () => {
    let found = 0;
    let kept = 0;
    fc.assert(
      fc.property(
        randomPages,
        fc.integer({ min: 0, max: 4 }),
        fc.integer({ min: 1, max: 4 }),
        fc.constantFrom(0, 0.5, 0.75),
        (site, shingleWords, minimumPages, shingleShare) => {
          const pages = site.map((html) => parse(html));
          const table = tableOf(pages, { shingleWords, minimumPages, shingleShare });
          const texts = pages.map((page) => templatesOn(page, table));
          expect(texts).toEqual(slowTemplates(pages, shingleWords, minimumPages, shingleShare));
          found += texts.flat().length;
          kept += pages.flatMap((page) => textsWhere(page, () => true)).length - texts.flat().length;
        },
      ),
      { numRuns: 300 },
    );
    expect(Math.min(found, kept)).toBeGreaterThan(300);
  });

  test("the order of the pages does not matter", () => {
    fc.assert(
      fc.property(
        randomPages.chain((site) => fc.tuple(fc.constant(site), fc.shuffledSubarray(site, { minLength: site.length }))),
        fc.integer({ min: 0, max: 3 }),
        ([site, shuffled], shingleWords) => {
          const options = { shingleWords, minimumPages: 2 };
          expect(tableOf(shuffled, options)).toEqual(tableOf(site, options));
        },
      ),
      { numRuns: 50 },
    );
  });

  test("marks visible text nodes only, on any tag soup", () => {
    fc.assert(
      fc.property(tagSoup, fc.integer({ min: 0, max: 3 }), (html, shingleWords) => {
        const page = parse(html);
        const marks = shingleTemplates(page, tableOf([page, page], { shingleWords, minimumPages: 2 }));
        for (let i = 0; i < page.size; i++) {
          const shows = isText(page, i) && /[^\0-\x20\xa0]/.test(textOf(page, i));
          expect(marks[i]).toBe(shows ? 1 : 0);
        }
      }),
      { numRuns: 200 },
    );
  });

  test("invalid options are errors", () => {
    for (const options of [{ shingleWords: 1.5 }, { shingleWords: -1 }, { minimumPages: 0 }, { minimumShare: 2 }]) {
      expect(() => new ShingleDetector(options)).toThrow(DehuskError);
    }
    expect(() => new ShingleDetector({ words: 3 } as object)).toThrow(/Unknown option "words"/);
  });
});
