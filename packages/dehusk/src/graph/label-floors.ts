import type { AgreementTerms } from "./agreement-energy.ts";

/** Lower bounds on a label's cost, in units, by node. */
export interface LabelFloors {
  /** Cost if all leaves below a node take the label: D of the leaves, minus the subtree's savings. */
  readonly together: Float64Array;
  /** The minimum of this per leaf, over the node and all below it, rounded down. */
  readonly each: Float32Array;
  /** 1 for leaves for which `together` is D exactly. */
  readonly isExact: Uint8Array;
}

/** Maximum (node, label) pairs cached: 110 MB. */
const mostKept = 2 ** 23;

/**
 * Caches the floors of labels, so that the caller is asked once per node and label instead of in every sweep. Past the
 * memory limit they are recomputed.
 */
export class FloorTable {
  readonly #terms: AgreementTerms;
  readonly #kept: (LabelFloors | undefined)[];
  readonly #passing: LabelFloors;
  /** Scratch: sums over children, and the minimum per leaf. */
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

  /** The floors of a label. Valid until the next call. */
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

/** More than rounding to 32 bits can add. */
const rounding = 2 ** -22;

function emptyFloors(size: number): LabelFloors {
  return { together: new Float64Array(size), each: new Float32Array(size), isExact: new Uint8Array(size) };
}
