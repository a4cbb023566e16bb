import { type BinaryRows, wordsPerRow } from "./binary-rows.ts";
import { type BinaryTree, wholeShare } from "./random-forest.ts";

export interface GrowthLimits {
  /** Features drawn as candidates per node. */
  readonly candidates: number;
  /** Maximum depth in splits. */
  readonly depth: number;
  /** Minimum rows per leaf, counting rows of the sample as often as they were drawn. */
  readonly leastLeaf: number;
}

/** No feature. */
const none = 0xffff;

/** The rows of a node: for each label a range, and its weight. */
interface NodeRows {
  start0: number;
  end0: number;
  start1: number;
  end1: number;
  weight0: number;
  weight1: number;
}

/** A node to be built, the right child of `parent` unless that is -1. */
interface Waiting extends NodeRows {
  depth: number;
  parent: number;
}

/**
 * Grows classification trees on weighted binary rows: each node takes the split with the lowest Gini impurity among
 * randomly drawn features (Breiman 2001, section 4); if tied, the lowest feature. If none of them separates the rows,
 * as is common deep down, more are drawn until one does.
 *
 * The sample's rows are copied, one plane per word, label 0 before label 1; a split moves the rows of each child
 * together. So a node is two ranges, labels need no memory, and counting a feature scans neighbouring words of one
 * plane at any depth. Cost: O(rows · (candidates + features / 32)) per level.
 */
export class BinaryTreeGrower {
  readonly #rows: BinaryRows;
  readonly #labels: Uint8Array;
  readonly #limits: GrowthLimits;
  readonly #planes: readonly Int32Array[];
  readonly #weights: Uint8Array;
  /** All features, those drawn by the last node first. */
  readonly #order: Uint16Array;
  #feature = new Uint16Array(1024);
  #right = new Int32Array(1024);
  #value = new Uint8Array(1024);
  /** For the last split: the weight of each label that has its feature. */
  #having0 = 0;
  #having1 = 0;

  constructor(rows: BinaryRows, labels: Uint8Array, limits: GrowthLimits) {
    this.#rows = rows;
    this.#labels = labels;
    this.#limits = limits;
    this.#planes = Array.from({ length: wordsPerRow(rows.features) }, () => new Int32Array(rows.count));
    this.#weights = new Uint8Array(rows.count);
    this.#order = new Uint16Array(rows.features);
  }

