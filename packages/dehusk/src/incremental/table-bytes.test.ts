import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DehuskError } from "../basics/index.ts";
import type { PageSegments } from "./page-segments.ts";
import { resolveSegmentOptions, type SegmentOptions } from "./segment-options.ts";
import { SegmentTable } from "./segment-table.ts";
import { readTable, replayPage, writePage, writeTable } from "./table-bytes.ts";
import { keysOf } from "./testing/segment-keys.ts";

const oddTexts = [
  "x",
  "",
  "\ufeffmark",
  "é 漢 😀",
  "lone \ud800",
  "\udc00 lone",
  "\ud83d\ude00\ud83d",
  "a\0b",
  "\u2028",
];
const textFor = (segment: number): string => `${oddTexts[segment % oddTexts.length]}${segment}`;

const segment = fc.nat(90).map((n) => Math.floor((n * n) / 90));
const pageList = fc.array(fc.array(segment, { maxLength: 8 }), { maxLength: 60, size: "max" });
const anyOptions = fc
  .record({
    baseLifetime: fc.integer({ min: 1, max: 9 }),
    lifetimeGrowth: fc.constantFrom(1, 2.5, 5),
    keepTexts: fc.boolean(),
  })
  .map(resolveSegmentOptions);

type Options = ReturnType<typeof resolveSegmentOptions>;

/** Counts a page, and returns its bytes. */
function count(table: SegmentTable, page: readonly number[], { keepTexts }: Options): Uint8Array {
  const keys = keysOf(page);
  const textOf = keepTexts ? (s: number): string => textFor(page[s]) : undefined;
  return writePage(keys as PageSegments, table.count(keys, textOf), textOf);
}

function tableOf(pages: readonly (readonly number[])[], options: Options): SegmentTable {
  const table = new SegmentTable(options);
  for (const page of pages) count(table, page, options);
  return table;
}

/** Bytes as text, which compares faster. */
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");

const withOptions = (options: SegmentOptions = {}): Options => resolveSegmentOptions(options);

describe("tables as bytes", () => {
  test("come back as they were, and go on as they would have", () => {
    fc.assert(
      fc.property(pageList, pageList, anyOptions, (first, then, options) => {
        const table = tableOf(first, options);
        const bytes = writeTable(table);
        const again = readTable(bytes, options);
        expect(again.segments()).toEqual(table.segments());
        expect(again.counts).toEqual(table.counts);
        expect(again.history).toEqual(table.history);
        expect([again.pages, again.size, again.bytes]).toEqual([table.pages, table.size, table.bytes]);
        expect(hex(writeTable(again))).toBe(hex(bytes));
        for (const page of then) {
          expect(hex(count(again, page, options))).toBe(hex(count(table, page, options)));
        }
        expect(hex(writeTable(again))).toBe(hex(writeTable(table)));
      }),
    );
  });

  test("of the same pages are equal, whether stored in between, replayed or counted with others in another order", () => {
    fc.assert(
      fc.property(pageList, anyOptions, fc.array(fc.nat(60)), (pages, options, stops) => {
        let stored = new SegmentTable(options);
        const replayed = new SegmentTable(options);
        const turned = new SegmentTable(options);
        for (const [i, page] of pages.entries()) {
          const bytes = count(stored, page, options);
          replayPage(replayed, bytes);
          count(turned, [...page].reverse(), options);
          if (stops.includes(i)) stored = readTable(writeTable(stored), options);
        }
        const expected = hex(writeTable(tableOf(pages, options)));
        expect(hex(writeTable(stored))).toBe(expected);
        expect(hex(writeTable(replayed))).toBe(expected);
        expect(hex(writeTable(turned))).toBe(expected);
      }),
    );
  });

  test("bytes of other tables differ", () => {
    const options = withOptions({ keepTexts: true });
    const lists = [[], [[]], [[1]], [[2]], [[1, 2]], [[1], [1]], [[1], []], [[], [1]]];
    const written = lists.map((pages) => hex(writeTable(tableOf(pages, options))));
    expect(new Set(written).size).toBe(lists.length);
  });

  test("texts survive: marks, rare characters, and half a character as U+FFFD", () => {
    const options = withOptions({ keepTexts: true });
    const numbers = oddTexts.map((_, i) => i);
    const table = tableOf([numbers], options);
    const texts = readTable(writeTable(table), options)
      .segments()
      .map(({ text }) => text);
    expect(texts.sort()).toEqual(numbers.map((n) => Buffer.from(textFor(n)).toString()).sort());
    expect(texts).toContain("\ufeffmark2");
    expect(texts).toContain("lone \ufffd4");
  });

  test("a segment takes 20 bytes, a page 12 for each of its segments", () => {
    const options = withOptions();
    const [one, two] = [tableOf([[1]], options), tableOf([[1, 2]], options)].map((table) => writeTable(table).length);
    expect((two as number) - (one as number)).toBe(20);
    const table = new SegmentTable(options);
    expect(count(table, [1, 2, 3, 3, 3], options).length - count(table, [1, 1, 2], options).length).toBe(12);
  });

  test("are read from part of a buffer", () => {
    const options = withOptions();
    const bytes = writeTable(tableOf([[1, 2, 3]], options));
    const wide = new Uint8Array(bytes.length + 13).fill(255);
    wide.set(bytes, 5);
    expect(writeTable(readTable(wide.subarray(5, 5 + bytes.length), options))).toEqual(bytes);
  });
});

