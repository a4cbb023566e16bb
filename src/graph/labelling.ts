import { type AgreementTerms, commonLabels, energyInUnits, mixed } from "./agreement-energy.ts";

/** A labelling that is being improved, with what expansion moves ask of it. A change takes linear time. */
export class Labelling {
  readonly terms: AgreementTerms;
  /** Per node the label, of internal nodes the one on which the leaves below agree, or `mixed`. */
  readonly label: Int32Array;
  /** Per leaf what its label costs; per internal node what it saves that the leaves below agree. */
  readonly value: Float64Array;
  /** In units. */
  energy: number;

  constructor(terms: AgreementTerms, start: Int32Array) {
    this.terms = terms;
    this.label = commonLabels(terms, start);
    this.value = new Float64Array(terms.size);
    this.energy = energyInUnits(terms, start);
    for (let node = 0; node < terms.size; node++) this.value[node] = this.#valueOf(node);
  }

  /** Gives leaves a label, by which the energy falls as much as the caller says. */
  move(leaves: Int32Array, label: number, gain: number): void {
    for (const leaf of leaves) {
      this.label[leaf] = label;
      this.value[leaf] = this.#valueOf(leaf);
    }
    const common = commonLabels(this.terms, this.label);
    for (let node = 0; node < common.length; node++) {
      if (this.label[node] === common[node]) continue;
      this.label[node] = common[node] as number;
      this.value[node] = this.#valueOf(node);
    }
    this.energy -= gain;
  }

  #valueOf(node: number): number {
    const { terms } = this;
    const label = this.label[node] as number;
    if (terms.end[node] === node + 1) return terms.cost(node, label);
    return label === mixed ? 0 : terms.saving(node, label);
  }
}
