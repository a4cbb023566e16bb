import { type BoostedTrees, leafMark } from "./boosted-trees.ts";
import { numbersToText, unsigned } from "./number-text.ts";
import { packThresholds, type ThresholdLists } from "./pack-thresholds.ts";

/**
 * Groups of boosted trees as small JSON data that compresses well: numbers of a kind are together, in one text each.
 * Thresholds are exact, in one list for all groups; values are rounded, so that each tree's share of a score changes by at
 * most half a `scale`. Unpacked trees pack to the same data again: before shipping packed trees, measure the unpacked ones.
 *
 * Nodes are in preorder. A tree ends where all its splits have both children, so that children need no numbers.
 */
export interface PackedTrees {
  readonly groups: readonly PackedGroup[];
  /** The features that trees test, most used first, with their thresholds. */
  readonly thresholds: string;
  /** For each node 0 for a leaf; for a split 1 and more: how far its value is from the middle of its children's. */
  readonly nodes: string;
  /** For each split the index of its feature in the thresholds. */
  readonly asked: string;
  /** For each split the index of its threshold among the feature's. */
  readonly cuts: string;
  /** For each leaf its value. */
  readonly leaves: string;
}

export interface PackedGroup {
  readonly base: number;
  /** Number of trees. */
  readonly trees: number;
  /** Factor of the leaves' values. */
  readonly scale: number;
  /** Values of splits are rounded to this multiple of the scale: they explain a score but do not change it. */
  readonly splitStep: number;
}

export interface TreePrecision {
  /** The greatest value of a leaf is this many steps. Default: 32767. */
  readonly steps?: number | undefined;
  readonly splitStep?: number | undefined;
}

export function packTrees(
  groups: readonly BoostedTrees[],
  { steps = 32767, splitStep = 1 }: TreePrecision = {},
): PackedTrees {
  const lists = thresholdLists(groups);
  const places = new Map([...lists.keys()].map((feature, place) => [feature, place]));
  const cutPlaces = new Map([...lists].map(([feature, list]) => [feature, new Map(Array.from(list, inverse))]));
  const scales = groups.map((trees) => leafScale(trees, steps));
  const nodes: number[] = [];
  const asked: number[] = [];
  const cuts: number[] = [];
  const leaves: number[] = [];
  for (const [g, trees] of groups.entries()) {
    const { feature, threshold } = trees;
    const values = roundedValues(trees, scales[g], splitStep);
    for (const [node, own] of feature.entries()) {
      nodes.push(values.split[node]);
      if (own === leafMark) leaves.push(unsigned(values.rounded[node]));
      else {
        asked.push(places.get(own) as number);
        cuts.push(cutPlaces.get(own)?.get(threshold[node]) as number);
      }
    }
  }
  return {
    groups: groups.map(({ base, roots }, g) => ({ base, trees: roots.length, scale: scales[g], splitStep })),
    thresholds: packThresholds(lists),
    nodes: numbersToText(nodes),
    asked: numbersToText(asked),
    cuts: numbersToText(cuts),
    leaves: numbersToText(leaves),
  };
}

/** The distinct thresholds of each feature in use, most used first. */
function thresholdLists(groups: readonly BoostedTrees[]): ThresholdLists {
  const all = new Map<number, number[]>();
  for (const { feature, threshold } of groups) {
    for (const [node, asked] of feature.entries()) {
      if (asked === leafMark) continue;
      const list = all.get(asked);
      if (list === undefined) all.set(asked, [threshold[node]]);
      else list.push(threshold[node]);
    }
  }
  const byUse = [...all].sort(([one, uses], [other, otherUses]) => otherUses.length - uses.length || one - other);
  return new Map(byUse.map(([feature, list]) => [feature, Float32Array.from(new Set(list)).sort()]));
}

function inverse<Value>(value: Value, place: number): [Value, number] {
  return [value, place];
}

/** Maps the greatest value of a leaf to the greatest whole number; unpacking restores it to the digit. */
function leafScale({ feature, value }: BoostedTrees, steps: number): number {
  let greatest = 0;
  for (const [node, own] of value.entries()) {
    if (feature[node] === leafMark) greatest = Math.max(greatest, Math.abs(own));
  }
  return greatest === 0 ? 1 : greatest / steps;
}

/** Values as they will be unpacked, in units of the scale, and the numbers that encode those of splits. */
function roundedValues({ feature, right, value }: BoostedTrees, scale: number, splitStep: number) {
  const rounded = new Float64Array(feature.length);
  const split = new Float64Array(feature.length);
  // Children come after their split.
  for (let node = feature.length - 1; node >= 0; node--) {
    const own = value[node] / scale;
    if (feature[node] === leafMark) {
      rounded[node] = Math.round(own);
      continue;
    }
    const middle = middleOf(rounded[node + 1], rounded[right[node]]);
    const steps = Math.round((own - middle) / splitStep);
    rounded[node] = middle + steps * splitStep;
    split[node] = 1 + unsigned(steps);
  }
  return { rounded, split };
}

/** The expected value of a split, given those of its children. */
export function middleOf(left: number, right: number): number {
  return (left + right) >> 1;
}
