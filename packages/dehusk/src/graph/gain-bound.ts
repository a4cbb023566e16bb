import type { Labelling } from "./labelling.ts";
import type { RegionFinder } from "./region-finder.ts";

/**
 * Whether a move within a region could lower the energy at all, by a lower bound on every such move: the tree's terms
 * exactly, bottom up, the pairs' terms relaxed. A pair of free leaves with different labels gives each end half its V;
 * one with the same label counts as 0.
 *
 * Two numbers per node: the lowest cost of a move in which some leaf below takes the label, and in which all do. Cost:
 * linear in the region and its ancestors.
 */
export class GainBound {
  readonly #state: Labelling;
  /** Per ancestor, over its children: sums of the moves that pay, and of moving all; the minimum of moving some. */
  readonly #paying: Float64Array;
  readonly #all: Float64Array;
  readonly #least: Float64Array;

  constructor(state: Labelling) {
    const { size } = state.terms;
    this.#state = state;
    this.#paying = new Float64Array(size);
    this.#all = new Float64Array(size);
    this.#least = new Float64Array(size);
  }

  canGain({ region, length, above, aboveLength, holds, value: known, loss }: RegionFinder): boolean {
    const { terms, label: labels, value } = this.#state;
    const { parent, offset, neighbour, weight } = terms;
    for (let i = 0; i < aboveLength; i++) {
      const node = above[i];
      this.#paying[node] = 0;
      this.#all[node] = 0;
      this.#least[node] = Number.POSITIVE_INFINITY;
    }
    for (let i = 0; i < length; i++) {
      const leaf = region[i];
      let cost = loss[leaf];
      for (let k = offset[leaf]; k < offset[leaf + 1]; k++) {
        const other = neighbour[k];
        if (holds[other] === 1) cost += weight[k] / (labels[other] === labels[leaf] ? 1 : 2);
      }
      const up = parent[leaf];
      if (up < 0) return cost < 0;
      this.#enter(up, cost, cost);
    }
    let some = 0;
    for (let i = aboveLength - 1; i >= 0; i--) {
      const node = above[i];
      if (this.#least[node] === Number.POSITIVE_INFINITY) continue;
      const paying = this.#paying[node];
      const kept = value[node];
      const all = this.#all[node] - (holds[node] === 1 ? known[node] : 0) + kept;
      some = (paying < 0 ? paying : this.#least[node]) + kept;
      if (holds[node] === 1 && all < some) some = all;
      if (node > 0) this.#enter(parent[node], some, all);
    }
    return some < 0;
  }

  #enter(node: number, some: number, all: number): void {
    if (some < 0) this.#paying[node] = this.#paying[node] + some;
    if (some < this.#least[node]) this.#least[node] = some;
    this.#all[node] = this.#all[node] + all;
  }
}
