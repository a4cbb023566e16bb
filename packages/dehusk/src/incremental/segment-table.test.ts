import fc from "fast-check";
import { afterEach, describe, expect, test, vi } from "vitest";
import { Lifetimes } from "./lifetimes.ts";
import { SegmentIndex } from "./segment-index.ts";
import { resolveSegmentOptions, type SegmentOptions } from "./segment-options.ts";
import { bytesPerSegment, SegmentTable } from "./segment-table.ts";
import { keysOf } from "./testing/segment-keys.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

const newTable = (options: SegmentOptions = {}): SegmentTable => new SegmentTable(resolveSegmentOptions(options));

/** The paper's rules, literally: a map, and a scan of every entry after every page. */
class SlowTable {
  readonly entries = new Map<number, { frequency: number; lastPage: number }>();
  readonly counts = { met: 0, known: 0, expired: 0 };
  #page = 0;
  readonly #base: number;
  readonly #growth: number;

  constructor(base: number, growth: number) {
    this.#base = base;
    this.#growth = growth;
  }

  count(segments: readonly number[]): number[] {
    this.#page++;
    for (const segment of new Set(segments)) {
      const { frequency } = this.entries.get(segment) ?? { frequency: 0 };
      this.counts.met++;
      if (frequency > 0) this.counts.known++;
      this.entries.set(segment, { frequency: frequency + 1, lastPage: this.#page });
    }
    const frequencies = segments.map((segment) => this.entries.get(segment)?.frequency as number);
    for (const [segment, { frequency, lastPage }] of this.entries) {
      const lifetime = (this.#base * this.#growth) / (1 + (this.#growth - 1) / Math.exp(frequency - 1));
      if (this.#page - lastPage < Math.floor(lifetime + 1e-9)) continue;
      this.entries.delete(segment);
      this.counts.expired++;
    }
    return frequencies;
  }
}

/** Segments of the table by the numbers they were made of. */
function entriesOf(table: SegmentTable, most: number): Map<number, { frequency: number; lastPage: number }> {
  const all = Array.from({ length: most }, (_, segment) => segment);
  const { low, high, length } = keysOf(all);
  const named = new Map(all.map((segment) => [`${low[segment]} ${high[segment]} ${length[segment]}`, segment]));
  return new Map(
    table.segments().map(({ low, high, length, frequency, lastPage }) => {
      return [named.get(`${low} ${high} ${length}`) as number, { frequency, lastPage }];
    }),
  );
}

describe("segment table", () => {
  test("matches a slow one, page by page", () => {
    // Small numbers are frequent; so are pages without segments.
    const segment = fc.nat(60).map((n) => Math.floor((n * n) / 60));
    const pages = fc.array(fc.oneof(fc.array(segment, { maxLength: 8 }), fc.constant([])), {
      maxLength: 150,
      size: "max",
    });
    const base = fc.integer({ min: 1, max: 8 });
    const growth = fc.constantFrom(1, 1.5, 2, 3.1, 5, 20);
    let expired = 0;
    fc.assert(
      fc.property(pages, base, growth, (list, baseLifetime, lifetimeGrowth) => {
        const table = newTable({ baseLifetime, lifetimeGrowth });
        const slow = new SlowTable(baseLifetime, lifetimeGrowth);
        for (const [i, page] of list.entries()) {
          const counted = table.count(keysOf(page));
          expect(counted.page).toBe(i + 1);
          expect([...counted.frequency]).toEqual(slow.count(page));
          expect(Array.from(counted.distinct, (s) => page[s])).toEqual([...new Set(page)]);
          expect(table.size).toBe(slow.entries.size);
        }
        expect(entriesOf(table, 61)).toEqual(new Map(slow.entries));
        expect(table.counts).toEqual(slow.counts);
        expect(table.pages).toBe(list.length);
        expired += slow.counts.expired;
      }),
      { numRuns: 400 },
    );
    expect(expired).toBeGreaterThan(10_000);
  });

  test("gives back the room that large pages took, and goes on as a slow one does", () => {
    const table = newTable({ baseLifetime: 4, lifetimeGrowth: 3, keepTexts: true });
    const slow = new SlowTable(4, 3);
    const rooms: number[] = [];
    for (let page = 0; page < 60; page++) {
      const own = Array.from({ length: page % 20 === 3 ? 5000 : 3 }, (_, i) => 100 + ((page * 5000 + i) % 9000));
      const segments = [...own, page % 7, 50 + (page % 3), 60];
      const { frequency } = table.count(keysOf(segments), (s) => `text ${segments[s]}`);
      expect([...frequency]).toEqual(slow.count(segments));
      rooms.push(table.memory);
    }
    expect(entriesOf(table, 9100)).toEqual(new Map(slow.entries));
    for (const { low, text } of table.segments()) {
      const segment = Number((text as string).slice(5));
      expect(keysOf([segment]).low[0]).toBe(low);
    }
    expect(rooms[3]).toBeGreaterThan(150_000);
    expect(rooms[19]).toBeLessThan(20_000);
  });

  test("a segment twice on a page counts once, and both have its frequency", () => {
    const table = newTable();
    table.count(keysOf([1, 1, 2]));
    const { frequency, distinct } = table.count(keysOf([1, 2, 1, 1, 3]));
    expect([...frequency]).toEqual([2, 2, 2, 2, 1]);
    expect([...distinct]).toEqual([0, 1, 4]);
    expect(table.counts).toEqual({ met: 5, known: 2, expired: 0 });
  });

  test("equal hashes of texts of other length are other segments, so are equal halves", () => {
    const table = newTable();
    const keys = {
      count: 5,
      low: Uint32Array.of(7, 7, 7, 8, 9),
      high: Uint32Array.of(9, 9, 8, 9, 7),
      length: Uint32Array.of(1, 2, 1, 1, 1),
    };
    table.count(keys);
    expect(table.size).toBe(5);
    expect([...table.count(keys).frequency]).toEqual([2, 2, 2, 2, 2]);
  });

  test("a segment met once is there for T_b pages, and gone with the last of them", () => {
    const table = newTable({ baseLifetime: 3 });
    table.count(keysOf([1]));
    for (const size of [1, 1, 0]) {
      table.count(keysOf([]));
      expect(table.size).toBe(size);
    }
    expect([...table.count(keysOf([1])).frequency]).toEqual([1]);
    for (let page = 0; page < 2; page++) table.count(keysOf([]));
    // Seen on the last possible page.
    expect([...table.count(keysOf([1])).frequency]).toEqual([2]);
  });

  test("pages without segments advance the clock", () => {
    const table = newTable();
    for (let page = 1; page <= 30; page++) table.count(keysOf([1, 2, 3]));
    for (let page = 31; page <= 54; page++) table.count(keysOf([]));
    expect(table.size).toBe(3);
    table.count(keysOf([]));
    expect([table.size, table.pages, table.counts.expired]).toEqual([0, 55, 3]);
  });

  test("ever new segments: the table does not grow, and its entries are used again", () => {
    const add = vi.spyOn(SegmentIndex.prototype, "add");
    const table = newTable();
    let most = 0;
    for (let page = 0; page < 3000; page++) {
      table.count(keysOf(Array.from({ length: 10 }, (_, k) => 10 * page + k)));
      most = Math.max(most, table.size);
    }
    expect(most).toBe(50);
    expect(table.bytes).toBe(50 * bytesPerSegment);
    expect(table.counts.expired).toBe(30_000 - 50);
    expect(Math.max(...add.mock.calls.map(([entry]) => entry))).toBeLessThan(60);
  });

  test("no scans: a segment is visited at most as often as it occurred", () => {
    const looks = vi.spyOn(Lifetimes.prototype, "of");
    const table = newTable({ baseLifetime: 40, lifetimeGrowth: 5 });
    const random = (n: number): number => Math.imul(n, 0x9e3779b1) >>> 12;
    for (let page = 1; page <= 1000; page++) {
      table.count(keysOf([...Array.from({ length: 20 }, (_, k) => random(20 * page + k) % 400), 1000 + page]));
    }
    expect(table.size).toBeGreaterThan(300);
    // Listed when first seen; then checked, and relisted or dropped, at most once per occurrence.
    expect(looks.mock.calls.length).toBeLessThanOrEqual(2 * table.counts.met);
  });

  test("the history has the size after every page", () => {
    const table = newTable({ baseLifetime: 2 });
    for (const page of [[1, 2], [3], [], []]) table.count(keysOf(page));
    expect(table.history.points.map(({ page, segments, bytes }) => [page, segments, bytes])).toEqual([
      [1, 2, 40],
      [2, 3, 60],
      [3, 1, 20],
      [4, 0, 0],
    ]);
  });
});

describe("texts", () => {
  const texts = ["plain", "é", "漢", "😀", "x\ud800y"];

  test("are requested for a new segment, kept with it, and dropped with it", () => {
    const table = newTable({ keepTexts: true, baseLifetime: 2 });
    const asked: number[] = [];
    const textOf = (s: number): string => {
      asked.push(s);
      return texts[s];
    };
    table.count(keysOf([0, 1, 2, 3, 4]), textOf);
    table.count(keysOf([0, 1, 0]), textOf);
    expect(asked).toEqual([0, 1, 2, 3, 4]);
    const kept = table.segments().map(({ text }) => text);
    expect(kept.sort()).toEqual(["plain", "é", "漢", "😀", "x\ufffdy"].sort());
    expect(table.bytes).toBe(5 * bytesPerSegment + 5 + 2 + 3 + 4 + 5);
    table.count(keysOf([]));
    expect(table.segments().map(({ text }) => text)).toHaveLength(2);
    expect(table.bytes).toBe(2 * bytesPerSegment + 5 + 2);
    for (let page = 0; page < 20; page++) table.count(keysOf([]));
    expect(table.bytes).toBe(0);
    // A reused entry has its own text.
    table.count(keysOf([7]), () => "seven");
    expect(table.segments().map(({ text }) => text)).toEqual(["seven"]);
  });

  test("are kept only on request", () => {
    const table = newTable();
    table.count(keysOf([0, 1]), (s) => texts[s]);
    expect(table.segments().map(({ text }) => text)).toEqual([undefined, undefined]);
    expect(table.bytes).toBe(2 * bytesPerSegment);
  });
});
