import { type BoostedTrees, leafMark } from "./boosted-trees.ts";
import { signed, textToNumbers } from "./number-text.ts";
import { type ThresholdLists, unpackThresholds } from "./pack-thresholds.ts";
import { middleOf, type PackedGroup, type PackedTrees } from "./pack-trees.ts";

/** The numbers of all groups, and the position in them. */
interface Streams {
  readonly features: readonly number[];
  readonly lists: readonly Float32Array[];
  readonly nodes: Int32Array;
  readonly asked: Int32Array;
  readonly cuts: Int32Array;
  readonly leaves: Int32Array;
  /** Room for the nodes of a group. */
  readonly room: {
    readonly feature: Uint16Array;
    readonly threshold: Float32Array;
    readonly right: Int32Array;
    readonly rounded: Int32Array;
  };
  nodesRead: number;
  splitsRead: number;
  leavesRead: number;
}

/** Sums of leaves' values stay 32-bit floats with values up to this. */
const greatestValue = 1e30;
const mostSplitStep = 0xffff;

/**
 * Groups of trees from their packed form, which may come from an untrusted file: unpacked trees are safe to use.
 *
 * @param widths For each group, the number of features of a row; trees may not test others.
 * @throws RangeError that says what is wrong.
 */
export function unpackTrees(packed: unknown, widths: readonly number[]): BoostedTrees[] {
  const { groups, thresholds, nodes, asked, cuts, leaves } = checkShape(packed);
  if (groups.length !== widths.length) {
    throw new RangeError(`There are ${groups.length} groups of trees instead of ${widths.length}.`);
  }
  const lists: ThresholdLists = unpackThresholds(thresholds);
  const numbers = textToNumbers(nodes);
  const count = numbers.length;
  const streams: Streams = {
    features: [...lists.keys()],
    lists: [...lists.values()],
    nodes: numbers,
    asked: textToNumbers(asked),
    cuts: textToNumbers(cuts),
    leaves: textToNumbers(leaves),
    room: {
      feature: new Uint16Array(count),
      threshold: new Float32Array(count),
      right: new Int32Array(count),
      rounded: new Int32Array(count),
    },
    nodesRead: 0,
    splitsRead: 0,
    leavesRead: 0,
  };
  const unpacked = groups.map((group, g) => readGroup(streams, group, widths[g]));
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
  if (typeof packed !== "object" || packed === null) throw new RangeError("Packed trees must be an object.");
  const { groups, thresholds, nodes, asked, cuts, leaves } = packed as Record<string, unknown>;
  if (!Array.isArray(groups)) throw new RangeError("The groups of trees are not a list.");
  const texts = { thresholds, nodes, asked, cuts, leaves };
  for (const [name, text] of Object.entries(texts)) {
    if (typeof text !== "string") throw new RangeError(`The ${name} of the trees are not a string.`);
  }
  return { groups: groups.map(checkGroup), ...(texts as Record<keyof typeof texts, string>) };
}

function checkGroup(group: unknown): PackedGroup {
  if (typeof group !== "object" || group === null) throw new RangeError("A group of packed trees must be an object.");
  const { base, trees, scale, splitStep } = group as Record<string, unknown>;
  if (typeof base !== "number" || !Number.isFinite(base)) throw new RangeError("The base is not a finite number.");
  if (!isCount(trees)) throw new RangeError("The number of trees is not a whole number.");
  if (typeof scale !== "number" || !(scale > 0 && scale <= greatestValue)) {
    throw new RangeError(`The scale is not a number above 0 and up to ${greatestValue}.`);
  }
  if (!isCount(splitStep) || splitStep > mostSplitStep) {
    throw new RangeError(`The step of splits is not a whole number up to ${mostSplitStep}.`);
  }
  return { base, trees, scale, splitStep };
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}

function readGroup(streams: Streams, { base, trees, scale, splitStep }: PackedGroup, width: number): BoostedTrees {
  const { features, lists, nodes, asked, cuts, leaves, nodesRead } = streams;
  const { feature, threshold, right, rounded } = streams.room;
  const most = nodes.length - nodesRead;
  const roots: number[] = [];
  /** Splits whose right child is still to come. */
  const waiting: number[] = [];
  let { splitsRead, leavesRead } = streams;
  let node = 0;
  while (roots.length < trees) {
    roots.push(node);
    for (let isOpen = true; isOpen; node++) {
      if (node === most) throw new RangeError(`The nodes are truncated in tree ${roots.length} of ${trees}.`);
      if (nodes[nodesRead + node] !== 0) {
        const place = asked[splitsRead];
        const cut = lists[place]?.[cuts[splitsRead++]];
        if (cut === undefined) throw new RangeError(`Node ${node} asks for a feature or threshold that is not listed.`);
        const own = features[place];
        if (own >= width) throw new RangeError(`The trees ask for feature ${own}, but rows have ${width}.`);
        feature[node] = own;
        threshold[node] = cut;
        waiting.push(node);
        continue;
      }
      feature[node] = leafMark;
      threshold[node] = 0;
      right[node] = 0;
      rounded[node] = signed(leaves[leavesRead++] ?? 0);
      const parent = waiting.pop();
      if (parent === undefined) isOpen = false;
      else right[parent] = node + 1;
    }
  }
  const value = readValues(nodes.subarray(nodesRead, nodesRead + node), right, rounded, scale, splitStep);
  streams.nodesRead += node;
  streams.splitsRead = splitsRead;
  streams.leavesRead = leavesRead;
  return {
    base,
    roots: Int32Array.from(roots),
    feature: feature.slice(0, node),
    threshold: threshold.slice(0, node),
    right: right.slice(0, node),
    value,
  };
}

/** The values of all nodes from those of the leaves. */
function readValues(
  nodes: Int32Array,
  right: Int32Array,
  rounded: Int32Array,
  scale: number,
  splitStep: number,
): Float32Array {
  const value = new Float32Array(nodes.length);
  // Children come after their split.
  for (let node = nodes.length - 1; node >= 0; node--) {
    const split = nodes[node];
    if (split !== 0) {
      const middle = middleOf(rounded[node + 1], rounded[right[node]]);
      rounded[node] = middle + signed(split - 1) * splitStep;
    }
    const own = rounded[node] * scale;
    if (!(Math.abs(own) <= greatestValue)) throw new RangeError(`The value of node ${node} is out of bounds.`);
    value[node] = own;
  }
  return value;
}
