import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { base64ToBytes, bytesToBase64 } from "../basics/index.ts";
import { binColumn, quantileCuts } from "./bin-column.ts";
import { type BoostedTrees, leafMark } from "./boosted-trees.ts";
import { numbersToText, textToNumbers } from "./number-text.ts";
import { type PackedGroup, type PackedTrees, packTrees } from "./pack-trees.ts";
import { scoreRows } from "./score-rows.ts";
import { seededRandom } from "./seeded-random.ts";
import { trainBoostedTrees } from "./train-boosted-trees.ts";
import { unpackTrees } from "./unpack-trees.ts";

const count = 300;

/** Trees trained on random rows. */
function trained(width: number, trees: number, seed = 1): { trees: BoostedTrees; rows: Float32Array } {
  const random = seededRandom(seed);
  const rows = Float32Array.from({ length: count * width }, () => random() * 3 - 1);
  const columns = Array.from({ length: width }, (_, f) => {
    const column = rows.filter((_, at) => at % width === f);
    return binColumn(column, quantileCuts(column));
  });
  const labels = Float32Array.from({ length: count }, (_, r) => Number(rows[r * width] + random() > 1));
  const options = { leaves: 12, depth: 6, rate: 0.1, l2: 1, leastLeaf: 1, rowShare: 0.7, featureShare: 0.1, seed };
  const weights = new Float64Array(count).fill(1);
  return { rows, trees: trainBoostedTrees({ columns, labels, weights }, { ...options, trees }) };
}

describe("packing", () => {
  test.each([
    [3, 0],
    [3, 50],
    [40, 100],
    [400, 200],
  ])("keeps everything but the last digits of the values: %s features, %s trees", (width, number) => {
    const { trees, rows } = trained(width, number);
    const packed = packTrees([trees]);
    const [unpacked] = unpackTrees(JSON.parse(JSON.stringify(packed)), [width]) as [BoostedTrees];
    expect({ ...unpacked, value: trees.value }).toEqual(trees);
    const { scale } = packed.groups[0];
    for (const [node, value] of unpacked.value.entries()) {
      expect(Math.abs(value - trees.value[node])).toBeLessThan(scale * 0.501);
    }
    const before = scoreRows(trees, rows, width, count);
    for (const [r, score] of scoreRows(unpacked, rows, width, count).entries()) {
      expect(Math.abs(score - before[r])).toBeLessThan(0.001);
    }
  });

  test("rounds leaves and splits to the requested steps", () => {
    const { trees } = trained(8, 40);
    const packed = packTrees([trees], { steps: 20, splitStep: 6 });
    const [unpacked] = unpackTrees(packed, [8]) as [BoostedTrees];
    const { scale } = packed.groups[0];
    expect(Math.max(...textToNumbers(packed.leaves))).toBeLessThanOrEqual(40);
    for (const [node, value] of unpacked.value.entries()) {
      const most = trees.feature[node] === leafMark ? 0.501 : 3.001;
      expect(Math.abs(value - trees.value[node])).toBeLessThan(scale * most);
    }
    expect(packTrees([unpacked], { steps: 20, splitStep: 6 })).toEqual(packed);
  });

  test("of unpacked trees gives the same data", () => {
    for (let seed = 1; seed <= 20; seed++) {
      const packed = packTrees([trained(8, 20, seed).trees]);
      expect(packTrees(unpackTrees(packed, [8]))).toEqual(packed);
    }
  });

  test("of several groups restores each as if packed alone", () => {
    const groups = [trained(8, 20, 1).trees, trained(4, 0).trees, trained(5, 3, 2).trees, stumps([70, 2])];
    const widths = [8, 4, 5, 71];
    const alone = groups.map((trees, g) => unpackTrees(packTrees([trees]), [widths[g]])[0]);
    expect(unpackTrees(packTrees(groups), widths)).toEqual(alone);
  });

  test("numbers features by use, the most used first", () => {
    const features = [...Array.from({ length: 700 }, (_, k) => 90 * k), 50_000, 50_000, 50_000];
    const trees = stumps(features);
    const packed = packTrees([trees]);
    expect([...textToNumbers(packed.asked).slice(-3)]).toEqual([0, 0, 0]);
    expect(unpackTrees(packed, [leafMark])[0]?.feature).toEqual(trees.feature);
    expect(unpackTrees(packed, [leafMark])[0]?.threshold).toEqual(trees.threshold);
  });

  test("values that are all 0 stay 0", () => {
    const trees = { ...stumps([1]), value: new Float32Array(3) };
    expect(unpackTrees(packTrees([trees]), [2])).toEqual([trees]);
  });

  test("trees that are one leaf stay", () => {
    const leaf = {
      base: -1,
      roots: Int32Array.of(0, 1),
      feature: Uint16Array.of(leafMark, leafMark),
      threshold: new Float32Array(2),
      right: new Int32Array(2),
      value: Float32Array.of(1, -0.5),
    };
    expect(unpackTrees(packTrees([leaf], { steps: 2 }), [0])).toEqual([leaf]);
  });
});

/** Trees of one split each, all with different thresholds. */
function stumps(features: readonly number[]): BoostedTrees {
  return {
    base: 0.25,
    roots: Int32Array.from(features, (_, t) => 3 * t),
    feature: Uint16Array.from(features.flatMap((f) => [f, leafMark, leafMark])),
    threshold: Float32Array.from(features.flatMap((_, t) => [t / 7, 0, 0])),
    right: Int32Array.from(features.flatMap((_, t) => [3 * t + 2, 0, 0])),
    value: Float32Array.from(features.flatMap((_, t) => [0, -1, t])),
  };
}

