import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse, sumOf, textOf } from "../page/index.ts";
import { detect } from "./detect.ts";
import { writeHeatMap } from "./heat-map.ts";
import { heatMapOf } from "./heat-map-data.ts";
import { pageLevelModel } from "./page-level.ts";
import { expectStandAlone } from "./testing/stand-alone-file.ts";

const example = (name: string) => readFileSync(new URL(`../../../../examples/${name}.html`, import.meta.url));

test("all text of a page is shown, in order, each block in the section that the table has", () => {
  const detection = detect(example("article"));
  const map = heatMapOf(detection);
  const squeeze = (text: string) => text.replace(/\s+/g, "");
  expect(map.blocks.length).toBe(map.allBlocks);
  expect(map.blocks.reduce((sum, { cut }) => sum + cut, 0)).toBeGreaterThan(0);
  const shown = squeeze(detection.page.text);
  let from = 0;
  for (const { text, section, templateness, score, box } of map.blocks) {
    from = shown.indexOf(squeeze(text), from);
    expect(from).toBeGreaterThanOrEqual(0);
    from += squeeze(text).length;
    expect(map.sections[section]?.templateness).toBe(templateness);
    expect(score >= 0 && score <= 1 && box.every(Number.isFinite)).toBe(true);
  }
});

test("the file is the same each time, stands alone and has no script; its links lead to blocks and rows", () => {
  const html = writeHeatMap(detect(example("forum-thread")));
  expect(writeHeatMap(detect(example("forum-thread")))).toBe(html);
  expectStandAlone(html);
  const { blocks, sections } = heatMapOf(detect(example("forum-thread")));
  for (const i of blocks.keys()) expect(html).toContain(`id="b${i}"`);
  for (const i of sections.keys()) expect(html).toContain(`<tr id="section-${i + 1}">`);
});

test("names the kinds of blocks and sections, if the model has them", () => {
  const html = writeHeatMap(detect(example("forum-thread")));
  expect(html).toMatch(/title="raw score → smoothed, taken for: post"/);
  expect(html).toMatch(/<title>template<\/title><\/rect>/);
  expect(html).toMatch(/<td>post<\/td>/);
  const plain = writeHeatMap(detect(example("forum-thread"), { model: pageLevelModel }));
  expect(plain).not.toMatch(/taken for|<title>template/);
});

test("the page's text is shown as text, whatever it looks like", () => {
  const payload = `</style></title>"'><img src=x onerror=alert(1)>&amp;`;
  const escaped = payload.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  const html = writeHeatMap(
    detect(`<html lang='"><b>'><title>${escaped}</title><p>${escaped}</p>`, { url: "https://example.org/?'\"><b>" }),
  );
  const page = parse(html);
  const body = page.tagNames.indexOf("body");
  expect(textOf(page, page.tag.indexOf(body))).toContain(payload);
  expect(page.tagNames.includes("img") && page.tag.includes(page.tagNames.indexOf("img"))).toBe(false);
  expect(html).toContain("Heat map: &lt;/style");
});

test("a huge page gives a file of bounded length that says what it omits", () => {
  const html = writeHeatMap(
    detect(`<p>${"long words ".repeat(30_000)}</p>${"<p>paragraph of some words</p>".repeat(30_000)}`),
  );
  expect(html.length).toBeLessThan(4_000_000);
  expect(html).toContain("the first 4000 of 30001 blocks of text");
  expect(html).toMatch(/\(\d{6} characters more\)/);
});

test("a page without text has a heat map too", () => {
  const detection = detect("");
  expect(sumOf(detection.page, detection.page.sums.words, 0)).toBe(0);
  expect(writeHeatMap(detection)).toContain("The page shows no text.");
});
