import fc from "fast-check";
import { expect, test } from "vitest";
import { bytesToData, dataToBytes } from "./array-bytes.ts";

const array = fc.oneof(fc.int32Array(), fc.float32Array({ noNaN: true }), fc.uint16Array());
const data = fc.dictionary(
  fc.string().filter((name) => name !== "array" && name !== "__proto__"),
  fc.oneof(
    array,
    fc.double({ noNaN: true }).filter((number) => !Object.is(number, -0) && Number.isFinite(number)),
    fc.string(),
    fc.array(array),
  ),
);

test("data survives at any offset of its bytes", () => {
  fc.assert(
    fc.property(data, fc.nat({ max: 9 }), (given, before) => {
      const bytes = dataToBytes(given);
      const moved = new Uint8Array(before + bytes.length);
      moved.set(bytes, before);
      expect(bytesToData(moved.subarray(before))).toEqual({ ...given });
    }),
  );
});

test("arrays are views of the bytes", () => {
  const bytes = dataToBytes({ list: Int32Array.of(1, 2) });
  const { list } = bytesToData(bytes) as { list: Int32Array };
  expect(list.buffer).toBe(bytes.buffer);
});