describe("damaged data is refused", () => {
  const packed = packTrees([trained(5, 6).trees]);
  const [group] = packed.groups as [PackedGroup];
  const nodes = [...textToNumbers(packed.nodes)];
  const changed = (text: string, first: number) => numbersToText([first, ...textToNumbers(text).slice(1)]);
  const longer = (text: string) => numbersToText([...textToNumbers(text), 0]);
  const groupWith = (change: Partial<Record<keyof PackedGroup, unknown>>) => ({ groups: [{ ...group, ...change }] });

  test.each<[string, Partial<Record<keyof PackedTrees, unknown>>, RegExp]>([
    ["no groups", { groups: undefined }, /groups of trees are not a list/],
    ["a group too many", { groups: [group, group] }, /2 groups of trees instead of 1/],
    ["a group that is null", { groups: [null] }, /group of packed trees must be an object/],
    ["base of text", groupWith({ base: "1" }), /base/],
    ["base of NaN", groupWith({ base: Number.NaN }), /base/],
    ["no trees", groupWith({ trees: undefined }), /number of trees/],
    ["half a tree", groupWith({ trees: 5.5 }), /number of trees/],
    ["a tree less", groupWith({ trees: 5 }), /more nodes than the trees have/],
    ["a tree more", groupWith({ trees: 7 }), /are truncated in tree 7 of 7/],
    ["a billion trees", groupWith({ trees: 1e9 }), /are truncated in tree 7 of/],
    ["scale of 0", groupWith({ scale: 0 }), /scale/],
    ["scale beyond floats", groupWith({ scale: 1e38 }), /scale/],
    ["values beyond floats", groupWith({ scale: 1e29 }), /out of bounds/],
    ["step of splits of text", groupWith({ splitStep: "1" }), /step of splits/],
    ["a step of splits beyond all", groupWith({ splitStep: 1e6 }), /step of splits/],
    ["thresholds of numbers", { thresholds: [1] }, /thresholds of the trees are not a string/],
    ["thresholds of no digits", { thresholds: "é" }, /are truncated/],
    ["no thresholds", { thresholds: "" }, /not listed/],
    ["nodes not a text", { nodes: 1 }, /nodes of the trees are not a string/],
    ["no nodes", { nodes: "" }, /are truncated in tree 1 of 6/],
    ["a node more", { nodes: numbersToText([...nodes, 0]) }, /more nodes than the trees have/],
    ["a feature that is not listed", { asked: changed(packed.asked, 63) }, /not listed/],
    ["a threshold that is not listed", { cuts: changed(packed.cuts, 5000) }, /not listed/],
    ["a feature less", { asked: numbersToText(textToNumbers(packed.asked).slice(1)) }, /not listed/],
    ["a feature more", { asked: longer(packed.asked) }, /features instead of/],
    ["a cut more", { cuts: longer(packed.cuts) }, /cuts instead of/],
    ["a leaf less", { leaves: numbersToText(textToNumbers(packed.leaves).slice(1)) }, /values of leaves instead of/],
  ])("%s", (_, change, message) => {
    const damaged = { ...packed, ...change };
    expect(() => unpackTrees(damaged, [5])).toThrow(RangeError);
    expect(() => unpackTrees(damaged, [5])).toThrow(message);
  });

  test("features beyond the rows", () => {
    expect(() => unpackTrees(packed, [4])).toThrow(/feature 4, but rows have 4/);
  });

  test.each([undefined, null, 1, "trees", []])("%s instead of an object", (data) => {
    expect(() => unpackTrees(data, [5])).toThrow(RangeError);
  });

  test("numbers that break off anywhere", () => {
    for (const part of ["thresholds", "nodes", "asked", "cuts", "leaves"] as const) {
      const numbers = textToNumbers(packed[part]);
      for (let length = 0; length < numbers.length; length++) {
        const damaged = { ...packed, [part]: numbersToText(numbers.slice(0, length)) };
        expect(() => unpackTrees(damaged, [5])).toThrow(RangeError);
      }
    }
  });

  test("or gives trees in which every row reaches a leaf", () => {
    const rows = Float32Array.from({ length: 50 }, (_, at) => (at % 7) / 3 - 1);
    const part = fc.constantFrom("thresholds" as const, "nodes" as const, "asked" as const, "cuts" as const);
    let survived = 0;
    fc.assert(
      fc.property(part, fc.nat(), fc.nat(90), fc.nat(), fc.nat(90), (which, at, to, at2, to2) => {
        const numbers = [...textToNumbers(packed[which])];
        numbers[at % numbers.length] = to;
        numbers[at2 % numbers.length] = to2;
        let trees: BoostedTrees;
        try {
          trees = unpackTrees({ ...packed, [which]: numbersToText(numbers) }, [5])[0];
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError);
          return;
        }
        survived++;
        expect(scoreRows(trees, rows, 5, 10).every(Number.isFinite)).toBe(true);
      }),
      { numRuns: 500 },
    );
    expect(survived).toBeGreaterThan(0);
  });
});

test("bytes of any length survive base64", () => {
  for (const length of [0, 1, 2, 3, 0x1fff, 0x2000, 0x2001, 100_000]) {
    const bytes = Uint8Array.from({ length }, (_, i) => i * 89);
    expect(base64ToBytes(bytesToBase64(bytes))).toEqual(bytes);
  }
  expect(bytesToBase64(Uint8Array.of(0, 255, 16))).toBe("AP8Q");
});
