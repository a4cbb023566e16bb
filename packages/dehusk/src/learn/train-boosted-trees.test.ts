import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type BinnedColumn, binColumn, quantileCuts } from "./bin-column.ts";
import { type BoostedTrees, leafMark } from "./boosted-trees.ts";
import { probabilityOf } from "./logistic-regression.ts";
import { scoreRows } from "./score-rows.ts";
import { seededRandom } from "./seeded-random.ts";
import { type BoostingOptions, type BoostingProblem, trainBoostedTrees } from "./train-boosted-trees.ts";

const full: BoostingOptions = {
  trees: 1,
  leaves: 8,
  depth: 6,
  rate: 1,
  l2: 0.5,
  leastLeaf: 0.6,
  rowShare: 1,
  featureShare: 1,
  seed: 1,
};

interface Data extends BoostingProblem {
  readonly rows: Float32Array;
  readonly width: number;
}

/** Rows of random numbers, some features with few values. */
function makeData(
  count: number,
  width: number,
  seed: number,
  label: (row: Float32Array, chance: number) => number,
): Data {
  const random = seededRandom(seed);
  const value = (f: number) => (f % 3 === 2 ? Math.floor(random() * 4) : random() * 2 - 1);
  const rows = Float32Array.from({ length: count * width }, (_, at) => value(at % width));
  const labels = Float32Array.from({ length: count }, (_, r) =>
    label(rows.subarray(r * width, (r + 1) * width), random()),
  );
  const weights = Float64Array.from({ length: count }, () => 0.2 + random());
  return { ...problemOf(rows, width, labels, weights), rows, width };
}

function problemOf(rows: Float32Array, width: number, labels: Float32Array, weights: Float64Array): BoostingProblem {
  const columns = Array.from({ length: width }, (_, f) => {
    const column = rows.filter((_, at) => at % width === f);
    return binColumn(column, quantileCuts(column, 16));
  });
  return { columns, labels, weights };
}

const noisy = (row: Float32Array, chance: number) =>
  chance < probabilityOf(3 * row[0] - 2 * Math.abs(row[1])) ? 1 : 0;

function lossOf({ rows, width, labels, weights }: Data, trees: BoostedTrees): number {
  const scores = scoreRows(trees, rows, width, labels.length);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return scores.reduce((sum, z, r) => {
    const label = labels[r];
    const loss = label * Math.log1p(Math.exp(-z)) + (1 - label) * Math.log1p(Math.exp(z));
    return sum + (weights[r] / total) * loss;
  }, 0);
}

interface SlowNode {
  rows: number[];
  depth: number;
  split?: { feature: number; bin: number; left: SlowNode; right: SlowNode };
}

/** The next tree by definition: tries every split of every leaf, sums over all rows, takes the best. */
function slowTree({ columns, labels, weights }: BoostingProblem, scores: Float32Array, options: BoostingOptions) {
  const scale = labels.length / weights.reduce((sum, weight) => sum + weight, 0);
  const probabilities = Float64Array.from(scores, probabilityOf);
  const sumOf = (rows: readonly number[], of: (p: number, label: number) => number) =>
    rows.reduce((sum, r) => sum + scale * weights[r] * of(probabilities[r], labels[r]), 0);
  const gradient = (rows: readonly number[]) => sumOf(rows, (p, label) => p - label);
  const hessian = (rows: readonly number[]) => sumOf(rows, (p) => p * (1 - p));
  const quality = (rows: readonly number[]) => gradient(rows) ** 2 / (hessian(rows) + options.l2);
  const leafValue = (rows: readonly number[]) => (-options.rate * gradient(rows)) / (hessian(rows) + options.l2);
  const root: SlowNode = { rows: [...labels.keys()], depth: 0 };
  const leaves = [root];
  while (leaves.length < options.leaves) {
    // A margin, so that of tied gains the first counts, whatever the rounding.
    const margin = 1e-6;
    let best: { gain: number; leaf: SlowNode; split: NonNullable<SlowNode["split"]> } | undefined;
    for (const leaf of leaves.filter(({ depth }) => depth < options.depth)) {
      for (const [feature, { bins, cuts }] of columns.entries()) {
        for (let bin = 0; bin < cuts.length; bin++) {
          const low = leaf.rows.filter((r) => bins[r] <= bin);
          const high = leaf.rows.filter((r) => bins[r] > bin);
          if (low.length === 0 || high.length === 0) continue;
          if (hessian(low) < options.leastLeaf || hessian(high) < options.leastLeaf) continue;
          const gain = quality(low) + quality(high) - quality(leaf.rows);
          if (gain <= (best?.gain ?? 0) + margin) continue;
          const depth = leaf.depth + 1;
          best = { gain, leaf, split: { feature, bin, left: { rows: low, depth }, right: { rows: high, depth } } };
        }
      }
    }
    if (best === undefined) break;
    best.leaf.split = best.split;
    leaves.splice(leaves.indexOf(best.leaf), 1);
    leaves.push(best.split.left, best.split.right);
  }
  return { root, leafValue };
}

