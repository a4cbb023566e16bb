import fc from "fast-check";
import { expect, test } from "vitest";
import { predictForest, type RandomForest } from "./random-forest.ts";
import { binaryProblem } from "./testing/binary-problem.ts";
import { trainForest } from "./train-random-forest.ts";

/** The mean of the leaves' shares, one row and one step at a time. */
function walkSlowly({ roots, feature, right, value }: RandomForest, bits: readonly number[]): number {
  let sum = 0;
  for (const root of roots) {
    let node = root;
    while (right[node] !== node) node = bits[feature[node]] === 1 ? right[node] : node + 1;
    sum += value[node] / 255;
  }
  return sum / roots.length;
}

test("predictions match a slow walk, for any number of rows", () => {
  const shapes = fc.record({
    count: fc.integer({ min: 1, max: 60 }),
    features: fc.integer({ min: 1, max: 100 }),
    trees: fc.integer({ min: 1, max: 8 }),
    leastLeaf: fc.integer({ min: 1, max: 3 }),
    seed: fc.integer(),
  });
  fc.assert(
    fc.property(shapes, ({ count, features, trees, leastLeaf, seed }) => {
      const problem = binaryProblem(count, features, seed, (bits) => bits[0] === 1, 0.3);
      const { forest } = trainForest(problem, { seed, trees, leastLeaf });
      const fresh = binaryProblem((count * 7) % 41, features, seed + 1, () => true);
      const scores = predictForest(forest, fresh.rows);
      expect(scores).toHaveLength(fresh.bits.length);
      for (const [r, score] of scores.entries()) {
        expect(score).toBeCloseTo(walkSlowly(forest, fresh.bits[r]), 6);
      }
    }),
  );
});

test("a forest without trees gives 0.5", () => {
  const none = new Int32Array(0);
  const forest = { features: 3, roots: none, feature: new Uint16Array(0), right: none, value: new Uint8Array(0) };
  expect([...predictForest(forest, { count: 1, features: 3, words: Uint32Array.of(5) })]).toEqual([0.5]);
});

test("rows of another width are refused", () => {
  const problem = binaryProblem(50, 33, 1, (bits) => bits[32] === 1);
  const { forest } = trainForest(problem, { seed: 1, trees: 2 });
  expect(() => predictForest(forest, { count: 1, features: 32, words: new Uint32Array(1) })).toThrow(RangeError);
  expect(() => predictForest(forest, { count: 2, features: 33, words: new Uint32Array(3) })).toThrow(RangeError);
});
