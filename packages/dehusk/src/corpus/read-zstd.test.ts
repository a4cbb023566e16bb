import { execFileSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readPages } from "./read/read-pages.ts";
import { briefly, makeFrame, makePage, makeResponse, readBytes } from "./testing/make-warc.ts";
import { XxHash64 } from "./unpack/xx-hash.ts";
import { knowsDictionaries } from "./unpack/zstd-decoder.ts";

const words = ["one", "two", "three"];
const pages = words.map((word) => `<p>${word} ${`${word} words, `.repeat(20)}`);
const records = words.map((word, i) => makeResponse(`u:${word}`, pages[i] as string));

/** The records as packed by `zstd -19 --check`. */
const compressed = [
  "KLUv/WSTAG0EADIIHBhQeQPxoRWXW0qE/u686v9xbnOExgxG2H1yygl8mIfD9ouTfHDda/RFfwfqYSC6CpVG08TIiXgeP/u6NvK/Ri/e3ro2LmfLL7Zg20aigvfMs/y7OH/utfU8ToGctSDaap9df4K//hcvcg5CpYukVAEJAE8XKjszT60TCbRswp6p2SpCWXBSXQQqD8LmDrw=",
  "KLUv/WSTAG0EADIIHBhQeQPxoRWXW0qE/u686v9xbnOExgxG2H1yygl8mIfDxuEn+eC61+iL/g7Uw0B0FSqNpomRE/E8fvZ1beR/jV68vXVtXM4WDt+CbRuJCt4zz/Lv4vy519bzOAVy1oJoq312/Qn++l+8yDkIlS6SUgUJAE8XKjszT60TCbRswp6p2SpCWXBSXQQqD08kyNI=",
  "KLUv/WS/AIUEACIIHBlQ1wPjs0gUbxzy3Db63PmDRhsp28i0hw4DUUYJdNjO30z0sXF/6YP+DjSHgZhVqDSaJiZKxHX4WcdNQ/9firP21qVtWlvu+771pm0kKnjPtuUdzrrzPa3rcAqiLGox7f0M+xM89sd5iXIQKl0kpQoKAHWYtFJz23DjqXUigZZP2FM1W0coIU6qi0DlAWpldMo=",
].map((text) => Buffer.from(text, "base64"));

/** The records packed with the first of them as dictionary. */
const withDictionary = [
  "KLUv/WCTAEUAAAABAJCW6gIC",
  "KLUv/WCTAOUAAFh0d290d28gDQoNCgUAThcKIMHOIgLSIUt0AQE=",
  "KLUv/WC/ABUBAGAzMTN0aHJlIA0KDQoHAHQYCtaXITXXxhUG5kpJgMbSXkA=",
].map((text) => Buffer.from(text, "base64"));

function skippable(magic: number, content: Uint8Array): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32LE(magic, 0);
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, content]);
}

