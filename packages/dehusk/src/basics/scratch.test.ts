import { expect, test } from "vitest";
import { Scratch } from "./scratch.ts";

const floats = () => new Scratch((length) => new Float32Array(length));

test("one call after the other gets the same memory, larger when it asks for more", () => {
  const scratch = floats();
  const first = scratch.take(100);
  expect(first.length).toBeGreaterThanOrEqual(100);
  expect(scratch.take(50)).toBe(first);
  const larger = scratch.take(first.length + 1);
  expect(larger.length).toBeGreaterThan(first.length);
  expect(scratch.take(100)).toBe(larger);
});

test("cleared memory is 0 as far as it was asked for", () => {
  const scratch = floats();
  scratch.take(10).fill(7);
  expect([...scratch.takeClear(4).subarray(0, 5)]).toEqual([0, 0, 0, 0, 7]);
});

test("very long arrays are made anew each time, and not kept", () => {
  const scratch = floats();
  const kept = scratch.take(10);
  const long = scratch.take(2_000_000);
  expect(long.length).toBe(2_000_000);
  // Not by `toBe`, which would compare two million entries for its message.
  expect(scratch.take(2_000_000) === long).toBe(false);
  expect(scratch.take(10)).toBe(kept);
});
