import { type AgreementTerms, commonLabels, energyOf, mixed } from "./agreement-energy.ts";

/** A labelling under improvement, with what expansion moves need. */
export class Labelling {
  readonly terms: AgreementTerms;
  /** Labels; for internal nodes the common label of the leaves below, or `mixed`. */
  readonly label: Int32Array;
  /** A leaf's cost with its label; an internal node's saving if the leaves below agree. */
  readonly value: Float64Array;
  /** In units. */
  energy: number;
  /** The ancestors of the leaves moved last, in pre-order, in the first {@link aboveLength} entries. */
  readonly above: Int32Array;
  aboveLength = 0;
  moves = 0;
  readonly #seen: Int32Array;

  constructor(terms: AgreementTerms, start: Int32Array) {
    this.terms = terms;
    this.label = commonLabels(terms, start);
    this.value = new Float64Array(terms.size);
    this.above = new Int32Array(terms.size);
    this.#seen = new Int32Array(terms.size);
    for (let node = 0; node < terms.size; node++) this.value[node] = terms.value(node, this.label[node]);
    this.energy = energyOf(terms, this.label, this.value);
  }

  /**
   * Relabels leaves, given in pre-order; the caller says by how much the energy falls. Linear in the leaves and the
   * children of their ancestors.
   */
  move(leaves: Int32Array, label: number, gain: number): void {
    for (let i = 0; i < leaves.length; i++) {
      const leaf = leaves[i];
      this.label[leaf] = label;
      this.value[leaf] = this.terms.cost(leaf, label);
    }
    const marks = { seen: this.#seen, round: ++this.moves };
    this.aboveLength = listAbove(this.terms, leaves, leaves.length, marks, this.above);
    for (let i = this.aboveLength - 1; i >= 0; i--) {
      const node = this.above[i];
      const common = this.#common(node);
      if (this.label[node] === common) continue;
      this.label[node] = common;
      this.value[node] = this.terms.value(node, common);
    }
    this.energy -= gain;
  }

  /** The label that all children share. */
  #common(node: number): number {
    const { end } = this.terms;
    const common = this.label[node + 1];
    const after = end[node];
    for (let child = end[node + 1]; child < after; child = end[child]) {
      if (this.label[child] !== common) return mixed;
    }
    return common;
  }
}

/** Marks of nodes seen in a round, so that nothing needs clearing between rounds. */
export interface Marks {
  readonly seen: Int32Array;
  readonly round: number;
}

/** Lists and marks the ancestors of leaves, both in pre-order; returns how many. */
export function listAbove(
  { parent }: AgreementTerms,
  leaves: Int32Array,
  length: number,
  { seen, round }: Marks,
  above: Int32Array,
): number {
  let count = 0;
  for (let i = 0; i < length; i++) {
    const from = count;
    for (let up = parent[leaves[i]]; up >= 0 && seen[up] !== round; up = parent[up]) {
      seen[up] = round;
      above[count++] = up;
    }
    for (let [low, high] = [from, count - 1]; low < high; low++, high--) {
      const swap = above[low];
      above[low] = above[high];
      above[high] = swap;
    }
  }
  return count;
}
