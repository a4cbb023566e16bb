import fc from "fast-check";
import { expect, test } from "vitest";
import { solveSymmetric } from "./linear-algebra.ts";

const number = fc.double({ min: -3, max: 3, noNaN: true });

/** A = M·Mᵀ + ε · I, which is symmetric and positive definite, and a right-hand side. */
const systems = fc.integer({ min: 1, max: 8 }).chain((size) =>
  fc
    .record({
      factor: fc.array(number, { minLength: size * size, maxLength: size * size }),
      b: fc.array(number, { minLength: size, maxLength: size }),
      grain: fc.constantFrom(0.01, 1, 100),
    })
    .map(({ factor, b, grain }) => {
      const a = new Float64Array(size * size);
      for (let i = 0; i < size; i++) {
        for (let j = 0; j < size; j++) {
          let sum = i === j ? grain : 0;
          for (let k = 0; k < size; k++) sum += factor[i * size + k] * factor[j * size + k];
          a[i * size + j] = sum;
        }
      }
      return { a, b: Float64Array.from(b) };
    }),
);

test("solves positive-definite systems", () => {
  fc.assert(
    fc.property(systems, ({ a, b }) => {
      const x = solveSymmetric(a, b);
      for (let i = 0; i < b.length; i++) {
        let sum = 0;
        for (let j = 0; j < b.length; j++) sum += a[i * b.length + j] * x[j];
        expect(sum).toBeCloseTo(b[i], 6);
      }
    }),
  );
});

test("reads only the lower triangle, and modifies neither matrix nor right-hand side", () => {
  fc.assert(
    fc.property(systems, ({ a, b }) => {
      const size = b.length;
      const lower = a.map((value, at) => (at % size > Math.floor(at / size) ? Number.NaN : value));
      const before = { lower: lower.slice(), b: b.slice() };
      expect(solveSymmetric(lower, b)).toEqual(solveSymmetric(a, b));
      expect({ lower, b }).toEqual(before);
    }),
  );
});

test("matches a solution by hand: 4x + 2y = 8, 2x + 3y = 8", () => {
  const x = solveSymmetric(Float64Array.of(4, 2, 2, 3), Float64Array.of(8, 8));
  expect(x[0]).toBeCloseTo(1, 12);
  expect(x[1]).toBeCloseTo(2, 12);
});

test.each([
  ["negative", [-1]],
  ["zero", [0]],
  ["not a number", [Number.NaN]],
  ["indefinite", [1, 2, 2, 1]],
  ["singular", [1, 1, 1, 1]],
])("refuses a matrix that is %s", (_, matrix) => {
  const a = Float64Array.from(matrix);
  expect(() => solveSymmetric(a, new Float64Array(Math.sqrt(a.length)))).toThrow(RangeError);
});
