import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { binarize, binaryWidth, discretize } from "./binarize.ts";
import { type BinaryRows, takeRows, wordsPerRow } from "./binary-rows.ts";
import { dedupeRows } from "./dedupe-rows.ts";
import { mdlCuts } from "./mdl-discretize.ts";
import { seededRandom } from "./seeded-random.ts";

function bitsOf({ count, features, words }: BinaryRows): number[][] {
  const stride = wordsPerRow(features);
  return Array.from({ length: count }, (_, r) =>
    Array.from({ length: features }, (_, f) => (words[r * stride + (f >>> 5)] >>> (f & 31)) & 1),
  );
}

const value = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.constant(Number.NaN), fc.constantFrom(Infinity, -Infinity));

describe("binarize", () => {
  test("sets the bits of the cuts a value is above", () => {
    const problem = fc.integer({ min: 1, max: 6 }).chain((width) =>
      fc.record({
        cuts: fc.array(
          fc
            .uniqueArray(fc.integer({ min: -40, max: 40 }), { maxLength: 30 })
            .map((list) => list.sort((a, b) => a - b)),
          { minLength: width, maxLength: width },
        ),
        rows: fc.array(fc.array(value, { minLength: width, maxLength: width }), { maxLength: 20 }),
      }),
    );
    fc.assert(
      fc.property(problem, ({ cuts, rows }) => {
        const binary = binarize(Float32Array.from(rows.flat()), cuts.length, rows.length, { cuts });
        expect(binary.features).toBe(binaryWidth({ cuts }));
        expect(bitsOf(binary)).toEqual(
          rows.map((row) => cuts.flatMap((list, f) => list.map((cut) => Number(row[f] > cut)))),
        );
      }),
    );
  });

  describe("discretize", () => {
    const random = seededRandom(2);
    const labels = Uint8Array.from({ length: 400 }, () => Number(random() < 0.5));
    const rows = Float32Array.from({ length: 3 * labels.length }, (_, at) =>
      at % 3 === 1 ? random() : random() + labels[Math.floor(at / 3)],
    );
    const columns = [0, 1, 2].map((f) => rows.filter((_, at) => at % 3 === f));

    test("by minimum description length cuts each column by the labels, and drops uninformative ones", () => {
      const discretization = discretize(rows, 3, labels, "mdl");
      expect(discretization.cuts).toEqual(columns.map((column) => [...mdlCuts(column, labels)]));
      expect(discretization.cuts.map((list) => list.length > 0)).toEqual([true, false, true]);
      expect(JSON.parse(JSON.stringify(discretization))).toEqual(discretization);
    });

    test("at quantiles cuts each column into bins of about equal size", () => {
      for (const [f, cuts] of discretize(rows, 3, labels, "quantiles").cuts.entries()) {
        expect(cuts).toHaveLength(15);
        const sizes = Array<number>(16).fill(0);
        for (const value of columns[f]) sizes[cuts.filter((cut) => value > cut).length]++;
        expect(Math.min(...sizes)).toBeGreaterThanOrEqual(24);
        expect(Math.max(...sizes)).toBeLessThanOrEqual(26);
      }
    });
  });

  test("refuses rows of another width", () => {
    expect(() => binarize(new Float32Array(4), 2, 2, { cuts: [[0]] })).toThrow(RangeError);
  });
});

describe("dedupeRows", () => {
  test("keeps the first of each vector and label", () => {
    const table = fc.integer({ min: 0, max: 3 }).chain((width) =>
      fc.array(
        fc.record({
          row: fc.array(value, { minLength: width, maxLength: width }),
          label: fc.integer({ min: 0, max: 1 }),
        }),
        { maxLength: 60 },
      ),
    );
    fc.assert(
      fc.property(table, (list) => {
        const width = list[0]?.row.length ?? 0;
        const seen = new Set<string>();
        const expected = list.flatMap(({ row, label }, r) => {
          const key = `${row.map((each) => (Object.is(each, -0) ? "-0" : each))}:${label}`;
          if (seen.has(key)) return [];
          seen.add(key);
          return [r];
        });
        const rows = Float32Array.from(list.flatMap(({ row }) => row));
        expect([
          ...dedupeRows(
            rows,
            width,
            list.length,
            list.map(({ label }) => label),
          ),
        ]).toEqual(expected);
      }),
    );
  });

  test("works on the words of binary rows, and takeRows picks the rest", () => {
    const rows = { count: 5, features: 40, words: Uint32Array.of(1, 2, 1, 3, 1, 2, 1, 2, 1, 3) };
    const kept = dedupeRows(rows.words, 2, 5, [0, 0, 0, 1, 0]);
    expect([...kept]).toEqual([0, 1, 3]);
    expect(takeRows(rows, kept)).toEqual({ count: 3, features: 40, words: Uint32Array.of(1, 2, 1, 3, 1, 2) });
  });
});
