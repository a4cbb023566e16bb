import { mixed } from "./agreement-energy.ts";
import { type Labelling, listAbove } from "./labelling.ts";
import { MaxFlow } from "./max-flow.ts";

/** What `RegionFinder` knows about a move in advance. */
export interface KnownOfMove {
  /** 0 for internal nodes whose leaves are known not to all take the label. */
  readonly holds: Uint8Array;
  /** The label's cost for leaves of the region; its saving for internal nodes above them that may save. */
  readonly value: Float64Array;
}

/**
 * The best expansion move for a label α (GraphSeg, section 4.2): which leaves of a region should take α, all others
 * keeping theirs, to lower the energy most. One minimum cut; the source side keeps, the sink side takes α.
 *
 * Leaf p with label β, and its neighbour q:
 * - D(α) − D(β), if positive, is an arc from the source to p, otherwise from p to the sink;
 * - q has α already: V to the sink. q is fixed with the same label: V from the source;
 * - q is free with the same label: V both ways; with another label: V to the sink from the later leaf, V from the earlier
 *   to the later.
 *
 * Internal node u, by the leaves below it:
 * - none is free: nothing can change, no node;
 * - all carry one β: u(s), an arc with u's current saving from the source to it, infinite arcs from it to its children.
 *   It can stay at the source, its arc uncut, only if all leaves below keep their label;
 * - all that do not have α yet may take it: u(t), an arc with u's saving under α from it to the sink, infinite arcs to it
 *   from its children. It can be at the sink, its arc uncut, only if all leaves below take α.
 *
 * So u has both twins if the leaves agree, u(t) alone if they differ, u(s) alone or none if one of them must keep. Its
 * children are its leaves and the twins of its internal children, so there are O(n) arcs. A twin that saves nothing is
 * omitted unless its parent's twin needs it.
 *
 * The paper draws arcs of c where ours are infinite, c for both savings, and D of internal nodes separately; it omits
 * the proof. Tests compare with all 2^n moves.
 *
 * Of equally good moves it is the smallest, so none if the energy cannot fall.
 */
export class ExpansionMove {
  /** The leaves that should take the label, in the first {@link count} entries. */
  readonly takers: Int32Array;
  count = 0;
  readonly #state: Labelling;
  readonly #flow = new MaxFlow();
  /** Number of each leaf in the network. */
  readonly #node: Int32Array;
  readonly #keeps: Int32Array;
  readonly #takes: Int32Array;
  /** The round in which a node was last in the region, or above it. */
  readonly #round: Int32Array;
  readonly #above: Int32Array;
  /** Whether all leaves below a node may take α. */
  readonly #whole: Uint8Array;
  /** Costs and savings with α, if not known before. */
  readonly #value: Float64Array;
  #now = 0;
  #open = 0;

  constructor(state: Labelling) {
    const { size } = state.terms;
    this.#state = state;
    this.takers = new Int32Array(size);
    this.#node = new Int32Array(size);
    this.#keeps = new Int32Array(size);
    this.#takes = new Int32Array(size);
    this.#round = new Int32Array(size);
    this.#above = new Int32Array(size);
    this.#whole = new Uint8Array(size);
    this.#value = new Float64Array(size);
  }

