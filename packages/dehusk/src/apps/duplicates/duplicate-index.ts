import { checkNames, checkWhole, DehuskError } from "../../basics/index.ts";
import { BucketTable } from "./bucket-table.ts";
import { DisjointSets } from "./disjoint-sets.ts";
import { type DuplicateGroup, measureGroup } from "./duplicate-group.ts";
import { grow } from "./grow.ts";
import { foldHash } from "./hash.ts";
import { countMatches, defaultMatch, minMatches } from "./is-duplicate.ts";
import { defaultKeep, maxKept } from "./shingles.ts";

/**
 * Groups pages into duplicates by their sketches: the connected components of `isDuplicate` (page-level template
 * detection, section 6.2), without comparing all pairs.
 *
 * A page is filed under its smallest hashes only. If pages a and b with s and t hashes share n, at most s − n hashes of
 * a are in a alone, so the smallest shared one is among the first s − n + 1 of a, and likewise of b: two pages of 8
 * that share 4 meet under one of their 5 smallest, and no fewer would do. In the same way the d-th smallest shared one
 * is among the first s − n + d. So a bucket that has grown large, as under a line of text that a hundred thousand pages
 * show, is split by the next shared hash, and so on; pages that meet under n hashes are duplicates, and one of them
 * represents all. That keeps it exact and the work per page bounded: with 8 and 4 at most 125 buckets are checked, of
 * at most `maxBucket` pages each. Pages with fewer hashes are filed once for each n that a partner may require.
 *
 * Cost: constant time per page; about 200 bytes for a page unlike others, six times that if many of its buckets are
 * split. Exact except for collisions of 53-bit bucket keys, which can hide a pair but never create one.
 */
export interface DuplicateIndexOptions {
  /** Hashes in a full sketch. Default 8. */
  readonly keep?: number | undefined;
  /** How many of them must match. Default 4. */
  readonly match?: number | undefined;
}

/** Pages in a bucket before it is split: chosen by bench/duplicates.mjs, where 8 to 64 make little difference. */
const maxBucket = 24;

/**
 * Most buckets that one page may be filed in if all are split; larger sketches stop splitting earlier and compare more.
 */
const maxBuckets = 1000;

export class DuplicateIndex<Id = string> {
  readonly #keep: number;
  readonly #match: number;
  readonly #ids: Id[] = [];
  readonly #sets = new DisjointSets();
  readonly #buckets = new BucketTable();
  /** All sketches, `keep` entries each. */
  #sketches: Float64Array = new Float64Array(0);
  #sizes: Uint8Array = new Uint8Array(0);
  /** For each required number of matches, the most hashes a bucket is split by. */
  readonly #deepest: number[];
  /** Per depth, a buffer for the pages of a bucket. */
  readonly #met: number[][];

  constructor(options: DuplicateIndexOptions = {}) {
    checkNames(options, ["keep", "match"]);
    const { keep = defaultKeep, match = defaultMatch } = options;
    checkWhole("keep", keep, 1, maxKept);
    checkWhole("match", match, 1, keep);
    this.#keep = keep;
    this.#match = match;
    this.#deepest = Array.from({ length: match + 1 }, (_, matches) => maxSplitDepth(keep, matches));
    this.#met = Array.from({ length: match + 1 }, () => []);
  }

  /** Pages added so far. */
  get size(): number {
    return this.#ids.length;
  }

