import { PassThrough } from "node:stream";
import { describe, expect, test } from "vitest";
import { Admission } from "./admission.ts";
import { readBody } from "./read-body.ts";

function reading(body: PassThrough, { bytes = 1e6, length }: { bytes?: number; length?: string } = {}) {
  const admission = new Admission({ requests: 9, bytes, bodyBytes: 1e6 });
  admission.enter("1").add(1);
  return readBody(body, { stay: admission.enter(length), limitBytes: 300_000, length });
}

describe("readBody", () => {
  test("joins pieces, in memory of its own", async () => {
    const body = new PassThrough();
    const pieces = [70_000, 1, 0, 200_000].map((length, i) => Buffer.alloc(length, i + 1));
    const read = reading(body);
    for (const piece of pieces) body.write(piece);
    body.end();
    const found = await read;
    expect(Buffer.concat(pieces).equals(found)).toBe(true);
    expect(found.buffer.byteLength).toBe(found.length);
  });

  test("accepts pieces of one byte", async () => {
    const body = new PassThrough({ highWaterMark: 1e6 });
    const one = Buffer.from("a");
    for (let i = 0; i < 1000; i++) body.write(one);
    body.end();
    expect(Buffer.from(await reading(body, { length: "1000" })).toString()).toBe("a".repeat(1000));
  });

  test.each([
    ["over the limit", 300_001, 1e6, 413],
    ["that there is no room for", 200_000, 100_000, 429],
  ])("refuses a body %s, and lets the rest of it pass", async (_, length, bytes, status) => {
    const body = new PassThrough();
    const read = reading(body, { bytes });
    body.write(Buffer.alloc(length));
    await expect(read).rejects.toMatchObject({ status });
    body.end(Buffer.alloc(100_000));
    await new Promise((resolve) => body.once("end", resolve));
  });

  test("reports a body that breaks off", async () => {
    const body = new PassThrough();
    const read = reading(body);
    body.write("half");
    body.destroy(new Error("aborted"));
    await expect(read).rejects.toMatchObject({ status: 400, code: "bad-request" });
  });
});
