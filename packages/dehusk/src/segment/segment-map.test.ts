import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { expectStandAlone } from "../detect/testing/stand-alone-file.ts";
import { findSegments } from "./segment.ts";
import { writeSegmentMap } from "./segment-map.ts";
import { segmentMapOf } from "./segment-map-data.ts";

const example = (name: string) => readFileSync(new URL(`../../../../examples/${name}.html`, import.meta.url));

test("the file is deterministic, self-contained and free of scripts; its links lead to segments and rows", () => {
  const html = writeSegmentMap(findSegments(example("forum-thread")));
  expect(writeSegmentMap(findSegments(example("forum-thread")))).toBe(html);
  expectStandAlone(html);
});

test("each segment has a label with its templateness, its text and a row", () => {
  const found = findSegments(example("listing"));
  const html = writeSegmentMap(found);
  const { segments } = segmentMapOf(found);
  expect(segments.length).toBeGreaterThan(4);
  for (const { id, templateness } of segments) {
    const value = templateness.toFixed(2);
    expect(html).toContain(`href="#row-${id}" aria-label="Segment ${id}, templateness ${value}"`);
    expect(html).toMatch(new RegExp(`id="s${id}"><h3[^>]*><a href="#row-${id}">Segment ${id}</a> · \\w+ ${value} · `));
    expect(html).toContain(`<tr id="row-${id}">`);
  }
});

test("truncated texts are marked as truncated", () => {
  const html = writeSegmentMap(findSegments(`<p>${"words ".repeat(400)}</p>`));
  expect(html).toMatch(/… <small>\(\d+ characters more\)<\/small>/);
  expect(html).toMatch(/<td dir="auto">words [^<]*…<\/td><\/tr>/);
});

test("huge pages show the first leaves and segments, and the map says so", () => {
  const found = findSegments(`${"<p>word".repeat(7000)}`, { algorithm: "cclus", lambda: 0, trials: 1 });
  const map = segmentMapOf(found);
  expect({ leaves: map.leaves.length, segments: map.segments.length }).toEqual({ leaves: 1000 * 2, segments: 1000 });
  expect(writeSegmentMap(found)).toContain("the first 1000 of 3500 segments");
});

test("an empty page has a map too", () => {
  expect(writeSegmentMap(findSegments(""))).toContain("The page shows nothing.");
});
