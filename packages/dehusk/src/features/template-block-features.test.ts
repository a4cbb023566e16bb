import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { estimateBoxes } from "../layout/index.ts";
import { type Page, parse } from "../page/index.ts";
import { tagSoup, wellFormedHtml } from "../page/testing/random-html.ts";
import { describeTemplateBlockFeatures } from "./descriptions/template-block-descriptions.ts";
import { viewPage } from "./page-view.ts";
import { templateBlockFamilies, templateBlockFeatureNames, templateBlockFeatures } from "./template-block-features.ts";
import { byId } from "./testing/features-of.ts";
import { hostilePages } from "./testing/hostile-pages.ts";

const width = templateBlockFeatureNames.length;

function rowsOf(page: Page): Float32Array {
  const nodes = Int32Array.from({ length: page.size }, (_, i) => i);
  return templateBlockFeatures(viewPage(page, estimateBoxes(page)), nodes);
}

/** The features of an element by name. */
function featuresOf(page: Page, id: string): Record<string, number> {
  const row = templateBlockFeatures(viewPage(page, estimateBoxes(page)), Int32Array.of(byId(page, id)));
  return Object.fromEntries(templateBlockFeatureNames.map((name, f) => [name, row[f]]));
}

const html = `<!doctype html><html><head><title>Birds</title></head>
<body><div id=menu>
<ul><li><a href=/>HOME</a> | <a href=/b>Birds (3)</a></li></ul>
</div><table id=text><tr><td id=cell><h2>Birds: a list</h2>
<p>The owl, which flies at 9, is <b>a bird</b>.<br>Is it? <img src=owl.png width=100 height=50></p></td></tr></table>
<div id=foot>© 2020</div></body></html>`;

