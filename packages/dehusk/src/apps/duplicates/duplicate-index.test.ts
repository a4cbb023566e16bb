import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DuplicateIndex } from "./duplicate-index.ts";
import { isDuplicate } from "./is-duplicate.ts";
import { shinglesOf } from "./shingles.ts";

const sketch = (...values: number[]): Float64Array => Float64Array.from(new Set(values)).sort();

/** The groups found by comparing all pairs, as sorted lists of page numbers. */
function allPairs(sketches: readonly Float64Array[], match: number, keep: number): string[] {
  const group = sketches.map((_, i) => i);
  for (let i = 0; i < sketches.length; i++) {
    for (let j = 0; j < i; j++) {
      if (!isDuplicate(sketches[i], sketches[j], match, keep)) continue;
      const [from, to] = [group[i], group[j]];
      for (const [k, value] of group.entries()) if (value === from) group[k] = to;
    }
  }
  return [...groupBy(group).values()]
    .filter(({ length }) => length > 1)
    .map(String)
    .sort();
}

function groupBy(group: readonly number[]): Map<number, number[]> {
  const members = new Map<number, number[]>();
  for (const [page, root] of group.entries()) members.set(root, [...(members.get(root) ?? []), page]);
  return members;
}

function indexed(sketches: readonly Float64Array[], match: number, keep: number): DuplicateIndex<number> {
  const index = new DuplicateIndex<number>({ match, keep });
  for (const [page, one] of sketches.entries()) index.add(page, one);
  return index;
}

const groupsOf = (index: DuplicateIndex<number>): string[] =>
  index
    .groups()
    .map(({ members }) => String([...members].sort((a, b) => a - b)))
    .sort();

/** Sketches over few values, so that many are shared, of all sizes, some repeated. */
const crowd = fc
  .record({
    keep: fc.integer({ min: 1, max: 9 }),
    matchShare: fc.double({ min: 0.01, max: 1, noNaN: true }),
    values: fc.integer({ min: 3, max: 40 }),
    shared: fc.nat({ max: 5 }),
    pages: fc.integer({ min: 0, max: 150 }),
    seed: fc.integer(),
  })
  .map(({ keep, matchShare, values, shared, pages, seed }) => {
    let state = seed;
    const random = (below: number): number => {
      state = (Math.imul(state, 1664525) + 1013904223) | 0;
      return Math.floor(((state >>> 0) / 2 ** 32) * below);
    };
    const sketches = Array.from({ length: pages }, () => {
      const size = random(4) === 0 ? random(keep + 1) : keep;
      // Most pages share the smallest values: the worst case for an index over smallest values.
      const common = Array.from({ length: Math.min(shared, size) }, (_, i) => i);
      const own = Array.from({ length: 40 }, () => 100 + random(values));
      return sketch(...[...new Set([...common, ...own])].slice(0, size));
    });
    return { keep, match: Math.max(1, Math.ceil(matchShare * keep)), sketches };
  });