interface Line {
  readonly split: string;
  readonly value: number;
}

/** A tree as lines, one per node, in preorder. */
function describeSlow(
  node: SlowNode,
  columns: readonly BinnedColumn[],
  leafValue: (rows: readonly number[]) => number,
): Line[] {
  const value = leafValue(node.rows);
  if (node.split === undefined) return [{ split: "leaf", value }];
  const { feature, bin, left, right } = node.split;
  const children = [left, right].flatMap((child) => describeSlow(child, columns, leafValue));
  return [{ split: `${feature} <= ${columns[feature]?.cuts[bin]}`, value }, ...children];
}

function describeTrees({ feature, threshold, value }: BoostedTrees): Line[] {
  return Array.from(feature, (asked, node) => {
    return { split: asked === leafMark ? "leaf" : `${asked} <= ${threshold[node]}`, value: value[node] };
  });
}

function expectAlike(found: readonly Line[], expected: readonly Line[]): void {
  expect(found.map(({ split }) => split)).toEqual(expected.map(({ split }) => split));
  for (const [i, { value }] of expected.entries()) expect(found[i]?.value).toBeCloseTo(value, 5);
}

describe("each tree", () => {
  const shapes = [
    {},
    { leaves: 3 },
    { depth: 2, leaves: 30 },
    { leaves: 1 },
    { depth: 0 },
    { l2: 0, rate: 0.1 },
    { leaves: 30, depth: 30, leastLeaf: 1.5, l2: 5 },
  ];

  test.each(shapes)("matches brute force over all splits: %o", (shape) => {
    const options = { ...full, trees: 3, ...shape };
    for (let seed = 1; seed <= 8; seed++) {
      const data = makeData(
        40 + seed,
        2 + seed,
        seed,
        seed % 2 === 0 ? noisy : (row, chance) => (noisy(row, chance) + chance) / 2,
      );
      const trees = trainBoostedTrees(data, options);
      for (const [t, first] of trees.roots.entries()) {
        const before = { ...trees, roots: trees.roots.slice(0, t), feature: trees.feature.slice(0, first) };
        const { root, leafValue } = slowTree(data, scoreRows(before, data.rows, data.width, 40 + seed), options);
        const found = describeTrees(trees).slice(first, trees.roots[t + 1]);
        expectAlike(found, describeSlow(root, data.columns, leafValue));
      }
    }
  });

  test("starts from the log-odds of the mean label", () => {
    const { labels, weights, ...data } = makeData(50, 2, 1, noisy);
    const sum = (of: (r: number) => number) => weights.reduce((total, weight, r) => total + weight * of(r), 0);
    const odds = sum((r) => labels[r]) / sum((r) => 1 - labels[r]);
    expect(trainBoostedTrees({ ...data, labels, weights }, full).base).toBeCloseTo(Math.log(odds), 9);
  });

  test("is stored in preorder, with the right child after the left subtree", () => {
    const { feature, right, roots } = trainBoostedTrees(makeData(300, 4, 5, noisy), { ...full, trees: 4 });
    const endOf = (node: number): number => {
      if (feature[node] === leafMark) return node + 1;
      expect(right[node]).toBe(endOf(node + 1));
      return endOf(right[node]);
    };
    const ends = Array.from(roots, endOf);
    expect(ends).toEqual([...roots.subarray(1), feature.length]);
    expect(feature.length).toBeGreaterThan(20);
  });
});

