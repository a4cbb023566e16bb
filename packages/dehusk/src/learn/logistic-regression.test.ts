import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type LogisticModel,
  type LogisticProblem,
  logit,
  probabilityOf,
  trainLogistic,
} from "./logistic-regression.ts";
import { seededRandom, shuffled } from "./seeded-random.ts";

/** Small problems: noisy labels, different weights, unused rows. */
const problems = fc
  .record({
    features: fc.integer({ min: 1, max: 4 }),
    rows: fc.integer({ min: 6, max: 40 }),
    l2: fc.constantFrom(0.001, 0.015, 0.3),
    seed: fc.integer({ min: 1 }),
  })
  .map(({ features, rows, l2, seed }): LogisticProblem => {
    const random = seededRandom(seed);
    const values = Float32Array.from({ length: rows * features }, () => random());
    const labels = Uint8Array.from({ length: rows }, (_, r) =>
      random() < probabilityOf(4 * values[r * features] - 2) ? 1 : 0,
    );
    const weights = Float64Array.from({ length: rows }, () => 0.1 + random());
    const chosen = Uint32Array.from({ length: rows }, (_, r) => r).filter(() => random() < 0.9);
    return { rows: values, features, chosen, labels, weights, l2 };
  });

/** The loss by definition, summed naively. */
function lossOf({ rows, features, chosen, labels, weights, l2 }: LogisticProblem, model: LogisticModel): number {
  let total = 0;
  for (const r of chosen) total += weights[r];
  let loss = 0;
  for (const r of chosen) {
    let z = model.bias;
    for (let j = 0; j < features; j++) z += model.weights[j] * rows[r * features + j];
    loss += (weights[r] / total) * Math.log(1 + Math.exp(labels[r] === 1 ? -z : z));
  }
  return loss + (l2 / 2) * model.weights.reduce((sum, weight) => sum + weight * weight, 0);
}

/** All parameters, the bias last. */
function flat({ bias, weights }: LogisticModel): number[] {
  return [...weights, bias];
}

function modelOf(parameters: readonly number[]): LogisticModel {
  return { weights: parameters.slice(0, -1), bias: parameters.at(-1) as number };
}

function numericalGradient(problem: LogisticProblem, at: readonly number[]): number[] {
  const step = 1e-5;
  return at.map((_, j) => {
    const moved = (by: number) => lossOf(problem, modelOf(at.map((value, k) => (k === j ? value + by : value))));
    return (moved(step) - moved(-step)) / (2 * step);
  });
}

/** Compares parameters, large ones relative to their size. */
function expectClose(found: LogisticModel, expected: LogisticModel, distance: number): void {
  for (const [j, value] of flat(expected).entries()) {
    expect(Math.abs(flat(found)[j] - value) / Math.max(1, Math.abs(value))).toBeLessThan(distance);
  }
}

const hasBoth = ({ chosen, labels }: LogisticProblem) => new Set(Array.from(chosen, (r) => labels[r])).size === 2;

