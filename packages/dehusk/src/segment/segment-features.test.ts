import fc from "fast-check";
import { expect, test } from "vitest";
import {
  describeSegmentFeatures,
  describeSegmentPairFeatures,
  segmentFeatureNames,
  segmentPairFeatureNames,
  segmentPairRows,
} from "../features/index.ts";
import { estimateBoxes, estimateStyles } from "../layout/index.ts";
import { parse, textOf } from "../page/index.ts";
import { tagSoup } from "../page/testing/random-html.ts";
import { viewSegments } from "./segment-view.ts";

const width = segmentFeatureNames.length;
const pairWidth = segmentPairFeatureNames.length;

test("names differ, and each feature has a unit and a reason", () => {
  for (const list of [describeSegmentFeatures(), describeSegmentPairFeatures()]) {
    expect(new Set(list.map(({ name }) => name)).size).toBe(list.length);
    for (const { unit, why } of list) expect(unit.length * why.length).toBeGreaterThan(0);
  }
});

/** Features, by name, of the piece or element that shows a text. */
function featuresOf(html: string, text: string, change?: (styles: ReturnType<typeof estimateStyles>) => void) {
  const page = parse(html);
  const styles = estimateStyles(page);
  change?.(styles);
  const { parts, rows } = viewSegments(page, estimateBoxes(page), styles);
  const part = [...parts.node.keys()].findLast((i) => textOf(page, parts.node[i]).includes(text)) as number;
  return Object.fromEntries(segmentFeatureNames.map((name, f) => [name, rows[part * width + f]]));
}

test("features of a menu and of prose match their names", () => {
  const html = `<nav><ul><li><a href=a>Home</a><li><a href=b>News</a></ul></nav>
    <main><h2>A heading</h2><p>There are 4 words here, and then there are some more of them. And more.</p></main>`;
  expect(featuresOf(html, "News")).toMatchObject({
    linked: 1,
    navigation: 1,
    list: 1,
    article: 0,
    capitals: 1,
    prose: 0,
  });
  expect(featuresOf(html, "A heading")).toMatchObject({
    heading: 1,
    article: 1,
    fontSize: Math.fround(Math.log2(24)),
    linked: 0,
  });
  const writing = featuresOf(html, "words");
  expect(writing).toMatchObject({ prose: 1, heading: 0, fontWeight: 1, textRed: 0, groundRed: 1 });
  expect(writing["sentence"]).toBeCloseTo(Math.log2(1 + 7.5), 5);
  expect(writing["digits"]).toBeCloseTo(1 / 56, 2);
});

test("colours are those of the text and of its background", () => {
  const features = featuresOf("<div><p>dark</p></div><p>other", "dark", ({ color, background }) => {
    color.fill(0xff800080);
    // The body is half transparent over white; nothing else has a background.
    background.fill(0);
    background[3] = 0x00000080;
  });
  expect(
    [features["textRed"], features["textGreen"], features["textBlue"]].map((c) => Math.round((c as number) * 255)),
  ).toEqual([255, 128, 0]);
  expect(features["groundRed"]).toBeCloseTo(0.5, 1);
});

test("on any page all features are numbers; pair features are symmetric and non-negative", () => {
  fc.assert(
    fc.property(tagSoup, (html) => {
      const { rows, parts, neighbours, parents, fillPair } = viewSegments(parse(html));
      expect(rows.length).toBe(parts.size * width);
      expect(rows.every(Number.isFinite)).toBe(true);
      for (const { first, second } of [neighbours, parents]) {
        const there = segmentPairRows(fillPair, first, second);
        expect(there.length).toBe(first.length * pairWidth);
        expect(there.every((value) => value >= 0 && value <= 2)).toBe(true);
        expect(segmentPairRows(fillPair, second, first)).toEqual(there);
      }
    }),
    { numRuns: 200 },
  );
});

test("items of one list differ less than a menu and prose", () => {
  const html = `<ul>${"<li><a href=x>An item</a>".repeat(4)}</ul><div><p>${"Words of writing, one after another. ".repeat(9)}</p><p>More</p></div>`;
  const { piece, fillPair } = viewSegments(parse(html));
  const apart = (p: number, q: number) => {
    const row = new Float32Array(pairWidth);
    fillPair(piece[p], piece[q], row, 0);
    return row.reduce((sum, value) => sum + value, 0);
  };
  expect(apart(0, 1)).toBeLessThan(apart(3, 4));
  expect(apart(1, 2)).toBeLessThan(apart(3, 4) / 2);
});
