import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type LearnedMetric, trainLmnn } from "./lmnn.ts";
import type { LmnnProblem } from "./lmnn-groups.ts";
import { type Metric, plainMetric, stretchRows } from "./metric.ts";
import { symmetricEigen } from "./symmetric-eigen.ts";
import { lmnnProblem } from "./testing/lmnn-problem.ts";

const one = (rows: readonly number[], labels: readonly number[], features: number): LmnnProblem => ({
  rows: Float32Array.from(rows),
  features,
  labels,
  groups: labels.map(() => 0),
});

/** Share of rows whose nearest other row in the group has their class. */
function nearestAccuracy({ rows, labels, groups }: LmnnProblem, metric: Metric): number {
  const z = stretchRows(metric, rows);
  let right = 0;
  for (let i = 0; i < labels.length; i++) {
    let best = -1;
    let least = Number.POSITIVE_INFINITY;
    for (let j = 0; j < labels.length; j++) {
      if (i === j || groups[i] !== groups[j]) continue;
      let distance = 0;
      for (let k = 0; k < metric.rank; k++) {
        distance += (z[i * metric.rank + k] - z[j * metric.rank + k]) ** 2;
      }
      if (distance < least) [best, least] = [j, distance];
    }
    if (best >= 0 && labels[best] === labels[i]) right++;
  }
  return right / labels.length;
}

const noisy = { groups: 4, rows: 40, classes: 4, informative: 3, noise: 5, amplitude: 1.2, seed: 3 };
const shapes = fc.record({
  groups: fc.integer({ min: 1, max: 3 }),
  rows: fc.integer({ min: 2, max: 25 }),
  classes: fc.integer({ min: 1, max: 4 }),
  informative: fc.integer({ min: 1, max: 2 }),
  noise: fc.integer({ min: 0, max: 3 }),
  amplitude: fc.constantFrom(0.5, 2),
  seed: fc.integer({ min: 1 }),
});

const diagonal = ({ matrix, features }: LearnedMetric) =>
  Array.from({ length: features }, (_, j) => matrix[j * features + j]);

