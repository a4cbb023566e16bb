import { randomFillSync } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { PlainSource } from "./read/byte-source.ts";
import { FileWindow } from "./read/file-window.ts";
import { briefly, makePage, makeRecord, makeResponse, readBytes } from "./testing/make-warc.ts";
import { InflatedSource } from "./unpack/inflated-source.ts";
import type { MemberPart } from "./unpack/member-part.ts";
import { readRecords } from "./warc/warc-records.ts";

const pages = Array.from({ length: 12 }, (_, i) => makePage(i, 200 + i * 150));
const plainRecords = pages.map((page, i) => makeResponse(`https://example.org/${i}`, page));
const packedRecords = plainRecords.map((record) => gzipSync(record));

/** A file of records, where each starts and ends, and its name. */
function fileOf(records: readonly Buffer[], name: string) {
  const starts = records.map((_, i) => records.slice(0, i).reduce((sum, { length }) => sum + length, 0));
  const ends = records.map(({ length }, i) => (starts[i] as number) + length);
  return { name, bytes: Buffer.concat(records), starts, ends };
}

const plain = fileOf(plainRecords, "a.warc");
const packed = fileOf(packedRecords, "a.warc.gz");

/** What must come out if some records are damaged. */
async function readDamaged({ name, starts }: typeof plain, bytes: Buffer, shift = (start: number) => start) {
  const records = await readBytes(name, bytes);
  const found = new Map(records.map((record) => [record.id, record]));
  const missing = pages.flatMap((page, i) => {
    const record = found.get(`${name}:${shift(starts[i] as number)}`);
    return record !== undefined && briefly([record])[0] === page ? [] : [i];
  });
  return { missing, errors: records.flatMap(({ error }) => (error === undefined ? [] : [error])), records };
}

