import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { base64ToBytes, bytesToBase64 } from "../basics/index.ts";
import { binColumn, quantileCuts } from "./bin-column.ts";
import { type BoostedTrees, leafMark, scoreRows } from "./boosted-trees.ts";
import { type PackedTrees, packTrees, unpackTrees } from "./pack-trees.ts";
import { seededRandom } from "./seeded-random.ts";
import { trainBoostedTrees } from "./train-boosted-trees.ts";

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
    const packed = packTrees(trees);
    const unpacked = unpackTrees(JSON.parse(JSON.stringify(packed)), width);
    expect({ ...unpacked, value: trees.value }).toEqual(trees);
    for (const [node, value] of unpacked.value.entries()) {
      expect(Math.abs(value - trees.value[node])).toBeLessThan(packed.scale * 0.501);
    }
    const before = scoreRows(trees, rows, width, count);
    for (const [r, score] of scoreRows(unpacked, rows, width, count).entries()) {
      expect(Math.abs(score - before[r])).toBeLessThan(0.001);
    }
  });

  test("of unpacked trees gives the same data", () => {
    for (let seed = 1; seed <= 20; seed++) {
      const packed = packTrees(trained(8, 20, seed).trees);
      expect(packTrees(unpackTrees(packed))).toEqual(packed);
    }
  });

  test("escapes features beyond 253 distinct ones", () => {
    const features = Array.from({ length: 700 }, (_, k) => 90 * k);
    const trees = stumps(features);
    const packed = packTrees(trees);
    expect(packed.features).toEqual(features);
    expect(unpackTrees(packed)).toEqual(unpackTrees(packTrees(unpackTrees(packed))));
    expect(unpackTrees(packed).feature).toEqual(trees.feature);
  });

  test("values that are all 0 stay 0", () => {
    const trees = { ...stumps([1]), value: new Float32Array(3) };
    expect(unpackTrees(packTrees(trees))).toEqual(trees);
  });

  test("accepts up to 256 thresholds per feature", () => {
    const most = stumps(new Array(256).fill(0));
    expect(unpackTrees(packTrees(most)).threshold).toEqual(most.threshold);
    expect(() => packTrees(stumps(new Array(257).fill(0)))).toThrow(/257 thresholds/);
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
  const packed = packTrees(trained(5, 6).trees);
  const bytes = base64ToBytes(packed.nodes);
  const floats = (...values: number[]) => bytesToBase64(new Uint8Array(Float32Array.from(values).buffer));
  const firstThresholds = (list: string) => [list, ...packed.thresholds.slice(1)];

  test.each<[string, Partial<Record<keyof PackedTrees, unknown>>, RegExp]>([
    ["base of text", { base: "1" }, /base/],
    ["base of NaN", { base: Number.NaN }, /base/],
    ["no trees", { trees: undefined }, /number of trees/],
    ["half a tree", { trees: 5.5 }, /number of trees/],
    ["one tree less", { trees: 5 }, /6 trees instead of 5/],
    ["scale of 0", { scale: 0 }, /scale/],
    ["scale beyond floats", { scale: 1e38 }, /scale/],
    ["features not a list", { features: "0" }, /features/],
    ["descending features", { features: [...packed.features].reverse() }, /rising/],
    ["features of text", { features: packed.features.map(String) }, /whole numbers/],
    ["negative features", { features: packed.features.map((f) => f - 1) }, /rising from 0/],
    ["features beyond the rows", { features: packed.features.map((f) => f + 1) }, /feature 5, but rows have 5/],
    ["one feature less", { features: packed.features.slice(1) }, /thresholds of/],
    ["thresholds of numbers", { thresholds: packed.thresholds.map(() => 1) }, /thresholds/],
    ["thresholds not base64", { thresholds: firstThresholds("?") }, /base64/],
    ["no threshold", { thresholds: firstThresholds("") }, /0 bytes/],
    ["a threshold cut short", { thresholds: firstThresholds(bytesToBase64(new Uint8Array(7))) }, /7 bytes/],
    ["descending thresholds", { thresholds: firstThresholds(floats(2, 1)) }, /do not rise/],
    ["thresholds of NaN", { thresholds: firstThresholds(floats(Number.NaN)) }, /do not rise/],
    ["thresholds not listed", { thresholds: packed.thresholds.map(() => floats(1)) }, /not listed/],
    ["nodes not a string", { nodes: [1] }, /nodes/],
    ["nodes not base64", { nodes: "é" }, /base64/],
    ["nodes of an unknown feature", { nodes: bytesToBase64(Uint8Array.of(200, 0, 0, 0)) }, /not listed/],
    ["no nodes", { nodes: "" }, /0 trees/],
  ])("%s", (_, change, message) => {
    const damaged = { ...packed, ...change };
    expect(() => unpackTrees(damaged, 5)).toThrow(RangeError);
    expect(() => unpackTrees(damaged, 5)).toThrow(message);
  });

  test.each([undefined, null, 1, "trees", []])("%s instead of an object", (data) => {
    expect(() => unpackTrees(data)).toThrow(RangeError);
  });

  test("nodes truncated anywhere", () => {
    for (let length = 0; length < bytes.length; length++) {
      const nodes = bytesToBase64(bytes.subarray(0, length));
      expect(() => unpackTrees({ ...packed, nodes })).toThrow(RangeError);
    }
  });

  test("or gives trees in which every row reaches a leaf", () => {
    const rows = Float32Array.from({ length: 50 }, (_, at) => (at % 7) / 3 - 1);
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.nat(255), fc.nat(bytes.length - 1), fc.nat(255), (at, to, at2, to2) => {
        const changed = bytes.slice();
        changed[at] = to;
        changed[at2] = to2;
        let trees: BoostedTrees;
        try {
          trees = unpackTrees({ ...packed, nodes: bytesToBase64(changed) }, 5);
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError);
          return;
        }
        expect(scoreRows(trees, rows, 5, 10).every(Number.isFinite)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});

test("bytes of any length survive base64", () => {
  for (const length of [0, 1, 2, 3, 0x1fff, 0x2000, 0x2001, 100_000]) {
    const bytes = Uint8Array.from({ length }, (_, i) => i * 89);
    expect(base64ToBytes(bytesToBase64(bytes))).toEqual(bytes);
  }
  expect(bytesToBase64(Uint8Array.of(0, 255, 16))).toBe("AP8Q");
});
