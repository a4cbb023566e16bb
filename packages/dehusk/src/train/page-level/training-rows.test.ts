import fc from "fast-check";
import { expect, test } from "vitest";
import { TrainingRows } from "./training-rows.ts";

const pages = fc.array(
  fc.array(fc.record({ label: fc.constantFrom(-1, 0, 1), words: fc.nat(500), area: fc.nat(100_000) }), {
    maxLength: 400,
  }),
  { maxLength: 12 },
);

test("rows are kept as given, however many", () => {
  fc.assert(
    fc.property(pages, (given) => {
      const rows = new TrainingRows(3);
      const expected: { row: number[]; label: number; site: number; area: number }[] = [];
      for (const [site, nodes] of given.entries()) {
        const values = Float32Array.from({ length: nodes.length * 3 }, (_, i) => site * 10_000 + i);
        rows.addPage(site, {
          rows: values,
          labels: Int8Array.from(nodes, ({ label }) => label),
          areas: Float32Array.from(nodes, ({ area }) => area),
          words: Float32Array.from(nodes, ({ words }) => words),
        });
        for (const [i, { label, area }] of nodes.entries()) {
          if (label >= 0) expected.push({ row: [...values.subarray(3 * i, 3 * i + 3)], label, site, area });
        }
      }
      expect(rows.count).toBe(expected.length);
      const found = expected.map((_, r) => ({
        row: [...rows.rows.subarray(3 * r, 3 * r + 3)],
        label: rows.labels[r],
        site: rows.sites[r],
        area: rows.areas[r],
      }));
      expect(found).toEqual(expected);
      expect(rows.pages).toBe(given.filter((nodes) => nodes.some(({ label }) => label >= 0)).length);
    }),
    { numRuns: 30 },
  );
});

test("each page has a total weight of 1, a node the root of its words; unlabelled nodes are counted separately", () => {
  const rows = new TrainingRows(1);
  const page = (labels: number[], words: number[]) => ({
    rows: new Float32Array(labels.length),
    labels: Int8Array.from(labels),
    areas: new Float32Array(labels.length),
    words: Float32Array.from(words),
  });
  rows.addPage(0, page([1, 0, -1], [3, 35, 8]));
  rows.addPage(1, page([1], [0]));
  rows.addPage(1, page([-1, -1], [9, 9]));
  expect([...rows.weights.subarray(0, 3)]).toEqual([2 / 8, 6 / 8, 1]);
  expect(rows.unknownWeight).toBeCloseTo(3 / 8, 12);
  expect(rows.pages).toBe(2);
});