describe("trainLogistic", () => {
  test("ends where the gradient is 0", () => {
    fc.assert(
      fc.property(problems.filter(hasBoth), (problem) => {
        for (const slope of numericalGradient(problem, flat(trainLogistic(problem)))) {
          expect(Math.abs(slope)).toBeLessThan(1e-7);
        }
      }),
    );
  });

  test("finds the same optimum as slow gradient descent", () => {
    fc.assert(
      fc.property(problems.filter(hasBoth), (given) => {
        const problem = { ...given, l2: 0.3 };
        let at = new Array<number>(problem.features + 1).fill(0);
        for (let step = 0; step < 4000; step++) {
          const slopes = numericalGradient(problem, at);
          at = at.map((value, j) => value - slopes[j]);
          if (slopes.every((slope) => Math.abs(slope) < 1e-9)) break;
        }
        expectClose(trainLogistic(problem), modelOf(at), 1e-5);
      }),
      { numRuns: 12 },
    );
  });

  test("does not depend on the order of rows", () => {
    fc.assert(
      fc.property(problems.filter(hasBoth), fc.integer(), (problem, seed) => {
        const chosen = Uint32Array.from(shuffled([...problem.chosen], seededRandom(seed)));
        expectClose(trainLogistic({ ...problem, chosen }), trainLogistic(problem), 1e-9);
      }),
    );
  });

  test("a row with weight 2 equals two rows", () => {
    fc.assert(
      fc.property(problems.filter(hasBoth), (problem) => {
        const weights = problem.weights.map((_, r) => 1 + (r % 3));
        const chosen = Uint32Array.from([...problem.chosen].flatMap((r) => new Array<number>(1 + (r % 3)).fill(r)));
        const alike = { ...problem, chosen, weights: problem.weights.map(() => 1) };
        expectClose(trainLogistic({ ...problem, weights }), trainLogistic(alike), 1e-9);
      }),
    );
  });

  test("only the chosen rows count", () => {
    fc.assert(
      fc.property(problems, (problem) => {
        const chosen = new Set(problem.chosen);
        const rows = problem.rows.map((value, at) => (chosen.has(Math.floor(at / problem.features)) ? value : 1e6));
        expect(trainLogistic({ ...problem, rows })).toEqual(trainLogistic(problem));
      }),
    );
  });

  test("a common factor of the weights does not matter", () => {
    fc.assert(
      fc.property(problems.filter(hasBoth), (problem) => {
        const weights = problem.weights.map((weight) => weight * 1000);
        expectClose(trainLogistic({ ...problem, weights }), trainLogistic(problem), 1e-9);
      }),
    );
  });

  test("stays finite if the classes are separable, and grows as the penalty shrinks", () => {
    const rows = Float32Array.of(0, 0.1, 0.2, 0.8, 0.9, 1);
    const labels = Uint8Array.of(0, 0, 0, 1, 1, 1);
    const weightFor = (l2: number) => {
      const chosen = Uint32Array.from(labels, (_, r) => r);
      const model = trainLogistic({ rows, features: 1, chosen, labels, weights: new Float64Array(6).fill(1), l2 });
      expect(flat(model).every(Number.isFinite)).toBe(true);
      for (const r of chosen) expect(Math.sign(logit(model, rows, r))).toBe(labels[r] === 1 ? 1 : -1);
      return model.weights[0];
    };
    expect(weightFor(0.1)).toBeLessThan(weightFor(0.01));
    expect(weightFor(0.01)).toBeLessThan(weightFor(1e-6));
    expect(weightFor(1e-6)).toBeLessThan(1000);
  });

  test.each([0, 1])("is confident when all labels are %s", (label) => {
    const rows = Float32Array.of(0, 1, 0.5, 0.25);
    const labels = new Uint8Array(4).fill(label);
    const chosen = Uint32Array.of(0, 1, 2, 3);
    const model = trainLogistic({ rows, features: 1, chosen, labels, weights: new Float64Array(4).fill(1), l2: 0.015 });
    expect(flat(model).every(Number.isFinite)).toBe(true);
    for (const r of chosen) expect(Math.abs(probabilityOf(logit(model, rows, r)) - label)).toBeLessThan(1e-4);
  });

  test("predicts 0.5 without rows or weight", () => {
    const rows = Float32Array.of(0, 1);
    const problem = { rows, features: 1, labels: Uint8Array.of(0, 1), weights: new Float64Array(2), l2: 0.015 };
    for (const chosen of [new Uint32Array(0), Uint32Array.of(0, 1)]) {
      const model = trainLogistic({ ...problem, chosen });
      expect(probabilityOf(logit(model, rows, 1))).toBeCloseTo(0.5, 12);
    }
  });
});

test("probabilityOf does not overflow", () => {
  expect([-1e4, 0, 1e4].map(probabilityOf)).toEqual([0, 0.5, 1]);
  fc.assert(
    fc.property(fc.double({ min: -30, max: 30, noNaN: true }), (z) => {
      const p = probabilityOf(z);
      expect(p + probabilityOf(-z)).toBeCloseTo(1, 12);
      expect(Math.log(p / (1 - p))).toBeCloseTo(z, 2);
    }),
  );
});
