import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { encodeRecord, readRecord, readRecords } from "./log-record.ts";

const folder = mkdtempSync(join(tmpdir(), "dehusk-record-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const recordOf = (page: number, readTo: number, bytes: Uint8Array = bytesOf(`bytes of ${page}`)): Buffer =>
  encodeRecord({ kind: "page", site: "ä", page, writer: "x", readTo }, bytes);

/** The page numbers of the records in a file, and the offset where the last one ends. */
function readAll(content: Uint8Array, from = 0, to = content.length): { pages: number[]; end: number } {
  const path = join(folder, "1.log");
  writeFileSync(path, content);
  const file = openSync(path, "r");
  try {
    const pages: number[] = [];
    let end = from;
    for (const record of readRecords(file, "1.log", from, to)) {
      pages.push((record.head as { page: number }).page);
      const again = readRecord(file, "1.log", record.start);
      expect([again.head, Buffer.compare(again.bytes, record.bytes)]).toEqual([record.head, 0]);
      end = record.end;
    }
    return { pages, end };
  } finally {
    closeSync(file);
  }
}

function failure(content: Uint8Array): string {
  try {
    return `none, but ${JSON.stringify(readAll(content))}`;
  } catch (error) {
    return (error as Error).message;
  }
}

/** Three records, each by a writer that had read those before. */
const list: Buffer[] = [];
for (const page of [1, 2, 3]) list.push(recordOf(page, Buffer.concat(list).length));
const three = Buffer.concat(list);
const starts = list.map((_, i) => Buffer.concat(list.slice(0, i)).length);

describe("a file of records", () => {
  test("truncated at any byte: the whole records are read", () => {
    for (let cut = 0; cut <= three.length; cut++) {
      const whole = starts.filter((start, i) => start + list[i].length <= cut).length;
      expect(readAll(three.subarray(0, cut)).pages).toEqual([1, 2, 3].slice(0, whole));
    }
  });

  test("any byte changed before the last record: an error with the offset", () => {
    const last = starts[2];
    for (let at = 0; at < last; at++) {
      for (const flip of [1, 0x80, 0xff]) {
        const damaged = Uint8Array.from(three);
        damaged[at] = damaged[at] ^ flip;
        const start = starts.filter((each) => each <= at).at(-1);
        expect(failure(damaged)).toBe(`its file "1.log" is damaged at byte ${start}`);
      }
    }
  });

  test("any byte changed in the last record: those before it are read", () => {
    for (let at = starts[2]; at < three.length; at++) {
      const damaged = Uint8Array.from(three);
      damaged[at] = damaged[at] ^ 0x10;
      expect(readAll(damaged)).toEqual({ pages: [1, 2], end: starts[2] });
    }
  });

  test("of another program, or of a later version: an error", () => {
    expect(failure(bytesOf("GET / 200"))).toBe('its file "1.log" was not written by Dehusk');
    expect(failure(bytesOf("x"))).toBe('its file "1.log" was not written by Dehusk');
    expect(failure(Buffer.from("\ufeffGET", "utf16le"))).toBe('its file "1.log" was not written by Dehusk');
    const later = Buffer.from(three);
    for (const start of starts) later[start + 3] = 2;
    expect(failure(later)).toBe('its file "1.log" was written by another version of Dehusk');
  });

  test("only torn records, however short: no error", () => {
    const one = list[0];
    for (let first = 0; first < 6; first++) {
      for (let second = 0; second < 6; second++) {
        const torn = Buffer.concat([one.subarray(0, first), one.subarray(0, second)]);
        expect(readAll(torn).pages).toEqual([]);
        expect(readAll(Buffer.concat([torn, recordOf(2, 0)])).pages).toEqual([2]);
      }
    }
  });

  test("zeros, as a power cut may leave, are not records", () => {
    expect(readAll(new Uint8Array(5000))).toEqual({ pages: [], end: 0 });
    expect(readAll(Buffer.concat([three, new Uint8Array(5000)])).pages).toEqual([1, 2, 3]);
  });

  test("a damaged length allocates nothing", () => {
    const damaged = Uint8Array.from(three);
    damaged.fill(0xff, 8, 16);
    expect(failure(damaged)).toBe('its file "1.log" is damaged at byte 0');
  });

  test("records larger than a read", () => {
    const large = new Uint8Array(3e6).map((_, i) => i % 251);
    const first = recordOf(1, 0, large);
    const content = Buffer.concat([first, recordOf(2, first.length)]);
    expect(readAll(content).pages).toEqual([1, 2]);
    expect(failure(content.fill(0, 2_999_999, 3_000_000))).toBe('its file "1.log" is damaged at byte 0');
    // A torn record, then one that straddles two reads.
    for (const cut of [(1 << 20) - 2, (1 << 20) - 1, 1 << 20, 2_999_000]) {
      expect(readAll(Buffer.concat([first.subarray(0, cut), recordOf(2, 0)])).pages).toEqual([2]);
    }
  });
});

test("records appended after torn ones are all found, read at once or bit by bit", () => {
  const write = fc.record({
    // Sometimes what looks like the start of a record.
    bytes: fc.oneof(
      fc.uint8Array({ maxLength: 40 }),
      fc.nat(30).map((n) => recordOf(99, 0).subarray(0, n)),
    ),
    /** How much of it is written before its writer is killed. */
    share: fc.oneof({ weight: 2, arbitrary: fc.constant(1) }, fc.double({ min: 0, max: 0.999, noNaN: true })),
    /** How many writes ago its writer last read the file. */
    late: fc.nat(3),
    split: fc.double({ min: 0, max: 1, noNaN: true }),
  });
  fc.assert(
    fc.property(fc.array(write, { maxLength: 12 }), (writes) => {
      let content = Buffer.alloc(0);
      const known = [0];
      const expected: number[] = [];
      const read = { pages: [] as number[], end: 0 };
      for (const [i, { bytes, share, late, split }] of writes.entries()) {
        const readTo = known[Math.max(0, known.length - 1 - late)];
        const record = recordOf(i + 1, readTo, bytes);
        content = Buffer.concat([content, record.subarray(0, Math.floor(share * record.length))]);
        if (share === 1) expected.push(i + 1);
        known.push(share === 1 ? content.length : (known.at(-1) as number));
        const to = Math.max(read.end, Math.floor(split * content.length));
        const more = readAll(content, read.end, to);
        read.pages.push(...more.pages);
        read.end = more.end;
      }
      expect(readAll(content).pages).toEqual(expected);
      expect([...read.pages, ...readAll(content, read.end).pages]).toEqual(expected);
    }),
    { numRuns: 300 },
  );
});
