import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as zlib from "node:zlib";
import { parquetMetadata, parquetReadObjects } from "hyparquet";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WARCParser } from "warcio";
import { corpusFormatOf, openCorpusWriter } from "./write-corpus.ts";
import type { CorpusLine } from "./write-corpus-line.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "dehusk-corpus-"));
});
afterAll(() => rm(folder, { recursive: true }));

/** Texts that have broken writers before. */
const hostile: Readonly<Record<string, string>> = {
  plain: "A text.",
  empty: "",
  nul: "a\0b",
  controls: "\u0001\u001b[31m\u007f\u0085\u009f\u2028\u2029\ufeff\r\n---\r\n",
  emoji: "😀👩‍👩‍👧‍👦 \u{10ffff}",
  rightToLeft: "שלום \u202eעולם العربية",
  halves: "\ud800 and \udc00",
  yaml: '---\n: "\\" \'#&*!|>%@` {a: [b]}',
  warc: "\r\n\r\nWARC/1.1\r\nWARC-Type: response\r\nContent-Length: 5\r\n\r\n",
  long: "x".repeat(10_000_000),
};

/** Lone surrogates do not exist in UTF-8. */
const inUtf8 = (text: string) => Buffer.from(text).toString();

const lines: readonly CorpusLine[] = [
  ...Object.entries(hostile).map(
    ([name, text]): CorpusLine => ({
      version: 1,
      id: name,
      url: `https://example.org/${name}`,
      title: text.slice(0, 100),
      author: null,
      date: "2024-05-06",
      language: "en",
      text,
      markdown: text,
      html: text.slice(0, 1000),
      confidence: 0.25,
      words: 2,
      warnings: [{ code: "w", message: text.slice(0, 20) }],
    }),
  ),
  { version: 1, id: "bare" },
  { version: 1, id: "failed", error: { code: "bad-input", message: "It is\nno page." } },
];

async function write(name: string, given: readonly CorpusLine[], fields?: readonly string[]): Promise<string> {
  const path = join(folder, name);
  const writer = await openCorpusWriter(path, { fields, date: new Date("2025-01-02T03:04:05Z") });
  for (const line of given) await writer.write(line);
  await writer.close();
  return path;
}

/** Enough to be flushed to disk before the end, and no more. */
const someLines = lines.map((line) => ({ ...line, text: (line.text ?? "").slice(0, 500_000), markdown: "" }));

async function leftovers(): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith(".tmp"));
}

test("formats follow names", () => {
  const names = [
    "a.jsonl",
    "a.JSONL.gz",
    "a.jsonl.zst",
    "a.parquet",
    "a.wet",
    "a.warc.wet.gz",
    "a/",
    "a",
    "a.json",
    "a.md",
  ];
  expect(names.map(corpusFormatOf)).toEqual([
    ...["jsonl", "jsonl", "jsonl", "parquet", "wet", "wet", "markdown"],
    ...[undefined, undefined, undefined],
  ]);
});

describe("JSON lines", () => {
  const { zstdDecompressSync } = zlib as { zstdDecompressSync?: (bytes: Uint8Array) => Buffer };
  const unpack: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
    "a.jsonl": (bytes) => bytes,
    "a.jsonl.gz": (bytes) => zlib.gunzipSync(bytes),
    ...(zstdDecompressSync === undefined ? {} : { "a.jsonl.zst": zstdDecompressSync }),
  };
  for (const [name, decode] of Object.entries(unpack)) {
    test(`survive a round trip: ${name}`, async () => {
      const text = decode(await readFile(await write(name, lines))).toString();
      expect(text.endsWith("\n")).toBe(true);
      expect(
        text
          .slice(0, -1)
          .split("\n")
          .map((line) => JSON.parse(line)),
      ).toEqual(lines);
    });
  }

  test("have the requested fields", async () => {
    const text = await readFile(await write("few.jsonl", lines.slice(-3), ["words", "title"]), "utf8");
    expect(
      text
        .trim()
        .split("\n")
        .map((line) => Object.keys(JSON.parse(line))),
    ).toEqual([
      ["version", "id", "title", "words"],
      ["version", "id"],
      ["version", "id", "error"],
    ]);
  });

  test.skipIf(zstdDecompressSync !== undefined)("as .zst are refused if Node does not support it", async () => {
    await expect(write("no.jsonl.zst", [])).rejects.toMatchObject({ code: "bad-option", message: /Node 22\.15/ });
    expect(existsSync(join(folder, "no.jsonl.zst"))).toBe(false);
  });
});

