import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readJsonLines } from "./read-json-lines.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "dehusk-lines-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function read(name: string, bytes: Uint8Array | string): Promise<unknown[]> {
  await writeFile(join(folder, name), bytes);
  return collect(name);
}

async function collect(name: string): Promise<unknown[]> {
  const list: unknown[] = [];
  for await (const record of readJsonLines(join(folder, name))) list.push(record);
  return list;
}

const records = [{ a: "line\u2028separator" }, { b: "ü".repeat(100_000) }, { c: 3 }];
const text = records.map((record) => JSON.stringify(record)).join("\n");

test("reads plain, gzip and Brotli files, with or without a last line feed", async () => {
  expect(await read("x.jsonl", text)).toEqual(records);
  expect(await read("x.jsonl.gz", gzipSync(`${text}\n`))).toEqual(records);
  expect(await read("x.jsonl.br", brotliCompressSync(`${text}\n\n`))).toEqual(records);
});

test("reports where a file cannot be read", async () => {
  await expect(read("bad.jsonl", '{"a":1}\n{"a":')).rejects.toThrow(/bad\.jsonl" near line 2/);
  await expect(read("bad.jsonl.br", "invalid Brotli")).rejects.toMatchObject({ code: "unreadable" });
  await expect(collect("missing.jsonl.br")).rejects.toMatchObject({ code: "unreadable" });
});

test("may be abandoned early", async () => {
  await writeFile(join(folder, "y.jsonl.br"), brotliCompressSync(text));
  for await (const record of readJsonLines(join(folder, "y.jsonl.br"))) {
    expect(record).toEqual(records[0]);
    break;
  }
});
