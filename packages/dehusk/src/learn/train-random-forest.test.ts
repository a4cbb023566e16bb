import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { packForest } from "./pack-forest.ts";
import { predictForest, type RandomForest } from "./random-forest.ts";
import { type BinaryProblem, binaryProblem } from "./testing/binary-problem.ts";
import { type ForestOptions, trainForest } from "./train-random-forest.ts";

const majority = (bits: readonly number[]) => bits[0] + bits[1] + bits[2] >= 2;

/** The rows that reach each node of the first tree, and its depth: by walking, one by one. */
function rowsAtNodes({ feature, right }: RandomForest, { bits }: BinaryProblem): { rows: number[]; depth: number }[] {
  const nodes = Array.from(feature, () => ({ rows: [] as number[], depth: 0 }));
  for (const [r, row] of bits.entries()) {
    let node = 0;
    let depth = 0;
    nodes[0]?.rows.push(r);
    while (right[node] !== node) {
      node = row[feature[node]] === 1 ? right[node] : node + 1;
      nodes[node]?.rows.push(r);
      (nodes[node] as { depth: number }).depth = ++depth;
    }
  }
  return nodes;
}

/** Weighted Gini impurity of a split by a feature; undefined if a side has too few rows. */
function giniOf({ bits, labels }: BinaryProblem, rows: number[], feature: number, least: number): number | undefined {
  let impurity = 0;
  for (const side of [0, 1]) {
    const own = rows.filter((r) => bits[r]?.[feature] === side);
    if (own.length < least) return undefined;
    const share = own.filter((r) => labels[r] === 1).length / own.length;
    impurity += own.length * (1 - share ** 2 - (1 - share) ** 2);
  }
  return impurity;
}

describe("a tree", () => {
  test("splits where a slow search for the lowest Gini impurity does, and stops where nothing is left to split", () => {
    const shapes = fc.record({
      count: fc.integer({ min: 1, max: 50 }),
      features: fc.integer({ min: 1, max: 40 }),
      depth: fc.integer({ min: 1, max: 6 }),
      leastLeaf: fc.integer({ min: 1, max: 4 }),
      seed: fc.integer(),
    });
    fc.assert(
      fc.property(shapes, ({ count, features, depth, leastLeaf, seed }) => {
        const problem = binaryProblem(count, features, seed, (bits) => bits[0] === 1, 0.2);
        const options = { seed, trees: 1, candidates: features, depth, leastLeaf, bootstrap: false };
        const { forest } = trainForest(problem, options);
        for (const [node, { rows, depth: level }] of rowsAtNodes(forest, problem).entries()) {
          const positives = rows.filter((r) => problem.labels[r] === 1).length;
          const choices = Array.from({ length: features }, (_, f) => giniOf(problem, rows, f, leastLeaf));
          const least = Math.min(...choices.map((choice) => choice ?? Infinity));
          if (forest.right[node] === node) {
            expect(forest.value[node]).toBe(Math.round((255 * positives) / rows.length));
            const isDone = level === depth || positives === 0 || positives === rows.length;
            expect(isDone || least === Infinity).toBe(true);
          } else {
            expect(level).toBeLessThan(depth);
            expect(choices[forest.feature[node]]).toBeCloseTo(least, 9);
          }
        }
      }),
    );
  });

  test.each([
    ["a conjunction", (bits: readonly number[]) => bits[3] === 1 && bits[35] === 1],
    ["parity, where no single split helps", (bits: readonly number[]) => bits[1] !== bits[38]],
  ])("fully grown on all rows memorizes them: %s", (_, rule) => {
    const problem = binaryProblem(500, 40, 9, rule);
    const { forest } = trainForest(problem, { seed: 1, trees: 1, leastLeaf: 1, depth: 40, bootstrap: false });
    expect([...predictForest(forest, problem.rows)]).toEqual([...problem.labels]);
  });

  test("breaks ties by the lowest feature", () => {
    const problem = binaryProblem(30, 1, 2, (bits) => bits[0] === 1);
    const copies = { count: 30, features: 9, words: problem.rows.words.map((word) => word * 0b111111111) };
    for (let seed = 0; seed < 10; seed++) {
      const { forest } = trainForest({ ...problem, rows: copies }, { seed, trees: 1, candidates: 9, bootstrap: false });
      expect([...forest.feature]).toEqual([0, 0, 0]);
      expect([...forest.right]).toEqual([2, 1, 2]);
    }
  });

  test("draws more candidates only if none of them separates the rows", () => {
    const problem = binaryProblem(300, 50, 4, (bits) => bits[7] === 1);
    const firsts = Array.from({ length: 200 }, (_, seed) => {
      const { forest } = trainForest(problem, { seed, trees: 1, candidates: 5, depth: 1, bootstrap: false });
      return forest.feature[0] === 7;
    });
    // A tenth of the draws include the one feature that counts.
    const hits = firsts.filter(Boolean).length;
    expect(hits).toBeGreaterThan(8);
    expect(hits).toBeLessThan(40);
    const lone = {
      ...problem,
      rows: { ...problem.rows, words: problem.rows.words.map((word, w) => (w % 2 === 0 ? word & (1 << 7) : 0)) },
    };
    for (let seed = 0; seed < 20; seed++) {
      expect(trainForest(lone, { seed, trees: 1, candidates: 1, bootstrap: false }).forest.feature[0]).toBe(7);
    }
  });
});