describe("boosting", () => {
  test("lowers the loss with every tree if all rows and features are used", () => {
    const data = makeData(300, 5, 7, noisy);
    const losses = [0, 1, 2, 4, 8, 16, 32, 64].map((trees) =>
      lossOf(data, trainBoostedTrees(data, { ...full, trees, rate: 0.1 })),
    );
    for (let i = 1; i < losses.length; i++) expect(losses[i]).toBeLessThan(losses[i - 1]);
  });

  test("learns XOR", () => {
    const xor = (row: Float32Array) => Number(row[0] > 0 !== row[1] > 0.2);
    const data = makeData(600, 3, 2, xor);
    const trees = trainBoostedTrees(data, { ...full, trees: 30, rate: 0.3, rowShare: 0.8 });
    const fresh = makeData(400, 3, 99, xor);
    const scores = scoreRows(trees, fresh.rows, 3, 400);
    const right = scores.filter((z, r) => z > 0 === (fresh.labels[r] === 1)).length;
    expect(right / 400).toBeGreaterThan(0.9);
  });

  test("converges to the log-odds of the mean label for identical rows", () => {
    const shares = [0.05, 0.3, 0.5, 0.9];
    const rows = Float32Array.from({ length: 400 }, (_, r) => r % 4);
    // Half of the rows have hard labels around the share, half soft ones.
    const labels = Float32Array.from(rows, (value, r) => {
      const share = shares[value];
      return r < 200 ? share : Number((Math.floor(r / 4) % 20) / 20 < share - 1e-9);
    });
    const means = shares.map((_, value) => {
      const own = labels.filter((_, r) => rows[r] === value);
      return own.reduce((sum, label) => sum + label, 0) / own.length;
    });
    const problem = problemOf(rows, 1, labels, new Float64Array(400).fill(1));
    const trees = trainBoostedTrees(problem, { ...full, trees: 200, rate: 0.3, l2: 1 });
    const scores = scoreRows(trees, Float32Array.of(0, 1, 2, 3), 1, 4);
    for (const [value, mean] of means.entries()) expect(scores[value]).toBeCloseTo(Math.log(mean / (1 - mean)), 4);
  });

  test("a row with weight 3 equals three rows, after scaling weights to mean 1", () => {
    const data = makeData(120, 4, 3, noisy);
    const times = (r: number) => 1 + (r % 3);
    const weights = data.weights.map((_, r) => times(r));
    const again = [...data.labels.keys()].flatMap((r) => new Array<number>(times(r)).fill(r));
    const repeated: BoostingProblem = {
      columns: data.columns.map(({ bins, cuts }) => ({ bins: Uint8Array.from(again, (r) => bins[r]), cuts })),
      labels: Float32Array.from(again, (r) => data.labels[r]),
      weights: new Float64Array(again.length).fill(7),
    };
    const options = { ...full, trees: 5, rate: 0.5 };
    const larger = again.length / data.labels.length;
    const scaled = { ...options, l2: options.l2 * larger, leastLeaf: options.leastLeaf * larger };
    const found = describeTrees(trainBoostedTrees({ ...data, weights }, options));
    expectAlike(found, describeTrees(trainBoostedTrees(repeated, scaled)));
    expect(found).not.toEqual(describeTrees(trainBoostedTrees(data, options)));
  });

  test("a common factor of the weights does not matter", () => {
    const data = makeData(150, 4, 4, noisy);
    const weights = data.weights.map((weight) => weight * 1024);
    const options = { ...full, trees: 5, rowShare: 0.5 };
    expect(trainBoostedTrees({ ...data, weights }, options)).toEqual(trainBoostedTrees(data, options));
  });

  test("rows with weight 0 change nothing", () => {
    const data = makeData(150, 4, 4, noisy);
    const weights = data.weights.map((weight, r) => (r % 5 === 0 ? 0 : weight));
    const labels = data.labels.map((label, r) => (r % 5 === 0 ? 1 - label : label));
    const options = { ...full, trees: 5 };
    expect(trainBoostedTrees({ ...data, weights, labels }, options)).toEqual(
      trainBoostedTrees({ ...data, weights }, options),
    );
  });

  test.each([0, 1])("stays finite when all labels are %s", (label) => {
    const data = makeData(50, 3, 1, () => label);
    const trees = trainBoostedTrees(data, { ...full, trees: 20, l2: 0, leastLeaf: 0 });
    for (const z of scoreRows(trees, data.rows, 3, 50)) expect(probabilityOf(z)).toBeCloseTo(label, 4);
  });
});

