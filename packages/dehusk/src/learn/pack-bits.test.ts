import fc from "fast-check";
import { expect, test } from "vitest";
import { bytesToBase64 } from "../basics/base64-bytes.ts";
import { packBits, unpackBits } from "./pack-bits.ts";

test("numbers survive, without the bits above their width", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 24 }), fc.array(fc.nat()), (bits, numbers) => {
      const text = packBits(numbers, bits);
      expect([...unpackBits(text, numbers.length, bits)]).toEqual(numbers.map((number) => number % 2 ** bits));
    }),
  );
});

test("takes only as many bytes as the bits fill", () => {
  expect(packBits([1, 1, 1], 8)).toBe(bytesToBase64(Uint8Array.of(1, 1, 1)));
  expect(packBits([5, 2, 7], 3)).toBe(bytesToBase64(Uint8Array.of(0b11_010_101, 0b1)));
});

test("refuses another number of bytes, and text other than base64", () => {
  const text = packBits([1, 2, 3], 10);
  expect(() => unpackBits(text, 4, 10)).toThrow(/4 bytes instead of 5/);
  expect(() => unpackBits(text, 2, 10)).toThrow(RangeError);
  expect(() => unpackBits("%", 1, 6)).toThrow(/base64/);
});
