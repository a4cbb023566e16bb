import type { Labelling } from "./labelling.ts";

/**
 * For each internal node, a bound on what it gains if all leaves below it take one new label together, D of the leaves
 * and savings of the nodes above aside: V of the pairs that leave the subtree, V of the pairs inside whose labels differ
 * now, and what nodes of the subtree could still save, D ≥ 0. It holds for every label.
 *
 * Cost: linear in nodes and pairs, after each move.
 */
export class GroupGains {
  readonly gain: Float64Array;
  readonly #state: Labelling;
  /** Per node the pairs that leave its subtree; per neighbour entry the lowest node above both. */
  readonly #leaving: Float64Array;
  readonly #meet: Int32Array;

  constructor(state: Labelling) {
    const { size, leaves, parent, offset, neighbour, weight } = state.terms;
    this.#state = state;
    this.gain = new Float64Array(size);
    this.#leaving = new Float64Array(size);
    this.#meet = new Int32Array(neighbour.length);
    for (const leaf of leaves) {
      for (let k = offset[leaf] as number; k < (offset[leaf + 1] as number); k++) {
        const meet = this.#meeting(leaf, neighbour[k] as number);
        this.#meet[k] = meet;
        // Each pair is seen from both ends, and leaves no subtree from where its ends meet.
        this.#leaving[leaf] = (this.#leaving[leaf] as number) + (weight[k] as number);
        this.#leaving[meet] = (this.#leaving[meet] as number) - (weight[k] as number);
      }
    }
    for (let node = size - 1; node > 0; node--) {
      const up = parent[node] as number;
      this.#leaving[up] = (this.#leaving[up] as number) + (this.#leaving[node] as number);
    }
    this.update();
  }

  /** To be called after each move. */
  update(): void {
    const { terms, label, value } = this.#state;
    const { size, end, leaves, parent, offset, neighbour, weight, apart } = terms;
    const { gain } = this;
    for (let node = 0; node < size; node++) {
      gain[node] = end[node] === node + 1 ? 0 : (apart[node] as number) - (value[node] as number);
    }
    for (let i = 0; i < leaves.length; i++) {
      const leaf = leaves[i] as number;
      for (let k = offset[leaf] as number; k < (offset[leaf + 1] as number); k++) {
        const other = neighbour[k] as number;
        if (other < leaf || label[other] === label[leaf]) continue;
        const meet = this.#meet[k] as number;
        gain[meet] = (gain[meet] as number) + (weight[k] as number);
      }
    }
    for (let node = size - 1; node > 0; node--) {
      const up = parent[node] as number;
      gain[up] = (gain[up] as number) + (gain[node] as number);
    }
    for (let node = 0; node < size; node++) gain[node] = (gain[node] as number) + (this.#leaving[node] as number);
  }

  /** The lowest node above both. */
  #meeting(first: number, second: number): number {
    const { parent, end } = this.#state.terms;
    let node = first;
    while (second < node || second >= (end[node] as number)) node = parent[node] as number;
    return node;
  }
}
