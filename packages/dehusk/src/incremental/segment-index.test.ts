import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { SegmentIndex } from "./segment-index.ts";

/** Number of slots probed until an entry is found; negative if it is missing. */
function search(index: SegmentIndex, hash: number, entry: number): number {
  let looks = 1;
  for (let slot = index.first(hash); ; slot = index.next(slot), looks++) {
    const found = index.at(slot);
    if (found === entry) return looks;
    if (found < 0) return -looks;
  }
}

/** Adds missing entries, removes present ones, and compares with a set. */
function check(hashOf: (entry: number) => number, toggles: readonly number[], entries: number): void {
  const index = new SegmentIndex(hashOf);
  const there = new Set<number>();
  for (const [step, entry] of toggles.entries()) {
    if (there.delete(entry)) index.remove(entry);
    else {
      index.add(entry);
      there.add(entry);
    }
    if (step % 16 !== 0 && step < toggles.length - 1) continue;
    for (let each = 0; each < entries; each++) {
      if (search(index, hashOf(each), each) > 0 !== there.has(each)) throw new Error(`step ${step}: entry ${each}`);
    }
  }
}

const toggles = (entries: number) => fc.array(fc.nat(entries - 1), { maxLength: 600, size: "max" });

describe("segment index", () => {
  test("finds what is there and nothing else, whatever comes and goes", () => {
    const hashes = fc.array(fc.integer(), { minLength: 300, maxLength: 300 });
    fc.assert(fc.property(hashes, toggles(300), (hash, list) => check((entry) => hash[entry], list, 300)));
  });

  test("the same where many hashes or all are equal, also at the end of the slots", () => {
    // A search that starts in the last slot of 64 or 128 wraps around to the first.
    const atEnd = Array.from({ length: 10_000 }, (_, hash) => hash).filter((hash) => {
      return Math.imul(hash, 0x9e3779b1) >>> 25 === 127;
    });
    expect(atEnd.length).toBeGreaterThan(5);
    fc.assert(
      fc.property(fc.constantFrom(1, 2, 5), toggles(80), fc.boolean(), (different, list, end) => {
        check((entry) => (end ? atEnd[entry % different] : entry % different), list, 80);
      }),
    );
  });

  test("grows to many entries and shrinks again", () => {
    const hashOf = (entry: number): number => Math.imul(entry, 0x85ebca6b);
    const index = new SegmentIndex(hashOf);
    for (let entry = 0; entry < 50_000; entry++) index.add(entry);
    for (let entry = 0; entry < 50_000; entry += 97) expect(search(index, hashOf(entry), entry)).toBeGreaterThan(0);
    for (let entry = 0; entry < 50_000; entry++) if (entry % 1000 !== 7) index.remove(entry);
    for (let entry = 0; entry < 50_000; entry++) {
      expect(search(index, hashOf(entry), entry) > 0).toBe(entry % 1000 === 7);
    }
    // 50 entries are left: the slots of 50,000 would start far beyond these.
    for (let hash = 0; hash < 1000; hash++) expect(index.first(hash)).toBeLessThan(50 * 16);
  });

  test("searches stay short however many entries came and went", () => {
    const hashOf = (entry: number): number => Math.imul(entry ^ (entry >>> 7), 0x2c1b3c6d);
    const index = new SegmentIndex(hashOf);
    let looks = 0;
    for (let entry = 0; entry < 100_000; entry++) {
      index.add(entry);
      if (entry >= 400) index.remove(entry - 400);
      looks += Math.abs(search(index, hashOf(entry + 1e6), -2));
    }
    expect(looks / 100_000).toBeLessThan(3);
  });
});