describe("readWarc: Zstandard", () => {
  test("reads records by frame, with their positions", async () => {
    const found = await readBytes("a.warc.zst", Buffer.concat(compressed));
    expect(briefly(found)).toEqual(pages);
    const [first, second] = compressed as [Buffer, Buffer, Buffer];
    expect(found.map(({ id }) => id)).toEqual(
      [0, first.length, first.length + second.length].map((offset) => `a.warc.zst:${offset}`),
    );
  });

  test("reads a file in one frame, longer than the window, and detects the format by content", async () => {
    const many = Array.from({ length: 20 }, (_, i) => makePage(i, i === 10 ? 1_500_000 : 50_000));
    const bytes = makeFrame(Buffer.concat(many.map((page) => makeResponse("u:", page))));
    expect(bytes.length).toBeGreaterThan(2_000_000);
    const found = await readBytes("a.warc", bytes);
    expect(briefly(found)).toEqual(many);
    expect(found[1]?.id).toMatch(/^a\.warc:0\+\d+$/);
  });

  test("skips skippable frames", async () => {
    const note = skippable(0x184d2a50, Buffer.alloc(2_000_000, 7));
    const bytes = Buffer.concat([note, compressed[0] as Buffer, note, compressed[1] as Buffer, note]);
    expect(briefly(await readBytes("a.warc.zst", bytes))).toEqual(pages.slice(0, 2));
  });

  test("a dictionary is used if Node can, and otherwise reported with what to do", async () => {
    const bytes = Buffer.concat([skippable(0x184d2a5d, records[0] as Buffer), ...withDictionary]);
    const packed = Buffer.concat([skippable(0x184d2a5d, makeFrame(records[0] as Buffer)), ...withDictionary]);
    for (const file of [bytes, packed]) {
      const found = briefly(await readBytes("a.warc.zst", file));
      if (knowsDictionaries()) expect(found).toEqual(pages);
      else expect(found).toEqual([expect.stringMatching(/^unreadable: .*dictionary.*Node 24.*zstd -d/)]);
    }
  });

  test("a frame whose dictionary is missing is reported", async () => {
    // Single segment, a one-byte dictionary id, a one-byte size.
    const frame = Buffer.of(0x28, 0xb5, 0x2f, 0xfd, 0x21, 9, 1, 0x09, 0, 0, 65);
    expect(briefly(await readBytes("a.warc.zst", frame))).toEqual([
      expect.stringMatching(/^unreadable: .* byte 0 .*dictionary 9, which the file does not contain/),
    ]);
  });

  test("a frame that asks for gigabytes is refused, and the next one follows", async () => {
    const greedy = Buffer.of(0x28, 0xb5, 0x2f, 0xfd, 0, 0xf8, 1, 0, 0);
    const unknownSize = Buffer.concat([greedy.subarray(0, 6), Buffer.of(0xff, 0xff, 0xff)]);
    for (const first of [Buffer.concat([unknownSize, Buffer.alloc(40)]), unknownSize]) {
      const found = briefly(await readBytes("a.warc.zst", Buffer.concat([first, compressed[0] as Buffer])));
      expect(found).toEqual([expect.stringMatching(/^unreadable: The record at byte 0 .*MB to decompress/), pages[0]]);
    }
  });

  test("all intact records come out, wherever a bit is flipped or the file is truncated", async () => {
    const many = Array.from({ length: 9 }, (_, i) => compressed[i % 3] as Buffer);
    const starts = many.map((_, i) => many.slice(0, i).reduce((sum, { length }) => sum + length, 0));
    const whole = Buffer.concat(many);
    let told = 0;
    for (const [place, bit] of fc.sample(fc.tuple(fc.noBias(fc.nat(whole.length - 1)), fc.nat(7)), 120)) {
      const bytes = Buffer.from(whole);
      bytes[place] = (bytes[place] as number) ^ (1 << bit);
      const found = new Map((await readBytes("a.warc.zst", bytes)).map((record) => [record.id, briefly([record])[0]]));
      const touched = starts.findLastIndex((start) => start <= place);
      for (const [i, start] of starts.entries()) {
        const text = found.get(`a.warc.zst:${start}`);
        if (i !== touched) expect({ place, bit, text }).toEqual({ place, bit, text: pages[i % 3] });
        else if (text === undefined || !text.startsWith("<p>")) told++;
        else expect(text).toBe(pages[i % 3]);
      }
    }
    expect(told).toBeGreaterThan(100);
    for (const cut of fc.sample(fc.integer({ min: 1, max: whole.length - 1 }), 40)) {
      const found = briefly(await readBytes("a.warc.zst", whole.subarray(0, cut)));
      const sound = starts.filter((start, i) => start + (many[i]?.length as number) <= cut).length;
      expect(found.slice(0, sound)).toEqual(Array.from({ length: sound }, (_, i) => pages[i % 3]));
      expect(found.length).toBeLessThanOrEqual(sound + 1);
    }
  });

  test("any bytes give records or errors", async () => {
    const piece = fc.oneof(
      fc.uint8Array({ maxLength: 40 }),
      fc.constantFrom(...compressed, ...withDictionary, Buffer.of(0x28, 0xb5, 0x2f, 0xfd)),
      fc.tuple(fc.constantFrom(...compressed), fc.nat(150)).map(([frame, length]) => frame.subarray(0, length)),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 8 }), async (pieces) => {
        for (const record of await readBytes("a.warc.zst", Buffer.concat(pieces), 5000)) {
          expect(record.error?.message ?? record.id).toContain("a.warc.zst");
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe("XxHash64", () => {
  test("matches the reference hash, in one piece and in many", () => {
    const text = "Nobody inspects the spammish repetition";
    for (const [bytes, low] of [
      ["", 0x51d8e999],
      ["a", 0xa98c6e5b],
      ["abc", 0xad770999],
      [text, 0x8a378bf1],
    ] as const) {
      for (const step of [1, 7, 32, 100]) {
        const hash = new XxHash64();
        for (let at = 0; at < bytes.length; at += step) hash.update(Buffer.from(bytes.slice(at, at + step)));
        expect([bytes, hash.lowHalf()]).toEqual([bytes, low]);
      }
    }
  });
});

describe("readPages: .jsonl.zst", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "dehusk-zstd-"));
  });
  afterAll(() => rm(folder, { recursive: true }));

  async function read(bytes: Uint8Array): Promise<string[]> {
    const path = join(folder, "a.jsonl.zst");
    await writeFile(path, bytes);
    const found: string[] = [];
    for await (const record of readPages([path]))
      found.push(record.error === undefined ? String(record.html) : record.error.message);
    return found;
  }

  test("reads one frame and several, a line across two of them, and reports damage", async () => {
    const text = Array.from(
      { length: 3000 },
      (_, i) => `${JSON.stringify({ html: `page ${i} ${"x".repeat(500)}` })}\n`,
    ).join("");
    const expected = Array.from({ length: 3000 }, (_, i) => `page ${i} ${"x".repeat(500)}`);
    expect(await read(makeFrame(text))).toEqual(expected);
    const frames = [text.slice(0, 700_001), text.slice(700_001)].map((part) => makeFrame(part));
    expect(await read(Buffer.concat(frames))).toEqual(expected);
    const cut = await read(Buffer.concat(frames).subarray(0, 800_000));
    expect(cut.length).toBeGreaterThan(1000);
    expect(cut.at(-1)).toMatch(/is truncated after line \d+: the frame at byte \d+ is truncated\.$/);
  });

  test.skipIf(!hasCommand())("reads the output of the zstd command", async () => {
    const text = '{"html":"1"}\n{"html":"2"}\n'.repeat(3000);
    const input = { input: text, maxBuffer: 1e8 };
    expect(await read(execFileSync("zstd", ["-c"], input))).toHaveLength(6000);
    const long = execFileSync("zstd", ["-c", "--long=27", "-19"], input);
    expect(await read(Buffer.concat([long, long]))).toHaveLength(12_000);
  });
});

function hasCommand(): boolean {
  try {
    execFileSync("zstd", ["--version"]);
    return true;
  } catch {
    return false;
  }
}
