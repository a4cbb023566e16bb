import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bytesToBase64 } from "../basics/index.ts";
import { weightOf } from "../features/index.ts";
import { isPackedLexicon, packLexicon, unpackLexicon } from "./packed-lexicon.ts";

const few = packLexicon(
  new Map([
    [7, 1.5],
    [-9, -3],
    [1 << 30, 0.75],
  ]),
);

const entries = fc.array(
  fc.tuple(
    fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
    fc.integer({ min: -9000, max: 9000 }).map((n) => n / 1000),
  ),
  { maxLength: 60 },
);
const weightsOf = (packed: ReturnType<typeof packLexicon>) => {
  const { keys, weights } = unpackLexicon(packed);
  return new Map([...keys].flatMap((hash, at) => (weights[at] === 0 ? [] : [[hash, weights[at]]])));
};

test("weights are off by half a step at most, a step being a 127th of the greatest, and 0 where they are left out", () => {
  fc.assert(
    fc.property(entries, (list) => {
      const map = new Map(list);
      const step = Math.max(0, ...[...map.values()].map(Math.abs)) / 127;
      const unpacked = weightsOf(packLexicon(map));
      for (const [hash, weight] of map) {
        expect(Math.abs((unpacked.get(hash) ?? 0) - weight)).toBeLessThanOrEqual(step / 2 + 1e-6);
      }
      expect([...unpacked.keys()].filter((hash) => !map.has(hash))).toEqual([]);
    }),
  );
});

test("weights are the same when packed again, and in whatever order", () => {
  fc.assert(
    fc.property(entries, (list) => {
      const packed = packLexicon(new Map(list));
      const again = packLexicon(weightsOf(packed));
      expect([again.hashes, again.weights]).toEqual([packed.hashes, packed.weights]);
      expect(packLexicon(new Map([...new Map(list)].reverse()))).toEqual(packed);
    }),
  );
});

test("the greatest weight is kept, to the digits of a 32-bit float", () => {
  const weights = weightsOf(few);
  expect(weights.get(-9)).toBe(-3);
  expect(weights.get(7)).toBeCloseTo((64 * 3) / 127, 6);
});

test("a lexicon of no words is empty", () => {
  expect(packLexicon(new Map())).toEqual({ scale: 1, hashes: "", weights: "" });
  expect(packLexicon(new Map([[3, 0]]))).toEqual({ scale: 1, hashes: "", weights: "" });
});

test("an unpacked lexicon is one to look words up in", () => {
  const lexicon = unpackLexicon(few);
  expect(weightOf(lexicon, -9)).toBe(-3);
  expect(weightOf(lexicon, 8)).toBe(0);
});

describe("what is broken is refused", () => {
  test.each([
    ["no object", null],
    ["a list", []],
    ["a scale in quotes", { ...few, scale: "1" }],
    ["a scale that is no number", { ...few, scale: Number.NaN }],
    ["hashes as a list", { ...few, hashes: [7] }],
    ["no weights", { scale: 1, hashes: "" }],
  ])("by its shape: %s", (_, value) => {
    expect(isPackedLexicon(value)).toBe(false);
  });

  test.each([
    ["no base64", { ...few, hashes: "%" }, /not base64/],
    ["a weight too few", { ...few, weights: bytesToBase64(Uint8Array.of(1, 2)) }, /3 words, but weights of 2/],
    ["half a hash", { scale: 1, hashes: bytesToBase64(Uint8Array.of(1, 2)), weights: "" }, /words, but weights of 0/],
    ["weights that no 32-bit float holds", { ...few, scale: 1e37 }, /in steps of 1e\+37/],
    ["weights that no 32-bit float holds, below 0", { ...few, scale: -1e300 }, /in steps of -1e\+300/],
  ])("when it is unpacked: %s", (_, packed, message) => {
    expect(isPackedLexicon(packed)).toBe(true);
    expect(() => unpackLexicon(packed)).toThrow(message);
    expect(() => unpackLexicon(packed)).toThrow(RangeError);
  });
});
