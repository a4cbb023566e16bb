import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { agreementEnergy, expandAll } from "../graph/index.ts";
import { parse } from "../page/index.ts";
import { cclusWeights } from "./cclus.ts";
import { gcutsProblem, runGCuts } from "./gcuts.ts";
import { plainSegmentModel } from "./plain-model.ts";
import { viewSegments } from "./segment-view.ts";
import { twoColumns } from "./testing/made-up-pages.ts";
import { distance, project } from "./weigh-parts.ts";

const model = plainSegmentModel("estimate");
const article = readFileSync(new URL("../../../../examples/article.html", import.meta.url));

describe("GCuts", () => {
  test.each([0.2, 1.5, 4])(
    "with lambda %d the reported energy is the labelling's, and no higher than the naive algorithm's",
    (lambda) => {
      const view = viewSegments(parse(article));
      const problem = gcutsProblem(view, model, { lambda, parentEdges: true });
      const { group, energy } = runGCuts(view, model, { lambda, parentEdges: true });
      const label = new Int32Array(view.parts.size);
      for (const [k, part] of view.piece.entries()) label[part] = group[k];
      expect(agreementEnergy(problem, label)).toBe(energy);
      expect(energy).toBeLessThanOrEqual(expandAll(problem).energy);
      for (let one = 0; one < problem.labels; one++) {
        expect(energy).toBeLessThanOrEqual(agreementEnergy(problem, label.slice().fill(one)));
      }
    },
  );

  test("splitting from a parent is free without parent edges, and costs λ times the children's probabilities with them", () => {
    const view = viewSegments(parse(twoColumns));
    const without = gcutsProblem(view, { ...model, invisible: 0.25 }, { lambda: 2, parentEdges: false });
    const { parts } = view;
    for (let part = 0; part < parts.size; part++) {
      expect(without.apart[part]).toBe(parts.end[part] === part + 1 ? 0 : 0.25);
    }
    const once = gcutsProblem(view, model, { lambda: 1, parentEdges: true });
    const twice = gcutsProblem(view, model, { lambda: 2, parentEdges: true });
    expect(Array.from(twice.apart, (cost) => cost / 2)).toEqual([...once.apart]);
    expect(once.apart[0]).toBeGreaterThan(0);
  });

  test("D is the distance under the metric: features it ignores do not count", () => {
    const view = viewSegments(parse(twoColumns));
    const left = model.features.indexOf("left");
    const only = { ...model, metric: [model.features.map((_, f) => (f === left ? 3 : 0))] };
    const points = project(view, only);
    const spread = model.scales[left][1];
    const width = model.features.length;
    const [p, q] = [view.piece[0], view.piece.at(-1) as number];
    const apart = Math.abs(view.rows[p * width + left] - view.rows[q * width + left]);
    expect(distance(points, p, q)).toBeCloseTo((3 * apart) / spread, 4);
    expect(distance(points, p, p)).toBe(0);
  });
});

test("floors never exceed costs, and equal them inside a label's element", () => {
  const view = viewSegments(parse(article));
  for (const outside of [0, 1]) {
    const { labels, cost, floors, end } = gcutsProblem(view, { ...model, outside }, { lambda: 1, parentEdges: true });
    const into = new Float64Array(end.length);
    for (let label = 0; label < labels; label++) {
      const element = floors?.(label, into) ?? -1;
      expect(element).toBeGreaterThanOrEqual(0);
      for (let part = 0; part < end.length; part++) {
        expect(into[part]).toBeLessThanOrEqual(cost(part, label) + 1e-9);
        if (part >= element && part < end[element]) expect(into[part]).toBe(cost(part, label));
      }
    }
  }
});

test("with a label for every element, elements around the same pieces repeat a label; the energy stays the same", () => {
  const view = viewSegments(parse("<div><section><main><h2>a</h2><p>b</p></main></section><ul><li>c<li>d</ul></div>"));
  const few = gcutsProblem(view, model, { lambda: 1, parentEdges: true });
  const every = gcutsProblem(view, model, { lambda: 1, parentEdges: true, everyElement: true });
  // div with body, html and the document; main with section; ul.
  expect([few.labels, every.labels]).toEqual([3, 7]);
  expect(every.cost(1, 4)).toBe(every.cost(1, 5));
  expect(expandAll(every).energy).toBe(expandAll(few).energy);
});

test("CClus weighs every pair of pieces by λ times the probability, at most 1", () => {
  const view = viewSegments(parse(twoColumns));
  const count = view.piece.length;
  const half = cclusWeights(view, model, 0.5);
  expect(half.weight.length).toBe((count * (count - 1)) / 2);
  expect(half.weight.every((v) => v >= 0 && v <= 0.5)).toBe(true);
  expect(cclusWeights(view, model, 100).weight.some((v) => v === 1)).toBe(true);
});

test("on a page with very many pieces CClus weighs only close ones, and GCuts merges branches into pieces", () => {
  const view = viewSegments(parse(`<body>${`<ul>${"<li>item".repeat(40)}</ul>`.repeat(200)}`));
  expect(view.leaf.length).toBe(8000);
  expect(view.piece.length).toBeLessThanOrEqual(5000);
  expect(new Set(view.part).size).toBe(view.piece.length);
  expect(cclusWeights(view, model, 1).weight.length).toBeLessThanOrEqual(1_000_000);
});