describe("templateBlockFeatures", () => {
  const page = parse(html);

  test("have unique names, each with a unit and a reason", () => {
    const names = templateBlockFeatureNames;
    expect(new Set(names).size).toBe(names.length);
    for (const { name, unit, why } of describeTemplateBlockFeatures()) {
      expect(name).toMatch(/^[a-z][A-Za-z0-9]*$/);
      expect(unit).not.toBe("");
      expect(why).toMatch(/\w+ \w+/);
    }
  });

  test("belong to one family each", () => {
    const names = Object.values(templateBlockFamilies()).flatMap((family) => [...family]);
    expect(names.sort()).toEqual(templateBlockFeatureNames.toSorted());
  });

  test("the block by itself", () => {
    const menu = featuresOf(page, "menu");
    // "HOME | Birds (3)" has 13 characters and three pieces.
    expect(menu).toMatchObject({
      characters: Math.fround(Math.log2(14)),
      bars: Math.fround(100 / 13),
      brackets: Math.fround(200 / 13),
      commas: 0,
      upperCase: Math.fround(5 / 13),
      shouted: Math.fround(1 / 3),
      numeric: 0,
      shortPieces: Math.fround(1 / 3),
      pieceLength: Math.fround(13 / 3),
      elements: Math.fround(Math.log2(6)),
      kinds: 3,
      levels: 2,
      items: 1,
      itemsShare: Math.fround(0.2),
      anchorShare: Math.fround(0.4),
    });
    const cell = featuresOf(page, "cell");
    // "Birds: a list The owl, which flies at 9, is a bird. Is it?"
    expect(cell).toMatchObject({
      commas: Math.fround(200 / 45),
      periods: Math.fround(100 / 45),
      questions: Math.fround(100 / 45),
      colons: Math.fround(100 / 45),
      shouted: 0,
      numeric: Math.fround(1 / 14),
      headings: 1,
      paragraphs: 1,
      bold: 1,
      breaks: 1,
      cells: 1,
      tables: 0,
      imageElements: Math.fround(1 / 6),
    });
    expect(cell["imageArea"]).toBeGreaterThan(0);
    expect(featuresOf(page, "foot")).toMatchObject({ signs: 20, numeric: 1, imageArea: 0 });
  });

  test("the block against the rest of the page", () => {
    const menu = featuresOf(page, "menu");
    // home, birds, 3: of these the rest of 15 words has birds, once; the page has 15 different ones.
    const q = (count: number) => (count + 0.5) / (15 + 0.5 * 15);
    const divergence = (Math.log2(1 / 3 / q(0)) * 2 + Math.log2(1 / 3 / q(1))) / 3;
    expect(menu["divergence"]).toBeCloseTo(divergence, 5);
    expect(menu).toMatchObject({ differentShare: 1, differentWords: 2, sharedWords: Math.fround(1 / 3), linkShare: 1 });
    expect(menu["elsewhere"]).toBeCloseTo(1 / 3, 6);
    expect(menu["linkRatio"]).toBeGreaterThan(3);
    const text = featuresOf(page, "text");
    expect(text).toMatchObject({ imageShare: 1, linkShare: 0, sentenceShare: 1 });
    expect(text["linkRatio"]).toBeLessThan(-3);
    expect(text["sentenceRatio"]).toBeGreaterThan(3);
    expect(text["digitRatio"]).toBeLessThan(0);
  });

  test("the block's place", () => {
    expect(featuresOf(page, "menu")).toMatchObject({
      depth: 2,
      fromFirst: 0,
      fromLast: Math.fround(Math.log2(3)),
      siblings: 2,
      siblingPlace: 0,
      sameTag: Math.fround(2 / 3),
      charactersBefore: 0,
      blockIsDivision: 1,
      blockIsTable: 0,
      parentIsBody: 1,
      lines: Math.fround(Math.log2(3)),
    });
    expect(featuresOf(page, "cell")).toMatchObject({ blockIsCell: 1, parentIsRow: 1, fromFirst: 0, siblingPlace: 0.5 });
    const foot = featuresOf(page, "foot");
    expect(foot).toMatchObject({ siblingPlace: 1, fromLast: 0, charactersAfter: 0, linePlace: 1 });
    // All five line breaks come before the footer.
    expect(foot["line"]).toBe(Math.fround(Math.log2(1 + 5)));
  });

  test("every column is written, for a block alone or among others", () => {
    const all = rowsOf(page);
    const one = templateBlockFeatures(viewPage(page, estimateBoxes(page)), Int32Array.of(byId(page, "cell")));
    const at = byId(page, "cell") * width;
    expect(one).toEqual(all.slice(at, at + width));
    for (let f = 0; f < width; f++) {
      const values = new Set<number>();
      for (let node = 0; node < page.size; node++) values.add(all[node * width + f]);
      const name = templateBlockFeatureNames[f];
      // The page has no such things.
      if (!/^(control|prose|italics|fonts|spans|forms|frames|quotes|dashes|parentIsHeading)/.test(name)) {
        expect(values.size, name).toBeGreaterThan(1);
      }
    }
  });

  test("are numbers on any page", () => {
    fc.assert(
      fc.property(fc.oneof(tagSoup, wellFormedHtml), (random) => {
        expect(rowsOf(parse(random)).every((value) => Number.isFinite(value))).toBe(true);
      }),
      { numRuns: 150 },
    );
    for (const [name, hostile] of Object.entries(hostilePages)) {
      expect(
        rowsOf(parse(hostile)).every((value) => Number.isFinite(value)),
        name,
      ).toBe(true);
    }
  });

  test("100,000 nested or adjacent elements", () => {
    for (const hostile of [`${"<div>word ".repeat(1e5)}`, `<ul>${"<li>word".repeat(1e5)}</ul>`]) {
      const deep = parse(hostile, { limits: { depth: 1e6 } });
      const nodes = Int32Array.from({ length: 1000 }, (_, i) => 3 + i * 150);
      const rows = templateBlockFeatures(viewPage(deep, estimateBoxes(deep)), nodes);
      expect(rows.every((value) => Number.isFinite(value))).toBe(true);
    }
  });
});