describe("a forest", () => {
  const problem = binaryProblem(3000, 40, 5, majority, 0.1);

  test("depends only on the seed; a tree does not depend on how many there are", () => {
    const train = (options: ForestOptions) => trainForest(problem, options);
    const one = train({ seed: 1, trees: 12 });
    expect(train({ seed: 1, trees: 12 })).toEqual(one);
    expect(JSON.stringify(packForest(train({ seed: 1, trees: 12 }).forest))).toBe(
      JSON.stringify(packForest(one.forest)),
    );
    expect(packForest(train({ seed: 2, trees: 12 }).forest).nodes).not.toBe(packForest(one.forest).nodes);
    const { forest } = train({ seed: 1, trees: 5 });
    expect(forest.feature).toEqual(one.forest.feature.slice(0, one.forest.roots[5]));
    expect(forest.right).toEqual(one.forest.right.slice(0, one.forest.roots[5]));
  });

  test("estimates its error from out-of-bag rows", () => {
    const { forest, outOfBagScores, outOfBagError } = trainForest(problem, { seed: 1, trees: 100 });
    const fresh = binaryProblem(20_000, 40, 6, majority, 0.1);
    const scores = predictForest(forest, fresh.rows);
    const wrong = scores.filter((score, r) => score >= 0.5 !== (fresh.labels[r] === 1)).length / fresh.rows.count;
    // The noise alone is 0.1; on their training rows trees do much better.
    expect(wrong).toBeGreaterThan(0.09);
    expect(wrong).toBeLessThan(0.14);
    expect(Math.abs(outOfBagError - wrong)).toBeLessThan(0.02);
    const seen = predictForest(forest, problem.rows);
    expect(seen.filter((score, r) => score >= 0.5 !== (problem.labels[r] === 1)).length / 3000).toBeLessThan(wrong);
    expect(outOfBagScores.every((score) => score >= 0 && score <= 1)).toBe(true);
  });

  test("gives each row the mean over the trees that did not draw it, and NaN if all did", () => {
    const { outOfBagScores, outOfBagError } = trainForest(problem, { seed: 3, trees: 1 });
    const scored = outOfBagScores.filter((score) => !Number.isNaN(score)).length / problem.rows.count;
    expect(scored).toBeCloseTo(Math.exp(-1), 1);
    expect(outOfBagError).toBeLessThan(0.5);
    const all = trainForest(problem, { seed: 3, trees: 1, bootstrap: false });
    expect(all.outOfBagScores.every(Number.isNaN)).toBe(true);
    expect(all.outOfBagError).toBeNaN();
  });

  test("does not modify its input", () => {
    const before = problem.rows.words.slice();
    trainForest(problem, { seed: 1, trees: 3 });
    expect(problem.rows.words).toEqual(before);
  });

  test("without features, or with one label, predicts the class shares", () => {
    const rows = { count: 1000, features: 0, words: new Uint32Array(0) };
    const labels = Uint8Array.from({ length: 1000 }, (_, r) => Number(r % 4 === 0));
    const { forest } = trainForest({ rows, labels }, { seed: 1, trees: 50 });
    expect(predictForest(forest, { ...rows, count: 1 })[0]).toBeCloseTo(0.25, 1);
    const sure = trainForest({ ...problem, labels: new Uint8Array(3000).fill(1) }, { seed: 1, trees: 2 });
    expect(predictForest(sure.forest, problem.rows).every((score) => score === 1)).toBe(true);
  });

  test.each([
    ["no rows", { rows: { count: 0, features: 1, words: new Uint32Array(0) }, labels: new Uint8Array(0) }, {}],
    ["too few labels", { ...problem, labels: new Uint8Array(2) }, {}],
    ["other labels", { ...problem, labels: new Uint8Array(3000).fill(2) }, {}],
    ["too few words", { ...problem, rows: { ...problem.rows, count: 3001 } }, {}],
    ["no trees", problem, { trees: 0 }],
    ["half a candidate", problem, { candidates: 0.5 }],
    ["no depth", problem, { depth: Number.NaN }],
    ["an invalid seed", problem, { seed: 0.1 }],
  ])("is refused for %s", (_, given, options) => {
    expect(() => trainForest(given, { seed: 1, ...options })).toThrow(RangeError);
  });
});