describe("damaged bytes give a DehuskError or something to go on with", () => {
  const options = withOptions({ keepTexts: true, baseLifetime: 4 });
  const pages = [
    [1, 2, 3],
    [1, 2],
    [1, 4, 5, 6],
    [1, 7],
  ];
  const good = tableOf(pages, options);
  const tableBytes = writeTable(good);
  const pageBytes = count(good, [1, 2, 8, 9, 10], options);

  /** The error code; "none" if the bytes were accepted. An accepted table must work. */
  function tryTable(bytes: Uint8Array): string {
    return codeOf(() => {
      const table = readTable(bytes, options);
      for (let i = 0; i < 25; i++) count(table, [1, i], options);
      // Everything from the bytes has expired by now, except what was seen since.
      expect(table.size).toBeLessThan(10);
      expect(hex(writeTable(readTable(writeTable(table), options)))).toBe(hex(writeTable(table)));
    });
  }

  function tryPage(bytes: Uint8Array): string {
    const table = readTable(tableBytes, options);
    const code = codeOf(() => replayPage(table, bytes));
    if (code !== "none") expect(hex(writeTable(table))).toBe(hex(tableBytes));
    return code;
  }

  function codeOf(work: () => void): string {
    try {
      work();
      return "none";
    } catch (error) {
      if (error instanceof DehuskError) return error.code;
      throw error;
    }
  }

  test("broken off anywhere, or with more behind", () => {
    for (const [bytes, attempt] of [
      [tableBytes, tryTable],
      [pageBytes, tryPage],
    ] as const) {
      expect(attempt(bytes)).toBe("none");
      for (let length = 0; length < bytes.length; length++)
        expect(attempt(bytes.subarray(0, length))).toBe("bad-model");
      expect(attempt(Uint8Array.of(...bytes, 0))).toBe("bad-model");
    }
  });

  test("a table is not a page, a page is not a table, another version is neither", () => {
    expect(tryTable(pageBytes)).toBe("bad-model");
    expect(tryPage(tableBytes)).toBe("bad-model");
    const newer = Uint8Array.from(tableBytes);
    newer[4] = 2;
    expect(() => readTable(newer, options)).toThrow(/version is 2, not 1/);
  });

  test("any bit turned", () => {
    for (const [bytes, attempt] of [
      [tableBytes, tryTable],
      [pageBytes, tryPage],
    ] as const) {
      for (let bit = 0; bit < 8 * bytes.length; bit++) {
        const damaged = Uint8Array.from(bytes);
        damaged[bit >> 3] = damaged[bit >> 3] ^ (1 << (bit & 7));
        expect(["none", "bad-model"]).toContain(attempt(damaged));
      }
    }
  });

  test("any word replaced by a large number", () => {
    for (const [bytes, attempt] of [
      [tableBytes, tryTable],
      [pageBytes, tryPage],
    ] as const) {
      for (const value of [0xffffffff, 0x7fffffff, 0x40000000, 0x10000001]) {
        for (let at = 0; at + 4 <= bytes.length; at += 4) {
          const damaged = Uint8Array.from(bytes);
          new DataView(damaged.buffer).setUint32(at, value, true);
          expect(["none", "bad-model"]).toContain(attempt(damaged));
        }
      }
    }
  });

  test("random bytes, also behind a good beginning", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200, size: "max" }), fc.nat(60), (noise, kept) => {
        for (const [bytes, attempt] of [
          [tableBytes, tryTable],
          [pageBytes, tryPage],
        ] as const) {
          expect(["none", "bad-model"]).toContain(attempt(Uint8Array.of(...bytes.subarray(0, kept), ...noise)));
        }
      }),
      { numRuns: 500 },
    );
  });

  test("segments that no table can have", () => {
    const column = 52;
    const rows = new DataView(tableBytes.buffer).getUint32(12, true);
    const put = (index: number, which: number, value: number): Uint8Array => {
      const damaged = Uint8Array.from(tableBytes);
      new DataView(damaged.buffer).setUint32(column + 4 * (which * rows + index), value, true);
      return damaged;
    };
    const [frequency, lastPage] = [3, 4];
    for (const damaged of [put(0, frequency, 0), put(0, frequency, 99), put(0, lastPage, 0), put(0, lastPage, 99)]) {
      expect(tryTable(damaged)).toBe("bad-model");
    }
    // High halves decide the order of segments.
    expect(tryTable(put(0, 1, 0xffffffff))).toBe("bad-model");
    const stride = Uint8Array.from(tableBytes);
    new DataView(stride.buffer).setUint32(20, 0, true);
    expect(tryTable(stride)).toBe("bad-model");
  });
});
