import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { seededRandom } from "./seeded-random.ts";
import { symmetricEigen } from "./symmetric-eigen.ts";

/** Random symmetric matrices, some with zero rows or repeated values. */
const matrices = fc
  .record({
    size: fc.integer({ min: 1, max: 12 }),
    seed: fc.integer({ min: 1 }),
    scale: fc.constantFrom(1e-6, 1, 1e6),
    kind: fc.constantFrom("full", "sparse", "whole"),
  })
  .map(({ size, seed, scale, kind }) => {
    const random = seededRandom(seed);
    const a = new Float64Array(size * size);
    for (let i = 0; i < size; i++) {
      for (let j = 0; j <= i; j++) {
        const value = kind === "whole" ? Math.round(random() * 4 - 2) : random() * 2 - 1;
        a[i * size + j] = kind === "sparse" && random() < 0.7 ? 0 : value * scale;
        a[j * size + i] = a[i * size + j];
      }
    }
    return { a, size, scale };
  });

describe("eigenvalues of a symmetric matrix", () => {
  test("reconstruct the matrix", () => {
    fc.assert(
      fc.property(matrices, ({ a, size, scale }) => {
        const { values, vectors } = symmetricEigen(a, size);
        for (let i = 0; i < size; i++) {
          for (let j = 0; j < size; j++) {
            let sum = 0;
            for (let k = 0; k < size; k++) {
              sum += values[k] * vectors[k * size + i] * vectors[k * size + j];
            }
            expect(Math.abs(sum - a[i * size + j]) / scale).toBeLessThan(1e-12);
          }
        }
      }),
    );
  });

  test("are descending, with orthogonal vectors", () => {
    fc.assert(
      fc.property(matrices, ({ a, size }) => {
        const { values, vectors } = symmetricEigen(a, size);
        expect([...values]).toEqual([...values].sort((x, y) => y - x));
        for (let i = 0; i < size; i++) {
          for (let j = 0; j < size; j++) {
            let sum = 0;
            for (let k = 0; k < size; k++) sum += vectors[i * size + k] * vectors[j * size + k];
            expect(sum).toBeCloseTo(i === j ? 1 : 0, 12);
          }
        }
      }),
    );
  });

  test("by hand: 2 and 4 of [[3, 1], [1, 3]]", () => {
    const { values, vectors } = symmetricEigen(Float64Array.of(3, 1, 1, 3), 2);
    expect(values[0]).toBeCloseTo(4, 14);
    expect(values[1]).toBeCloseTo(2, 14);
    expect(Math.abs(vectors[0])).toBeCloseTo(Math.SQRT1_2, 14);
    expect(vectors[0]).toBeCloseTo(vectors[1], 14);
  });

  test("60 dimensions: those of the path graph's Laplacian, 2 - 2 cos(πk/n)", () => {
    const size = 60;
    const a = new Float64Array(size * size);
    for (let i = 0; i < size; i++) {
      a[i * size + i] = i === 0 || i === size - 1 ? 1 : 2;
      if (i > 0) a[i * size + i - 1] = -1;
    }
    const { values } = symmetricEigen(a, size);
    for (let k = 0; k < size; k++) {
      expect(values[size - 1 - k]).toBeCloseTo(2 - 2 * Math.cos((Math.PI * k) / size), 11);
    }
  });

  test("reads only the lower triangle and does not modify the matrix", () => {
    const a = Float64Array.of(1, Number.NaN, 0.5, 2);
    expect(symmetricEigen(a, 2)).toEqual(symmetricEigen(Float64Array.of(1, 0.5, 0.5, 2), 2));
    expect(a[2]).toBe(0.5);
  });

  test("refuses entries that are not finite", () => {
    expect(() => symmetricEigen(Float64Array.of(Number.NaN), 1)).toThrow(RangeError);
  });
});
