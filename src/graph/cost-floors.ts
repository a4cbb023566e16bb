import type { AgreementTerms } from "./agreement-energy.ts";

/** How many units a step is: 2^12 of 2^-20, so that costs up to 255 are told apart by 1/256. */
export const unitsPerStep = 2 ** 12;

/** At most so many pairs of leaf and label are kept: 128 MB. */
const mostKept = 2 ** 26;

/**
 * Lower bounds on what labels cost leaves, in two bytes each, so that the caller's cost function is asked once for most
 * pairs and not in every sweep. Beyond a fixed amount of memory, rows are computed anew each time.
 */
export class CostFloors {
  readonly #terms: AgreementTerms;
  readonly #rows: (Uint16Array | undefined)[];
  readonly #passing: Uint16Array;
  #kept = 0;

  constructor(terms: AgreementTerms) {
    this.#terms = terms;
    this.#rows = new Array(terms.labels).fill(undefined);
    this.#passing = new Uint16Array(terms.leaves.length);
  }

  /** Per leaf, in order, a label's cost in whole steps, rounded down. Good until the next call. */
  row(label: number): Uint16Array {
    const kept = this.#rows[label];
    if (kept !== undefined) return kept;
    const { leaves } = this.#terms;
    let row = this.#passing;
    if (this.#kept + leaves.length <= mostKept) {
      this.#kept += leaves.length;
      row = new Uint16Array(leaves.length);
      this.#rows[label] = row;
    }
    for (let i = 0; i < leaves.length; i++) {
      row[i] = Math.min(65_535, Math.floor(this.#terms.cost(leaves[i] as number, label) / unitsPerStep));
    }
    return row;
  }
}
