import { base64ToBytes, bytesToBase64 } from "../basics/index.ts";
import { type BoostedTrees, leafMark } from "./boosted-trees.ts";

/**
 * Boosted trees as small JSON data. Thresholds are exact; values are rounded to 16 bits, which shifts each tree's part
 * in a score by at most half a `scale`. Unpacked trees pack to the same data again: if you ship packed trees, measure
 * the unpacked ones.
 *
 * Nodes are bytes in preorder, numbers little-endian:
 *
 *   inner node   feature (1 byte: index into `features`; or 254 and 2 bytes), threshold (1 byte: index into its list),
 *   value (2)
 *   leaf         255, value (2)
 *
 * A tree ends when all its splits have both children, so children need no numbers.
 */
export interface PackedTrees {
  readonly base: number;
  /** Number of trees. */
  readonly trees: number;
  /** Factor of the nodes' values. */
  readonly scale: number;
  /** The features that trees test, ascending. */
  readonly features: readonly number[];
  /** For each of these, its distinct thresholds, ascending: base64 of 32-bit floats. */
  readonly thresholds: readonly string[];
  /** Base64. */
  readonly nodes: string;
}

const leafByte = 255;
const wideByte = 254;
const leastNodeBytes = 3;
const mostThresholds = 256;
const greatestValue = 32767;
const greatestFloat = 3.4028234663852886e38;

/** @throws RangeError for more than 256 distinct thresholds of a feature. */
export function packTrees(trees: BoostedTrees): PackedTrees {
  const lists = thresholdLists(trees);
  const features = [...lists.keys()];
  const scale = valueScale(trees.value);
  return {
    base: trees.base,
    trees: trees.roots.length,
    scale,
    features,
    thresholds: [...lists.values()].map((list) => bytesToBase64(floatsToBytes(list))),
    nodes: bytesToBase64(nodeBytes(trees, features, lists, scale)),
  };
}

/** The distinct thresholds of each feature tested, by ascending feature. */
function thresholdLists({ feature, threshold }: BoostedTrees): Map<number, Float32Array> {
  const all = new Map<number, number[]>();
  for (const [node, asked] of feature.entries()) {
    if (asked === leafMark) continue;
    const list = all.get(asked);
    if (list === undefined) all.set(asked, [threshold[node]]);
    else list.push(threshold[node]);
  }
  const rising = [...all].sort(([one], [other]) => one - other);
  return new Map(rising.map(([asked, list]) => [asked, distinctOf(asked, list)]));
}

function distinctOf(feature: number, thresholds: readonly number[]): Float32Array {
  const sorted = Float32Array.from(thresholds).sort();
  const distinct = sorted.filter((value, i) => i === 0 || value !== sorted[i - 1]);
  if (distinct.length <= mostThresholds) return distinct;
  throw new RangeError(
    `Feature ${feature} has ${distinct.length} thresholds; at most ${mostThresholds} can be packed.`,
  );
}

/** Maps the largest value to the largest 16-bit number; unpacking restores it exactly. */
function valueScale(values: Float32Array): number {
  let greatest = 0;
  for (const value of values) greatest = Math.max(greatest, Math.abs(value));
  return greatest === 0 ? 1 : greatest / greatestValue;
}

function nodeBytes(
  { feature, threshold, value }: BoostedTrees,
  features: readonly number[],
  lists: ReadonlyMap<number, Float32Array>,
  scale: number,
): Uint8Array {
  const places = new Map(features.map((asked, place) => [asked, place]));
  const bytes: number[] = [];
  for (const [node, asked] of feature.entries()) {
    if (asked === leafMark) bytes.push(leafByte);
    else {
      const place = places.get(asked) as number;
      if (place < wideByte) bytes.push(place);
      else bytes.push(wideByte, place & 255, place >> 8);
      bytes.push((lists.get(asked) as Float32Array).indexOf(threshold[node]));
    }
    const short = Math.round(value[node] / scale);
    bytes.push(short & 255, (short >> 8) & 255);
  }
  return Uint8Array.from(bytes);
}

/**
 * Trees from their packed form, which may come from an untrusted file: unpacked trees are safe to use.
 *
 * @param width Features per row; trees may not test others.
 * @throws RangeError that says what is wrong.
 */
export function unpackTrees(packed: unknown, width = leafMark): BoostedTrees {
  const checked = checkShape(packed);
  const { features, thresholds, nodes } = checked;
  checkFeatures(features, width);
  if (thresholds.length !== features.length) {
    throw new RangeError(`There are ${features.length} features, but thresholds of ${thresholds.length}.`);
  }
  return readNodes(checked, thresholds.map(readThresholds), base64ToBytes(nodes));
}

