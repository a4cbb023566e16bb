import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Line, readLines } from "./read-lines.ts";

async function collect(chunks: readonly Uint8Array[], limit: number): Promise<Line[]> {
  const lines: Line[] = [];
  for await (const line of readLines(toStream(chunks), limit)) lines.push(line);
  return lines;
}

async function* toStream(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks;
}

describe("readLines", () => {
  test("splits like String.split, wherever the chunks end", async () => {
    const text = fc.string({ unit: fc.constantFrom("a", "é", "😀", "\n", "\r"), maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(text, fc.array(fc.nat(9)), fc.nat(12), async (whole, sizes, limit) => {
        const bytes = Buffer.from(whole);
        const chunks: Uint8Array[] = [];
        let at = 0;
        for (const size of sizes) {
          chunks.push(bytes.subarray(at, at + size));
          at += size;
        }
        chunks.push(bytes.subarray(at));
        const expected = whole.split("\n").map((line, i) => {
          const long = Buffer.byteLength(line) > limit;
          return { number: i + 1, text: long ? undefined : line };
        });
        if (whole === "" || whole.endsWith("\n")) expected.pop();
        const found = await collect(chunks, limit);
        expect(found.map(({ number, bytes }) => ({ number, text: bytes && Buffer.from(bytes).toString() }))).toEqual(
          expected,
        );
      }),
    );
  });

  test("holds no more of a line than the limit", async () => {
    setFlagsFromString("--expose-gc");
    const collectGarbage = runInNewContext("gc") as () => void;
    let held = -1;
    async function* endless(): AsyncGenerator<Uint8Array> {
      const memory: WeakRef<ArrayBufferLike>[] = [];
      for (let i = 0; i < 100; i++) {
        const chunk = new Uint8Array(100_000).fill(97);
        memory.push(new WeakRef(chunk.buffer));
        yield chunk;
      }
      await setImmediate();
      collectGarbage();
      held = memory.filter((buffer) => buffer.deref() !== undefined).length;
      yield Buffer.from("\nshort");
    }
    const found: Line[] = [];
    for await (const line of readLines(endless(), 1_000_000)) found.push(line);
    expect(found.map(({ bytes }) => bytes?.length)).toEqual([undefined, 5]);
    expect(held).toBeGreaterThanOrEqual(0);
    expect(held).toBeLessThanOrEqual(12);
  });
});
