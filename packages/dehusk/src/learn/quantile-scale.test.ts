import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { quantileKnots, quantileOf } from "./quantile-scale.ts";

const columns = fc.array(fc.oneof(fc.float({ noNaN: true, min: -1e6, max: 1e6 }), fc.constantFrom(0, 1, 2)), {
  minLength: 1,
  maxLength: 60,
});

describe("quantileKnots", () => {
  test("ascend from the minimum to the maximum, all values of the column", () => {
    fc.assert(
      fc.property(columns, fc.integer({ min: 2, max: 20 }), (column, most) => {
        const knots = quantileKnots(Float32Array.from(column), most);
        expect(knots.length).toBeLessThanOrEqual(most);
        expect(knots[0]).toBeCloseTo(Math.min(...column), 6);
        expect(knots.at(-1)).toBeCloseTo(Math.max(...column), 6);
        for (let k = 1; k < knots.length; k++) expect(knots[k]).toBeGreaterThan(knots[k - 1]);
        for (const knot of knots) expect(column.some((value) => value === knot)).toBe(true);
      }),
    );
  });

  test("divide the values into equal shares", () => {
    expect(quantileKnots(Float32Array.of(9, 1, 5, 3, 7), 3)).toEqual([1, 5, 9]);
    expect(
      quantileKnots(
        Float32Array.from({ length: 101 }, (_, i) => i),
        5,
      ),
    ).toEqual([0, 25, 50, 75, 100]);
  });

  test("the middle knot is exactly the median of an odd number of distinct values", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: -1000, max: 1000 }), { minLength: 3, maxLength: 99 }),
        fc.constantFrom(3, 5),
        (values, most) => {
          const odd = values.slice(0, values.length - 1 + (values.length % 2));
          fc.pre(odd.length >= most);
          const median = [...odd].sort((a, b) => a - b)[(odd.length - 1) / 2];
          const knots = quantileKnots(Float32Array.from(odd), most);
          expect(knots[(most - 1) / 2]).toBe(median);
          expect(quantileOf(knots, median)).toBe(0.5);
        },
      ),
    );
  });

  test("equal values give one knot; so do no values", () => {
    expect(quantileKnots(new Float32Array(50).fill(3), 17)).toEqual([3]);
    expect(quantileKnots(new Float32Array(0), 17)).toEqual([0]);
    expect(
      quantileKnots(
        Float32Array.from({ length: 100 }, (_, i) => (i < 99 ? 0 : 1)),
        17,
      ),
    ).toEqual([0, 1]);
  });
});

describe("quantileOf", () => {
  const scales = fc
    .uniqueArray(fc.integer({ min: -1000, max: 1000 }), { minLength: 2, maxLength: 17 })
    .map((knots) => knots.sort((a, b) => a - b));

  test("is clamped to 0 and 1", () => {
    expect([-9, 2, 3, 8, 9].map((value) => quantileOf([2, 4, 8], value))).toEqual([0, 0, 0.25, 1, 1]);
    expect([Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY].map((v) => quantileOf([2, 4, 8], v))).toEqual([0, 1]);
    expect([-1, 3, 9].map((value) => quantileOf([3], value))).toEqual([0, 0, 0]);
  });

  test("rises with the value", () => {
    fc.assert(
      fc.property(
        scales,
        fc.double({ min: -1100, max: 1100, noNaN: true }),
        fc.double({ min: 0, max: 300, noNaN: true }),
        (k, v, by) => {
          expect(quantileOf(k, v + by)).toBeGreaterThanOrEqual(quantileOf(k, v));
        },
      ),
    );
  });

  test("is the inverse of interpolating the knots", () => {
    fc.assert(
      fc.property(scales, fc.double({ min: 0, max: 1, noNaN: true }), (knots, place) => {
        const last = knots.length - 1;
        const at = Math.min(last - 1, Math.floor(place * last));
        const [from, to] = [knots[at], knots[at + 1]];
        const value = from + (place * last - at) * (to - from);
        expect(quantileOf(knots, value)).toBeCloseTo(place, 9);
        for (const [k, knot] of knots.entries()) expect(quantileOf(knots, knot)).toBeCloseTo(k / last, 12);
      }),
    );
  });
});
