import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type BinaryLogisticProblem, predictBinaryLogistic, trainBinaryLogistic } from "./binary-logistic.ts";
import { wordsPerRow } from "./binary-rows.ts";
import { type LogisticModel, logit, probabilityOf, trainLogistic } from "./logistic-regression.ts";
import { seededRandom } from "./seeded-random.ts";

interface Problem extends BinaryLogisticProblem {
  readonly dense: Float32Array;
}

function problemOf(count: number, features: number, l2: number, seed: number, isWeighted: boolean): Problem {
  const random = seededRandom(seed);
  const stride = wordsPerRow(features);
  const words = new Uint32Array(count * stride);
  const dense = new Float32Array(count * features);
  const labels = new Uint8Array(count);
  for (let r = 0; r < count; r++) {
    let z = -0.5;
    for (let f = 0; f < features; f++) {
      if (random() > 0.4) continue;
      const at = r * stride + (f >>> 5);
      words[at] = words[at] | (1 << (f & 31));
      dense[r * features + f] = 1;
      z += f % 3 === 0 ? 1 : -0.3;
    }
    labels[r] = Number(random() < probabilityOf(z));
  }
  const weights = isWeighted ? Float64Array.from(labels, () => Math.floor(random() * 4)) : undefined;
  return { rows: { count, features, words }, labels, weights, l2, dense };
}

const problems = fc
  .record({
    count: fc.integer({ min: 1, max: 60 }),
    features: fc.integer({ min: 1, max: 70 }),
    l2: fc.constantFrom(0.001, 0.02, 0.3),
    seed: fc.integer(),
    isWeighted: fc.boolean(),
  })
  .map(({ count, features, l2, seed, isWeighted }) => problemOf(count, features, l2, seed, isWeighted));

function hasBothLabels({ labels, weights }: Problem): boolean {
  return new Set(labels.filter((_, r) => weights?.[r] !== 0)).size === 2;
}

function denseModel({ rows, dense, labels, weights, l2 }: Problem): LogisticModel {
  const chosen = Uint32Array.from(labels, (_, r) => r);
  const own = weights ?? new Float64Array(rows.count).fill(1);
  return trainLogistic({ rows: dense, features: rows.features, chosen, labels, weights: own, l2 });
}

describe("trainBinaryLogistic", () => {
  test("finds the same optimum as trainLogistic", () => {
    fc.assert(
      fc.property(problems, (problem) => {
        // With one class only the bias grows without bound.
        fc.pre(hasBothLabels(problem));
        const found = trainBinaryLogistic(problem);
        const expected = denseModel(problem);
        const scale = Math.max(1, Math.abs(expected.bias));
        expect(Math.abs(found.bias - expected.bias) / scale).toBeLessThan(1e-6);
        for (const [j, weight] of expected.weights.entries()) {
          expect(Math.abs(found.weights[j] - weight)).toBeLessThan(1e-6);
        }
      }),
    );
  });

  test("ends where the gradient is 0", () => {
    const problem = problemOf(2000, 90, 0.001, 3, true);
    const { rows, labels, weights, l2, dense } = problem;
    const model = trainBinaryLogistic(problem);
    const total = (weights as Float64Array).reduce((sum, weight) => sum + weight, 0);
    const slope = model.weights.map((weight) => l2 * weight);
    for (let r = 0; r < rows.count; r++) {
      const p = probabilityOf(logit(model, dense, r * rows.features));
      const error = ((weights?.[r] as number) * (p - labels[r])) / total;
      for (let f = 0; f < rows.features; f++) {
        slope[f] = slope[f] + error * dense[r * rows.features + f];
      }
    }
    for (const each of slope) expect(Math.abs(each)).toBeLessThan(1e-9);
  });

  test("stays finite if a feature separates the classes, and if all labels are equal", () => {
    const rows = { count: 4, features: 2, words: Uint32Array.of(0, 2, 1, 3) };
    for (const labels of [Uint8Array.of(0, 0, 1, 1), new Uint8Array(4), new Uint8Array(4).fill(1)]) {
      const model = trainBinaryLogistic({ rows, labels, l2: 1e-6 });
      expect([model.bias, ...model.weights].every(Number.isFinite)).toBe(true);
      for (const [r, p] of predictBinaryLogistic(model, rows).entries()) {
        expect(Math.abs(p - labels[r])).toBeLessThan(0.01);
      }
    }
  });

  test("refuses labels, weights and models that do not match the rows", () => {
    const rows = { count: 2, features: 2, words: Uint32Array.of(0, 2) };
    expect(() => trainBinaryLogistic({ rows, labels: new Uint8Array(3), l2: 1 })).toThrow(RangeError);
    const weights = new Float64Array(1);
    expect(() => trainBinaryLogistic({ rows, labels: new Uint8Array(2), weights, l2: 1 })).toThrow(RangeError);
    expect(() => predictBinaryLogistic({ bias: 0, weights: [1] }, rows)).toThrow(RangeError);
  });
});

test("predictions match those on dense rows", () => {
  fc.assert(
    fc.property(problems, (problem) => {
      const model = denseModel(problem);
      for (const [r, p] of predictBinaryLogistic(model, problem.rows).entries()) {
        expect(p).toBeCloseTo(probabilityOf(logit(model, problem.dense, r * problem.rows.features)), 6);
      }
    }),
  );
});
