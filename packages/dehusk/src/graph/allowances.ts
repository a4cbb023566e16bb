import type { Labelling } from "./labelling.ts";

/**
 * For each node, an upper bound on what the leaves below it may pay together for a new label before the move loses, not
 * counting savings with the new label: D of their current labels, plus V of the pairs that leave the subtree and of
 * inner pairs with different labels, minus current savings in the subtree. It holds for every label.
 *
 * Cost: linear at first; after a move, linear in the leaves moved, their neighbours and the children of their
 * ancestors. Sums of integers are exact, so they can be updated by differences.
 */
export class Allowances {
  readonly together: Float64Array;
  /** The maximum of this per leaf, over the node and all below it; plus one unit for rounding. */
  readonly each: Float64Array;
  readonly #state: Labelling;
  /** Labels and values at the last update. */
  readonly #label: Int32Array;
  readonly #value: Float64Array;
  /** Per neighbour entry, the lowest common ancestor. */
  readonly #meet: Int32Array;
  /** Pending changes for a node and its ancestors. */
  readonly #change: Float64Array;

  constructor(state: Labelling) {
    const { terms, label, value } = state;
    const { size, leaves, end, offset, neighbour, weight } = terms;
    this.#state = state;
    this.#label = label.slice();
    this.#value = value.slice();
    this.#meet = new Int32Array(neighbour.length);
    this.#change = new Float64Array(size);
    this.together = new Float64Array(size);
    this.each = new Float64Array(size);
    const change = this.#change;
    for (let node = 0; node < size; node++) {
      change[node] = end[node] === node + 1 ? value[node] : -value[node];
    }
    for (let i = 0; i < leaves.length; i++) {
      const leaf = leaves[i];
      for (let k = offset[leaf]; k < offset[leaf + 1]; k++) {
        const other = neighbour[k];
        const meet = this.#meeting(leaf, other);
        this.#meet[k] = meet;
        // Each pair is seen from both ends, and is inside every subtree from the common ancestor up.
        change[leaf] = change[leaf] + weight[k];
        change[meet] = change[meet] - weight[k] / (label[leaf] === label[other] ? 1 : 2);
      }
    }
    for (let node = size - 1; node >= 0; node--) this.#pass(node);
  }

  /** Call after each move. */
  update(takers: Int32Array): void {
    const { terms, label, value, above, aboveLength } = this.#state;
    const { offset, neighbour, weight } = terms;
    const [seen, before, change] = [this.#label, this.#value, this.#change];
    for (let i = 0; i < takers.length; i++) {
      const leaf = takers[i];
      for (let k = offset[leaf]; k < offset[leaf + 1]; k++) {
        const other = seen[neighbour[k]];
        const more = (label[leaf] === other ? 0 : 1) - (seen[leaf] === other ? 0 : 1);
        if (more === 0) continue;
        const meet = this.#meet[k];
        change[meet] = change[meet] + more * weight[k];
      }
      seen[leaf] = label[leaf];
      change[leaf] = value[leaf] - before[leaf];
      before[leaf] = value[leaf];
      this.#pass(leaf);
    }
    for (let i = aboveLength - 1; i >= 0; i--) {
      const node = above[i];
      change[node] = change[node] + before[node] - value[node];
      before[node] = value[node];
      this.#pass(node);
    }
  }

  /** Applies a node's pending change and passes it up. */
  #pass(node: number): void {
    const { parent, end, leafCount } = this.#state.terms;
    const change = this.#change[node];
    const together = this.together[node] + change;
    this.together[node] = together;
    let most = together / leafCount[node] + 1;
    for (let child = node + 1; child < end[node]; child = end[child]) {
      if (this.each[child] > most) most = this.each[child];
    }
    this.each[node] = most;
    this.#change[node] = 0;
    const up = parent[node];
    if (up >= 0) this.#change[up] = this.#change[up] + change;
  }

  /** Lowest common ancestor. */
  #meeting(first: number, second: number): number {
    const { parent, end } = this.#state.terms;
    let node = first;
    while (second < node || second >= end[node]) node = parent[node];
    return node;
  }
}
