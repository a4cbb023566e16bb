import { type BoostedTrees, leafMark } from "./boosted-trees.ts";
import {
  add,
  addDouble,
  andBits,
  areAllSet,
  areAtMostFloats,
  block,
  type Code,
  constant,
  fill,
  get,
  isBelow,
  LocalType,
  leaveIf,
  load,
  loadDouble,
  loadFloat,
  loadLane,
  loadSplat,
  loadVector,
  moduleOf,
  multiply,
  orBits,
  repeat,
  set,
  shiftLeft,
  storeDouble,
  storeVector,
  subtract,
  tee,
  toDouble,
  trailingZeros,
} from "./wasm-code.ts";

/**
 * Scores rows by QuickScorer (Lucchese et al. 2015) in WebAssembly: no row walks down a tree. Each tree has a bit for
 * each of its leaves, the leftmost first. The nodes of all trees that ask for one feature lie together, lowest threshold
 * first; every node that a row passes on the right takes the leaves on its left away, and the first node that no row
 * passes ends the feature. The lowest bit left is the row's leaf.
 *
 * Eight rows at once, in two vectors. Walking eight rows down the trees without branches took 1.7 times as long.
 */
const vectors = 2;
const lanes = 4 * vectors;

/** Bits of a lane: trees with more leaves are not scored here. */
const mostLeaves = 32;

/** In memory: a threshold, where its tree's bits are, the leaves that stay. */
const nodeBytes = 12;
/** Offset of the feature in a row, address of its first node, of the end of its nodes. */
const featureBytes = 12;
/** Bits of one tree for all lanes. */
const treeBytes = 4 * lanes;

const parameters = 8;
const [features, featuresEnd, bits, bitsEnd, leaves, rowsEnd, rowBytes, scores] = [0, 1, 2, 3, 4, 5, 6, 7];
const [row, feature, node, nodesEnd, at, leaf] = [8, 9, 10, 11, 12, 13];
const scoreOf = (lane: number): number => 14 + lane;
const valuesOf = (vector: number): number => 14 + lanes + vector;
const passedOf = (vector: number): number => 14 + lanes + vectors + vector;
const kept = 14 + lanes + 2 * vectors;
const locals = [
  [6, LocalType.Integer],
  [lanes, LocalType.Double],
  [2 * vectors + 1, LocalType.Vector],
] as const;

/** The sums of all trees' values are added to the scores. Rows start at address 0. */
function walkerCode(): Code {
  const each = (count: number, code: (index: number) => Code): Code =>
    Array.from({ length: count }, (_, index) => code(index)).flat();
  const next = (local: number, by: Code): Code => [...get(local), ...by, ...add, ...tee(local)];
  /** The feature's value in each row. */
  const loadValues = [
    ...[...get(row), ...get(feature), ...load(0), ...add, ...set(at)],
    ...each(lanes, (lane) => {
      const vector = valuesOf(lane >> 2);
      const further = [...get(at), ...get(rowBytes), ...add, ...set(at)];
      return [...get(at), ...get(vector), ...loadLane(lane & 3), ...set(vector), ...further];
    }),
  ];
  const stopUnlessPassed = [
    ...each(vectors, (v) => [
      ...get(valuesOf(v)),
      ...get(node),
      ...loadSplat(0),
      ...areAtMostFloats,
      ...set(passedOf(v)),
    ]),
    ...get(passedOf(0)),
    ...each(vectors - 1, (v) => [...get(passedOf(v + 1)), ...andBits]),
    ...areAllSet,
    ...leaveIf(1),
  ];
  const takeLeaves = [
    ...[...get(node), ...load(4), ...set(at), ...get(node), ...loadSplat(8), ...set(kept)],
    ...each(vectors, (v) => [
      ...[...get(at), ...get(at), ...loadVector(16 * v)],
      ...[...get(passedOf(v)), ...get(kept), ...orBits, ...andBits, ...storeVector(16 * v)],
    ]),
  ];
  const addLeaf = (lane: number): Code => {
    const first = [...get(leaf), ...load(0)];
    const place = [...get(at), ...load(4 * lane), ...trailingZeros, ...constant(2), ...shiftLeft];
    return [
      ...get(scoreOf(lane)),
      ...first,
      ...place,
      ...add,
      ...loadFloat(0),
      ...toDouble,
      ...addDouble,
      ...set(scoreOf(lane)),
    ];
  };
  return [
    ...[...constant(0), ...set(row)],
    ...repeat(
      [...get(bits), ...constant(-1), ...get(bitsEnd), ...get(bits), ...subtract, ...fill],
      [...get(features), ...set(feature)],
      repeat(
        loadValues,
        [...get(feature), ...load(4), ...set(node), ...get(feature), ...load(8), ...set(nodesEnd)],
        block(repeat(stopUnlessPassed, takeLeaves, [...next(node, constant(nodeBytes)), ...get(nodesEnd), ...isBelow])),
        [...next(feature, constant(featureBytes)), ...get(featuresEnd), ...isBelow],
      ),
      each(lanes, (lane) => [...get(scores), ...loadDouble(8 * lane), ...set(scoreOf(lane))]),
      [...get(bits), ...set(at), ...get(leaves), ...set(leaf)],
      repeat(
        each(lanes, addLeaf),
        [...get(leaf), ...constant(4), ...add, ...set(leaf)],
        [...next(at, constant(treeBytes)), ...get(bitsEnd), ...isBelow],
      ),
      each(lanes, (lane) => [...get(scores), ...get(scoreOf(lane)), ...storeDouble(8 * lane)]),
      [...get(scores), ...constant(8 * lanes), ...add, ...set(scores)],
      [
        ...get(row),
        ...get(rowBytes),
        ...constant(lanes),
        ...multiply,
        ...add,
        ...tee(row),
        ...get(rowsEnd),
        ...isBelow,
      ],
    ),
  ];
}

