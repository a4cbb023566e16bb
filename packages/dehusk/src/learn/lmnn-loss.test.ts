import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { lmnnGroups } from "./lmnn-groups.ts";
import { LmnnLoss } from "./lmnn-loss.ts";
import { nearestMetric } from "./metric.ts";
import { seededRandom } from "./seeded-random.ts";
import { lmnnProblem } from "./testing/lmnn-problem.ts";

const cases = fc
  .record({
    groups: fc.integer({ min: 1, max: 3 }),
    rows: fc.integer({ min: 2, max: 14 }),
    classes: fc.integer({ min: 1, max: 4 }),
    informative: fc.integer({ min: 1, max: 2 }),
    noise: fc.integer({ min: 0, max: 2 }),
    amplitude: fc.constantFrom(0.5, 2),
    seed: fc.integer({ min: 1 }),
    neighbours: fc.integer({ min: 1, max: 3 }),
    push: fc.constantFrom(0, 0.3, 0.5, 1),
    impostors: fc.constantFrom(1, 3, Number.POSITIVE_INFINITY),
  })
  .map((shape) => {
    const problem = lmnnProblem(shape);
    const matrix = randomMatrix(problem.features, shape.seed + 1);
    return { ...shape, problem, metric: nearestMetric(matrix, problem.features) };
  });

/** A·Aᵀ + ε · I, which is positive definite. */
function randomMatrix(size: number, seed: number): Float64Array {
  const random = seededRandom(seed);
  const a = Float64Array.from({ length: size * size }, () => random() * 2 - 1);
  return Float64Array.from({ length: size * size }, (_, at) => {
    let sum = Math.floor(at / size) === at % size ? 0.2 : 0;
    for (let k = 0; k < size; k++) {
      sum += a[Math.floor(at / size) * size + k] * a[(at % size) * size + k];
    }
    return sum;
  });
}

type Case = typeof cases extends fc.Arbitrary<infer T> ? T : never;

/** The loss by definition, over every pair, with M itself. */
function slowLoss({ problem, neighbours, push, impostors }: Case, matrix: Float64Array): number {
  const { rows, features, labels, groups } = problem;
  const plain = (a: number, b: number) => by(rows, features, a, b).reduce((sum, d) => sum + d * d, 0);
  const distance = (a: number, b: number) => {
    const d = by(rows, features, a, b);
    return d.reduce((sum, x, i) => sum + d.reduce((s, y, j) => s + x * y * matrix[i * features + j], 0), 0);
  };
  const all = Array.from(labels, (_, r) => r);
  let loss = 0;
  let pairs = 0;
  for (const i of all) {
    const others = all.filter((r) => r !== i && groups[r] === groups[i]);
    const targets = others
      .filter((r) => labels[r] === labels[i])
      .sort((a, b) => plain(i, a) - plain(i, b) || a - b)
      .slice(0, neighbours);
    const near = others
      .filter((r) => labels[r] !== labels[i])
      .map((r) => distance(i, r))
      .sort((a, b) => a - b)
      .slice(0, impostors);
    for (const j of targets) {
      pairs++;
      loss += (1 - push) * distance(i, j);
      for (const far of near) loss += push * Math.max(0, 1 + distance(i, j) - far);
    }
  }
  return pairs === 0 ? 0 : loss / pairs;
}

function by(rows: Float32Array, features: number, a: number, b: number): number[] {
  return Array.from({ length: features }, (_, j) => rows[a * features + j] - rows[b * features + j]);
}

function lossOf({ problem, neighbours, push, impostors }: Case): LmnnLoss {
  return new LmnnLoss(lmnnGroups(problem, neighbours), problem.features, { neighbours, push, impostors });
}

describe("the loss of large-margin neighbours", () => {
  test("matches a sum over every triple", () => {
    fc.assert(
      fc.property(cases, (each) => {
        const loss = lossOf(each);
        expect(loss.evaluate(each.metric, loss.search(each.metric))).toBeCloseTo(slowLoss(each, each.metric.matrix), 9);
      }),
      { numRuns: 300 },
    );
  });

  test("has the gradient of finite differences", () => {
    fc.assert(
      fc.property(cases, (each) => {
        const { metric } = each;
        const size = metric.features;
        const loss = lossOf(each);
        loss.evaluate(metric, loss.search(metric));
        const { gradient } = loss;
        const step = 1e-7;
        for (let i = 0; i < size; i++) {
          for (let j = 0; j <= i; j++) {
            const moved = (length: number) => {
              const matrix = metric.matrix.slice();
              matrix[i * size + j] = matrix[i * size + j] + length;
              if (i !== j) matrix[j * size + i] = matrix[i * size + j];
              return slowLoss(each, matrix);
            };
            const slope = (moved(step) - moved(-step)) / (2 * step);
            const expected = gradient[i * size + j] * (i === j ? 1 : 2);
            expect(Math.abs(slope - expected)).toBeLessThan(1e-5 * Math.max(1, Math.abs(expected)));
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  test("with listed impostors is at most the full loss", () => {
    fc.assert(
      fc.property(cases, fc.integer({ min: 1 }), (each, seed) => {
        const loss = lossOf(each);
        const other = nearestMetric(randomMatrix(each.metric.features, seed), each.metric.features);
        const full = loss.evaluate(other, loss.search(other));
        expect(loss.evaluate(other, loss.search(each.metric))).toBeLessThanOrEqual(full + 1e-12);
      }),
    );
  });
});
