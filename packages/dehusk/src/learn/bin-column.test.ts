import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { binColumn, quantileCuts, shortFloats } from "./bin-column.ts";

const columns = fc
  .array(fc.oneof(fc.float({ noNaN: true }), fc.constantFrom(0, -0, 1, 2, 2.5)), { maxLength: 300 })
  .map((values) => Float32Array.from(values));
const binLimits = fc.integer({ min: 1, max: 40 });

describe("quantileCuts", () => {
  test("are ascending values of the column without its maximum, and do not modify it", () => {
    fc.assert(
      fc.property(columns, binLimits, (column, most) => {
        const before = column.slice();
        const cuts = quantileCuts(column, most);
        expect(column).toEqual(before);
        expect(cuts.length).toBeLessThan(most);
        const greatest = Math.max(...column);
        for (const [k, cut] of cuts.entries()) {
          expect(column.some((value) => value === cut)).toBe(true);
          expect(cut).toBeLessThan(greatest);
          if (k > 0) expect(cut).toBeGreaterThan(cuts[k - 1]);
        }
      }),
    );
  });

  test("give each value its own bin if there are enough bins", () => {
    fc.assert(
      fc.property(columns, (column) => {
        const distinct = new Set(column.map((value) => value + 0));
        fc.pre(distinct.size > 0);
        const { bins } = binColumn(column, quantileCuts(column, Math.min(256, distinct.size)));
        if (distinct.size <= 256) expect(new Set(bins).size).toBe(distinct.size);
      }),
    );
  });

  test("divide distinct values into equal shares", () => {
    const column = Float32Array.from({ length: 6400 }, (_, i) => (i * 37) % 6400);
    const { bins, cuts } = binColumn(column, quantileCuts(column));
    expect(cuts.length).toBe(63);
    const counts = new Uint32Array(64);
    for (const bin of bins) counts[bin] = counts[bin] + 1;
    expect([...counts]).toEqual(new Array(64).fill(100));
  });

  test.each([-1, 1])("separate rare values next to a very frequent one (sign %s)", (sign) => {
    const column = Float32Array.from({ length: 10000 }, (_, i) => (i % 20 === 0 ? sign * i : 0));
    const { bins } = binColumn(column, quantileCuts(column, 64));
    expect(new Set(bins).size).toBeGreaterThan(55);
  });

  test("are empty for a column that is constant, empty or all NaN", () => {
    for (const column of [new Float32Array(9).fill(3), new Float32Array(0), Float32Array.of(Number.NaN, Number.NaN)]) {
      expect(quantileCuts(column)).toEqual(new Float32Array(0));
    }
    expect(binColumn(new Float32Array(3).fill(3), new Float32Array(0)).bins).toEqual(new Uint8Array(3));
  });

  test.each([0, 257, 1.5, Number.NaN])("cannot make %s bins", (most) => {
    expect(() => quantileCuts(Float32Array.of(1, 2), most)).toThrow(RangeError);
  });
});

describe("binColumn", () => {
  test("counts the cuts below a value", () => {
    fc.assert(
      fc.property(columns, columns, binLimits, (column, other, most) => {
        const cuts = quantileCuts(other, most);
        const expected = Array.from(column, (value) => cuts.filter((cut) => value > cut).length);
        expect([...binColumn(column, cuts).bins]).toEqual(expected);
      }),
    );
  });

  test("rises with the value", () => {
    fc.assert(
      fc.property(columns, binLimits, (column, most) => {
        const { bins } = binColumn(column.slice().sort(), quantileCuts(column, most));
        for (let r = 1; r < bins.length; r++) expect(bins[r]).toBeGreaterThanOrEqual(bins[r - 1]);
      }),
    );
  });

  test("treats NaN as above all others, like a walk down a tree", () => {
    expect([...binColumn(Float32Array.of(0, Number.NaN, 9), Float32Array.of(1, 2)).bins]).toEqual([0, 2, 2]);
  });

  test("accepts at most 255 cuts", () => {
    const cuts = (length: number) => Float32Array.from({ length }, (_, k) => k);
    expect(binColumn(Float32Array.of(1000), cuts(255)).bins[0]).toBe(255);
    expect(() => binColumn(Float32Array.of(1000), cuts(256))).toThrow(RangeError);
  });
});

describe("shortFloats", () => {
  const rising = fc.uniqueArray(fc.float({ noNaN: true }), { maxLength: 40 }).map((list) => {
    return Float32Array.from(new Set(list.map((value) => value + 0))).sort();
  });

  test("leaves all 24 digits, and whole numbers that fit the digits kept", () => {
    fc.assert(
      fc.property(rising, (list) => {
        expect(shortFloats(list, 24)).toEqual(list);
      }),
    );
    const whole = Float32Array.from({ length: 256 }, (_, i) => i - 100);
    expect(shortFloats(whole, 8)).toEqual(whole);
  });

  test("moves no number by more than half a unit of its last digit, and lets them rise", () => {
    const normal = rising.map((list) => list.filter((value) => Math.abs(value) > 1e-30 && Math.abs(value) < 1e30));
    fc.assert(
      fc.property(normal, fc.integer({ min: 2, max: 23 }), (list, digits) => {
        const short = shortFloats(list, digits);
        for (const value of list) {
          const nearest = Math.min(...Array.from(short, (other) => Math.abs(other - value)));
          expect(nearest).toBeLessThanOrEqual(Math.abs(value) * 2 ** -digits);
        }
        for (let i = 1; i < short.length; i++) expect(short[i]).toBeGreaterThan(short[i - 1]);
      }),
    );
  });

  test("keeps one of those that become equal", () => {
    expect(shortFloats(Float32Array.of(0, 1.001, 1.002, 3), 4)).toEqual(Float32Array.of(0, 1, 3));
  });
});
