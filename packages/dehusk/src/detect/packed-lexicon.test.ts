import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bytesToBase64 } from "../basics/index.ts";
import { weightOf } from "../features/index.ts";
import { numbersToText } from "../learn/index.ts";
import { hashWord } from "../page/index.ts";
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

test("weights are the same when packed again, and in any order", () => {
  fc.assert(
    fc.property(entries, (list) => {
      const packed = packLexicon(new Map(list));
      const again = packLexicon(weightsOf(packed));
      expect({ ...again, scale: 0 }).toEqual({ ...packed, scale: 0 });
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
  const empty = { scale: 1, bits: 32, gaps: "", lastBits: "", weights: "" };
  expect(packLexicon(new Map())).toEqual(empty);
  expect(packLexicon(new Map([[3, 0]]))).toEqual(empty);
});

test("an unpacked lexicon is one to look words up in", () => {
  const lexicon = unpackLexicon(few);
  expect(weightOf(lexicon, -9)).toBe(-3);
  expect(weightOf(lexicon, 8)).toBe(0);
});

describe("hashes that are cut", () => {
  const hash = 0x12345678;

  test("are found by their leading bits, and by these alone", () => {
    const lexicon = unpackLexicon(
      packLexicon(
        new Map([
          [hash, 2],
          [-hash, -1],
        ]),
        { bits: 20 },
      ),
    );
    expect(weightOf(lexicon, hash)).toBe(2);
    expect(weightOf(lexicon, hash ^ 0xfff)).toBe(2);
    expect(weightOf(lexicon, hash ^ 0x1000)).toBe(0);
    expect(weightOf(lexicon, -hash)).toBeCloseTo(-1, 1);
  });

  test("have the strongest weight of those that share them", () => {
    const alike: [number, number][] = [
      [hash, 1],
      [hash + 1, -2],
      [hash + 2, 2],
    ];
    for (const entries of [alike, alike.toReversed()]) {
      expect(weightOf(unpackLexicon(packLexicon(new Map(entries), { bits: 20 })), hash)).toBe(2);
    }
  });

  test("match other words at the rate that the bits promise", () => {
    const words = Array.from({ length: 2000 }, (_, i): [number, number] => [hashWord(`word${i}`), 1]);
    const lexicon = unpackLexicon(packLexicon(new Map(words), { bits: 16 }));
    for (const [own] of words) expect(weightOf(lexicon, own)).toBe(1);
    let matches = 0;
    for (let i = 0; i < 50_000; i++) if (weightOf(lexicon, hashWord(`other${i}`)) !== 0) matches++;
    expect(matches / 50_000).toBeGreaterThan(0.8 * (2000 / 2 ** 16));
    expect(matches / 50_000).toBeLessThan(1.2 * (2000 / 2 ** 16));
  });
});

test("weights are rounded to the requested steps", () => {
  const packed = packLexicon(new Map([1, 2, 3, 4, 8].map((weight) => [weight << 20, weight])), { steps: 4 });
  expect([...weightsOf(packed).values()].sort()).toEqual([2, 2, 4, 4, 8]);
});

describe("what is broken is refused", () => {
  test.each([
    ["no object", null],
    ["a list", []],
    ["a scale in quotes", { ...few, scale: "1" }],
    ["a scale that is no number", { ...few, scale: Number.NaN }],
    ["gaps as a list", { ...few, gaps: [7] }],
    ["bits in quotes", { ...few, bits: "32" }],
    ["last bits missing", { ...few, lastBits: undefined }],
    ["no weights", { ...few, weights: undefined }],
  ])("by its shape: %s", (_, value) => {
    expect(isPackedLexicon(value)).toBe(false);
  });

  test.each([
    ["gaps that are no numbers", { ...few, gaps: "é" }, /are truncated/],
    ["no base64", { ...few, lastBits: "%" }, /not base64/],
    ["a weight too few", { ...few, weights: numbersToText([1, 2]) }, /3 words, but weights of 2/],
    ["half a hash", { ...few, lastBits: bytesToBase64(Uint8Array.of(1, 2)) }, /2 bytes instead of/],
    ["hashes of half a bit", { ...few, bits: 31.5 }, /31.5 bits/],
    ["hashes of more bits than there are", { ...few, bits: 33 }, /33 bits/],
    ["hashes beyond all bits", { ...few, gaps: numbersToText([100, 100, 100]) }, /more than 32 bits/],
    ["weights that no 32-bit float holds", { ...few, scale: 1e37 }, /in steps of 1e\+37/],
    ["weights that no 32-bit float holds, below 0", { ...few, scale: -1e300 }, /in steps of -1e\+300/],
  ])("when it is unpacked: %s", (_, packed, message) => {
    expect(isPackedLexicon(packed)).toBe(true);
    expect(() => unpackLexicon(packed)).toThrow(message);
    expect(() => unpackLexicon(packed)).toThrow(RangeError);
  });
});
