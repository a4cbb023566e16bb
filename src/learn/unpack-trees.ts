import { type BoostedTrees, leafMark } from "./boosted-trees.ts";
import { signed, textToNumbers } from "./number-text.ts";
import { type ThresholdLists, unpackThresholds } from "./pack-thresholds.ts";
import { middleOf, type PackedGroup, type PackedTrees } from "./pack-trees.ts";

/** The numbers of all groups, and how far they are read. */
interface Streams {
  readonly features: readonly number[];
  readonly lists: readonly Float32Array[];
  readonly nodes: Float64Array;
  readonly asked: Float64Array;
  readonly cuts: Float64Array;
  readonly leaves: Float64Array;
  nodesRead: number;
  splitsRead: number;
  leavesRead: number;
}

/** Sums of leaves' values stay 32-bit floats with values up to this. */
const greatestValue = 1e30;

/**
 * Groups of trees from their packed form, which may come from an untrusted file: unpacked trees are safe to use.
 *
 * @param widths For each group, how many features rows have; trees may not ask for others.
 * @throws RangeError with what is wrong.
 */
export function unpackTrees(packed: unknown, widths: readonly number[]): BoostedTrees[] {
  const { groups, thresholds, nodes, asked, cuts, leaves } = checkShape(packed);
  if (groups.length !== widths.length) {
    throw new RangeError(`There are ${groups.length} groups of trees instead of ${widths.length}.`);
  }
  const lists: ThresholdLists = unpackThresholds(thresholds);
  const streams: Streams = {
    features: [...lists.keys()],
    lists: [...lists.values()],
    nodes: textToNumbers(nodes),
    asked: textToNumbers(asked),
    cuts: textToNumbers(cuts),
    leaves: textToNumbers(leaves),
    nodesRead: 0,
    splitsRead: 0,
    leavesRead: 0,
  };
  const unpacked = groups.map((group, g) => readGroup(streams, group, widths[g] as number));
  if (streams.nodesRead < streams.nodes.length) throw new RangeError("There are more nodes than the trees have.");
  for (const [list, read, what] of [
    [streams.asked, streams.splitsRead, "features"],
    [streams.cuts, streams.splitsRead, "cuts"],
    [streams.leaves, streams.leavesRead, "values of leaves"],
  ] as const) {
    if (list.length !== read) throw new RangeError(`There are ${list.length} ${what} instead of ${read}.`);
  }
  return unpacked;
}

function checkShape(packed: unknown): PackedTrees {
  if (typeof packed !== "object" || packed === null) throw new RangeError("Packed trees are an object.");
  const { groups, thresholds, nodes, asked, cuts, leaves } = packed as Record<string, unknown>;
  if (!Array.isArray(groups)) throw new RangeError("The groups of trees are not a list.");
  const texts = { thresholds, nodes, asked, cuts, leaves };
  for (const [name, text] of Object.entries(texts)) {
    if (typeof text !== "string") throw new RangeError(`The ${name} of the trees are not a text.`);
  }
  return { groups: groups.map(checkGroup), ...(texts as Record<keyof typeof texts, string>) };
}

function checkGroup(group: unknown): PackedGroup {
  if (typeof group !== "object" || group === null) throw new RangeError("A group of packed trees is an object.");
  const { base, trees, scale, splitStep } = group as Record<string, unknown>;
  if (typeof base !== "number" || !Number.isFinite(base)) throw new RangeError("The base is not a finite number.");
  if (!isCount(trees)) throw new RangeError("The number of trees is not a whole number.");
  if (typeof scale !== "number" || !(scale > 0 && scale <= greatestValue)) {
    throw new RangeError(`The scale is not a number above 0 and up to ${greatestValue}.`);
  }
  if (!isCount(splitStep)) throw new RangeError("The step of splits is not a whole number.");
  return { base, trees, scale, splitStep };
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}

function readGroup(streams: Streams, { base, trees, scale, splitStep }: PackedGroup, width: number): BoostedTrees {
  const { right, roots } = readShape(streams, trees);
  const first = streams.nodesRead;
  const count = right.length;
  const feature = new Uint16Array(count).fill(leafMark);
  const threshold = new Float32Array(count);
  const value = new Float64Array(count);
  for (let node = 0; node < count; node++) {
    if (streams.nodes[first + node] === 0) {
      value[node] = signed(streams.leaves[streams.leavesRead++] ?? 0);
      continue;
    }
    const place = streams.asked[streams.splitsRead] as number;
    const cut = streams.lists[place]?.[streams.cuts[streams.splitsRead++] as number];
    if (cut === undefined) throw new RangeError(`Node ${node} asks for a feature or threshold that is not listed.`);
    const own = streams.features[place] as number;
    if (own >= width) throw new RangeError(`The trees ask for feature ${own}, but rows have ${width}.`);
    feature[node] = own;
    threshold[node] = cut;
  }
  // Children come after their split.
  for (let node = count - 1; node >= 0; node--) {
    const split = streams.nodes[first + node] as number;
    if (split === 0) continue;
    const middle = middleOf(value[node + 1] as number, value[right[node] as number] as number);
    value[node] = middle + signed(split - 1) * splitStep;
  }
  streams.nodesRead += count;
  return { base, roots, feature, threshold, right, value: scaled(value, scale) };
}

/** Where the trees of a group begin, and the right child of each of its splits. */
function readShape({ nodes, nodesRead }: Streams, trees: number): { right: Int32Array; roots: Int32Array } {
  const right = new Int32Array(nodes.length - nodesRead);
  const roots: number[] = [];
  /** Splits whose right child is still to come. */
  const waiting: number[] = [];
  let node = 0;
  while (roots.length < trees) {
    roots.push(node);
    for (let isOpen = true; isOpen; node++) {
      if (node === right.length) throw new RangeError(`The nodes break off within tree ${roots.length} of ${trees}.`);
      if (nodes[nodesRead + node] !== 0) {
        waiting.push(node);
        continue;
      }
      const parent = waiting.pop();
      if (parent === undefined) isOpen = false;
      else right[parent] = node + 1;
    }
  }
  return { right: right.slice(0, node), roots: Int32Array.from(roots) };
}

/** @throws RangeError for values that are too great to be summed. */
function scaled(values: Float64Array, scale: number): Float32Array {
  const result = new Float32Array(values.length);
  for (let node = 0; node < result.length; node++) {
    const value = (values[node] as number) * scale;
    if (!(Math.abs(value) <= greatestValue)) throw new RangeError(`The value of node ${node} is out of bounds.`);
    result[node] = value;
  }
  return result;
}
