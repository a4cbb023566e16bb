import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { numbersToText, textToNumbers } from "./number-text.ts";
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

  test("numbers features by use, and keeps all values", () => {
    const forest = stumps(Array.from({ length: 700 }, (_, k) => 80 * (k % 400)));
    const packed = packForest(forest);
    expect(packed.asked).toHaveLength(400);
    expect(packed.asked.slice(0, 300)).toEqual(Array.from({ length: 300 }, (_, k) => 80 * k));
    expect(unpackForest(packed)).toEqual(forest);
  });
});

describe("unpacking", () => {
  const good = packForest(trained(40, 5));
  const nodes = [...textToNumbers(good.nodes)];
  const withNodes = (changed: readonly number[]) => ({ ...good, nodes: numbersToText(changed) });

  test.each<[string, unknown]>([
    ["nothing", null],
    ["a text", "forest"],
    ["no fields", {}],
    ["features that are not a number", { ...good, features: "40" }],
    ["too many features", { ...good, features: 1e9 }],
    ["another number of trees", { ...good, trees: 6 }],
    ["a negative number of trees", { ...good, trees: -1 }],
    ["features beyond the rows", { ...good, features: 3 }],
    ["a feature twice", { ...good, asked: [...good.asked, good.asked[0]] }],
    ["a feature that is no number", { ...good, asked: [...good.asked.slice(1), "7"] }],
    ["a feature that is missing", { ...good, asked: good.asked.slice(1) }],
    ["nodes that are no text", { ...good, nodes: 5 }],
    ["nodes that are not digits", { ...good, nodes: "é" }],
    ["nodes that break off", withNodes(nodes.slice(0, -1))],
    ["nodes too many", withNodes([...nodes, 0])],
    ["values that are no text", { ...good, values: undefined }],
    ["a value too few", withNodes([...nodes.slice(0, -1), 2])],
    ["a value too many", { ...good, values: numbersToText([...textToNumbers(good.values), 9]) }],
    ["a value too great", { ...good, values: numbersToText([...textToNumbers(good.values)].fill(256)) }],
  ])("refuses %s", (_, packed) => {
    expect(() => unpackForest(packed)).toThrow(RangeError);
  });

  test("of any nodes gives an error, or a forest that predicts", () => {
    const rows = binaryProblem(20, 40, 1, () => true).rows;

    const damage = fc.array(fc.record({ at: fc.nat(), to: fc.nat(45) }), { minLength: 1 });
    let survived = 0;
    fc.assert(
      fc.property(damage, fc.integer({ min: 1, max: 7 }), (changes, trees) => {
        const numbers = nodes.slice();
        for (const { at, to } of changes) numbers[at % numbers.length] = to;
        const values = numbersToText(numbers.filter((number) => number === 2).map(() => 7));
        const packed: PackedForest = { ...good, trees, nodes: numbersToText(numbers), values };
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