describe("sampling", () => {
  const data = makeData(400, 6, 11, noisy);
  const options = { ...full, trees: 6, rowShare: 0.5, featureShare: 0.5 };

  test("depends only on the seed", () => {
    const trees = trainBoostedTrees(data, options);
    expect(trainBoostedTrees(data, options)).toEqual(trees);
    expect(trainBoostedTrees(data, { ...options, seed: 2 })).not.toEqual(trees);
  });

  test("shows each tree its share of the features, at least one", () => {
    const askedBy = (featureShare: number) => {
      const { feature, roots } = trainBoostedTrees(data, {
        ...options,
        trees: 30,
        leaves: 30,
        leastLeaf: 0,
        featureShare,
      });
      return Array.from(roots, (root, t) => new Set(feature.slice(root, roots[t + 1]).filter((f) => f !== leafMark)));
    };
    expect(Math.max(...askedBy(0.5).map((asked) => asked.size))).toBe(3);
    expect(new Set(askedBy(0.5).flatMap((asked) => [...asked])).size).toBe(6);
    expect(new Set(askedBy(0.01).map((asked) => asked.size))).toEqual(new Set([1]));
  });

  test("samples the rows of a group together", () => {
    // The labels of each pair cancel out: only a sample that splits pairs sees anything but 0.
    const rows = Float32Array.from({ length: 200 }, (_, r) => Math.floor(r / 2));
    const labels = Float32Array.from({ length: 200 }, (_, r) => r % 2);
    const groups = Int32Array.from({ length: 200 }, (_, r) => Math.floor(r / 2));
    const problem = problemOf(rows, 1, labels, new Float64Array(200).fill(1));
    const greatest = (given: BoostingProblem) =>
      Math.max(...trainBoostedTrees(given, { ...options, trees: 10 }).value.map(Math.abs));
    expect(greatest({ ...problem, groups })).toBe(0);
    expect(greatest(problem)).toBeGreaterThan(0.1);
  });
});

describe("bad input is refused", () => {
  const data = makeData(20, 2, 1, noisy);

  test.each([
    ["labels beyond 1", { labels: data.labels.map(() => 1.5) }],
    ["labels that are NaN", { labels: data.labels.map(() => Number.NaN) }],
    ["negative weights", { weights: data.weights.map(() => -1) }],
    ["weights that are all 0", { weights: new Float64Array(20) }],
    ["too few weights", { weights: new Float64Array(19).fill(1) }],
    ["too few groups", { groups: new Int32Array(3) }],
    ["no rows", { columns: [], labels: new Float32Array(0), weights: new Float64Array(0) }],
    ["columns of another length", { columns: [binColumn(new Float32Array(21), new Float32Array(0))] }],
  ])("%s", (_, change) => {
    expect(() => trainBoostedTrees({ ...data, ...change }, full)).toThrow(RangeError);
  });

  test.each(["trees", "leaves", "depth", "rate", "l2", "leastLeaf", "rowShare", "featureShare"] as const)(
    "%s",
    (name) => {
      fc.assert(
        fc.property(fc.constantFrom(-1, Number.NaN, Number.POSITIVE_INFINITY), (value) => {
          expect(() => trainBoostedTrees(data, { ...full, [name]: value })).toThrow(RangeError);
        }),
      );
    },
  );
});
