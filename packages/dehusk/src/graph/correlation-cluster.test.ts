import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  clusterAround,
  correlationCluster,
  correlationCost,
  FullGraph,
  type PairWeights,
} from "./correlation-cluster.ts";

/** A symmetric matrix of weights. */
function tables(least: number, most: number, weight: fc.Arbitrary<number>): fc.Arbitrary<PairWeights> {
  return fc.integer({ min: least, max: most }).chain((nodes) =>
    fc.array(weight, { minLength: nodes * nodes, maxLength: nodes * nodes }).map((table) => ({
      nodes,
      weight: (p: number, q: number) => table[Math.min(p, q) * nodes + Math.max(p, q)],
    })),
  );
}
const anyWeight = fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(0, 0.5, 1));
const zeroOrOne = fc.constantFrom(0, 1);

/** All ways to split nodes into clusters. */
function partitions(nodes: number): number[][] {
  let all: number[][] = [[]];
  for (let i = 0; i < nodes; i++) {
    all = all.flatMap((part) => Array.from({ length: Math.max(-1, ...part) + 2 }, (_, own) => [...part, own]));
  }
  return all;
}

/** The paper's formula over all pairs. */
function costOf({ nodes, weight }: PairWeights, cluster: ArrayLike<number>): number {
  let cost = 0;
  for (let p = 0; p < nodes; p++) {
    for (let q = p + 1; q < nodes; q++) cost += cluster[p] === cluster[q] ? 1 - weight(p, q) : weight(p, q);
  }
  return cost;
}

function leastCost(given: PairWeights): number {
  return Math.min(...partitions(given.nodes).map((part) => costOf(given, part)));
}

function orders(nodes: number): number[][] {
  if (nodes === 0) return [[]];
  return orders(nodes - 1).flatMap((order) =>
    Array.from({ length: nodes }, (_, at) => [...order.slice(0, at), nodes - 1, ...order.slice(at)]),
  );
}

describe("pivots", () => {
  const expected = (given: PairWeights) => {
    const graph = new FullGraph(given);
    const costs = orders(given.nodes).map((order) => costOf(given, clusterAround(graph, order)));
    return costs.reduce((sum, cost) => sum + cost, 0) / costs.length;
  };

  test("cost at most 3 times the optimum on average over all orders, if weights are 0 or 1", () => {
    fc.assert(
      fc.property(tables(1, 6, zeroOrOne), (given) => {
        expect(expected(given)).toBeLessThanOrEqual(3 * leastCost(given) + 1e-9);
      }),
      { numRuns: 200 },
    );
  });

  test("cost at most 5 times the optimum on average over all orders, for any weights", () => {
    fc.assert(
      fc.property(tables(1, 6, anyWeight), (given) => {
        expect(expected(given)).toBeLessThanOrEqual(5 * leastCost(given) + 1e-9);
      }),
      { numRuns: 200 },
    );
  });

  test("many trials find the best order", () => {
    fc.assert(
      fc.property(tables(1, 6, anyWeight), (given) => {
        const graph = new FullGraph(given);
        const least = Math.min(...orders(given.nodes).map((order) => costOf(given, clusterAround(graph, order))));
        expect(correlationCluster(given, { trials: 300 }).cost).toBeCloseTo(least, 9);
      }),
      { numRuns: 100 },
    );
  });
});

test("the reported cost is that of the clusters, at least the optimum, and mostly close to it", () => {
  let [sum, least] = [0, 0];
  fc.assert(
    fc.property(tables(1, 8, anyWeight), (given) => {
      const { cluster, cost, count } = correlationCluster(given, { trials: 50 });
      expect(cost).toBeCloseTo(costOf(given, cluster), 9);
      expect(correlationCost(given, cluster)).toBeCloseTo(cost, 9);
      expect(new Set(cluster).size).toBe(count);
      const best = leastCost(given);
      expect(cost).toBeGreaterThanOrEqual(best - 1e-9);
      sum += cost;
      least += best;
    }),
    { numRuns: 150 },
  );
  expect(sum).toBeLessThan(1.1 * least);
});

test("consistent clusters are found, and numbered by their first nodes", () => {
  const groups = [0, 1, 0, 2, 1, 0, 2];
  const { cluster, count, cost } = correlationCluster(
    { nodes: 7, weight: (p, q) => (groups[p] === groups[q] ? 1 : 0) },
    { trials: 1 },
  );
  expect({ cluster: [...cluster], count, cost }).toEqual({ cluster: groups, count: 3, cost: 0 });
});

test("listed pairs give the same result as a weight function", () => {
  fc.assert(
    fc.property(tables(1, 20, fc.oneof(fc.constant(0), anyWeight)), fc.integer(), (given, seed) => {
      const first: number[] = [];
      const second: number[] = [];
      for (let p = 0; p < given.nodes; p++) {
        for (let q = p + 1; q < given.nodes; q++) {
          if (given.weight(p, q) === 0) continue;
          // Either end may come first.
          first.push((p + q) % 2 ? p : q);
          second.push((p + q) % 2 ? q : p);
        }
      }
      const listed = {
        nodes: given.nodes,
        first: Int32Array.from(first),
        second: Int32Array.from(second),
        weight: Float64Array.from(first, (p, k) => given.weight(p, second[k])),
      };
      // Rounding may decide between orders of equal cost, so one trial is compared.
      const full = correlationCluster(given, { seed, trials: 1 });
      const sparse = correlationCluster(listed, { seed, trials: 1 });
      expect(sparse.cluster).toEqual(full.cluster);
      expect(sparse.cost).toBeCloseTo(full.cost, 9);
    }),
    { numRuns: 300 },
  );
});

test("the same seed gives the same clusters, other seeds try other orders", () => {
  const path: PairWeights = { nodes: 40, weight: (p, q) => (Math.abs(p - q) === 1 ? 1 : 0) };
  const of = (seed: number) => correlationCluster(path, { seed, trials: 1 }).cluster.join();
  expect(of(4)).toBe(of(4));
  expect(new Set([1, 2, 3, 4, 5].map(of)).size).toBeGreaterThan(1);
});

test("no nodes give no clusters", () => {
  expect(correlationCluster({ nodes: 0, weight: () => 0 })).toEqual({ cluster: new Int32Array(), count: 0, cost: 0 });
});
