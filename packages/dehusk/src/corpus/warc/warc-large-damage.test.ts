import { createCipheriv } from "node:crypto";
import { constants, gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { briefly, makeRecord, makeResponse, readBytes } from "../testing/make-warc.ts";

const pageBytes = 27_000;
const count = 2500;
const cutRecord = 700;
const wrongRecord = 1400;

/** Pages of pseudo-random letters, always the same. */
const letters = createCipheriv("aes-128-ctr", Buffer.alloc(16), Buffer.alloc(16))
  .update(Buffer.alloc((count * pageBytes * 3) / 4))
  .toString("base64");
const pages = Array.from({ length: count }, (_, i) => `<p>${letters.slice(i * pageBytes, (i + 1) * pageBytes)}`);

/** Records, one of them truncated, one with a wrong length. */
function makeParts(pack: (record: Buffer) => Buffer): Buffer[] {
  return pages.map((page, i) => {
    if (i === wrongRecord) {
      const block = `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n${page}`;
      return pack(makeRecord({ "WARC-Type": "response", "Content-Length": String(pageBytes - 900) }, block));
    }
    const part = pack(makeResponse(`https://example.org/${i}`, page));
    return i === cutRecord ? part.subarray(0, part.length - 5000) : part;
  });
}

/** Flips a bit at each of 100 offsets; returns the numbers of the affected records, and where each record starts. */
function damage(parts: readonly Buffer[]) {
  const bytes = Buffer.concat(parts);
  const starts: number[] = [];
  let at = 0;
  for (const { length } of parts) {
    starts.push(at);
    at += length;
  }
  const flipped = new Map<number, number>();
  let seed = 1;
  for (let i = 0; i < 100; i++) {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    const place = Math.floor((seed / 2 ** 32) * bytes.length);
    bytes[place] = (bytes[place] as number) ^ (1 << (i % 8));
    const record = starts.findLastIndex((start) => start <= place);
    flipped.set(record, place - (starts[record] as number));
  }
  return { bytes, starts, flipped };
}

test("of 50 MB of .warc.gz with 100 flipped bits, a truncated member and a wrong length, exactly the damaged records are lost and reported", async () => {
  const options = { level: 1, strategy: constants.Z_HUFFMAN_ONLY };
  const { bytes, starts, flipped } = damage(makeParts((record) => gzipSync(record, options)));
  expect(bytes.length).toBeGreaterThan(50_000_000);
  expect(flipped.size).toBeGreaterThan(90);
  // A few of a member's first ten bytes do not matter; no flipped bit is there.
  expect(Math.min(...flipped.values())).toBeGreaterThan(10);
  const lost = new Set([...flipped.keys(), cutRecord, wrongRecord]);

  const records = await readBytes("a.warc.gz", bytes);
  expect(records.map(({ id }) => id)).toEqual(starts.map((start) => `a.warc.gz:${start}`));
  const found = briefly(records);
  expect(found.flatMap((text, i) => (text.startsWith("unreadable: ") ? [i] : []))).toEqual(
    [...lost].sort((a, b) => a - b),
  );
  for (const [i, text] of found.entries()) {
    if (lost.has(i)) expect(text).toContain(`The record at byte ${starts[i]} of "a.warc.gz" `);
    else if (text !== pages[i]) throw new Error(`record ${i} has a wrong page`);
  }
}, 60_000);

test("of 70 MB of .warc with the same damage, all other records come out, and visible damage is reported", async () => {
  const { bytes, starts, flipped } = damage(makeParts((record) => record));
  const found = new Map((await readBytes("a.warc", bytes)).map((record) => [record.id, briefly([record])[0]]));
  const lost = new Set([...flipped.keys(), cutRecord, wrongRecord]);
  for (const [i, start] of starts.entries()) {
    if (!lost.has(i) && found.get(`a.warc:${start}`) !== pages[i]) throw new Error(`record ${i} is not there`);
  }
  for (const i of [cutRecord, wrongRecord]) {
    expect(found.get(`a.warc:${starts[i]}`)).toMatch(/^unreadable: The record at byte \d+ of "a.warc" /);
  }
  expect(found.size).toBe(count);
}, 60_000);

test("of a .warc.gz in one member, all records before the damage come out, and its position is reported", async () => {
  const some = pages.slice(0, 300).map((page) => makeResponse("u:", page));
  const bytes = gzipSync(Buffer.concat(some), { level: 1, strategy: constants.Z_HUFFMAN_ONLY });
  const cut = Math.floor(bytes.length * 0.7);
  const found = briefly(await readBytes("a.warc.gz", bytes.subarray(0, cut)));
  const whole = found.length - 1;
  expect(whole).toBeGreaterThanOrEqual(208);
  expect(found.slice(0, whole)).toEqual(pages.slice(0, whole));
  const begins = some.slice(0, whole).reduce((sum, { length }) => sum + length, 0);
  expect(found[whole]).toBe(`unreadable: The record at byte 0+${begins} of "a.warc.gz" is truncated.`);
}, 30_000);
