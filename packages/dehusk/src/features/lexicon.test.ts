import fc from "fast-check";
import { expect, test } from "vitest";
import { weightOf } from "./lexicon.ts";
import { lexiconOf } from "./testing/lexicon-of.ts";

/** Any 32-bit hash, many with the same low bits and so the same slot. */
const hash = fc.oneof(
  fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
  fc.integer({ min: -40, max: 40 }).map((high) => (high << 16) | 15),
  fc.constantFrom(0, -1, 1, 2 ** 31 - 1, -(2 ** 31)),
);
const weight = fc.integer({ min: -127, max: 127 }).map((byte) => byte / 16);

test("returns the same as a map for every hash, and 0 for missing ones", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(hash, weight), { maxLength: 120 }), fc.array(hash), (entries, others) => {
      const map = new Map(entries);
      const lexicon = lexiconOf(map);
      for (const asked of [...map.keys(), ...others]) expect(weightOf(lexicon, asked)).toBe(map.get(asked) ?? 0);
    }),
    { numRuns: 500 },
  );
});

test("of several weights for one hash, the last wins", () => {
  expect(
    weightOf(
      lexiconOf([
        [-5, 1],
        [11, 4],
        [-5, 2],
      ]),
      -5,
    ),
  ).toBe(2);
});

test("an empty one returns 0 for every hash", () => {
  fc.assert(
    fc.property(hash, (asked) => {
      expect(weightOf(lexiconOf([]), asked)).toBe(0);
      expect(weightOf(lexiconOf([[asked, 0]]), asked)).toBe(0);
    }),
  );
});

test("however many hashes share a slot, at least half of the slots stay free, so that a search ends", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 3000 }), (count) => {
      const lexicon = lexiconOf(Array.from({ length: count }, (_, i): [number, number] => [i << 12, 1]));
      const free = lexicon.weights.filter((each) => each === 0).length;
      expect(2 * free).toBeGreaterThanOrEqual(lexicon.keys.length);
      expect(lexicon.keys.length).toBe(lexicon.mask + 1);
      expect(weightOf(lexicon, 1 << 30)).toBe(0);
    }),
    { numRuns: 20 },
  );
});
