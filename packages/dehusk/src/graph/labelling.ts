import { type AgreementTerms, commonLabels, energyOf, mixed } from "./agreement-energy.ts";

/** A labelling that is being improved, with what expansion moves ask of it. */
export class Labelling {
  readonly terms: AgreementTerms;
  /** Per node the label, of internal nodes the one on which the leaves below agree, or `mixed`. */
  readonly label: Int32Array;
  /** Per leaf what its label costs; per internal node what it saves that the leaves below agree. */
  readonly value: Float64Array;
  /** In units. */
  energy: number;
  /** The nodes above the leaves that moved last, in pre-order, in the first {@link aboveLength} places. */
  readonly above: Int32Array;
  aboveLength = 0;
  /** How many moves were made. */
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
   * Gives leaves, in pre-order, a label, by which the energy falls as much as the caller says. Linear in the leaves and
   * the children of the nodes above them.
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

  /** The label that all children have. */
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

/** Marks of the nodes that were seen in a round, so that nothing has to be wiped between rounds. */
export interface Marks {
  readonly seen: Int32Array;
  readonly round: number;
}

/** Lists the nodes above leaves, both in pre-order, and marks them; returns how many. */
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
