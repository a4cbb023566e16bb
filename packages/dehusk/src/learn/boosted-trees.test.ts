import fc from "fast-check";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { type BoostedTrees, contributions, leafMark } from "./boosted-trees.ts";
import { scoreRows } from "./score-rows.ts";
import { seededRandom } from "./seeded-random.ts";

const width = 5;
const special = [0, -0, 1, -1, 0.5, -2.5, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];

/** Trees of all shapes, from a lone leaf to a chain. */
function randomTrees(seed: number): BoostedTrees {
  const random = seededRandom(seed);
  const pick = (list: readonly number[]) => list[Math.floor(random() * list.length)];
  const [roots, feature, threshold, right, value]: number[][] = [[], [], [], [], []];
  const add = (depth: number): void => {
    const node = (feature as number[]).length;
    const isLeaf = random() < depth * 0.15;
    feature?.push(isLeaf ? leafMark : Math.floor(random() * width));
    threshold?.push(isLeaf ? 0 : pick(special));
    right?.push(0);
    value?.push(random() * 2 - 1);
    if (isLeaf) return;
    add(depth + 1);
    (right as number[])[node] = (feature as number[]).length;
    add(depth + 1);
  };
  for (let t = Math.floor(random() * 6); t > 0; t--) {
    roots?.push((feature as number[]).length);
    add(Math.floor(random() * 7));
  }
  return {
    base: random() * 4 - 2,
    roots: Int32Array.from(roots as number[]),
    feature: Uint16Array.from(feature as number[]),
    threshold: Float32Array.from(threshold as number[]),
    right: Int32Array.from(right as number[]),
    value: Float32Array.from(value as number[]),
  };
}

const trees = fc.integer().map(randomTrees);
const rows = fc
  .array(fc.oneof(fc.constantFrom(...special), fc.float()), { maxLength: 30 * width })
  .map((values) => Float32Array.from(values.slice(0, values.length - (values.length % width))));

/** A row's leaf, by definition. */
function leafOf(tree: BoostedTrees, node: number, row: Float32Array): number {
  const asked = tree.feature[node];
  if (asked === leafMark) return node;
  const goesLeft = row[asked] <= tree.threshold[node];
  return leafOf(tree, goesLeft ? node + 1 : tree.right[node], row);
}

function naiveScore(given: BoostedTrees, row: Float32Array): number {
  return given.roots.reduce((sum, root) => sum + given.value[leafOf(given, root, row)], given.base);
}

