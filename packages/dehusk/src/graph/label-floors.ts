import type { AgreementTerms } from "./agreement-energy.ts";

/** Lower bounds on what a label costs, in units, by node. */
export interface LabelFloors {
  /** What it costs that all leaves below a node take the label: D of the leaves, less what the nodes of the subtree then save. */
  readonly together: Float64Array;
  /** The least of this per leaf, among the node and all below it, rounded down. */
  readonly each: Float32Array;
  /** 1 for leaves for which `together` is no bound but D itself. */
  readonly isExact: Uint8Array;
}

/** At most so many pairs of node and label are kept: 110 MB. */
const mostKept = 2 ** 23;

/**
 * Keeps the floors of labels, so that the caller is asked once for each pair of node and label, and not in every sweep.
 * Beyond a fixed amount of memory they are worked out anew each time.
 */
export class FloorTable {
  readonly #terms: AgreementTerms;
  readonly #kept: (LabelFloors | undefined)[];
  readonly #passing: LabelFloors;
  /** While a label's floors are worked out: sums over children, and the least per leaf. */
  readonly #sums: Float64Array;
  readonly #least: Float64Array;
  #left: number;

  constructor(terms: AgreementTerms) {
    this.#terms = terms;
    this.#kept = new Array(terms.labels).fill(undefined);
    this.#passing = emptyFloors(terms.size);
    this.#sums = new Float64Array(terms.size);
    this.#least = new Float64Array(terms.size);
    this.#left = Math.floor(mostKept / terms.size);
  }

  /** The floors of a label. Good until the next call. */
  of(label: number): LabelFloors {
    const kept = this.#kept[label];
    if (kept !== undefined) return kept;
    let floors = this.#passing;
    if (this.#left > 0) {
      this.#left--;
      floors = emptyFloors(this.#terms.size);
      this.#kept[label] = floors;
    }
    this.#fill(floors, label);
    return floors;
  }

  #fill(floors: LabelFloors, label: number): void {
    const terms = this.#terms;
    const { size, parent, end, apart, leafCount } = terms;
    const { together, each } = floors;
    const [sums, least] = [this.#sums, this.#least];
    const exact = terms.floors(label, together);
    const exactEnd = exact < 0 ? -1 : end[exact];
    floors.isExact.fill(0);
    if (exact >= 0) floors.isExact.fill(1, exact, exactEnd);
    sums.fill(0);
    least.fill(Number.POSITIVE_INFINITY);
    for (let node = size - 1; node >= 0; node--) {
      const given = together[node];
      let sum = node >= exact && node < exactEnd ? terms.inUnits(given) : terms.floorInUnits(given);
      let lowest = sum;
      if (end[node] !== node + 1) {
        sum = sums[node] - Math.max(0, apart[node] - sum);
        lowest = Math.min(least[node], sum / leafCount[node]);
      }
      together[node] = sum;
      each[node] = lowest - Math.abs(lowest) * rounding;
      const up = parent[node];
      if (up < 0) continue;
      sums[up] = sums[up] + sum;
      if (lowest < least[up]) least[up] = lowest;
    }
  }
}

/** More than the rounding to a 32-bit number can add. */
const rounding = 2 ** -22;

function emptyFloors(size: number): LabelFloors {
  return { together: new Float64Array(size), each: new Float32Array(size), isExact: new Uint8Array(size) };
}