function checkShape(packed: unknown): PackedTrees {
  if (typeof packed !== "object" || packed === null) throw new RangeError("Packed trees must be an object.");
  const { base, trees, scale, features, thresholds, nodes } = packed as Record<string, unknown>;
  if (typeof base !== "number" || !Number.isFinite(base)) throw new RangeError("The base is not a finite number.");
  if (typeof trees !== "number" || !Number.isSafeInteger(trees) || trees < 0) {
    throw new RangeError("The number of trees is not a whole number.");
  }
  if (typeof scale !== "number" || !(scale > 0 && scale * greatestValue <= greatestFloat)) {
    throw new RangeError("The scale is not a number above 0 within the range of 32-bit floats.");
  }
  if (!Array.isArray(features)) throw new RangeError("The features are not a list.");
  if (!(Array.isArray(thresholds) && thresholds.every((list) => typeof list === "string"))) {
    throw new RangeError("The thresholds are not a list of strings.");
  }
  if (typeof nodes !== "string") throw new RangeError("The nodes are not a string.");
  return { base, trees, scale, features, thresholds, nodes };
}

function checkFeatures(features: readonly unknown[], width: number): void {
  let last = -1;
  for (const feature of features) {
    if (typeof feature !== "number" || !Number.isInteger(feature) || feature <= last) {
      throw new RangeError("The features are not whole numbers, rising from 0.");
    }
    if (feature >= width || feature >= leafMark) {
      throw new RangeError(`The trees test feature ${feature}, but rows have ${width}.`);
    }
    last = feature;
  }
}

function readThresholds(base64: string): Float32Array {
  const bytes = base64ToBytes(base64);
  const list = bytesToFloats(bytes);
  if (list.length === 0 || list.length > mostThresholds || bytes.length !== 4 * list.length) {
    throw new RangeError(`A list of thresholds has ${bytes.length} bytes, not 4 for each of 1 to ${mostThresholds}.`);
  }
  if (list.some((value, i) => Number.isNaN(value) || (i > 0 && value <= list[i - 1]))) {
    throw new RangeError("The thresholds of a feature do not rise.");
  }
  return list;
}

function readNodes(
  { base, trees, scale, features }: PackedTrees,
  lists: readonly Float32Array[],
  bytes: Uint8Array,
): BoostedTrees {
  const most = Math.floor(bytes.length / leastNodeBytes);
  const feature = new Uint16Array(most);
  const threshold = new Float32Array(most);
  const right = new Int32Array(most);
  const value = new Float32Array(most);
  const roots: number[] = [];
  /** Splits that still lack their right child. */
  const waiting: number[] = [];
  let isRoot = true;
  let node = 0;
  for (let at = 0; at < bytes.length; node++) {
    if (isRoot) roots.push(node);
    isRoot = false;
    let place = bytes[at++];
    if (place === leafByte) {
      feature[node] = leafMark;
      const parent = waiting.pop();
      if (parent === undefined) isRoot = true;
      else right[parent] = node + 1;
    } else {
      if (place === wideByte) {
        place = bytes[at] | (bytes[at + 1] << 8);
        at += 2;
      }
      const cut = lists[place]?.[bytes[at++]];
      if (cut === undefined) throw new RangeError(`Node ${node} tests a feature or threshold that is not listed.`);
      feature[node] = features[place];
      threshold[node] = cut;
      waiting.push(node);
    }
    if (at + 2 > bytes.length) throw new RangeError(`The nodes end in the middle of node ${node}.`);
    value[node] = (((bytes[at + 1] << 24) >> 16) | bytes[at]) * scale;
    at += 2;
  }
  if (!isRoot) throw new RangeError("The nodes end in the middle of a tree.");
  if (roots.length !== trees) throw new RangeError(`There are ${roots.length} trees instead of ${trees}.`);
  return {
    base,
    roots: Int32Array.from(roots),
    feature: feature.slice(0, node),
    threshold: threshold.slice(0, node),
    right: right.slice(0, node),
    value: value.slice(0, node),
  };
}

function floatsToBytes(floats: Float32Array): Uint8Array {
  const view = new DataView(new ArrayBuffer(4 * floats.length));
  for (const [i, value] of floats.entries()) view.setFloat32(4 * i, value, true);
  return new Uint8Array(view.buffer);
}

function bytesToFloats(bytes: Uint8Array): Float32Array {
  const view = new DataView(bytes.buffer);
  return Float32Array.from({ length: Math.floor(bytes.length / 4) }, (_, i) => view.getFloat32(4 * i, true));
}
