import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PageRecord } from "./read/page-record.ts";
import { makeFrame, makePage, makeRecord, makeResponse } from "./testing/make-warc.ts";
import { readWarc, readWarcFile } from "./warc/read-warc.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "dehusk-range-"));
});
afterAll(() => rm(folder, { recursive: true }));

const records = [
  makeRecord({ "WARC-Type": "warcinfo" }, "software: x\r\n"),
  ...Array.from({ length: 14 }, (_, i) => makeResponse(`u:${i}`, makePage(i, (i % 5) * 400))),
  // A page that contains what looks like the start of a record.
  makeResponse("u:text", "<p>Records begin so:\r\n\r\nWARC/1.0\r\nWARC-Type: response\r\n\r\n<p>and so on"),
  ...Array.from({ length: 6 }, (_, i) => makeResponse(`u:b${i}`, makePage(i, 700))),
];

/** An archived archive: its records are a page's bytes. */
function nested(archive: Buffer): Buffer {
  return makeResponse("u:nested", Buffer.concat([Buffer.from("<html>"), archive]));
}

function gzipped(parts: readonly Buffer[], level = 6): Buffer {
  return Buffer.concat(parts.map((part) => gzipSync(part, { level })));
}

const sound: Record<string, Buffer> = {
  "plain.warc": Buffer.concat(records),
  "members.warc.gz": gzipped(records),
  "whole.warc.gz": gzipSync(Buffer.concat(records)),
  // Records across members, and several in one.
  "cut.warc.gz": gzipped([
    Buffer.concat(records.slice(0, 4)),
    ...[0, 500, 1000].map((at) => Buffer.concat(records.slice(4, 6)).subarray(at, at === 1000 ? undefined : at + 500)),
    ...records.slice(6),
  ]),
  "frames.warc.zst": Buffer.concat(records.map(makeFrame)),
  "whole.warc.zst": makeFrame(Buffer.concat(records)),
};

const broken = records.map((record, i) => (i % 5 === 2 ? record.subarray(0, record.length - 30) : record));
const damaged: Record<string, Buffer> = {
  "damaged.warc": Buffer.concat([...broken, Buffer.from("garbage")]),
  "damaged.warc.gz": Buffer.concat(
    broken.map((record, i) => (i % 4 === 1 ? gzipSync(record).fill(0, 40, 60) : gzipSync(record))),
  ),
  "damaged.warc.zst": Buffer.concat(
    broken.map((record, i) => (i % 4 === 1 ? makeFrame(record).fill(255, 9, 12) : makeFrame(record))),
  ),
  "nested.warc": Buffer.concat([...records, nested(Buffer.concat(records)), ...records]),
  "nested.warc.gz": gzipped([...records, nested(gzipped(records)), ...records], 0),
  "nested.warc.zst": Buffer.concat(
    [...records, nested(Buffer.concat(records.map(makeFrame))), ...records].map(makeFrame),
  ),
};

async function collect(reading: AsyncGenerator<PageRecord>): Promise<string[]> {
  const found: string[] = [];
  for await (const record of reading) {
    found.push(record.error === undefined ? `${record.id} ${record.html.length}` : record.error.message);
  }
  return found;
}

describe("readWarc: ranges", () => {
  async function checkCuts(name: string, bytes: Buffer, lookBacks: readonly (number | undefined)[]): Promise<void> {
    const path = join(folder, name);
    await writeFile(path, bytes);
    const whole = await collect(readWarc(path, { name }));
    expect(whole.length).toBeGreaterThan(10);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.noBias(fc.nat(bytes.length)), { maxLength: 6 }),
        fc.constantFrom(...lookBacks),
        async (cuts, lookBack) => {
          const starts = [0, ...cuts.sort((a, b) => a - b)];
          const found: string[] = [];
          for (const [i, start] of starts.entries()) {
            const end = starts[i + 1] ?? Number.POSITIVE_INFINITY;
            const range = { start, end, ...(lookBack === undefined ? {} : { lookBack }) };
            const part = await collect(readWarcFile(path, name, { limitBytes: 1e9, toSkip: 0 }, range));
            for (const record of part) {
              const offset = Number(/(?:byte |:)(\d+)/.exec(record)?.[1]);
              // A record in a later member of its stretch belongs to the stretch.
              if (!name.startsWith("cut")) expect(offset >= start && offset < end).toBe(true);
            }
            found.push(...part);
          }
          expect(found).toEqual(whole);
        },
      ),
      { numRuns: 15 },
    );
  }

  for (const [name, bytes] of Object.entries(sound)) {
    test(`however ${name} is split, each record comes from exactly one range`, () =>
      checkCuts(name, bytes, [undefined, 0, 10, 3000]));
  }

  for (const [name, bytes] of Object.entries(damaged)) {
    test(`however ${name} is split, each record and each error comes from exactly one range`, () =>
      checkCuts(name, bytes, [undefined]));
  }

  test("every single split point, including members' first and last bytes", async () => {
    const pair = records.slice(1, 4).map((record) => gzipSync(record));
    const path = join(folder, "pair.warc.gz");
    const bytes = Buffer.concat(pair);
    await writeFile(path, bytes);
    const second = pair[0]?.length as number;
    const third = second + (pair[1]?.length as number);
    for (const cut of [0, 1, second - 1, second, second + 1, third - 1, third, third + 1, bytes.length]) {
      const [before, after] = [
        await collect(readWarc(path, { end: cut })),
        await collect(readWarc(path, { start: cut })),
      ];
      expect([before.length, after.length]).toEqual([
        [0, second, third].filter((start) => start < cut).length,
        [0, second, third].filter((start) => start >= cut).length,
      ]);
    }
  });

  test("an invalid offset is an error", () => {
    for (const options of [{ start: -1 }, { end: 0.5 }, { start: Number.NaN }]) {
      expect(() => readWarc("a.warc", options)).toThrow(/expected a number of bytes/);
    }
  });
});
