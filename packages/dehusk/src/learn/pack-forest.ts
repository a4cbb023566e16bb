import { base64ToBytes, bytesToBase64 } from "../basics/index.ts";
import { mostFeatures, type RandomForest, wholeShare } from "./random-forest.ts";

/**
 * Random forests as small JSON data, lossless and deterministic. Nodes are bytes in preorder:
 *
 *   inner node   feature (1 byte: index into `asked`; or 252 and 2 bytes, little-endian)
 *   leaf         253 for a value of 0, 254 for one of 255, 255 and the value (1 byte) for others
 *
 * A tree ends when all its splits have both children, so children need no numbers.
 */
export interface PackedForest {
  /** Features per row. */
  readonly features: number;
  /** Number of trees. */
  readonly trees: number;
  /** The features that trees test, most used first. */
  readonly asked: readonly number[];
  /** Base64. */
  readonly nodes: string;
}

const wideByte = 252;
const zeroByte = 253;
const wholeByte = 254;
const leafByte = 255;

export function packForest(forest: RandomForest): PackedForest {
  const asked = featuresByUse(forest);
  return {
    features: forest.features,
    trees: forest.roots.length,
    asked,
    nodes: bytesToBase64(nodeBytes(forest, asked)),
  };
}

function featuresByUse({ features, feature, right }: RandomForest): number[] {
  const uses = new Uint32Array(features);
  for (let node = 0; node < feature.length; node++) {
    if (right[node] === node) continue;
    const own = feature[node];
    uses[own] = uses[own] + 1;
  }
  return Array.from(uses, (_, f) => f)
    .filter((f) => uses[f] !== 0)
    .sort((a, b) => uses[b] - uses[a] || a - b);
}

function nodeBytes({ features, feature, right, value }: RandomForest, asked: readonly number[]): Uint8Array {
  const places = new Uint16Array(features);
  for (const [place, f] of asked.entries()) places[f] = place;
  const bytes = new Uint8Array(3 * feature.length);
  let at = 0;
  for (let node = 0; node < feature.length; node++) {
    if (right[node] !== node) {
      const place = places[feature[node]];
      if (place < wideByte) bytes[at++] = place;
      else {
        bytes[at++] = wideByte;
        bytes[at++] = place & 255;
        bytes[at++] = place >> 8;
      }
    } else if (value[node] === 0) bytes[at++] = zeroByte;
    else if (value[node] === wholeShare) bytes[at++] = wholeByte;
    else {
      bytes[at++] = leafByte;
      bytes[at++] = value[node];
    }
  }
  return bytes.subarray(0, at);
}

/**
 * A forest from its packed form, which may come from an untrusted file: an unpacked forest is safe to use.
 *
 * @throws RangeError that says what is wrong.
 */
export function unpackForest(packed: unknown): RandomForest {
  const { features, trees, asked, nodes } = checkShape(packed);
  const bytes = base64ToBytes(nodes);
  const feature = new Uint16Array(bytes.length);
  const right = new Int32Array(bytes.length);
  const value = new Uint8Array(bytes.length);
  const roots: number[] = [];
  /** Splits that still lack their right child. */
  const waiting: number[] = [];
  let isRoot = true;
  let node = 0;
  for (let at = 0; at < bytes.length; node++) {
    if (isRoot) roots.push(node);
    const kind = bytes[at++];
    if (kind > wideByte) {
      if (kind === leafByte && at === bytes.length)
        throw new RangeError(`The nodes end in the middle of node ${node}.`);
      value[node] = kind === zeroByte ? 0 : kind === wholeByte ? wholeShare : bytes[at++];
      right[node] = node;
      const parent = waiting.pop();
      isRoot = parent === undefined;
      if (parent !== undefined) right[parent] = node + 1;
      continue;
    }
    let place = kind;
    if (kind === wideByte) {
      if (at + 2 > bytes.length) throw new RangeError(`The nodes end in the middle of node ${node}.`);
      place = bytes[at] | (bytes[at + 1] << 8);
      at += 2;
    }
    const own = asked[place];
    if (own === undefined) throw new RangeError(`Node ${node} tests a feature that is not listed.`);
    feature[node] = own;
    waiting.push(node);
    isRoot = false;
  }
  if (!isRoot) throw new RangeError("The nodes end in the middle of a tree.");
  if (roots.length !== trees) throw new RangeError(`There are ${roots.length} trees instead of ${trees}.`);
  return {
    features,
    roots: Int32Array.from(roots),
    feature: feature.slice(0, node),
    right: right.slice(0, node),
    value: value.slice(0, node),
  };
}

function checkShape(packed: unknown): PackedForest {
  if (typeof packed !== "object" || packed === null) throw new RangeError("A packed forest must be an object.");
  const { features, trees, asked, nodes } = packed as Record<string, unknown>;
  if (!(isCount(features) && features <= mostFeatures)) {
    throw new RangeError(`The number of features is not a whole number up to ${mostFeatures}.`);
  }
  if (!isCount(trees)) throw new RangeError("The number of trees is not a whole number.");
  if (!(Array.isArray(asked) && asked.every((f) => isCount(f) && f < features))) {
    throw new RangeError(`The features that trees test are not a list of whole numbers below ${features}.`);
  }
  if (new Set(asked).size !== asked.length) throw new RangeError("A feature is listed twice.");
  if (typeof nodes !== "string") throw new RangeError("The nodes are not a string.");
  return { features, trees, asked, nodes };
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}
