import fc from "fast-check";
import { expect, test } from "vitest";
import { KeyMinima } from "./key-minima.ts";

test("KeyMinima matches a Map", () => {
  const pair = fc.tuple(fc.oneof(fc.nat({ max: 50 }), fc.maxSafeNat()), fc.maxSafeNat());
  fc.assert(
    fc.property(fc.array(pair, { maxLength: 300 }), (pairs) => {
      const minima = new KeyMinima();
      const known = new Map<number, number>();
      for (const [key, number] of pairs) {
        minima.add(key, number);
        known.set(key, Math.min(number, known.get(key) ?? Number.POSITIVE_INFINITY));
      }
      for (const [key, number] of known) expect(minima.get(key)).toBe(number);
    }),
  );
});

test("KeyMinima grows", () => {
  const minima = new KeyMinima();
  for (let i = 0; i < 100_000; i++) minima.add(i * 2 ** 32, i);
  for (let i = 0; i < 100_000; i += 997) expect(minima.get(i * 2 ** 32)).toBe(i);
  expect(minima.get(1)).toBeUndefined();
});
