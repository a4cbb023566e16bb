/**
 * The energy of GCuts (GraphSeg, sections 3 and 4.2), for any rooted tree. Leaves carry labels; an internal node's
 * label is the common label of the leaves below it, otherwise the invisible label ξ. The energy of a labelling is
 *
 *   Σ leaves D(label)  +  Σ neighbour pairs V · [labels differ]
 *     +  Σ internal nodes: apart, if the leaves below differ; else min(D(common label), apart),
 *
 * where `apart` is D(ξ) + Σ children V. The `min` is ours: agreement below a node then never costs more than
 * disagreement, so that each expansion move is a minimum cut whatever the costs. Relative to "all nodes apart", an
 * internal node whose leaves agree brings a saving, apart − min(D, apart) ≥ 0.
 *
 * All terms are integer multiples of 2^-20, rounded on entry. Sums are exact, so that "lowers the energy" does not
 * depend on rounding, and the search terminates. A term is at most 2^31 divided by the number of terms (100,000 for a
 * page of 5,000 leaves); larger ones, including Infinity, are clamped.
 */
export interface AgreementProblem {
  /** Parent of each node, in pre-order; -1 for the root, node 0. */
  readonly parent: Int32Array;
  /** The subtree of node i is nodes i to end[i] − 1. A node with end[i] = i + 1 is a leaf. */
  readonly end: Int32Array;
  /** Number of labels, at least one. */
  readonly labels: number;
  /** D: the cost of a node, leaf or internal, with a label; ≥ 0. Must be deterministic. */
  readonly cost: (node: number, label: number) => number;
  /**
   * Writes a lower bound of each node's `cost` with a label, cheaper to compute; returns a node in whose subtree the
   * bounds are exact, or -1. With it the fast algorithm asks for few costs, without it for all.
   */
  readonly floors?: (label: number, into: Float64Array) => number;
  /** Cost of each internal node if the leaves below it differ: D(ξ) + Σ children V; ≥ 0. */
  readonly apart: Float64Array;
  /** Pairs of neighbouring leaves with their V ≥ 0. Weights of repeated pairs add up. */
  readonly pairs: LeafPairs;
}

export interface LeafPairs {
  readonly first: Int32Array;
  readonly second: Int32Array;
  readonly weight: Float64Array;
}

/** Units per 1 of cost: all costs are multiples of a unit. */
const unitsPerOne = 2 ** 20;

/** A problem in integer units, with the pairs sorted by leaf. Linear in nodes and pairs. */
export class AgreementTerms {
  readonly size: number;
  readonly labels: number;
  readonly parent: Int32Array;
  readonly end: Int32Array;
  /** The leaves, in pre-order. */
  readonly leaves: Int32Array;
  /** Number of leaves below each node; 1 for a leaf. */
  readonly leafCount: Int32Array;
  /** The neighbours of a leaf are entries offset[leaf] to offset[leaf + 1] − 1. */
  readonly offset: Int32Array;
  readonly neighbour: Int32Array;
  readonly weight: Float64Array;
  readonly apart: Float64Array;
  readonly #cost: (node: number, label: number) => number;
  readonly #floors: (label: number, into: Float64Array) => number;
  readonly #most: number;

  constructor({ parent, end, labels, cost, floors, apart, pairs }: AgreementProblem) {
    this.size = parent.length;
    this.labels = labels;
    this.parent = parent;
    this.end = end;
    this.#cost = cost;
    this.#floors = floors ?? ((label, into) => this.#allCosts(label, into));
    this.#most = Math.floor(2 ** 51 / (this.size + pairs.first.length + 1));
    this.leaves = leavesOf(end);
    this.leafCount = new Int32Array(this.size);
    for (let i = this.size - 1; i >= 0; i--) {
      if (end[i] === i + 1) this.leafCount[i] = 1;
      const up = parent[i];
      if (up >= 0) this.leafCount[up] = this.leafCount[up] + this.leafCount[i];
    }
    this.apart = new Float64Array(this.size);
    for (let i = 0; i < this.size; i++) this.apart[i] = this.inUnits(apart[i]);
    this.offset = new Int32Array(this.size + 1);
    this.neighbour = new Int32Array(2 * pairs.first.length);
    this.weight = new Float64Array(2 * pairs.first.length);
    this.#sortPairs(pairs);
  }