describe("Parquet", () => {
  const read = async (path: string) => {
    const bytes = await readFile(path);
    const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer;
    const compressors = { GZIP: (page: Uint8Array) => new Uint8Array(zlib.gunzipSync(page)) };
    return { rows: await parquetReadObjects({ file, compressors }), metadata: parquetMetadata(file) };
  };

  test("survives a round trip", async () => {
    const { rows } = await read(await write("a.parquet", lines));
    const text = (value: string | null | undefined) => (typeof value === "string" ? inUtf8(value) : null);
    expect(rows).toEqual(
      lines.map((line) => ({
        version: 1,
        id: line.id,
        url: text(line.url),
        title: text(line.title),
        author: null,
        authors: null,
        date: text(line.date),
        modified: null,
        language: text(line.language),
        declaredLanguage: null,
        siteName: null,
        description: null,
        image: null,
        canonical: null,
        breadcrumbs: null,
        isAccessibleForFree: null,
        text: text(line.text),
        markdown: text(line.markdown),
        html: text(line.html),
        confidence: line.confidence ?? null,
        comments: null,
        words: line.words ?? null,
        warnings: line.warnings === undefined ? null : JSON.stringify(line.warnings),
        errorCode: line.error?.code ?? null,
        errorMessage: line.error?.message ?? null,
      })),
    );
  });

  test("has the requested columns, also without rows", async () => {
    const { rows, metadata } = await read(await write("none.parquet", [], ["words", "confidence", "title", "id"]));
    expect(rows).toEqual([]);
    const columns = metadata.schema
      .slice(1)
      .map(({ name, type, repetition_type }) => `${name} ${type} ${repetition_type}`);
    expect(columns).toEqual([
      "version INT32 REQUIRED",
      "id BYTE_ARRAY REQUIRED",
      "title BYTE_ARRAY OPTIONAL",
      "confidence DOUBLE OPTIONAL",
      "words INT32 OPTIONAL",
      "errorCode BYTE_ARRAY OPTIONAL",
      "errorMessage BYTE_ARRAY OPTIONAL",
    ]);
  });

  test("is written in row groups", async () => {
    const many = Array.from(
      { length: 50_000 },
      (_, i): CorpusLine => ({ version: 1, id: `${i}`, words: i, language: `l${i % 3}` }),
    );
    const { rows, metadata } = await read(await write("groups.parquet", many, ["words", "language"]));
    expect(metadata.row_groups.map((group) => Number(group.num_rows))).toEqual([20_000, 20_000, 10_000]);
    expect(rows).toHaveLength(50_000);
    expect(rows[41_234]).toMatchObject({ id: "41234", words: 41_234, language: "l2" });
  });

  test("drops values that do not fit a column", async () => {
    const odd = { version: 1, id: "1", words: 1.5, confidence: "high", title: 7 } as unknown as CorpusLine;
    const { rows } = await read(await write("odd.parquet", [odd], ["words", "confidence", "title"]));
    expect(rows).toEqual([
      { version: 1, id: "1", words: null, confidence: null, title: null, errorCode: null, errorMessage: null },
    ]);
  });
});

