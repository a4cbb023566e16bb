import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { readSegmentedPages, segmentationSets, viewSegmentedPages } from "dehusk/internal/train";
import { afterAll, beforeAll, expect, test } from "vitest";
import { asLines } from "../../../dehusk/src/train/testing/labelled-lines.ts";
import { compareExpansions } from "./segmentation-accuracy-energy.ts";
import {
  foldPages,
  runFold,
  runShipped,
  segmentationMethods,
  UntrainedMethods,
} from "./segmentation-accuracy-methods.ts";
import { describeSegmentation } from "./segmentation-accuracy-report.ts";

let data: string;

/** A page with an annotated menu, text and footer. */
function pageOf(number: number) {
  const words = (count: number, word: string) => Array.from({ length: count }, (_, k) => `${word} ${k}`);
  const menu = words(3 + number, "Place").map((word) => `<li><a href="/${word}">${word}</a></li>`);
  const text = words(2 + number, "The harbour was quiet that morning, said the master of ship").map(
    (s) => `<p>${s}.</p>`,
  );
  const html =
    `<html><body><ul>${menu.join("")}</ul><div><h1>Morning ${number}</h1>${text.join("")}</div>` +
    `<div><p>Imprint</p><p>Contact</p></div></body></html>`;
  const marks = [
    ["Menu", "/html[1]/body[1]/ul[1]"],
    ["Content", "/html[1]/body[1]/div[1]"],
    ["Footer", "/html[1]/body[1]/div[2]"],
  ];
  const segments = marks.map(([label, path], k) => ({ id: `s${k}`, label, level: 1, paths: [path] }));
  return { id: `page-${number}`, url: `https://example.org/${number}`, html, segments };
}

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), "dehusk-segmentation-"));
  await mkdir(join(data, "segmentation"));
  for (const [k, set] of segmentationSets.entries()) {
    const lines = asLines([1, 2, 3, 4].map((each) => pageOf(4 * k + each)));
    await writeFile(join(data, "segmentation", `${set}.jsonl.br`), brotliCompressSync(lines));
  }
});

afterAll(() => rm(data, { recursive: true, force: true }));

test("every page is tested once, and never learned from in the same fold", () => {
  const pages = Array.from({ length: 23 }, (_, k) => k);
  const folds = foldPages(pages, 3);
  expect(folds.flatMap((fold) => fold.test).sort((a, b) => a - b)).toEqual(pages);
  for (const { learn, test: own } of folds) {
    expect([...learn, ...own].sort((a, b) => a - b)).toEqual(pages);
    expect(own.length).toBeGreaterThan(3);
  }
  expect(foldPages(pages, 3)).toEqual(folds);
  expect(foldPages(pages, 4)).not.toEqual(folds);
});

test("a fold gives a score for each method and test page, and a report of them", async () => {
  const views = await viewSegmentedPages(readSegmentedPages(data), { geometry: "estimate" });
  expect(views).toHaveLength(8);
  const [fold] = foldPages(views, 1);
  const run = () => runFold(fold, "estimate", new UntrainedMethods());
  const split = run();
  for (const method of segmentationMethods) {
    expect(split.scores[method]).toHaveLength(fold.test.length);
    for (const { adjRand, nmi } of split.scores[method]) expect(adjRand <= 1 && nmi >= 0 && nmi <= 1).toBe(true);
  }
  expect(run().scores).toEqual(split.scores);
  const mean = split.scores.consensus.reduce((sum, { adjRand }) => sum + adjRand, 0) / fold.test.length;
  expect(mean).toBeGreaterThan(0.5);
  const shipped = runShipped(views, "estimate", new UntrainedMethods());
  for (const method of segmentationMethods) expect(shipped.scores[method]).toHaveLength(8);
  const energy = compareExpansions(views, split.model, () => {});
  expect(energy).toMatchObject({ pages: 8, equal: 8, worse: 0 });
  const { chosen, scores } = split;
  const figures = { pages: 8, trueSegments: 3, folds: [{ chosen, scores }], sweeps: {}, energy };
  const { tables, notes } = describeSegmentation({ estimate: figures }, ["No browser."]);
  expect(tables[0]?.rows.map((row) => row[1])).toEqual([...segmentationMethods]);
  expect(notes.at(-1)).toBe("No browser.");
});
