import { beforeAll, describe, expect, test } from "vitest";
import { segmentFeatureNames, segmentPairFeatureNames } from "../../features/index.ts";
import { parse } from "../../page/index.ts";
import { plainSegmentModel } from "../../segment/plain-model.ts";
import { readSegmentModel, type SegmentModel, writeSegmentModel } from "../../segment/segment-model.ts";
import { segmentView } from "../../segment/segment-page.ts";
import { viewSegments } from "../../segment/segment-view.ts";
import { labelledPage } from "../../segment/testing/annotated-pages.ts";
import { allPairs, fitPairs, neighbourPairs } from "./fit-pairs.ts";
import { fitSegmentModel } from "./fit-segment-model.ts";
import { type LabelledView, segmentsOfParts } from "./labelled-view.ts";

const seen = [0, 1, 2, 3, 4, 5].map((number) => labelledPage(number));
const unseen = [20, 21, 22].map((number) => labelledPage(number));
const options = { name: "made-up", geometry: "estimate" } as const;

let model: SegmentModel;
beforeAll(() => {
  model = fitSegmentModel(seen, options);
});

/** The parts of a page that are of one segment, mapped by the metric. */
function placesOf(page: LabelledView, { scales, metric }: Pick<SegmentModel, "scales" | "metric">) {
  const { rows } = page.view;
  return Array.from(segmentsOfParts(page), (segment, part) => {
    const x = scales.map(([mean, spread], f) => (rows[part * scales.length + f] - mean) / spread);
    return { segment, z: metric.map((row) => row.reduce((sum, weight, f) => sum + weight * x[f], 0)) };
  }).filter(({ segment }) => segment >= 0);
}

const distance = (a: readonly number[], b: readonly number[]) => Math.hypot(...a.map((value, k) => value - b[k]));

/** Share of parts whose nearest other part on their page is of their segment. */
function nearestRight(pages: readonly LabelledView[], metric: Pick<SegmentModel, "scales" | "metric">): number {
  let [right, all] = [0, 0];
  for (const page of pages) {
    const places = placesOf(page, metric);
    for (const one of places) {
      const others = places.filter((other) => other !== one);
      const nearest = others.reduce((best, other) =>
        distance(one.z, other.z) < distance(one.z, best.z) ? other : best,
      );
      if (nearest.segment === one.segment) right++;
      all++;
    }
  }
  return right / all;
}

/** Which leaves are together, ignoring the segments' numbers. */
function grouping(label: ArrayLike<number>): number[] {
  const list = Array.from(label);
  return list.map((own) => list.indexOf(own));
}

describe("fitSegmentModel", () => {
  test("finds the annotated segments of unseen pages, which the plain model does not", () => {
    for (const { view, truth } of unseen) {
      expect(grouping(segmentView(view, { model }).label)).toEqual(grouping(truth));
      const plain = segmentView(view, { model: plainSegmentModel("estimate") }).label;
      expect(grouping(plain)).not.toEqual(grouping(truth));
    }
  });

  test("learns what annotators take for one segment", () => {
    const coarse = fitSegmentModel(
      seen.map((_, number) => labelledPage(number, true)),
      options,
    );
    const page = labelledPage(20, true);
    expect(new Set(page.truth as Int32Array).size).toBe(5);
    expect(grouping(segmentView(page.view, { model: coarse }).label)).toEqual(grouping(page.truth));
  });

  test("its metric makes more nearest parts right, also on pages that it has not seen", () => {
    const identity = segmentFeatureNames.map((_, row) => segmentFeatureNames.map((__, f) => (f === row ? 1 : 0)));
    const before = nearestRight(unseen, { scales: model.scales, metric: identity });
    expect(before).toBeLessThan(0.9);
    expect(nearestRight(seen, model)).toBeGreaterThan(before);
    expect(nearestRight(unseen, model)).toBeGreaterThan(before + 0.05);
  });

  test("its metric ignores the excluded features", () => {
    const down = segmentFeatureNames.indexOf("down");
    expect(model.metric.map((row) => row[down])).toEqual(model.metric.map(() => 0));
    const other = fitSegmentModel(seen.slice(0, 2), { ...options, leaveOut: [] });
    expect(other.metric.some((row) => row[down] !== 0)).toBe(true);
  });

  test("parts of different segments are about 1 apart, so that lambda means the same in all models", () => {
    const apart = seen.flatMap((page) => {
      const places = placesOf(page, model);
      return places.flatMap(({ segment, z }, i) =>
        places.slice(i + 1).flatMap((other) => (other.segment === segment ? [] : [distance(z, other.z)])),
      );
    });
    const mean = apart.reduce((sum, value) => sum + value, 0) / apart.length;
    expect(mean).toBeGreaterThan(0.7);
    expect(mean).toBeLessThan(1.4);
  });

  test("is deterministic, and its file can be read", () => {
    const text = writeSegmentModel(model);
    expect(writeSegmentModel(fitSegmentModel(seen, options))).toBe(text);
    expect(writeSegmentModel(readSegmentModel(text))).toBe(text);
  });

  test.each([
    ["no pages at all", []],
    ["pages without known segments", ["<p>one<p>two"]],
    ["pages of one text", ["<p>one"]],
    ["empty pages", ["", ""]],
  ])("gives a model that can be used for %s", (_, sources) => {
    const pages = sources.map((html) => {
      const view = viewSegments(parse(html));
      return { view, truth: view.leaf.map(() => -1) };
    });
    const text = writeSegmentModel(fitSegmentModel(pages, options));
    expect(segmentView(unseen[0]?.view as LabelledView["view"], { model: readSegmentModel(text) }).label.length).toBe(
      unseen[0]?.truth.length,
    );
  });
});

describe("fitPairs", () => {
  test("separates pairs of one segment from others on unseen pages", () => {
    for (const source of [neighbourPairs, allPairs]) {
      const { bias, weights } = fitPairs(seen, source);
      const row = new Float32Array(segmentPairFeatureNames.length);
      let [right, all] = [0, 0];
      for (const page of unseen) {
        const own = segmentsOfParts(page);
        const { first, second } = source(page.view, 0);
        for (const [k, p] of first.entries()) {
          const q = second[k];
          page.view.fillPair(p, q, row, 0);
          const logit = weights.reduce((sum, weight, f) => sum + weight * row[f], bias);
          if (logit > 0 === (own[p] === own[q])) right++;
          all++;
        }
      }
      expect(right / all).toBeGreaterThan(0.95);
    }
  });

  test("samples the pairs of large pages, deterministic by seed", () => {
    const view = viewSegments(parse("<p>one <b>two</b> three".repeat(200)));
    const { first, second } = allPairs(view, 1);
    const all = (view.piece.length * (view.piece.length - 1)) / 2;
    expect(all).toBeGreaterThan(10_000);
    expect(first.length).toBeGreaterThan(3500);
    expect(first.length).toBeLessThan(4500);
    expect(allPairs(view, 1)).toEqual({ first, second });
    expect(allPairs(view, 2)).not.toEqual({ first, second });
    expect(allPairs(unseen[0]?.view as LabelledView["view"], 1)).toEqual(
      allPairs(unseen[0]?.view as LabelledView["view"], 2),
    );
  });
});
