import type { SegmentKeys } from "../segment-table.ts";

/** Keys for numbers: deterministic, many sharing a hash or one half of it. */
export function keysOf(segments: readonly number[]): SegmentKeys {
  return {
    count: segments.length,
    low: Uint32Array.from(segments, (n) => Math.imul(n >> 1, 0x9e3779b1) >>> 0),
    high: Uint32Array.from(segments, (n) => (n >> 2) % 3),
    // Segments that share a hash differ in length.
    length: Uint32Array.from(segments, (n) => 1 + (n & 1)),
  };
}