describe("scoreRows", () => {
  test("matches walking each row by itself", () => {
    fc.assert(
      fc.property(trees, rows, (given, data) => {
        const count = data.length / width;
        const scores = scoreRows(given, data, width, count);
        expect(scores.length).toBe(count);
        for (const [r, score] of scores.entries()) {
          expect(score).toBe(Math.fround(naiveScore(given, data.subarray(r * width, (r + 1) * width))));
        }
      }),
      { numRuns: 500 },
    );
  });

  test("a value at the threshold goes left, one above it or NaN right, and -0 is 0", () => {
    const given: BoostedTrees = {
      base: 10,
      roots: Int32Array.of(0),
      feature: Uint16Array.of(0, leafMark, leafMark),
      threshold: Float32Array.of(0, 0, 0),
      right: Int32Array.of(2, 0, 0),
      value: Float32Array.of(0, 1, 2),
    };
    const values = [-1, -0, 0, 1e-45, 1, Number.NaN, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
    const scores = scoreRows(given, Float32Array.from(values), 1, values.length);
    expect([...scores]).toEqual([11, 11, 11, 12, 12, 12, 11, 12]);
  });

  test("is the same where WebAssembly is missing", async () => {
    vi.resetModules();
    const plain = await import("./score-rows.ts");
    onTestFinished(() => void vi.unstubAllGlobals());
    fc.assert(
      fc.property(trees, rows, (given, data) => {
        const count = data.length / width;
        vi.unstubAllGlobals();
        const scores = scoreRows(given, data, width, count);
        vi.stubGlobal("WebAssembly", undefined);
        expect(plain.scoreRows(given, data, width, count)).toEqual(scores);
      }),
    );
  });

  test("scores more rows than are walked at once", () => {
    const given = randomTrees(7);
    const count = 20_001;
    const random = seededRandom(3);
    const data = Float32Array.from({ length: count * width }, () => random() * 4 - 2);
    const scores = scoreRows(given, data, width, count);
    for (let r = 0; r < count; r += 997) {
      expect(scores[r]).toBe(Math.fround(naiveScore(given, data.subarray(r * width, (r + 1) * width))));
    }
  });

  test("scores with more trees than it keeps", () => {
    const size = 150_000;
    const stumps = (own: number): BoostedTrees => ({
      base: own,
      roots: new Int32Array(size).map((_, tree) => 3 * tree),
      feature: new Uint16Array(3 * size).map((_, node) => (node % 3 === 0 ? 1 : leafMark)),
      threshold: new Float32Array(3 * size),
      right: new Int32Array(3 * size).map((_, node) => (node % 3 === 0 ? node + 2 : 0)),
      value: new Float32Array(3 * size).map((_, node) => (node % 3 === 1 ? own : -own)),
    });
    const groups = [1, 2, 3].map(stumps);
    for (const given of [...groups, ...groups]) {
      const data = Float32Array.of(0, 0, 0, 0, 0, 0, 1, 0, 0, 0);
      const { base } = given;
      expect([...scoreRows(given, data, width, 2)]).toEqual([base * (1 + size), base * (1 - size)]);
    }
  });

  test("scores by trees of up to 32 leaves as by larger ones", () => {
    for (const size of [31, 32, 33, 70]) {
      // A chain that goes right: leaf k for values above k - 1 and up to k.
      const own = Array.from({ length: 2 * size - 1 }, (_, node) => node);
      const isAsking = (node: number) => node % 2 === 0 && node < 2 * size - 2;
      const given: BoostedTrees = {
        base: 0,
        roots: Int32Array.of(0),
        feature: Uint16Array.from(own, (node) => (isAsking(node) ? 0 : leafMark)),
        threshold: Float32Array.from(own, (node) => node / 2),
        right: Int32Array.from(own, (node) => (isAsking(node) ? node + 2 : 0)),
        value: Float32Array.from(own, (node) => node),
      };
      const values = Float32Array.from({ length: size + 2 }, (_, k) => k - 0.5);
      const expected = [...values].map((_, k) => (k < size - 1 ? 2 * k + 1 : 2 * size - 2));
      expect([...scoreRows(given, values, 1, values.length)]).toEqual(expected);
    }
  });

  test("gives the base without trees, nothing without rows", () => {
    const none = { ...randomTrees(1), base: 0.5, roots: new Int32Array(0), feature: new Uint16Array(0) };
    expect([...scoreRows(none, new Float32Array(3 * width), width, 3)]).toEqual([0.5, 0.5, 0.5]);
    expect(scoreRows(randomTrees(1), new Float32Array(0), width, 0).length).toBe(0);
  });
});

describe("contributions", () => {
  test("sum to the score, with the base and the root values", () => {
    fc.assert(
      fc.property(trees, rows, (given, data) => {
        const count = data.length / width;
        const atRoots = given.roots.reduce((sum, root) => sum + given.value[root], given.base);
        for (const [r, score] of scoreRows(given, data, width, count).entries()) {
          const added = contributions(given, data, width, r);
          expect(added.length).toBe(width);
          expect(added.reduce((sum, value) => sum + value, atRoots)).toBeCloseTo(score, 5);
        }
      }),
    );
  });

  test("go to the feature tested, and not to others", () => {
    const given: BoostedTrees = {
      base: 0,
      roots: Int32Array.of(0),
      feature: Uint16Array.of(1, leafMark, 3, leafMark, leafMark),
      threshold: Float32Array.of(0.5, 0, 0.5, 0, 0),
      right: Int32Array.of(2, 0, 4, 0, 0),
      value: Float32Array.of(1, -1, 2, 4, 8),
    };
    expect([...contributions(given, Float32Array.of(0, 1, 0, 1, 0), width, 0)]).toEqual([0, 1, 0, 6, 0]);
    expect([...contributions(given, Float32Array.of(9, 0, 9, 9, 9), width, 0)]).toEqual([0, -2, 0, 0, 0]);
  });
});