describe("readWarc: damage", () => {
  for (const file of [plain, packed]) {
    test(`all intact records come out of ${file.name}, with at most one error per flipped bit`, async () => {
      let told = 0;
      // Half of them in headers, where a plain file shows damage.
      const inHeaders = fc.tuple(fc.constantFrom(...file.starts), fc.nat(230)).map(([start, ahead]) => start + ahead);
      const anywhere = fc.noBias(fc.nat(file.bytes.length - 1));
      const places = fc.sample(fc.tuple(fc.oneof(inHeaders, anywhere), fc.nat(7)), 100);
      for (const [place, bit] of places) {
        const bytes = Buffer.from(file.bytes);
        bytes[place] = (bytes[place] as number) ^ (1 << bit);
        const touched = file.starts.findLastIndex((start) => start <= place);
        const { missing, errors } = await readDamaged(file, bytes);
        expect({ place, bit, missing: missing.filter((i) => i !== touched) }).toEqual({ place, bit, missing: [] });
        expect(errors.length).toBeLessThanOrEqual(1);
        for (const error of errors) expect(error.message).toContain(`of "${file.name}"`);
        // In packed files, no damage goes unreported.
        if (file === packed) expect(errors.length).toBeGreaterThanOrEqual(missing.length);
        told += errors.length;
      }
      expect(told).toBeGreaterThan(file === packed ? 60 : 10);
    });

    test(`every record up to where ${file.name} is truncated comes out, then one error`, async () => {
      for (const cut of fc.sample(fc.integer({ min: 1, max: file.bytes.length - 1 }), 60)) {
        const { records, errors } = await readDamaged(file, file.bytes.subarray(0, cut));
        const whole = file.ends.filter((end) => end <= cut).length;
        expect(briefly(records).slice(0, whole)).toEqual(pages.slice(0, whole));
        expect(errors.length).toBeLessThanOrEqual(1);
      }
    });

    test(`garbage between the records of ${file.name} is one error each`, async () => {
      const at = file.starts[5] as number;
      for (const garbage of ["garbage\r\nand more\r\n", "WARC/1.0\r\n", "\x1f\x8b\x08\x00", "\x00".repeat(2_000_000)]) {
        const added = Buffer.from(garbage, "latin1");
        const bytes = Buffer.concat([file.bytes.subarray(0, at), added, file.bytes.subarray(at)]);
        const shift = (start: number) => (start < at ? start : start + added.length);
        const { missing, errors } = await readDamaged(file, bytes, shift);
        expect({ garbage: garbage.slice(0, 10), missing }).toEqual({ garbage: garbage.slice(0, 10), missing: [] });
        expect(errors.map(({ message }) => message)).toEqual([
          expect.stringContaining(`The record at byte ${at} of "${file.name}" `),
        ]);
      }
    });
  }

  test("a wrong length is one error, whether too small, too large, or larger than the file or the limit", async () => {
    const right = plainRecords[5]?.toString().match(/Content-Length: (\d+)/)?.[1] ?? "";
    for (const wrong of [Number(right) - 50, Number(right) + 50, 9000, 99_999, 99_999_999_999, "x", -1, 1e300]) {
      const text = (plainRecords[5] as Buffer)
        .toString()
        .replace(`Content-Length: ${right}`, `Content-Length: ${wrong}`);
      const records = plainRecords.map((record, i) => (i === 5 ? Buffer.from(text) : record));
      for (const file of [
        fileOf(records, "a.warc"),
        fileOf(
          records.map((record) => gzipSync(record)),
          "a.warc.gz",
        ),
      ]) {
        const { missing, errors } = await readDamaged(file, file.bytes);
        expect({ wrong, missing, codes: errors.map(({ code }) => code) }).toEqual({
          wrong,
          missing: [5],
          codes: ["unreadable"],
        });
      }
    }
  });

  test("a file in one gzip member gives the records before the damage, then an error", async () => {
    const records = Array.from({ length: 300 }, (_, i) => makeResponse("u:", makePage(i, 5000)));
    const bytes = gzipSync(Buffer.concat(records));
    const flipped = Buffer.from(bytes);
    flipped.fill(0xff, bytes.length >> 1, (bytes.length >> 1) + 50);
    for (const damaged of [flipped, bytes.subarray(0, bytes.length >> 1)]) {
      const found = briefly(await readBytes("a.warc.gz", damaged));
      const sound = found.findIndex((text) => text.startsWith("unreadable: "));
      expect(sound).toBeGreaterThan(140);
      expect(found.slice(0, sound)).toEqual(Array.from({ length: sound }, (_, i) => makePage(i, 5000)));
      expect(found[sound]).toMatch(/^unreadable: The record at byte 0\+\d+ of "a.warc.gz" /);
      if (damaged !== flipped) expect(found).toHaveLength(sound + 1);
    }
  });

  test("any bytes give records or errors", async () => {
    const piece = fc.oneof(
      fc.uint8Array({ maxLength: 40 }),
      fc
        .constantFrom(
          "WARC/1.0\r\n",
          "WARC/",
          "\r\n",
          "\r\n\r\n",
          "Content-Length: ",
          "7\r\n",
          "WARC-Type: response\r\n",
          "HTTP/1.1 200 OK\r\n",
          "<html>",
        )
        .map((text) => Buffer.from(text)),
      fc.constantFrom(...plainRecords.slice(0, 3), ...packedRecords.slice(0, 3)),
      fc.tuple(fc.constantFrom(...packedRecords), fc.nat(300)).map(([record, length]) => record.subarray(0, length)),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 12 }), fc.boolean(), async (pieces, gz) => {
        for (const record of await readBytes(gz ? "a.warc.gz" : "a.warc", Buffer.concat(pieces), 5000)) {
          expect(record.error?.message ?? record.id).toContain("a.warc");
        }
      }),
      { numRuns: 150 },
    );
  });
});

