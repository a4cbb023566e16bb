import { CostFloors, unitsPerStep } from "./cost-floors.ts";
import { GroupGains } from "./group-gains.ts";
import type { Labelling } from "./labelling.ts";

/**
 * Finds the leaves that could take a label α in an expansion move, without computing the move. Exact: what it leaves out
 * is in no smallest best move, so an empty region means that the energy cannot fall.
 *
 * The energy of a move is submodular: a leaf p, or a group of leaves, gains most by taking α when all others do.
 *
 *   Groups: if all leaves below u together gain nothing even then, not all of them take α in the smallest best move, and
 *   neither u nor a node above it will save.
 *   Leaves: if p gains nothing even then, with all leaves that are left and the nodes that may still save, drop p:
 *     D(α) − D(label) − Σ V to leaves left or with α + Σ V to dropped leaves with p's label − Σ savings above p ≥ 0.
 *   Each leaf dropped takes the savings above it along and makes its neighbours' gain smaller; go on until all are tested.
 *
 * Cost: one look at each leaf and internal node, and some at the leaves left, their neighbours and the nodes above them.
 */
export class RegionFinder {
  /** The leaves found, in pre-order, in the first {@link length} places. */
  readonly region: Int32Array;
  length = 0;
  /** The nodes above them, in pre-order, as far as they were there before the last round. */
  readonly above: Int32Array;
  aboveLength = 0;
  /** Whether a leaf is in the region; whether a node above may save. */
  readonly holds: Uint8Array;
  /** What a node above that may save does save with α. */
  readonly saving: Float64Array;
  /** What it costs a leaf to take α with all others of the region, savings of nodes above aside. */
  readonly loss: Float64Array;
  readonly #state: Labelling;
  readonly #floors: CostFloors;
  readonly #groups: GroupGains;
  #label = 0;
  readonly #inner: Int32Array;
  /** How many leaves come before a node, and the sum of what α costs them more than their labels, at least. */
  readonly #leavesBefore: Int32Array;
  readonly #costBefore: Float64Array;
  readonly #pairSum: Float64Array;
  /** Savings of a node and those above it, or a bound on them. */
  readonly #saved: Float64Array;
  readonly #stack: Int32Array;
  readonly #seen: Int32Array;
  #round = 0;

  constructor(state: Labelling) {
    const { size, leaves, end, offset, weight } = state.terms;
    this.#state = state;
    this.#floors = new CostFloors(state.terms);
    this.#groups = new GroupGains(state);
    this.region = new Int32Array(leaves.length);
    this.above = new Int32Array(size);
    this.holds = new Uint8Array(size);
    this.saving = new Float64Array(size);
    this.loss = new Float64Array(size);
    this.#inner = Int32Array.from(end.keys()).filter((node) => end[node] !== node + 1);
    this.#leavesBefore = new Int32Array(size + 1);
    this.#costBefore = new Float64Array(leaves.length + 1);
    this.#pairSum = new Float64Array(size);
    this.#saved = new Float64Array(size);
    this.#stack = new Int32Array(size);
    this.#seen = new Int32Array(size);
    for (let node = 0; node < size; node++) {
      this.#leavesBefore[node + 1] = (this.#leavesBefore[node] as number) + (end[node] === node + 1 ? 1 : 0);
    }
    for (const leaf of leaves) {
      let sum = 0;
      for (let k = offset[leaf] as number; k < (offset[leaf + 1] as number); k++) sum += weight[k] as number;
      this.#pairSum[leaf] = sum;
    }
  }

  /** To be called after each move. */
  update(): void {
    this.#groups.update();
  }

  /** Finds the region of a label. */
  find(label: number): void {
    this.#label = label;
    const floors = this.#floors.row(label);
    this.#boundGroups(floors);
    this.#boundLeaves(floors);
    if (this.length === 0) return;
    this.#listAbove();
    this.#addPairs();
    this.#drop();
    if (this.length === 0) return;
    this.#makeExact(floors);
    this.#drop();
  }