describe("large-margin nearest neighbours", () => {
  // Classes {0, 2} and {3, 5} on a line. With m for M, the loss is (1 − μ) · 8m + μ · (2[1 − 5m] + [1 − 21m] + 1 + 3m)
  // for each class, [·] being 0 when negative. For μ = 0.5 its slope turns positive at m = 1/21, for 0.7 at m = 1/5.
  test.each([
    [0.5, 1 / 21],
    [0.7, 1 / 5],
  ])("finds the minimum on a line with μ = %s: m = %s", (push, expected) => {
    const problem = one([0, 2, 3, 5], [0, 0, 1, 1], 1);
    const { matrix } = trainLmnn(problem, { neighbours: 1, push, steps: 400, tolerance: 0 });
    expect(matrix[0]).toBeCloseTo(expected, 4);
  });

  // A rectangle with a class on its left and one on its right side: the loss is 0 where b = 0 and a ≥ 1, in diag(a, b).
  test("keeps the informative direction on a plane, and drops the other", () => {
    const problem = one([0, 0, 0, 1, 1, 0, 1, 1], [0, 0, 1, 1], 2);
    const metric = trainLmnn(problem, { neighbours: 1, steps: 200 });
    const [a, b] = diagonal(metric) as [number, number];
    expect(a).toBeGreaterThanOrEqual(1);
    expect(b).toBeLessThan(1e-6);
    expect(metric.matrix[1]).toBeCloseTo(0, 6);
    expect(metric.losses.at(-1)).toBeLessThan(1e-6);
  });

  test("gives the weight to the one informative feature", () => {
    const metric = trainLmnn(lmnnProblem({ ...noisy, informative: 1, noise: 6, classes: 2 }));
    const [informative, ...others] = diagonal(metric) as [number, ...number[]];
    for (const weight of others) expect(weight).toBeLessThan(0.2 * informative);
  });

  test("improves nearest-neighbour accuracy, also on unseen rows", () => {
    const seen = lmnnProblem(noisy);
    const unseen = lmnnProblem({ ...noisy, seed: 4 });
    const metric = trainLmnn(seen);
    const plain = plainMetric(seen.features);
    expect(nearestAccuracy(seen, plain)).toBeLessThan(0.8);
    expect(nearestAccuracy(seen, metric)).toBeGreaterThan(nearestAccuracy(seen, plain) + 0.1);
    expect(nearestAccuracy(unseen, metric)).toBeGreaterThan(nearestAccuracy(unseen, plain) + 0.1);
  });

  test("never raises the loss, and gives a symmetric matrix without negative eigenvalues", () => {
    fc.assert(
      fc.property(shapes, fc.constantFrom(1, 3, Number.POSITIVE_INFINITY), (shape, impostors) => {
        const { matrix, features, losses } = trainLmnn(lmnnProblem(shape), { impostors, steps: 30, refresh: 4 });
        for (let n = 1; n < losses.length; n++) expect(losses[n]).toBeLessThan(losses[n - 1]);
        for (let i = 0; i < features; i++) {
          for (let j = 0; j < i; j++) expect(matrix[i * features + j]).toBe(matrix[j * features + i]);
        }
        const { values } = symmetricEigen(matrix, features);
        expect(values.at(-1)).toBeGreaterThanOrEqual(-1e-12 * Math.max(1, values[0]));
      }),
      { numRuns: 50 },
    );
  });

  test("is the square of its factor, so that stretched rows have its distances", () => {
    const { matrix, features, rank, factor } = trainLmnn(lmnnProblem(noisy), { steps: 20 });
    for (let i = 0; i < features; i++) {
      for (let j = 0; j < features; j++) {
        let sum = 0;
        for (let r = 0; r < rank; r++) sum += factor[r * features + i] * factor[r * features + j];
        expect(matrix[i * features + j]).toBeCloseTo(sum, 12);
      }
    }
  });

  test("is deterministic", () => {
    expect(trainLmnn(lmnnProblem(noisy), { steps: 20 })).toEqual(trainLmnn(lmnnProblem(noisy), { steps: 20 }));
  });

  test("searches neighbours and impostors within a group only", () => {
    // Across groups the classes overlap; within a group the first feature separates them.
    const rows = [0, 0, 0, 1, 1, 0, 1, 1, /**/ 1, 0, 1, 1, 2, 0, 2, 1];
    const labels = [0, 0, 1, 1, 0, 0, 1, 1];
    const groups = [0, 0, 0, 0, 1, 1, 1, 1];
    const metric = trainLmnn({ rows: Float32Array.from(rows), features: 2, labels, groups }, { neighbours: 1 });
    expect(metric.losses.at(-1)).toBeLessThan(1e-6);
  });

  test("rows with a negative class are ignored", () => {
    const problem = lmnnProblem(noisy);
    const { features } = problem;
    const rows = new Float32Array(problem.rows.length + features).fill(9);
    rows.set(problem.rows);
    const more = {
      rows,
      features,
      labels: [...Array.from(problem.labels), -1],
      groups: [...Array.from(problem.groups), 0],
    };
    expect(trainLmnn(more, { steps: 10 })).toEqual(trainLmnn(problem, { steps: 10 }));
  });

  test("learns nothing without target pairs", () => {
    const plain = plainMetric(1).matrix;
    expect(trainLmnn(one([], [], 1)).matrix).toEqual(plain);
    expect(trainLmnn(one([1, 2, 3], [0, 1, 2], 1)).matrix).toEqual(plain);
    expect(trainLmnn(one([4, 4, 4, 4], [0, 0, 1, 1], 1)).matrix).toEqual(plain);
  });

  test("refuses lists that do not match, and options out of range", () => {
    const problem = one([0, 1], [0, 1], 1);
    expect(() => trainLmnn({ ...problem, features: 2 })).toThrow(RangeError);
    expect(() => trainLmnn({ ...problem, groups: [0] })).toThrow(RangeError);
    for (const options of [{ neighbours: 0 }, { push: 2 }, { impostors: 0.5 }, { refresh: 0 }, { steps: -1 }]) {
      expect(() => trainLmnn(problem, options)).toThrow(RangeError);
    }
  });
});
