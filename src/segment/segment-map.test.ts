import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { attribute, isElement, parse, tagName } from "../page/index.ts";
import { findSegments } from "./segment.ts";
import { writeSegmentMap } from "./segment-map.ts";
import { segmentMapOf } from "./segment-map-data.ts";

const example = (name: string) => readFileSync(new URL(`../../examples/${name}.html`, import.meta.url));

test("the file is the same each time, stands alone and has no script", () => {
  const html = writeSegmentMap(findSegments(example("article")));
  expect(writeSegmentMap(findSegments(example("article")))).toBe(html);
  const page = parse(html);
  for (let node = 0; node < page.size; node++) {
    expect(tagName(page, node)).not.toMatch(/script|link|img|iframe|object|form$/);
    if (!isElement(page, node)) continue;
    expect(attribute(page, node, "src")).toBeUndefined();
    expect(attribute(page, node, "href") ?? "#").toMatch(/^#/);
  }
  expect(html).toContain("default-src 'none'");
  expect(html).not.toMatch(/url\(|@import/);
});

test("links of the map lead to segments, labels to rows of the table", () => {
  const html = writeSegmentMap(findSegments(example("forum-thread")));
  const ids = new Set([...html.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]));
  const targets = [...html.matchAll(/ href="#([^"]+)"/g)].map((match) => match[1]);
  expect(targets.length).toBeGreaterThan(150);
  expect(targets.filter((target) => !ids.has(target))).toEqual([]);
});

test("of huge pages the first leaves and segments are shown, and the page says so", () => {
  const found = findSegments(`${"<p>word".repeat(7000)}`, { algorithm: "cclus", lambda: 0, trials: 1 });
  const map = segmentMapOf(found);
  expect({ leaves: map.leaves.length, segments: map.segments.length }).toEqual({ leaves: 1000 * 2, segments: 1000 });
  expect(writeSegmentMap(found)).toContain("the first 1000 of 3500 segments");
});

test("an empty page has a map too", () => {
  expect(writeSegmentMap(findSegments(""))).toContain("The page shows nothing.");
});
