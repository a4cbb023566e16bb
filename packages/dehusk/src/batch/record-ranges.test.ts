import { describe, expect, test } from "vitest";
import { seededRandom } from "../learn/index.ts";
import { RecordRanges } from "./record-ranges.ts";

describe("RecordRanges", () => {
  test("ranges in any order merge with each other and with the prefix", () => {
    const done = new RecordRanges(10);
    done.add(20, 30);
    done.add(40, 50);
    expect([done.prefix, done.ranges]).toEqual([
      10,
      [
        [20, 30],
        [40, 50],
      ],
    ]);
    done.add(30, 40);
    expect(done.ranges).toEqual([[20, 50]]);
    expect([9, 10, 19, 20, 49, 50].map((record) => done.has(record))).toEqual([true, false, false, true, true, false]);
    done.add(10, 20);
    expect([done.prefix, done.ranges]).toEqual([50, []]);
  });

  test("matches a set, in any order", () => {
    const random = seededRandom(3);
    for (let round = 0; round < 50; round++) {
      const stretches = Array.from({ length: 12 }, (_, i) => i);
      stretches.sort(() => random() - 0.5);
      let done = new RecordRanges();
      const known = new Set<number>();
      for (const stretch of stretches.slice(0, 9)) {
        done.add(stretch * 5, stretch * 5 + 5);
        for (let i = 0; i < 5; i++) known.add(stretch * 5 + i);
        // As read back from a file.
        done = new RecordRanges(done.prefix, done.ranges);
        for (let record = 0; record < 60; record++) expect(done.has(record)).toBe(known.has(record));
      }
    }
  });
});