describe("readWarc: limits", () => {
  const next = makeResponse("u:next", "<p>next");

  test("a page of 10 MB over the limit is an error, and the next record follows", async () => {
    const large = makeResponse("u:large", randomFillSync(Buffer.alloc(10_000_000)));
    const bomb = makeResponse("u:bomb", gzipSync("x".repeat(10_000_000)), [
      "Content-Type: text/html",
      "Content-Encoding: gzip",
    ]);
    for (const records of [
      [large, next],
      [bomb, next],
    ]) {
      for (const [name, bytes] of [
        ["a.warc", Buffer.concat(records)],
        ["a.warc.gz", Buffer.concat(records.map((record) => gzipSync(record, { level: 1 })))],
        ["a.warc.gz", gzipSync(Buffer.concat(records), { level: 1 })],
      ] as const) {
        expect(briefly(await readBytes(name, bytes, 1_000_000))).toEqual([
          `limit-bytes: The record at byte 0 of "${name}" is larger than the limit of 1000000 bytes (--limit-bytes).`,
          "<p>next",
        ]);
      }
    }
  });

  test("skipped records of a plain file are not read", async () => {
    const head = makeRecord(
      { "WARC-Type": "response", "Content-Length": "30000000000" },
      "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n",
      { tail: "" },
    );
    const after = Buffer.concat([Buffer.from("\r\n\r\n"), next]);
    const block = head.length - head.indexOf("HTTP/1.1");
    const afterAt = head.length - block + 30_000_000_000;
    let bytesAsked = 0;
    // A virtual file of 30 GB.
    const read = async (buffer: Buffer, offset: number, length: number, position: number) => {
      bytesAsked += length;
      buffer.fill(32, offset, offset + length);
      for (const [part, at] of [
        [head, 0],
        [after, afterAt],
      ] as const) {
        for (let i = Math.max(at, position); i < Math.min(at + part.length, position + length); i++)
          buffer[offset + i - position] = part[i - at] as number;
      }
      return { bytesRead: length, buffer };
    };
    const source = new PlainSource(new FileWindow({ read } as never, afterAt + after.length));
    const seen: string[] = [];
    for await (const event of readRecords(source, ({ headers, place }) => ({
      keep: false,
      result: `${place} ${headers.get("warc-target-uri")}`,
    }))) {
      seen.push("result" in event ? event.result : event.damage);
    }
    expect(seen).toEqual(["0 undefined", `${afterAt + 4} u:next`]);
    expect(bytesAsked).toBeLessThan(3_000_000);
  });

  test("skipped records of a packed file are not held", async () => {
    setFlagsFromString("--expose-gc");
    const collectGarbage = runInNewContext("gc") as () => void;
    let held = -1;
    async function* parts(): AsyncGenerator<MemberPart> {
      const memory: WeakRef<ArrayBufferLike>[] = [];
      const head = makeRecord({ "WARC-Type": "response", "Content-Length": "30000000" }, "", { tail: "" });
      yield { offset: 0, first: true, bytes: head };
      for (let i = 0; i < 300; i++) {
        const bytes = Buffer.alloc(100_000, 97);
        memory.push(new WeakRef(bytes.buffer));
        yield { offset: 0, first: false, bytes };
      }
      await setImmediate();
      collectGarbage();
      held = memory.filter((buffer) => buffer.deref() !== undefined).length;
      yield { offset: 0, first: false, bytes: Buffer.concat([Buffer.from("\r\n\r\n"), next]) };
    }
    const given = parts();
    const seen: string[] = [];
    for await (const event of readRecords(
      new InflatedSource({ next: async () => (await given.next()).value ?? undefined }),
      ({ place }) => ({
        keep: false,
        result: place,
      }),
    )) {
      seen.push("result" in event ? event.result : event.damage);
    }
    expect(seen).toHaveLength(2);
    expect(held).toBeGreaterThanOrEqual(0);
    expect(held).toBeLessThanOrEqual(5);
  });
});
