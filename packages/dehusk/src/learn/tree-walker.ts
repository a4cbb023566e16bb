import { type BoostedTrees, leafMark } from "./boosted-trees.ts";
import {
  add,
  addDouble,
  type Code,
  constant,
  get,
  isAtMostFloat,
  isBelow,
  load,
  loadDouble,
  loadFloat,
  moduleOf,
  repeat,
  select,
  set,
  storeDouble,
  tee,
  toDouble,
} from "./wasm-code.ts";

/**
 * Walks rows down trees in WebAssembly: half of the time that the same walk took in JavaScript, which checks the bounds
 * of every array it reads.
 *
 * Eight rows walk in parallel, without branches: the right child of a leaf is the leaf, and all take as many steps as
 * the deepest leaf needs. One row at a time, every step is a branch that the processor often mispredicts. Four and six
 * rows at once were slower, twelve no faster.
 */
const lanes = 8;

/** A node in memory: address of its right child, offset of its feature in a row, threshold, value. The left child follows. */
const nodeBytes = 16;
/** A tree in memory: address of its root, most steps to a leaf. */
const treeBytes = 8;

const parameters = { tree: 0, treesEnd: 1, rowsEnd: 2, rowBytes: 3, scores: 4 };
const { tree, treesEnd, rowsEnd, rowBytes } = parameters;
const [root, depth, stepsLeft, score] = [5, 6, 7, 8];
const rowOf = (lane: number): number => 9 + lane;
const nodeOf = (lane: number): number => 9 + lanes + lane;
const localsEnd = 9 + 2 * lanes;

/** The sums of all trees' values are added to the scores. Rows start at address 0. */
function walkerCode(): Code {
  const eachLane = (code: (lane: number) => Code): Code =>
    Array.from({ length: lanes }, (_, lane) => code(lane)).flat();
  const stepDown = (lane: number): Code => {
    const node = get(nodeOf(lane));
    const isLeft = [...get(rowOf(lane)), ...node, ...load(4), ...add, ...loadFloat(0), ...node, ...loadFloat(8)];
    const left = [...node, ...constant(nodeBytes), ...add];
    return [...left, ...node, ...load(0), ...isLeft, ...isAtMostFloat, ...select, ...set(nodeOf(lane))];
  };
  const addValue = (lane: number): Code => {
    const value = [...get(nodeOf(lane)), ...loadFloat(12), ...toDouble];
    return [...get(score), ...get(score), ...loadDouble(8 * lane), ...value, ...addDouble, ...storeDouble(8 * lane)];
  };
  const next = (local: number, by: Code): Code => [...get(local), ...by, ...add, ...tee(local)];
  const nextRow = (lane: number): Code =>
    lane === 0 ? [] : [...get(rowOf(lane - 1)), ...get(rowBytes), ...add, ...set(rowOf(lane))];
  return repeat(
    [...get(tree), ...load(0), ...set(root), ...get(tree), ...load(4), ...set(depth)],
    [...get(parameters.scores), ...set(score), ...constant(0), ...set(rowOf(0))],
    repeat(
      eachLane((lane) => [...nextRow(lane), ...get(root), ...set(nodeOf(lane))]),
      [...get(depth), ...set(stepsLeft)],
      repeat(eachLane(stepDown), next(stepsLeft, constant(-1))),
      eachLane(addValue),
      [...get(score), ...constant(8 * lanes), ...add, ...set(score)],
      [...get(rowOf(lanes - 1)), ...get(rowBytes), ...add, ...tee(rowOf(0)), ...get(rowsEnd), ...isBelow],
    ),
    [...next(tree, constant(treeBytes)), ...get(treesEnd), ...isBelow],
  );
}

/** Where what is in memory: rows, so many that a processor's cache has room for them, their scores, trees. */
const scoresAt = 1 << 18;
const mostRows = 1 << 12;
const treesAt = scoresAt + 8 * mostRows;
/** All trees are forgotten before they take more memory than this. */
const mostTreeBytes = 1 << 24;
const pageBytes = 1 << 16;