  /**
   * Finds the move and returns by how much the energy falls. `region` lists leaves in pre-order, none of which has the
   * label.
   */
  find(label: number, region: Int32Array, length: number, known?: KnownOfMove): number {
    this.#flow.reset();
    this.#open = 0;
    this.#now++;
    const above = this.#markRegion(region, length);
    const { holds, value } = known ?? this.#lookUp(label, region, length, above);
    for (let k = 0; k < above; k++) this.#addTwins(this.#above[k], holds, value);
    for (let k = 0; k < length; k++) this.#addLeaf(region[k], label, value);
    // With every leaf at the source, only the arcs to the sink are cut.
    const gain = this.#open - this.#flow.solve();
    this.count = 0;
    if (gain > 0) {
      for (let k = 0; k < length; k++) {
        const leaf = region[k];
        if (this.#flow.atSink(this.#node[leaf])) this.takers[this.count++] = leaf;
      }
    }
    return gain;
  }

  /** Marks the leaves of the region, and lists their ancestors in pre-order; returns how many. */
  #markRegion(region: Int32Array, length: number): number {
    const marks = { seen: this.#round, round: this.#now };
    for (let k = 0; k < length; k++) marks.seen[region[k]] = this.#now;
    return listAbove(this.#state.terms, region, length, marks, this.#above);
  }

  /** Asks for all costs of the label, and finds the nodes whose leaves may all take it. */
  #lookUp(label: number, region: Int32Array, length: number, above: number): KnownOfMove {
    const { terms } = this.#state;
    const holds = this.#findWhole(label);
    const value = this.#value;
    for (let k = 0; k < length; k++) value[region[k]] = terms.cost(region[k], label);
    for (let k = 0; k < above; k++) {
      const node = this.#above[k];
      if (holds[node] === 1) value[node] = terms.saving(node, label);
    }
    return { holds, value };
  }

  #findWhole(label: number): Uint8Array {
    const { label: labels, terms } = this.#state;
    const { parent, leaves } = terms;
    const whole = this.#whole.fill(1);
    for (let i = 0; i < leaves.length; i++) {
      const leaf = leaves[i];
      if (labels[leaf] === label || this.#round[leaf] === this.#now) continue;
      for (let up = parent[leaf]; up >= 0 && whole[up] === 1; up = parent[up]) whole[up] = 0;
    }
    return whole;
  }

  #addTwins(node: number, whole: Uint8Array, known: Float64Array): void {
    const { terms, label: labels, value } = this.#state;
    const up = terms.parent[node];
    const upKeeps = up < 0 ? none : this.#keeps[up];
    const upTakes = up < 0 ? none : this.#takes[up];
    this.#keeps[node] = none;
    this.#takes[node] = none;
    if (labels[node] !== mixed && (upKeeps !== none || value[node] > 0)) {
      const twin = this.#addNode(value[node]);
      this.#keeps[node] = twin;
      if (upKeeps !== none) this.#flow.addEdge(upKeeps, twin, Number.POSITIVE_INFINITY, 0);
    }
    if (whole[node] === 0) return;
    const saving = known[node];
    if (upTakes === none && saving === 0) return;
    const twin = this.#addNode(-saving);
    this.#takes[node] = twin;
    if (upTakes !== none) this.#flow.addEdge(twin, upTakes, Number.POSITIVE_INFINITY, 0);
  }

  #addLeaf(leaf: number, label: number, known: Float64Array): void {
    const { terms, label: labels, value } = this.#state;
    const { offset, neighbour, weight } = terms;
    const from = offset[leaf];
    const until = offset[leaf + 1];
    let net = known[leaf] - value[leaf];
    for (let k = from; k < until; k++) {
      const other = neighbour[k];
      const same = labels[other] === labels[leaf];
      if (labels[other] === label) net -= weight[k];
      else if (this.#round[other] !== this.#now) net += same ? weight[k] : 0;
      else if (!same && other < leaf) net -= weight[k];
    }
    const node = this.#addNode(net);
    this.#node[leaf] = node;
    for (let k = from; k < until; k++) {
      const other = neighbour[k];
      if (other >= leaf || this.#round[other] !== this.#now) continue;
      const both = weight[k];
      this.#flow.addEdge(this.#node[other], node, both, labels[other] === labels[leaf] ? both : 0);
    }
    const up = terms.parent[leaf];
    if (up < 0) return;
    const keeps = this.#keeps[up];
    const takes = this.#takes[up];
    if (keeps !== none) this.#flow.addEdge(keeps, node, Number.POSITIVE_INFINITY, 0);
    if (takes !== none) this.#flow.addEdge(node, takes, Number.POSITIVE_INFINITY, 0);
  }

  #addNode(net: number): number {
    if (net < 0) this.#open -= net;
    return this.#flow.addNode(net);
  }
}

const none = -1;
