import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { base64ToBytes, bytesToBase64 } from "../basics/index.ts";
import { type PackedForest, packForest, unpackForest } from "./pack-forest.ts";
import { predictForest, type RandomForest } from "./random-forest.ts";
import { binaryProblem } from "./testing/binary-problem.ts";
import { trainForest } from "./train-random-forest.ts";

function trained(features: number, trees: number, seed = 1): RandomForest {
  const problem = binaryProblem(300, features, seed, (bits) => bits[0] === 1, 0.3);
  return trainForest(problem, { seed, trees, leastLeaf: 1 + (seed % 3) }).forest;
}

/** Trees of one split each. */
function stumps(features: readonly number[]): RandomForest {
  return {
    features: 60_000,
    roots: Int32Array.from(features, (_, t) => 3 * t),
    feature: Uint16Array.from(features.flatMap((f) => [f, 0, 0])),
    right: Int32Array.from(features.flatMap((_, t) => [3 * t + 2, 3 * t + 1, 3 * t + 2])),
    value: Uint8Array.from(features.flatMap((_, t) => [0, t % 256, 255 - (t % 256)])),
  };
}

describe("packing", () => {
  test.each([
    [1, 3],
    [40, 20],
    [400, 60],
  ])("loses nothing: %s features, %s trees", (features, trees) => {
    for (let seed = 1; seed <= 6; seed++) {
      const forest = trained(features, trees, seed);
      const packed = packForest(forest);
      expect(unpackForest(JSON.parse(JSON.stringify(packed)))).toEqual(forest);
      expect(packForest(unpackForest(packed))).toEqual(packed);
    }
  });

  test("escapes features beyond the 252 most used, and keeps all values", () => {
    const forest = stumps(Array.from({ length: 700 }, (_, k) => 80 * (k % 400)));
    const packed = packForest(forest);
    expect(packed.asked).toHaveLength(400);
    expect(packed.asked.slice(0, 300)).toEqual(Array.from({ length: 300 }, (_, k) => 80 * k));
    expect(unpackForest(packed)).toEqual(forest);
  });

  test("takes about a byte per split and at most two per leaf", () => {
    const forest = trained(40, 20);
    expect(base64ToBytes(packForest(forest).nodes).length).toBeLessThanOrEqual(1.5 * forest.feature.length + 20);
  });
});

describe("unpacking", () => {
  const good = packForest(trained(40, 5));
  const withBytes = (change: (bytes: Uint8Array) => Uint8Array) => ({
    ...good,
    nodes: bytesToBase64(change(base64ToBytes(good.nodes))),
  });

  test.each<[string, unknown]>([
    ["nothing", null],
    ["a text", "forest"],
    ["no fields", {}],
    ["features that are not a number", { ...good, features: "40" }],
    ["too many features", { ...good, features: 1e9 }],
    ["another number of trees", { ...good, trees: 6 }],
    ["a negative number of trees", { ...good, trees: -1 }],
    ["features beyond the rows", { ...good, features: 3 }],
    ["a duplicate feature", { ...good, asked: [...good.asked, good.asked[0]] }],
    ["a feature that is not a number", { ...good, asked: [...good.asked.slice(1), "7"] }],
    ["a missing feature", { ...good, asked: good.asked.slice(1) }],
    ["nodes that are not a string", { ...good, nodes: 5 }],
    ["nodes that are not base64", { ...good, nodes: "*" }],
    ["truncated nodes", withBytes((bytes) => bytes.slice(0, -1))],
    ["nodes truncated in a leaf", withBytes((bytes) => Uint8Array.of(...bytes, 255))],
    ["nodes truncated in a split", withBytes((bytes) => Uint8Array.of(...bytes, 252, 0))],
    ["too many nodes", withBytes((bytes) => Uint8Array.of(...bytes, 253))],
  ])("refuses %s", (_, packed) => {
    expect(() => unpackForest(packed)).toThrow(RangeError);
  });

  test("of any bytes gives an error or a usable forest", () => {
    const rows = binaryProblem(20, 40, 1, () => true).rows;
    const original = base64ToBytes(good.nodes);
    const damage = fc.array(fc.record({ at: fc.nat(), byte: fc.integer({ min: 0, max: 255 }) }), { minLength: 1 });
    let survived = 0;
    fc.assert(
      fc.property(damage, fc.integer({ min: 1, max: 7 }), (changes, trees) => {
        const bytes = original.slice();
        for (const { at, byte } of changes) bytes[at % bytes.length] = byte;
        const packed: PackedForest = { ...good, trees, nodes: bytesToBase64(bytes) };
        let forest: RandomForest;
        try {
          forest = unpackForest(packed);
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError);
          return;
        }
        survived++;
        expect(predictForest(forest, rows).every((score) => score >= 0 && score <= 1)).toBe(true);
      }),
      { numRuns: 500 },
    );
    expect(survived).toBeGreaterThan(0);
  });
});