  /** @param drawn How often each row is in the sample. */
  grow(drawn: Uint8Array, random: () => number): BinaryTree {
    // Draws of earlier trees must not affect this one.
    for (let f = 0; f < this.#order.length; f++) this.#order[f] = f;
    const waiting: Waiting[] = [{ ...this.#copySample(drawn), depth: 0, parent: -1 }];
    let size = 0;
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      const node = size++;
      this.#reserve(size);
      if (at.parent >= 0) this.#right[at.parent] = node;
      const feature = this.#chooseSplit(at, random);
      this.#feature[node] = feature === none ? 0 : feature;
      this.#right[node] = node;
      this.#value[node] = 0;
      const { start0, end0, start1, end1, weight0, weight1, depth } = at;
      if (feature === none) {
        this.#value[node] = Math.round((wholeShare * weight1) / (weight0 + weight1));
        continue;
      }
      const middle0 = partition(this.#planes, this.#weights, feature, start0, end0);
      const middle1 = partition(this.#planes, this.#weights, feature, start1, end1);
      waiting.push({
        start0: middle0,
        end0,
        start1: middle1,
        end1,
        weight0: this.#having0,
        weight1: this.#having1,
        depth: depth + 1,
        parent: node,
      });
      waiting.push({
        start0,
        end0: middle0,
        start1,
        end1: middle1,
        weight0: weight0 - this.#having0,
        weight1: weight1 - this.#having1,
        depth: depth + 1,
        parent: -1,
      });
    }
    return {
      feature: this.#feature.slice(0, size),
      right: this.#right.slice(0, size),
      value: this.#value.slice(0, size),
    };
  }

  #copySample(drawn: Uint8Array): NodeRows {
    const [end0, weight0] = this.#copyLabel(drawn, 0, 0);
    const [end1, weight1] = this.#copyLabel(drawn, 1, end0);
    return { start0: 0, end0, start1: end0, end1, weight0, weight1 };
  }

  /** Copies the drawn rows of a label; returns where they end and their weight. */
  #copyLabel(drawn: Uint8Array, label: number, start: number): [number, number] {
    const { count, words } = this.#rows;
    const stride = this.#planes.length;
    let end = start;
    let weight = 0;
    for (let r = 0; r < count; r++) {
      const times = drawn[r];
      if (times === 0 || this.#labels[r] !== label) continue;
      for (let w = 0; w < stride; w++) this.#planes[w][end] = words[r * stride + w];
      this.#weights[end++] = times;
      weight += times;
    }
    return [end, weight];
  }

  /** The feature to split at; `none` for a leaf. */
  #chooseSplit({ start0, end0, start1, end1, weight0, weight1, depth }: Waiting, random: () => number): number {
    const { candidates, depth: mostDepth, leastLeaf } = this.#limits;
    const weight = weight0 + weight1;
    if (weight0 === 0 || weight1 === 0 || depth >= mostDepth || weight < 2 * leastLeaf) return none;
    const order = this.#order;
    let best = none;
    let least = Number.POSITIVE_INFINITY;
    for (let i = 0; i < order.length && (i < candidates || best === none); i++) {
      const j = i + Math.floor(random() * (order.length - i));
      const feature = order[j];
      order[j] = order[i];
      order[i] = feature;
      const plane = this.#planes[feature >>> 5];
      const having0 = weightHaving(plane, this.#weights, feature & 31, start0, end0);
      const having1 = weightHaving(plane, this.#weights, feature & 31, start1, end1);
      const having = having0 + having1;
      if (having < leastLeaf || weight - having < leastLeaf) continue;
      // Half the impurity, times the rows: for n rows with a and b of the labels, the Gini index is 2ab / n².
      const impurity = (having0 * having1) / having + ((weight0 - having0) * (weight1 - having1)) / (weight - having);
      if (impurity > least || (impurity === least && feature > best)) continue;
      least = impurity;
      best = feature;
      this.#having0 = having0;
      this.#having1 = having1;
    }
    return best;
  }

  /** Ensures capacity for this many nodes. */
  #reserve(size: number): void {
    if (size <= this.#feature.length) return;
    this.#feature = grown(this.#feature, new Uint16Array(2 * size));
    this.#right = grown(this.#right, new Int32Array(2 * size));
    this.#value = grown(this.#value, new Uint8Array(2 * size));
  }
}

function grown<T extends Uint8Array | Uint16Array | Int32Array>(old: T, larger: T): T {
  larger.set(old);
  return larger;
}

/** The weight of the rows that have the feature at this bit of the plane. */
function weightHaving(plane: Int32Array, weights: Uint8Array, bit: number, start: number, end: number): number {
  let sum = 0;
  for (let i = start; i < end; i++) sum += weights[i] & -((plane[i] >>> bit) & 1);
  return sum;
}

/** Moves the rows without the feature to the front (Hoare 1961); returns where the others start. */
function partition(
  planes: readonly Int32Array[],
  weights: Uint8Array,
  feature: number,
  start: number,
  end: number,
): number {
  const plane = planes[feature >>> 5];
  const mask = 1 << (feature & 31);
  let low = start;
  let high = end;
  for (;;) {
    while (low < high && (plane[low] & mask) === 0) low++;
    while (low < high && (plane[high - 1] & mask) !== 0) high--;
    if (low >= high) return low;
    high--;
    for (let p = 0; p < planes.length; p++) swap(planes[p], low, high);
    swap(weights, low, high);
    low++;
  }
}

function swap(list: Int32Array | Uint8Array, a: number, b: number): void {
  const kept = list[a];
  list[a] = list[b];
  list[b] = kept;
}
