import { LaneHash } from "dehusk/internal/basics";

const hash = new LaneHash();

/**
 * Which of a number of partitions a key belongs to; the same on every machine and in every version. The partition of a
 * page is that of its site, so that whoever has a partition has all pages of its sites.
 *
 * @example partitionOf("example.org", 64)
 */
export function partitionOf(key: string, partitions: number): number {
  hash.exact(key);
  return (hash.low >>> 0) % partitions;
}