/** Where what is in memory: rows, so many that a processor's cache has room for them, their scores, trees. */
const scoresAt = 1 << 18;
const mostRows = 1 << 12;
const treesAt = scoresAt + 8 * mostRows;
/** All trees are forgotten once they take more memory than this. */
const mostTreeBytes = 1 << 24;
const pageBytes = 1 << 16;

/** Addresses of a group of trees. */
interface Place {
  readonly features: number;
  readonly featuresEnd: number;
  readonly bits: number;
  readonly bitsEnd: number;
  readonly leaves: number;
}

/** A memory for the trees of a thread, and the code that scores rows by them. */
class Walker {
  readonly #memory = new WebAssembly.Memory({ initial: treesAt / pageBytes + 1 });
  readonly #run: (...parameters: number[]) => void;
  #integers = new Int32Array(this.#memory.buffer);
  #floats = new Float32Array(this.#memory.buffer);
  #top = treesAt;
  /** Null for trees that are not scored here. */
  #places = new WeakMap<BoostedTrees, Place | null>();

  constructor() {
    const module = new WebAssembly.Module(moduleOf(parameters, locals, walkerCode()));
    const { exports } = new WebAssembly.Instance(module, { env: { memory: this.#memory } });
    this.#run = exports["run"] as (...parameters: number[]) => void;
  }

  addTrees(trees: BoostedTrees, rows: Float32Array, width: number, scores: Float64Array): boolean {
    let place = this.#places.get(trees);
    if (place === undefined) {
      place = this.#place(trees);
      this.#places.set(trees, place);
    }
    if (place === null) return false;
    const { features, featuresEnd, bits, bitsEnd, leaves } = place;
    const most = Math.min(mostRows, Math.floor(scoresAt / (4 * width)));
    const atOnce = most - (most % lanes);
    for (let start = 0; start < scores.length; start += atOnce) {
      const count = Math.min(atOnce, scores.length - start);
      const sums = new Float64Array(this.#memory.buffer, scoresAt, count);
      this.#floats.set(rows.subarray(start * width, (start + count) * width));
      sums.set(scores.subarray(start, start + count));
      // Rows of others may follow in the last eight: what they come to is not read.
      this.#run(features, featuresEnd, bits, bitsEnd, leaves, 4 * width * count, 4 * width, scoresAt);
      scores.set(sums, start);
    }
    return true;
  }

  /** In few passes over the nodes: in a fresh process they take as long as scoring a page. */
  #place({ roots, feature, threshold, right, value }: BoostedTrees): Place | null {
    const size = feature.length;
    const leavesBefore = new Int32Array(size + 1);
    /** How many nodes ask for each feature, then where the next of them goes. */
    const next: number[] = [];
    for (let node = 0, found = 0; node < size; leavesBefore[++node] = found) {
      const own = feature[node];
      if (own === leafMark) found++;
      else {
        while (next.length <= own) next.push(0);
        next[own]++;
      }
    }
    const asking = size - leavesBefore[size];
    if (asking === 0 || size >= mostNodes || hasLargeTree(roots, leavesBefore)) return null;
    if (this.#top > mostTreeBytes) {
      this.#places = new WeakMap();
      this.#top = treesAt;
    }
    const asked = next.flatMap((count, own) => (count > 0 ? [own] : []));
    const bits = this.#reserve(treeBytes * roots.length);
    const leaves = this.#reserve(4 * roots.length);
    const values = this.#reserve(4 * leavesBefore[size]);
    const features = this.#reserve(featureBytes * asked.length);
    const nodes = this.#reserve(nodeBytes * asking);
    const integers = this.#integers;
    const floats = this.#floats;
    for (let i = 0, start = 0, word = features >> 2; i < asked.length; i++) {
      const end = start + next[asked[i]];
      next[asked[i]] = start;
      integers[word++] = 4 * asked[i];
      integers[word++] = nodes + nodeBytes * start;
      integers[word++] = nodes + nodeBytes * end;
      start = end;
    }
    // Sorted as numbers without a function to compare them, which is several times faster: rank of the threshold, node.
    const keys = new Float64Array(asking);
    const ranks = new Int32Array(threshold.slice().buffer);
    const treeOf = new Int32Array(size);
    for (let tree = 0, node = 0, leaf = values >> 2; tree < roots.length; tree++) {
      integers[(leaves >> 2) + tree] = 4 * leaf;
      for (const end = roots[tree + 1] ?? size; node < end; node++) {
        treeOf[node] = tree;
        const own = feature[node];
        if (own === leafMark) floats[leaf++] = value[node];
        else keys[next[own]++] = rankOf(ranks[node]) * mostNodes + node;
      }
    }
    for (let i = 0, start = 0; i < asked.length; i++) {
      keys.subarray(start, next[asked[i]]).sort();
      start = next[asked[i]];
    }
    for (let i = 0, word = nodes >> 2; i < asking; i++) {
      const node = keys[i] - Math.floor(keys[i] / mostNodes) * mostNodes;
      const tree = treeOf[node];
      const before = leavesBefore[node];
      floats[word++] = threshold[node];
      integers[word++] = bits + treeBytes * tree;
      // A left child has fewer leaves than its tree: never all bits.
      integers[word++] = ~(((1 << (leavesBefore[right[node]] - before)) - 1) << (before - leavesBefore[roots[tree]]));
    }
    return {
      features,
      featuresEnd: features + featureBytes * asked.length,
      bits,
      bitsEnd: bits + treeBytes * roots.length,
      leaves,
    };
  }

  /** Room for so many bytes. */
  #reserve(bytes: number): number {
    const at = this.#top;
    this.#top += bytes + (-bytes & 15);
    const missing = this.#top - this.#memory.buffer.byteLength;
    if (missing > 0) {
      this.#memory.grow(Math.ceil(missing / pageBytes));
      this.#integers = new Int32Array(this.#memory.buffer);
      this.#floats = new Float32Array(this.#memory.buffer);
    }
    return at;
  }
}

function hasLargeTree(roots: Int32Array, leavesBefore: Int32Array): boolean {
  for (let tree = 0; tree < roots.length; tree++) {
    const end = roots[tree + 1] ?? leavesBefore.length - 1;
    if (leavesBefore[end] - leavesBefore[roots[tree]] > mostLeaves) return true;
  }
  return false;
}

/** A whole number of 32 bits that rises with a float, given its bits; 0 for NaN, as no row stops at it. */
function rankOf(bits: number): number {
  if (bits < 0) return bits > negativeInfinity ? 0 : ~bits;
  return bits > infinity ? 0 : bits + 2 ** 31;
}

const infinity = 0x7f800000;
const negativeInfinity = 0xff800000 | 0;

/** Ranks and nodes together are whole numbers that a double has. */
const mostNodes = 2 ** 21;

let walker: Walker | null | undefined;

/**
 * Adds the values that trees give to rows to the rows' scores.
 *
 * @returns False if that cannot be done here: such trees are too large, or a page's or a platform's rules forbid compiling.
 */
export function walkTrees(trees: BoostedTrees, rows: Float32Array, width: number, scores: Float64Array): boolean {
  if (trees.roots.length === 0 || 4 * width * lanes > scoresAt) return false;
  walker ??= tryWalker();
  return walker?.addTrees(trees, rows, width, scores) ?? false;
}

function tryWalker(): Walker | null {
  try {
    return new Walker();
  } catch {
    return null;
  }
}
