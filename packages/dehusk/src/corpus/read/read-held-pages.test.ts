import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { makeResponse } from "../testing/make-warc.ts";
import { zipOf } from "../testing/make-zip.ts";
import { readHeldPages } from "./read-held-pages.ts";

const warc = makeResponse("https://example.org/", "<p>A page.");
const line = `${JSON.stringify({ id: "1", html: "<p>A page." })}\n`;

async function idsOf(bytes: Uint8Array, limitUnpacked = 1_000_000): Promise<string[] | undefined> {
  const pages = await readHeldPages(bytes, { name: "held", limitBytes: 100_000, limitUnpacked });
  if (pages === undefined) return undefined;
  const ids: string[] = [];
  for await (const { id, error } of pages) ids.push(error === undefined ? id : `${id} ${error.code}`);
  return ids;
}

describe("files of many pages in memory", () => {
  test.each([
    ["WARC", async () => warc, ["held:0"]],
    ["packed WARC", async () => gzipSync(warc), ["held:0"]],
    ["WACZ", () => zipOf({ "archive/a.warc": { bytes: warc, compress: true } }), ["held/archive/a.warc:0"]],
    ["JSON lines", async () => Buffer.from(line), ["1"]],
    ["packed JSON lines", async () => gzipSync(line.repeat(2)), ["1", "1"]],
    ["broken off", async () => gzipSync(line).subarray(0, -9), ["1", "held unreadable"]],
  ])("%s", async (_, bytes, ids) => {
    // In the midst of a larger buffer, as parts of messages are.
    const padded = Buffer.concat([Buffer.from("xxx"), await bytes(), Buffer.from("xxx")]);
    expect(await idsOf(padded.subarray(3, -3))).toEqual(ids);
  });

  test("other bytes are not read", async () => {
    const others = [
      "",
      "P",
      "<p>A page.",
      '{"name": "x"}',
      gzipSync("<p>A page."),
      await zipOf({ a: { bytes: warc } }),
    ];
    for (const bytes of others) expect(await idsOf(Buffer.from(bytes as string))).toBeUndefined();
  });

  test("an entry of a WACZ file unpacks to no more than allowed", async () => {
    const wacz = await zipOf({
      "archive/a.warc": { bytes: Buffer.concat([warc, Buffer.alloc(5000)]), compress: true },
    });
    expect(await idsOf(wacz, 5000)).toEqual(["held/archive/a.warc unreadable"]);
  });
});
