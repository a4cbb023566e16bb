import { numbersToText, textToNumbers } from "./number-text.ts";
import { mostFeatures, type RandomForest, wholeShare } from "./random-forest.ts";

/**
 * Random forests as small JSON data; nothing is lost, and a forest always gives the same data. Nodes are numbers in
 * preorder:
 *
 *   inner node   3 + its feature's place in `asked`
 *   leaf         0 for a value of 0, 1 for one of 255, 2 for others, which stand in `values`
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
  readonly nodes: string;
  readonly values: string;
}

const zeroLeaf = 0;
const wholeLeaf = 1;
const otherLeaf = 2;
const firstPlace = 3;

export function packForest(forest: RandomForest): PackedForest {
  const asked = featuresByUse(forest);
  return {
    features: forest.features,
    trees: forest.roots.length,
    asked,
    ...packNodes(forest, asked),
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

function packNodes({ features, feature, right, value }: RandomForest, asked: readonly number[]) {
  const places = new Uint16Array(features);
  for (const [place, f] of asked.entries()) places[f] = place;
  const nodes: number[] = [];
  const values: number[] = [];
  for (let node = 0; node < feature.length; node++) {
    const own = value[node];
    if (right[node] !== node) nodes.push(firstPlace + places[feature[node]]);
    else if (own === 0) nodes.push(zeroLeaf);
    else if (own === wholeShare) nodes.push(wholeLeaf);
    else {
      nodes.push(otherLeaf);
      values.push(own);
    }
  }
  return { nodes: numbersToText(nodes), values: numbersToText(values) };
}

/**
 * A forest from its packed form, which may come from an untrusted file: an unpacked forest is safe to use.
 *
 * @throws RangeError that says what is wrong.
 */
export function unpackForest(packed: unknown): RandomForest {
  const { features, trees, asked, nodes, values } = checkShape(packed);
  const numbers = textToNumbers(nodes);
  const others = textToNumbers(values);
  const count = numbers.length;
  const feature = new Uint16Array(count);
  const right = new Int32Array(count);
  const value = new Uint8Array(count);
  const roots: number[] = [];
  /** Splits that still lack their right child. */
  const waiting: number[] = [];
  let isRoot = true;
  let othersRead = 0;
  for (let node = 0; node < count; node++) {
    if (isRoot) roots.push(node);
    const number = numbers[node];
    if (number < firstPlace) {
      value[node] = number === otherLeaf ? shareOf(others[othersRead++]) : number === wholeLeaf ? wholeShare : 0;
      right[node] = node;
      const parent = waiting.pop();
      isRoot = parent === undefined;
      if (parent !== undefined) right[parent] = node + 1;
      continue;
    }
    const own = asked[number - firstPlace];
    if (own === undefined) throw new RangeError(`Node ${node} asks for a feature that is not listed.`);
    feature[node] = own;
    waiting.push(node);
    isRoot = false;
  }
  if (!isRoot) throw new RangeError("The nodes end in the middle of a tree.");
  if (roots.length !== trees) throw new RangeError(`There are ${roots.length} trees instead of ${trees}.`);
  if (othersRead !== others.length) throw new RangeError(`There are ${others.length} values instead of ${othersRead}.`);
  return { features, roots: Int32Array.from(roots), feature, right, value };
}

function shareOf(value: number | undefined): number {
  if (value === undefined || value > wholeShare) throw new RangeError(`A leaf has no value up to ${wholeShare}.`);
  return value;
}

function checkShape(packed: unknown): PackedForest {
  if (typeof packed !== "object" || packed === null) throw new RangeError("A packed forest must be an object.");
  const { features, trees, asked, nodes, values } = packed as Record<string, unknown>;
  if (!(isCount(features) && features <= mostFeatures)) {
    throw new RangeError(`The number of features is not a whole number up to ${mostFeatures}.`);
  }
  if (!isCount(trees)) throw new RangeError("The number of trees is not a whole number.");
  if (!(Array.isArray(asked) && asked.every((f) => isCount(f) && f < features))) {
    throw new RangeError(`The features that trees test are not a list of whole numbers below ${features}.`);
  }
  if (new Set(asked).size !== asked.length) throw new RangeError("A feature is listed twice.");
  if (typeof nodes !== "string") throw new RangeError("The nodes are not a string.");
  if (typeof values !== "string") throw new RangeError("The values are not a string.");
  return { features, trees, asked, nodes, values };
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}
