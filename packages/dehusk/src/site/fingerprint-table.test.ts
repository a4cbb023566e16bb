import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { FingerprintTable } from "./fingerprint-table.ts";

/** Pages as lists of fingerprints; small numbers are frequent. */
const pages = fc.array(
  fc.array(
    fc.nat(400).map((n) => Math.floor((n * n) / 400)),
    { maxLength: 40 },
  ),
  { maxLength: 120 },
);

function half(print: number): [number, number] {
  return [Math.imul(print, 0x9e3779b1) >>> 0, print];
}

function exactCounts(list: readonly (readonly number[])[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const page of list) for (const print of new Set(page)) counts.set(print, (counts.get(print) ?? 0) + 1);
  return counts;
}

function fill(list: readonly (readonly number[])[], maximum: number): FingerprintTable {
  const table = new FingerprintTable(maximum, 8);
  for (const [at, page] of list.entries()) for (const print of page) table.count(...half(print), at + 1);
  return table;
}

describe("fingerprint table", () => {
  test("counts exactly until it is full", () => {
    fc.assert(
      fc.property(pages, (list) => {
        const table = fill(list, 1000);
        const counts = exactCounts(list);
        expect(table.error).toBe(0);
        expect(table.size).toBe(counts.size);
        for (const [print, count] of counts) expect(table.pages[table.find(...half(print))]).toBe(count);
        expect(table.find(...half(1e6))).toBe(-1);
      }),
    );
  });

  test("when full: counts are never too high, too low by at most the error, and nothing frequent is missing", () => {
    let dropped = 0;
    fc.assert(
      fc.property(pages, fc.integer({ min: 4, max: 100 }), (list, maximum) => {
        const table = fill(list, maximum);
        if (table.error > 0) dropped++;
        expect(table.size).toBeLessThanOrEqual(maximum);
        for (const [print, count] of exactCounts(list)) {
          const slot = table.find(...half(print));
          if (slot < 0) expect(count).toBeLessThanOrEqual(table.error);
          else {
            const counted = table.pages[slot];
            expect(counted).toBeLessThanOrEqual(count);
            expect(counted + table.missed[slot]).toBeGreaterThanOrEqual(count);
            expect(table.missed[slot]).toBeLessThanOrEqual(table.error);
          }
        }
      }),
      { numRuns: 300 },
    );
    expect(dropped).toBeGreaterThan(50);
  });

  test("the error grows slowly if most fingerprints are seen once", () => {
    const list = Array.from({ length: 2000 }, (_, page) => [
      1,
      2,
      ...Array.from({ length: 20 }, (_, k) => 1000 + 20 * page + k),
    ]);
    const table = fill(list, 1000);
    expect(table.error).toBeLessThan(0.05 * list.length);
    expect(table.pages[table.find(...half(1))]).toBe(2000);
  });
});
