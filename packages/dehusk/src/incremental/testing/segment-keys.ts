import type { SegmentKeys } from "../segment-table.ts";

/** Keys for numbers: always the same for the same, many with one hash or with one half of it in common. */
export function keysOf(segments: readonly number[]): SegmentKeys {
  return {
    count: segments.length,
    low: Uint32Array.from(segments, (n) => Math.imul(n >> 1, 0x9e3779b1) >>> 0),
    high: Uint32Array.from(segments, (n) => (n >> 2) % 3),
    // Segments with a hash in common differ in length.
    length: Uint32Array.from(segments, (n) => 1 + (n & 1)),
  };
}