describe("DuplicateIndex", () => {
  test("matches a comparison of all pairs", () => {
    fc.assert(
      fc.property(crowd, ({ keep, match, sketches }) => {
        expect(groupsOf(indexed(sketches, match, keep))).toEqual(allPairs(sketches, match, keep));
      }),
      { numRuns: 600 },
    );
  });

  test("the order of pages changes neither the groups nor their figures", () => {
    fc.assert(
      fc.property(crowd, fc.infiniteStream(fc.nat()), ({ keep, match, sketches }, keys) => {
        const order = sketches
          .map((_, page) => ({ page, key: keys.next().value as number }))
          .sort((a, b) => a.key - b.key)
          .map(({ page }) => page);
        const shuffled = new DuplicateIndex<number>({ match, keep });
        for (const page of order) shuffled.add(page, sketches[page]);
        const straight = indexed(sketches, match, keep);
        expect(groupsOf(shuffled)).toEqual(groupsOf(straight));
        const figures = (index: DuplicateIndex<number>): string[] =>
          index.groups().map(({ matches, similarity, members }) => `${members.length} ${matches} ${similarity}`);
        expect(figures(shuffled).sort()).toEqual(figures(straight).sort());
      }),
      { numRuns: 200 },
    );
  });

  test("reports at once whether an earlier page is a duplicate", () => {
    fc.assert(
      fc.property(crowd, ({ keep, match, sketches }) => {
        const index = new DuplicateIndex<number>({ match, keep });
        for (const [page, one] of sketches.entries()) {
          const earlier = sketches.slice(0, page).some((other) => isDuplicate(one, other, match, keep));
          const found = index.add(page, one);
          expect(found !== undefined).toBe(earlier);
          if (found !== undefined) expect(found).toBeLessThan(page);
        }
      }),
      { numRuns: 200 },
    );
  });

  test("in a crowd of thousands, three hashes shared by all pages make no duplicates, a fourth does", () => {
    const pages = Array.from({ length: 3000 }, (_, page) =>
      sketch(1, 2, 3, ...[0, 1, 2, 3, 4].map((i) => 1000 + 5 * page + i)),
    );
    pages.push(sketch(1, 2, 3, 1000 + 5 * 1234 + 4, 1e6, 1e6 + 1, 1e6 + 2, 1e6 + 3));
    expect(groupsOf(indexed(pages, 4, 8))).toEqual(["1234,3000"]);
  });

  test("a crowd of near copies is one group", () => {
    const pages = Array.from({ length: 3000 }, (_, page) =>
      sketch(...[1, 2, 3, 4, 5, 6].filter((value) => value !== 1 + (page % 6)), 1000 + page, 9000 + page),
    );
    const [group, ...others] = indexed(pages, 4, 8).groups();
    expect(group?.members).toHaveLength(3000);
    expect(others).toEqual([]);
  });

  test("stops splitting if a large sketch has too many combinations, and stays exact", () => {
    const pages = Array.from({ length: 120 }, (_, page) =>
      sketch(...Array.from({ length: 15 }, (_, i) => i), ...Array.from({ length: 25 }, (_, i) => 100 + 25 * page + i)),
    );
    pages.push(sketch(...Array.from({ length: 15 }, (_, i) => i), ...pages[7].slice(20)));
    expect(groupsOf(indexed(pages, 20, 40))).toEqual(["7,120"]);
  });

  test("measures groups over all pairs of their members", () => {
    const index = indexed([sketch(1, 2, 3, 4), sketch(1, 2, 3, 5), sketch(1, 2, 6, 7), sketch(8, 9)], 2, 4);
    // 3, 2 and 2 of 4 hashes in common.
    expect(index.groups()).toEqual([{ members: [0, 1, 2], matches: 7 / 3, similarity: 7 / 12 }]);
  });

  test("refuses invalid sketches and options", () => {
    const index = new DuplicateIndex();
    expect(() => index.add("a", Float64Array.of(2, 1))).toThrow(/ascending order/);
    expect(() =>
      index.add(
        "a",
        new Float64Array(9).map((_, i) => i),
      ),
    ).toThrow(/at most 8 hashes/);
    expect(index.size).toBe(0);
    expect(() => new DuplicateIndex({ keep: 4, match: 5 })).toThrow(/"match" must be a whole number from 1 to 4/);
    expect(() => new DuplicateIndex({ matches: 5 } as object)).toThrow(/Unknown option "matches"/);
  });
});

describe("the paper's procedure", () => {
  const words = (seed: number, count: number): string =>
    Array.from({ length: count }, (_, i) => `w${Math.imul(seed * 1000 + i, 2654435761) >>> 0}`).join(" ");
  const song = (number: number): string => words(number, 150);
  const frame = (site: number): string => words(100 + site, 600);

  test("the same song on two sites is a duplicate only once the frames are gone", () => {
    const clean = [shinglesOf(song(1)), shinglesOf(`${song(1)} la la`), shinglesOf(song(2))] as const;
    expect(isDuplicate(clean[0], clean[1])).toBe(true);
    expect(isDuplicate(clean[0], clean[2])).toBe(false);
    const full = [1, 2].map((site) => shinglesOf(`${frame(site)} ${song(1)}`)) as [Float64Array, Float64Array];
    expect(isDuplicate(...full)).toBe(false);
    const sameSite = [1, 2].map((number) => shinglesOf(`${frame(1)} ${song(number)}`)) as [Float64Array, Float64Array];
    expect(isDuplicate(...sameSite)).toBe(true);
  });
});

describe("isDuplicate", () => {
  test("requires four of eight, and for shorter sketches the same share of the longer one", () => {
    const eight = sketch(1, 2, 3, 4, 5, 6, 7, 8);
    expect(isDuplicate(eight, sketch(1, 2, 3, 4, 15, 16, 17, 18))).toBe(true);
    expect(isDuplicate(eight, sketch(1, 2, 3, 14, 15, 16, 17, 18))).toBe(false);
    expect(isDuplicate(eight, sketch(1, 2, 3))).toBe(false);
    expect(isDuplicate(sketch(1, 2, 3, 4), sketch(1, 2, 13, 14))).toBe(true);
    expect(isDuplicate(sketch(1, 2, 3, 4, 5), sketch(1, 2, 13, 14))).toBe(false);
  });

  test("empty pages are not duplicates, nor are pages with a line in common", () => {
    expect(isDuplicate(sketch(), sketch())).toBe(false);
    expect(isDuplicate(sketch(), sketch(1))).toBe(false);
    expect(isDuplicate(sketch(1), sketch(1, 2))).toBe(false);
    expect(isDuplicate(sketch(1, 2), sketch(1, 3))).toBe(false);
    expect(isDuplicate(sketch(1), sketch(1))).toBe(true);
  });

  test("is symmetric", () => {
    const any = fc.uniqueArray(fc.nat({ max: 12 }), { maxLength: 8 }).map((values) => sketch(...values));
    fc.assert(
      fc.property(any, any, (a, b) => {
        expect(isDuplicate(a, b)).toBe(isDuplicate(b, a));
      }),
    );
  });
});