  /** D in units. */
  cost(node: number, label: number): number {
    return this.inUnits(this.#cost(node, label));
  }

  /**
   * Writes a lower bound of each node's {@link cost} with a label, not in units yet; returns a node in whose subtree
   * the bounds are exact, or -1.
   */
  floors(label: number, into: Float64Array): number {
    return this.#floors(label, into);
  }

  /** Converts a lower bound to units. */
  floorInUnits(floor: number): number {
    return Math.min(Math.floor(floor * unitsPerOne), this.#most);
  }

  #allCosts(label: number, into: Float64Array): number {
    for (let node = 0; node < into.length; node++) into[node] = this.#cost(node, label);
    return 0;
  }

  /** The saving if all leaves below an internal node carry this label. */
  saving(node: number, label: number): number {
    return Math.max(0, this.apart[node] - this.cost(node, label));
  }

  /** A label's cost for a leaf, its saving for an internal node; 0 if mixed. */
  value(node: number, label: number): number {
    if (this.end[node] === node + 1) return this.cost(node, label);
    return label === mixed ? 0 : this.saving(node, label);
  }

  /** Converts an energy from units to the caller's costs. */
  inOnes(units: number): number {
    return units / unitsPerOne;
  }

  /** Converts a cost to units. */
  inUnits(cost: number): number {
    const units = Math.round(cost * unitsPerOne);
    return Math.min(units, this.#most);
  }

  #sortPairs({ first, second, weight }: LeafPairs): void {
    const { offset } = this;
    for (const ends of [first, second]) {
      for (let k = 0; k < ends.length; k++) {
        const after = ends[k] + 1;
        offset[after] = offset[after] + 1;
      }
    }
    for (let i = 0; i < this.size; i++) offset[i + 1] = offset[i + 1] + offset[i];
    const place = offset.slice();
    for (let k = 0; k < weight.length; k++) {
      const units = this.inUnits(weight[k]);
      this.#enter(place, first[k], second[k], units);
      this.#enter(place, second[k], first[k], units);
    }
  }

  #enter(place: Int32Array, leaf: number, other: number, units: number): void {
    const at = place[leaf];
    place[leaf] = at + 1;
    this.neighbour[at] = other;
    this.weight[at] = units;
  }
}

function leavesOf(end: Int32Array): Int32Array {
  const leaves = new Int32Array(end.length);
  let count = 0;
  for (let i = 0; i < end.length; i++) if (end[i] === i + 1) leaves[count++] = i;
  return leaves.slice(0, count);
}

/**
 * The energy of a labelling by definition; reads only the labels of leaves. Linear.
 *
 * @example
 * const parent = Int32Array.of(-1, 0, 0);
 * const problem = {
 *   parent,
 *   end: Int32Array.of(3, 2, 3),
 *   labels: 2,
 *   cost: (node: number, label: number) => (node === 2 && label === 0 ? 1 : 0),
 *   apart: Float64Array.of(3, 0, 0),
 *   pairs: { first: Int32Array.of(1), second: Int32Array.of(2), weight: Float64Array.of(0.5) },
 * };
 * agreementEnergy(problem, Int32Array.of(0, 0, 0)); // 1
 * agreementEnergy(problem, Int32Array.of(0, 0, 1)); // 0.5 + 3
 */
export function agreementEnergy(problem: AgreementProblem, label: Int32Array): number {
  const terms = new AgreementTerms(problem);
  const common = commonLabels(terms, label);
  return terms.inOnes(
    energyOf(
      terms,
      common,
      Float64Array.from(common, (own, node) => terms.value(node, own)),
    ),
  );
}

/** The energy in units, given the labels and values of all nodes. */
export function energyOf(terms: AgreementTerms, label: Int32Array, value: Float64Array): number {
  const { size, end, leaves, offset, neighbour, weight, apart } = terms;
  let energy = 0;
  for (let node = 0; node < size; node++) {
    const own = value[node];
    energy += end[node] === node + 1 ? own : apart[node] - own;
  }
  for (let i = 0; i < leaves.length; i++) {
    const leaf = leaves[i];
    for (let k = offset[leaf]; k < offset[leaf + 1]; k++) {
      const other = neighbour[k];
      if (other > leaf && label[other] !== label[leaf]) energy += weight[k];
    }
  }
  return energy;
}

/** The label of a node whose leaves differ: the invisible label ξ. */
export const mixed = -1;

/** For each node the common label of the leaves below it, or {@link mixed}. */
export function commonLabels({ size, parent, end }: AgreementTerms, label: Int32Array): Int32Array {
  const unset = -2;
  const common = new Int32Array(size).fill(unset);
  for (let node = size - 1; node >= 0; node--) {
    if (end[node] === node + 1) common[node] = label[node];
    const up = parent[node];
    if (up < 0) continue;
    if (common[up] === unset) common[up] = common[node];
    else if (common[up] !== common[node]) common[up] = mixed;
  }
  return common;
}
