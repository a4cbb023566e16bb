import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { brotliCompressSync } from "node:zlib";
import { listSets, readSet, sampleEvenly } from "./data-sets.mjs";

const folder = mkdtempSync(join(tmpdir(), "dehusk-bench-"));
after(() => rmSync(folder, { recursive: true }));

function writeSet(name, pages, end = "\n") {
  const lines = pages.map((page) => JSON.stringify(page)).join("\n") + end;
  writeFileSync(join(folder, `${name}.jsonl.br`), brotliCompressSync(lines));
}

test("sets are listed by name and other files are ignored", () => {
  writeSet("b-set", []);
  writeSet("a-set", []);
  writeFileSync(join(folder, "a-set.md"), "notes");
  assert.deepEqual(listSets(folder), ["a-set", "b-set"]);
});

test("a missing folder gives null", () => {
  assert.equal(listSets(join(folder, "nowhere")), null);
});

test("pages come back whole, the last one also without a newline", async () => {
  const long = "<p>żółć 中文 ".repeat(50_000);
  const pages = [
    { id: "1", html: long },
    { id: "2", html: "<p>two" },
  ];
  writeSet("whole", pages, "");
  assert.deepEqual(await readSet(folder, "whole"), pages);
});

test("pages without html and synthetic pages are left out", async () => {
  writeSet("mixed", [
    { id: "1", html: "" },
    { id: "2", html: "<p>x", meta: { synthetic: true } },
    { id: "3", html: "<p>y", meta: {} },
  ]);
  const pages = await readSet(folder, "mixed");
  assert.deepEqual(
    pages.map((page) => page.id),
    ["3"],
  );
});

test("a sample is spread over the whole list", () => {
  const items = Array.from({ length: 100 }, (_, index) => index);
  assert.deepEqual(sampleEvenly(items, 4), [12, 37, 62, 87]);
  assert.deepEqual(sampleEvenly([1, 2], 5), [1, 2]);
});