describe("WET", () => {
  for (const name of ["a.wet", "a.warc.wet.gz"]) {
    test(`is read by warcio: ${name}`, async () => {
      const given = [{ ...(lines[0] as CorpusLine), recordId: "<urn:uuid:1>" }, ...lines.slice(1)];
      const path = await write(name, given);
      const found = [];
      for await (const record of new WARCParser([await readFile(path)])) {
        const block = Buffer.from(await record.readFully(false)).toString();
        const header = (key: string) => record.warcHeader(key) ?? undefined;
        found.push({
          type: record.warcType,
          url: header("WARC-Target-URI"),
          id: header("Dehusk-Id"),
          language: header("WARC-Identified-Content-Language"),
          source: header("WARC-Refers-To"),
          date: record.warcDate,
          block,
        });
      }
      expect(found.shift()).toMatchObject({ type: "warcinfo", block: expect.stringContaining("software: dehusk\r\n") });
      const date = "2025-01-02T03:04:05Z";
      expect(found).toEqual(
        given.map(({ id, url, language, text = "", recordId, error }: CorpusLine) =>
          error === undefined
            ? {
                type: "conversion",
                url: url ?? expect.stringMatching(/^urn:uuid:/),
                id: JSON.stringify(id),
                language,
                source: recordId,
                date,
                block: inUtf8(text),
              }
            : {
                type: "metadata",
                url: undefined,
                id: JSON.stringify(id),
                date,
                block: JSON.stringify({ version: 1, id, error }),
              },
        ),
      );
      const before = await readFile(path);
      await write(name, given);
      expect((await readFile(path)).equals(before), "is deterministic").toBe(true);
    });
  }

  test("no id, address or language breaks a record", async () => {
    const odd = [...Object.values(hostile), "a b", "https://example.org/ü", '"', "\r\nX: y", "ü".repeat(4096)].map(
      (text): CorpusLine => {
        return { version: 1, id: text, url: text, language: text, recordId: `<urn:${text}>`, text: "T" };
      },
    );
    const found = [];
    for await (const record of new WARCParser([await readFile(await write("odd.wet", odd))])) {
      if (record.warcType !== "conversion") continue;
      found.push(record.warcHeader("Dehusk-Id"));
      expect(await record.contentText()).toBe("T");
      expect(record.warcHeader("X")).toBeNull();
    }
    expect(found.map((id) => (typeof id === "string" ? JSON.parse(id) : undefined))).toEqual(
      odd.map(({ id }) => (id.length > 4096 ? undefined : inUtf8(id))),
    );
  });

  test("needs texts", async () => {
    await expect(write("no.wet", [], ["title"])).rejects.toMatchObject({ code: "bad-option" });
  });
});

describe("whole or not at all", () => {
  const names = ["w.jsonl", "w.jsonl.gz", "w.parquet", "w.wet", "w.wet.gz"];

  test("an existing corpus stays until the new one is closed, or if it is aborted", async () => {
    for (const name of names) {
      const path = join(folder, name);
      await writeFile(path, "before");
      const writer = await openCorpusWriter(path);
      for (const line of someLines) await writer.write(line);
      expect(await readFile(path, "utf8"), name).toBe("before");
      await writer.abort();
      expect(await readFile(path, "utf8"), name).toBe("before");
    }
    expect(await leftovers()).toEqual([]);
  });

  test.skipIf(!existsSync("/dev/full"))("a full disk is an error", async () => {
    for (const name of names) {
      const path = join(folder, `full-${name}`);
      await symlink("/dev/full", path);
      const writer = await openCorpusWriter(path);
      const all = async () => {
        for (const line of someLines) await writer.write(line);
        await writer.close();
      };
      await expect(all(), name).rejects.toMatchObject({
        code: "unwritable",
        message: `Cannot write "${path}": the disk is full.`,
      });
      await writer.abort();
    }
  });

  test("a folder that cannot be written to is an error", async () => {
    const file = join(folder, "a-file");
    await writeFile(file, "");
    for (const name of [...names, "md/"]) {
      await expect(openCorpusWriter(join(file, name)), name).rejects.toMatchObject({ code: "unwritable" });
    }
    await expect(openCorpusWriter(folder, { format: "jsonl" })).rejects.toMatchObject({ code: "unwritable" });
    const locked = join(folder, "locked");
    await mkdir(locked);
    await chmod(locked, 0o555);
    // Root may write everywhere.
    if (process.getuid?.() !== 0) {
      await expect(openCorpusWriter(join(locked, "a.jsonl"))).rejects.toMatchObject({ code: "unwritable" });
    }
  });

  test("invalid calls are errors, and touch nothing", async () => {
    const path = join(folder, "untouched.jsonl");
    await writeFile(path, "before");
    await expect(openCorpusWriter(path, { fields: ["titel"] })).rejects.toMatchObject({
      code: "bad-option",
      message: expect.stringContaining('"titel"'),
    });
    await expect(openCorpusWriter(join(folder, "a.xlsx"))).rejects.toMatchObject({
      code: "bad-option",
      message: expect.stringContaining(".parquet"),
    });
    await expect(openCorpusWriter(path, { format: "xlsx" as "jsonl" })).rejects.toMatchObject({ code: "bad-option" });
    expect(await readFile(path, "utf8")).toBe("before");
  });
});