  /**
   * Adds a page.
   *
   * @param sketch From `shinglesOf` with the same `keep`.
   * @returns The first page of its group, or undefined if no earlier page is a duplicate.
   */
  add(id: Id, sketch: Float64Array): Id | undefined {
    this.#checkSketch(sketch);
    const page = this.#sets.add();
    this.#ids.push(id);
    this.#sizes = grow(this.#sizes, page + 1);
    this.#sizes[page] = sketch.length;
    this.#sketches = grow(this.#sketches, (page + 1) * this.#keep);
    this.#sketches.set(sketch, page * this.#keep);
    const most = Math.min(this.#match, sketch.length);
    for (let matches = this.#least(sketch.length); matches <= most && sketch.length > 0; matches++) {
      if (this.#file(page, matches, 1, 0, matches)) break;
    }
    const first = this.#sets.first(page);
    return first === page ? undefined : this.#ids[first];
  }

  /** Groups of at least two pages, ordered by their first page; pages in the order added. */
  groups(): DuplicateGroup<Id>[] {
    const members = new Map<number, number[]>();
    for (let page = 0; page < this.size; page++) {
      const first = this.#sets.first(page);
      if (first === page) continue;
      const group = members.get(first);
      if (group === undefined) members.set(first, [first, page]);
      else group.push(page);
    }
    return [...members.entries()]
      .sort(([a], [b]) => a - b)
      .map(([, pages]) => ({
        members: pages.map((page) => this.#ids[page]),
        ...measureGroup(pages.map((page) => this.#sketchOf(page))),
      }));
  }

  #sketchOf(page: number): Float64Array {
    const from = page * this.#keep;
    return this.#sketches.subarray(from, from + this.#sizes[page]);
  }

  #least(size: number): number {
    return minMatches(size, this.#match, this.#keep);
  }

  /**
   * Files a page under its hashes from rank `from` on, below the hashes that `key` stands for.
   *
   * @param matches Number of hashes a partner must share.
   * @param depth Number of hashes the buckets stand for.
   * @returns Whether a page with the same sketch was met: then there is nothing left to file.
   */
  #file(page: number, matches: number, depth: number, from: number, key: number): boolean {
    const end = this.#sizes[page] - matches + depth;
    for (let rank = from; rank < end; rank++) {
      const bucket = foldHash(key, this.#sketches[page * this.#keep + rank]);
      if (this.#visit(page, matches, depth, rank, bucket)) return true;
    }
    return false;
  }

  #visit(page: number, matches: number, depth: number, rank: number, bucket: number): boolean {
    const met = this.#met[depth];
    const count = this.#buckets.read(bucket, met);
    for (let i = 0; i < count; i++) {
      const shared = this.#compare(page, met[i]);
      if (shared === Shared.All) return true;
      // Any page that meets this one here matches the page already there as often.
      if (shared === Shared.Enough && depth === matches) return false;
    }
    if (count >= 0) {
      if (count < maxBucket || depth === this.#deepest[matches]) {
        this.#buckets.add(bucket, page);
        return false;
      }
      this.#buckets.split(bucket);
      const value = this.#sketches[page * this.#keep + rank];
      for (const other of met.slice(0, count)) {
        this.#file(other, matches, depth + 1, this.#sketchOf(other).indexOf(value) + 1, bucket);
      }
    }
    return this.#file(page, matches, depth + 1, rank + 1, bucket);
  }

  /** Compares two pages and joins their groups if they are duplicates. */
  #compare(page: number, other: number): number {
    const size = this.#sizes[page];
    const otherSize = this.#sizes[other];
    const from = page * this.#keep;
    const otherFrom = other * this.#keep;
    const sketches = this.#sketches;
    const matches = countMatches(sketches, from, from + size, sketches, otherFrom, otherFrom + otherSize);
    if (matches < this.#least(Math.max(size, otherSize))) return Shared.Few;
    this.#sets.join(page, other);
    return matches === size && matches === otherSize ? Shared.All : Shared.Enough;
  }

  #checkSketch(sketch: Float64Array): void {
    const rises = sketch.every((value, i) => i === 0 || value > sketch[i - 1]);
    if (sketch.length > this.#keep || !rises) {
      throw new DehuskError(
        "bad-input",
        `A sketch must have at most ${this.#keep} hashes in ascending order, as from shinglesOf.`,
      );
    }
  }
}

const Shared = { Few: 0, Enough: 1, All: 2 } as const;

/** The most hashes, up to `matches`, by which a page with `keep` hashes can be filed without using too many buckets. */
function maxSplitDepth(keep: number, matches: number): number {
  let ways = 1;
  for (let depth = 1; depth <= matches; depth++) {
    // Ways to choose `depth` of the first keep − matches + depth hashes.
    ways = (ways * (keep - matches + depth)) / depth;
    if (ways > maxBuckets && depth > 1) return depth - 1;
  }
  return matches;
}