  /** Tells which nodes may save, with bounds on the savings. */
  #boundGroups(floors: Uint16Array): void {
    const { terms, label: labels, value } = this.#state;
    const { leaves, parent, end, apart } = terms;
    const { holds } = this;
    const { gain } = this.#groups;
    const cost = this.#costBefore;
    for (let i = 0; i < leaves.length; i++) {
      const leaf = leaves[i] as number;
      const more = labels[leaf] === this.#label ? 0 : (floors[i] as number) * unitsPerStep - (value[leaf] as number);
      cost[i + 1] = (cost[i] as number) + more;
    }
    const inner = this.#inner;
    for (let i = 0; i < inner.length; i++) {
      const node = inner[i] as number;
      const up = parent[node] as number;
      const higher = up >= 0 && holds[up] === 1 ? (this.#saved[up] as number) : 0;
      const until = cost[this.#leavesBefore[end[node] as number] as number] as number;
      const loss = until - (cost[this.#leavesBefore[node] as number] as number) - (gain[node] as number);
      holds[node] = 1;
      if (loss >= higher) this.#release(node);
      else this.#saved[node] = higher + (apart[node] as number);
    }
  }

  /** Drops the leaves for which bounds on costs and savings are enough. */
  #boundLeaves(floors: Uint16Array): void {
    const { terms, label: labels, value } = this.#state;
    const { leaves, parent } = terms;
    const { holds } = this;
    let count = 0;
    for (let i = 0; i < leaves.length; i++) {
      const leaf = leaves[i] as number;
      holds[leaf] = 0;
      if (labels[leaf] === this.#label) continue;
      const up = parent[leaf] as number;
      const saved = up >= 0 && holds[up] === 1 ? (this.#saved[up] as number) : 0;
      const spare = (value[leaf] as number) + (this.#pairSum[leaf] as number);
      const loss = (floors[i] as number) * unitsPerStep - spare;
      if (loss >= saved) {
        this.#release(up);
        continue;
      }
      holds[leaf] = 1;
      this.loss[leaf] = loss;
      this.region[count++] = leaf;
    }
    this.length = count;
  }

  /** Puts costs in place of the bounds on them. */
  #makeExact(floors: Uint16Array): void {
    const { terms } = this.#state;
    for (let i = 0; i < this.length; i++) {
      const leaf = this.region[i] as number;
      const floor = (floors[this.#leavesBefore[leaf] as number] as number) * unitsPerStep;
      this.loss[leaf] = (this.loss[leaf] as number) + terms.cost(leaf, this.#label) - floor;
    }
  }

  /** Notes that a node, and so none above it, can save; says whether that is news. */
  #release(from: number): boolean {
    const { parent } = this.#state.terms;
    let node = from;
    for (; node >= 0 && this.holds[node] === 1; node = parent[node] as number) this.holds[node] = 0;
    return node !== from;
  }

  #listAbove(): void {
    const { terms } = this.#state;
    const { parent } = terms;
    const { above, holds } = this;
    this.#round++;
    let count = 0;
    for (let i = 0; i < this.length; i++) {
      const from = count;
      let up = parent[this.region[i] as number] as number;
      for (; up >= 0 && this.#seen[up] !== this.#round; up = parent[up] as number) {
        this.#seen[up] = this.#round;
        above[count++] = up;
      }
      if (count > from + 1) above.subarray(from, count).reverse();
    }
    this.aboveLength = count;
    for (let i = 0; i < count; i++) {
      const node = above[i] as number;
      if (holds[node] === 1) this.saving[node] = terms.saving(node, this.#label);
    }
  }

  /** Adds to the losses what pairs with dropped leaves cost: the V not gained, and the V broken. */
  #addPairs(): void {
    const { terms, label: labels } = this.#state;
    const { offset, neighbour, weight } = terms;
    for (let i = 0; i < this.length; i++) {
      const leaf = this.region[i] as number;
      let loss = this.loss[leaf] as number;
      for (let k = offset[leaf] as number; k < (offset[leaf + 1] as number); k++) {
        const other = neighbour[k] as number;
        if (this.holds[other] === 1 || labels[other] === this.#label) continue;
        loss += (labels[other] === labels[leaf] ? 2 : 1) * (weight[k] as number);
      }
      this.loss[leaf] = loss;
    }
  }

  /** Tests leaves until none is dropped any more. A round sees savings as they were at its start: too high, so safe. */
  #drop(): void {
    const { parent } = this.#state.terms;
    const { above, holds, region } = this;
    for (let lost = true; lost; ) {
      lost = false;
      for (let i = 0; i < this.aboveLength; i++) {
        const node = above[i] as number;
        const up = parent[node] as number;
        const higher = up < 0 ? 0 : (this.#saved[up] as number);
        this.#saved[node] = holds[node] === 1 ? (this.saving[node] as number) + higher : 0;
      }
      for (let i = 0; i < this.length; i++) {
        const leaf = region[i] as number;
        if (holds[leaf] === 1 && !this.#pays(leaf)) lost = this.#dropFrom(leaf) || lost;
      }
      let count = 0;
      for (let i = 0; i < this.length; i++) {
        const leaf = region[i] as number;
        if (holds[leaf] === 1) region[count++] = leaf;
      }
      this.length = count;
      if (count === 0) return;
    }
  }

  #pays(leaf: number): boolean {
    const up = this.#state.terms.parent[leaf] as number;
    return (this.loss[leaf] as number) < (up < 0 ? 0 : (this.#saved[up] as number));
  }

  /** Drops a leaf and the neighbours that fall with it; says whether a node above lost its saving. */
  #dropFrom(start: number): boolean {
    const { terms, label: labels } = this.#state;
    const { parent, offset, neighbour, weight } = terms;
    const { holds, loss } = this;
    const stack = this.#stack;
    let lost = false;
    let height = 0;
    stack[height++] = start;
    holds[start] = 0;
    while (height > 0) {
      const leaf = stack[--height] as number;
      if (this.#release(parent[leaf] as number)) lost = true;
      for (let k = offset[leaf] as number; k < (offset[leaf + 1] as number); k++) {
        const other = neighbour[k] as number;
        if (holds[other] === 0) continue;
        const times = labels[other] === labels[leaf] ? 2 : 1;
        loss[other] = (loss[other] as number) + times * (weight[k] as number);
        if (this.#pays(other)) continue;
        holds[other] = 0;
        stack[height++] = other;
      }
    }
    return lost;
  }
}