/** A memory for the trees of a thread, and the code that walks them. */
class Walker {
  readonly #memory = new WebAssembly.Memory({ initial: treesAt / pageBytes + 1 });
  readonly #run: (...parameters: number[]) => void;
  #integers = new Int32Array(this.#memory.buffer);
  #floats = new Float32Array(this.#memory.buffer);
  #top = treesAt;
  #places = new WeakMap<BoostedTrees, { readonly from: number; readonly to: number }>();

  constructor() {
    const module = new WebAssembly.Module(moduleOf(5, localsEnd - 5, walkerCode()));
    const { exports } = new WebAssembly.Instance(module, { env: { memory: this.#memory } });
    this.#run = exports["run"] as (...parameters: number[]) => void;
  }

  addTrees(trees: BoostedTrees, rows: Float32Array, width: number, scores: Float64Array): void {
    const { from, to } = this.#places.get(trees) ?? this.#place(trees);
    const most = Math.min(mostRows, Math.floor(scoresAt / (4 * width)));
    const atOnce = most - (most % lanes);
    for (let start = 0; start < scores.length; start += atOnce) {
      const count = Math.min(atOnce, scores.length - start);
      const sums = new Float64Array(this.#memory.buffer, scoresAt, count);
      this.#floats.set(rows.subarray(start * width, (start + count) * width));
      sums.set(scores.subarray(start, start + count));
      // Rows of others may follow in the last eight: what they come to is not read.
      this.#run(from, to, 4 * width * count, 4 * width, scoresAt);
      scores.set(sums, start);
    }
  }

  #place(trees: BoostedTrees): { from: number; to: number } {
    const { roots, feature, threshold, right, value } = trees;
    const needed = nodeBytes * feature.length + treeBytes * roots.length;
    if (this.#top + needed > mostTreeBytes) {
      this.#places = new WeakMap();
      this.#top = treesAt;
    }
    this.#reserve(this.#top + needed);
    const at = this.#top;
    const integers = this.#integers;
    const floats = this.#floats;
    const depths = new Int32Array(feature.length);
    const from = at + nodeBytes * feature.length;
    for (let i = 0, node = 0; i < roots.length; i++) {
      const end = roots[i + 1] ?? feature.length;
      let deepest = 1;
      for (let word = (at + nodeBytes * node) >> 2; node < end; node++, word += nodeBytes >> 2) {
        const isLeaf = feature[node] === leafMark;
        if (!isLeaf) {
          depths[node + 1] = depths[node] + 1;
          depths[right[node]] = depths[node] + 1;
        } else if (depths[node] > deepest) deepest = depths[node];
        integers[word] = at + nodeBytes * (isLeaf ? node : right[node]);
        integers[word + 1] = isLeaf ? 0 : 4 * feature[node];
        // No value is at most NaN, so rows stay at leaves.
        floats[word + 2] = isLeaf ? Number.NaN : threshold[node];
        floats[word + 3] = value[node];
      }
      integers[(from >> 2) + 2 * i] = at + nodeBytes * roots[i];
      integers[(from >> 2) + 2 * i + 1] = deepest;
    }
    this.#top = at + needed + (needed % nodeBytes);
    const place = { from, to: at + needed };
    this.#places.set(trees, place);
    return place;
  }

  #reserve(bytes: number): void {
    const missing = bytes - this.#memory.buffer.byteLength;
    if (missing <= 0) return;
    this.#memory.grow(Math.ceil(missing / pageBytes));
    this.#integers = new Int32Array(this.#memory.buffer);
    this.#floats = new Float32Array(this.#memory.buffer);
  }
}

let walker: Walker | null | undefined;

/**
 * Adds the values that trees give to rows to the rows' scores.
 *
 * @returns False if that cannot be done here, as where a page's or a platform's rules forbid compiling.
 */
export function walkTrees(trees: BoostedTrees, rows: Float32Array, width: number, scores: Float64Array): boolean {
  if (trees.roots.length === 0 || 4 * width * lanes > scoresAt) return false;
  walker ??= tryWalker();
  walker?.addTrees(trees, rows, width, scores);
  return walker !== null;
}

function tryWalker(): Walker | null {
  try {
    return new Walker();
  } catch {
    return null;
  }
}
