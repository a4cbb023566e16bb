import { seededRandom, shuffled } from "../learn/index.ts";

/**
 * CClus (GraphSeg, section 4.1): correlation clustering by random pivots (Ailon, Charikar and Newman, "Aggregating
 * inconsistent information", STOC 2005). Each pair of nodes has a weight v in [0, 1]: the cost of separating them;
 * joining them costs 1 − v. A random node takes all remaining nodes with v ≥ 1/2 into its cluster, and so on with the
 * rest. The cheapest of several trials is kept.
 *
 * The paper claims a factor of 2 of the optimum. Ailon, Charikar and Newman prove less for this form: a factor of 3 in
 * expectation if all v are 0 or 1, otherwise 5.
 *
 * Cost of a trial: with a function, one call per pair of a pivot and a remaining node, and per pair within a cluster;
 * with listed pairs, linear in nodes and pairs. The reported cost takes one call per pair. Memory is linear.
 */
export interface PairWeights {
  readonly nodes: number;
  /** v of two nodes, in [0, 1]; symmetric. */
  readonly weight: (first: number, second: number) => number;
}

/** Weights of listed pairs, each pair once; all others are 0. */
export interface ListedWeights {
  readonly nodes: number;
  readonly first: Int32Array;
  readonly second: Int32Array;
  readonly weight: Float64Array;
}

export interface ClusterOptions {
  /** Number of trials. Default 10. */
  readonly trials?: number;
  /** Seed of the random generator. */
  readonly seed?: number;
}

export interface Clusters {
  /** The cluster of each node, numbered from 0 by their first nodes. */
  readonly cluster: Int32Array;
  readonly count: number;
  /** Σ v over pairs in different clusters + Σ (1 − v) over pairs in the same. */
  readonly cost: number;
}

/**
 * Clusters nodes by the weights of their pairs.
 *
 * @example
 * const alike = (p: number, q: number) => (Math.abs(p - q) === 1 && p + q !== 3 ? 0.9 : 0.2);
 * correlationCluster({ nodes: 4, weight: alike }).cluster; // 0, 0, 1, 1
 */
export function correlationCluster(given: PairWeights | ListedWeights, options: ClusterOptions = {}): Clusters {
  const { trials = 10, seed = 1 } = options;
  const graph = "first" in given ? new ListedGraph(given) : new FullGraph(given);
  const nodes = Array.from({ length: given.nodes }, (_, i) => i);
  const random = seededRandom(seed);
  let best: Int32Array = new Int32Array(given.nodes);
  let least = Number.POSITIVE_INFINITY;
  for (let trial = 0; trial < Math.max(1, trials); trial++) {
    const pivot = clusterAround(graph, shuffled(nodes, random));
    const extra = graph.extra(pivot);
    if (extra >= least) continue;
    least = extra;
    best = pivot;
  }
  const { cluster, count } = renumbered(best);
  return { cluster, count, cost: graph.apart() + least };
}

/** The cost of clusters, however numbered. One call per pair. */
export function correlationCost(given: PairWeights | ListedWeights, cluster: Int32Array): number {
  const graph = "first" in given ? new ListedGraph(given) : new FullGraph(given);
  return graph.apart() + graph.extra(cluster);
}

/** The pivot of each node if pivots are drawn in this order. */
export function clusterAround(graph: ClusterGraph, order: readonly number[]): Int32Array {
  const pivot = new Int32Array(order.length).fill(-1);
  for (const node of order) {
    if (pivot[node] !== -1) continue;
    pivot[node] = node;
    graph.gather(node, pivot);
  }
  return pivot;
}

interface ClusterGraph {
  /** Assigns this pivot to the remaining nodes that belong to it. */
  gather(node: number, pivot: Int32Array): void;
  /** The cost of separating all nodes: Σ v. */
  apart(): number;
  /** What clusters cost more than that: Σ (1 − 2v) over pairs in the same cluster. */
  extra(cluster: Int32Array): number;
}

/** All pairs, weighted by a function. */
export class FullGraph implements ClusterGraph {
  readonly #given: PairWeights;

  constructor(given: PairWeights) {
    this.#given = given;
  }

  gather(node: number, pivot: Int32Array): void {
    for (let other = 0; other < pivot.length; other++) {
      if (pivot[other] === -1 && this.#given.weight(node, other) >= 0.5) pivot[other] = node;
    }
  }

  apart(): number {
    const { nodes, weight } = this.#given;
    let sum = 0;
    for (let p = 0; p < nodes; p++) for (let q = p + 1; q < nodes; q++) sum += weight(p, q);
    return sum;
  }

  extra(cluster: Int32Array): number {
    const members = new Map<number, number[]>();
    let sum = 0;
    for (const [node, own] of cluster.entries()) {
      const others = members.get(own);
      if (others === undefined) {
        members.set(own, [node]);
        continue;
      }
      for (const other of others) sum += 1 - 2 * this.#given.weight(other, node);
      others.push(node);
    }
    return sum;
  }
}

/** Listed pairs, sorted by node; all others have weight 0. */
class ListedGraph implements ClusterGraph {
  readonly #given: ListedWeights;
  readonly #offset: Int32Array;
  readonly #near: Int32Array;

  constructor(given: ListedWeights) {
    const { nodes, first, second, weight } = given;
    this.#given = given;
    this.#offset = new Int32Array(nodes + 1);
    const pairs = [...weight.keys()].filter((k) => weight[k] >= 0.5);
    for (const k of pairs) {
      for (const node of [first[k], second[k]]) {
        this.#offset[node + 1] = this.#offset[node + 1] + 1;
      }
    }
    for (let i = 0; i < nodes; i++) this.#offset[i + 1] = this.#offset[i + 1] + this.#offset[i];
    const place = this.#offset.slice();
    this.#near = new Int32Array(2 * pairs.length);
    const enter = (node: number, other: number) => {
      const at = place[node];
      this.#near[at] = other;
      place[node] = at + 1;
    };
    for (const k of pairs) {
      enter(first[k], second[k]);
      enter(second[k], first[k]);
    }
  }

  gather(node: number, pivot: Int32Array): void {
    for (let k = this.#offset[node]; k < this.#offset[node + 1]; k++) {
      const other = this.#near[k];
      if (pivot[other] === -1) pivot[other] = node;
    }
  }

  apart(): number {
    return this.#given.weight.reduce((sum, weight) => sum + weight, 0);
  }

  extra(cluster: Int32Array): number {
    const { first, second, weight } = this.#given;
    const size = new Map<number, number>();
    let sum = 0;
    for (const own of cluster) {
      const before = size.get(own) ?? 0;
      sum += before;
      size.set(own, before + 1);
    }
    for (let k = 0; k < weight.length; k++) {
      if (cluster[first[k]] === cluster[second[k]]) sum -= 2 * weight[k];
    }
    return sum;
  }
}

function renumbered(cluster: Int32Array): { cluster: Int32Array; count: number } {
  const number = new Map<number, number>();
  for (const own of cluster) if (!number.has(own)) number.set(own, number.size);
  return { cluster: cluster.map((own) => number.get(own) as number), count: number.size };
}
