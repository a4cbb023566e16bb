import type { Allowances } from "./allowances.ts";
import type { FloorTable } from "./label-floors.ts";
import { type Labelling, listAbove } from "./labelling.ts";

/**
 * Finds the leaves that could take a label α in an expansion move, without computing the move. Exact: excluded leaves
 * are in no smallest best move, so an empty region means that the energy cannot fall.
 *
 * The energy of a move is submodular: a leaf p, or a group of leaves, gains most by taking α if all others do.
 *
 * - Groups: if all leaves below u together gain nothing even then, not all of them take α in the smallest best move, and
 *   neither u nor its ancestors save. If no group below u gains, because the highest allowance per leaf is no more than
 *   the lowest cost, and no ancestor of u may save, the whole subtree is skipped at once.
 * - Leaves: drop p if it gains nothing even if all remaining leaves take α and all nodes that may still save do:
 *     D(α) − D(label) − Σ V to leaves left or with α + Σ V to dropped leaves with p's label − Σ savings above p ≥ 0.
 *   Each dropped leaf takes its ancestors' savings along and lowers its neighbours' gain; repeat until all are tested.
 *
 * Cost: a new label visits each node once; after that, the subtrees not skipped at once, plus the remaining leaves,
 * their neighbours and ancestors.
 */
export class RegionFinder {
  /** The leaves found, in pre-order, in the first {@link length} entries. */
  readonly region: Int32Array;
  length = 0;
  /** Their ancestors in pre-order, including those of leaves dropped later. */
  readonly above: Int32Array;
  aboveLength = 0;
  /** Whether a leaf is in the region; whether an ancestor may save. */
  readonly holds: Uint8Array;
  /** α's cost for a leaf of the region; its saving for an ancestor that may save. */
  readonly value: Float64Array;
  /** What a leaf loses by taking α along with all others of the region, not counting savings above. */
  readonly loss: Float64Array;
  readonly #state: Labelling;
  readonly #floors: FloorTable;
  readonly #allowances: Allowances;
  #label = 0;
  /** Savings of a node and its ancestors. */
  readonly #saved: Float64Array;
  /** The nodes and leaves of the initial region. */
  readonly #held: Int32Array;
  #heldLength = 0;
  readonly #stack: Int32Array;
  readonly #seen: Int32Array;
  #round = 0;

  constructor(state: Labelling, floors: FloorTable, allowances: Allowances) {
    const { size, leaves } = state.terms;
    this.#state = state;
    this.#floors = floors;
    this.#allowances = allowances;
    this.region = new Int32Array(leaves.length);
    this.above = new Int32Array(size);
    this.holds = new Uint8Array(size);
    this.value = new Float64Array(size);
    this.loss = new Float64Array(size);
    this.#saved = new Float64Array(size);
    this.#held = new Int32Array(size);
    this.#stack = new Int32Array(size);
    this.#seen = new Int32Array(size);
  }

  find(label: number): void {
    this.#label = label;
    this.#hold();
    if (this.length === 0) return;
    const marks = { seen: this.#seen, round: ++this.#round };
    this.aboveLength = listAbove(this.#state.terms, this.region, this.length, marks, this.above);
    this.#addPairs();
    this.#drop();
  }

  /** Finds the nodes that may save and the leaves that may take the label, by bounds that ignore other leaves. */
  #hold(): void {
    for (let i = 0; i < this.#heldLength; i++) this.holds[this.#held[i]] = 0;
    const { terms, label: labels } = this.#state;
    const { size, parent, end } = terms;
    const { together: floor, each: least, isExact } = this.#floors.of(this.#label);
    const { together: allowance, each: most } = this.#allowances;
    const { holds, value } = this;
    let held = 0;
    let count = 0;
    for (let node = 0; node < size; ) {
      const up = parent[node];
      const isBelowHeld = up >= 0 && holds[up] === 1;
      if (!isBelowHeld && least[node] >= most[node]) {
        node = end[node];
        continue;
      }
      const isLeaf = end[node] === node + 1;
      if (isLeaf && labels[node] === this.#label) {
        node++;
        continue;
      }
      const higher = isBelowHeld ? this.#saved[up] : 0;
      let cost = floor[node];
      let loss = cost - allowance[node];
      if (isLeaf && loss < higher && isExact[node] === 0) {
        cost = terms.cost(node, this.#label);
        floor[node] = cost;
        isExact[node] = 1;
        loss = cost - allowance[node];
      }
      if (loss >= higher) {
        this.#release(up);
        node++;
        continue;
      }
      holds[node] = 1;
      this.#held[held++] = node;
      if (isLeaf) {
        value[node] = cost;
        this.loss[node] = loss;
        this.region[count++] = node;
      } else {
        const saving = terms.saving(node, this.#label);
        value[node] = saving;
        this.#saved[node] = higher + saving;
      }
      node++;
    }
    this.#heldLength = held;
    this.length = count;
  }

  /** Records that a node, and so no ancestor, can save; returns whether that is new. */
  #release(from: number): boolean {
    const { parent } = this.#state.terms;
    let node = from;
    for (; node >= 0 && this.holds[node] === 1; node = parent[node]) this.holds[node] = 0;
    return node !== from;
  }

  /** Adds the cost of pairs with dropped leaves to the losses: the V not gained, and the V broken. */
  #addPairs(): void {
    const { terms, label: labels } = this.#state;
    const { offset, neighbour, weight } = terms;
    for (let i = 0; i < this.length; i++) {
      const leaf = this.region[i];
      let loss = this.loss[leaf];
      for (let k = offset[leaf]; k < offset[leaf + 1]; k++) {
        const other = neighbour[k];
        if (this.holds[other] === 1 || labels[other] === this.#label) continue;
        loss += (labels[other] === labels[leaf] ? 2 : 1) * weight[k];
      }
      this.loss[leaf] = loss;
    }
  }

  /** Tests leaves until none is dropped. A round uses the savings at its start: too high, so safe. */
  #drop(): void {
    const { parent } = this.#state.terms;
    const { above, holds, region } = this;
    for (let lost = true; lost; ) {
      lost = false;
      for (let i = 0; i < this.aboveLength; i++) {
        const node = above[i];
        const up = parent[node];
        const higher = up < 0 ? 0 : this.#saved[up];
        this.#saved[node] = holds[node] === 1 ? this.value[node] + higher : 0;
      }
      for (let i = 0; i < this.length; i++) {
        const leaf = region[i];
        if (holds[leaf] === 1 && !this.#pays(leaf)) lost = this.#dropFrom(leaf) || lost;
      }
      let count = 0;
      for (let i = 0; i < this.length; i++) {
        const leaf = region[i];
        if (holds[leaf] === 1) region[count++] = leaf;
      }
      this.length = count;
      if (count === 0) return;
    }
  }

  #pays(leaf: number): boolean {
    const up = this.#state.terms.parent[leaf];
    return this.loss[leaf] < (up < 0 ? 0 : this.#saved[up]);
  }

  /** Drops a leaf and the neighbours that fall with it; returns whether an ancestor lost its saving. */
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
      const leaf = stack[--height];
      if (this.#release(parent[leaf])) lost = true;
      for (let k = offset[leaf]; k < offset[leaf + 1]; k++) {
        const other = neighbour[k];
        if (holds[other] === 0) continue;
        const times = labels[other] === labels[leaf] ? 2 : 1;
        loss[other] = loss[other] + times * weight[k];
        if (this.#pays(other)) continue;
        holds[other] = 0;
        stack[height++] = other;
      }
    }
    return lost;
  }
}
