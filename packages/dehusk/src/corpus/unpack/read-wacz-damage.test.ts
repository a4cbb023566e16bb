import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DehuskError } from "../../basics/index.ts";
import type { PageRecord } from "../read/page-record.ts";
import { readPages } from "../read/read-pages.ts";
import { makeResponse } from "../testing/make-warc.ts";
import { zipOf } from "../testing/make-zip.ts";

const pages = ["<p>one", "<p>two", "<p>three"];
const records = pages.map((page, i) => makeResponse(`u:${i}`, page));
let folder: string;
let whole: Buffer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "dehusk-wacz-damage-"));
  whole = await zipOf({
    "archive/a.warc.gz": { bytes: Buffer.concat(records.map((record) => gzipSync(record))) },
    "archive/b.warc": { bytes: Buffer.concat(records), compress: true },
    "archive/c.warc": { bytes: Buffer.concat(records) },
  });
});
afterAll(() => rm(folder, { recursive: true }));

async function read(bytes: Uint8Array): Promise<PageRecord[]> {
  const path = join(folder, "a.wacz");
  await writeFile(path, bytes);
  const found: PageRecord[] = [];
  for await (const record of readPages([path])) found.push(record);
  return found;
}

/** The WARC file that a record is of. */
const warcOf = ({ id }: PageRecord): string => id.replace(/(\.warc(?:\.gz)?):.*$/s, "$1");

test("a WACZ file that is cut anywhere is one error", async () => {
  expect(await read(whole)).toHaveLength(9);
  for (let length = 0; length < whole.length; length++) {
    const found = await read(whole.subarray(0, length));
    expect(found.map(({ error }) => error?.code)).toEqual(["unreadable"]);
  }
});

test("flipped bits give errors, and no changed page without one", async () => {
  let intact = 0;
  let failed = 0;
  const flips = fc.array(fc.nat(whole.length * 8 - 1), { minLength: 1, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(flips, async (bits) => {
      const bytes = Buffer.from(whole);
      for (const bit of bits) bytes[bit >> 3] = (bytes[bit >> 3] as number) ^ (1 << (bit & 7));
      const found = await read(bytes);
      expect(found.length).toBeGreaterThan(0);
      const damaged = new Set(found.filter(({ error }) => error !== undefined).map(warcOf));
      for (const record of found) {
        if (record.error !== undefined) {
          expect(record.error).toBeInstanceOf(DehuskError);
          failed++;
        } else if (pages.includes(Buffer.from(record.html).toString())) intact++;
        else expect(damaged).toContain(warcOf(record));
      }
    }),
    { numRuns: 1500 },
  );
  // Most damage leaves most pages alone.
  expect(intact).toBeGreaterThan(1500);
  expect(failed).toBeGreaterThan(500);
});
