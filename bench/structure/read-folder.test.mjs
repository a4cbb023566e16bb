import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { after, test } from "node:test";
import { brotliCompressSync } from "node:zlib";
import { decodeHtml, listPageSets, readPageSet } from "./read-folder.mjs";

const folder = mkdtempSync(join(tmpdir(), "dehusk-structure-"));
after(() => rmSync(folder, { recursive: true }));

test("a missing folder and one without pages give null", () => {
  assert.equal(listPageSets(join(folder, "nowhere")), null);
  assert.equal(listPageSets(folder), null);
});

test("a plain folder of HTML files is a set, until it has sets", async () => {
  const name = basename(folder);
  writeFileSync(join(folder, "b.html"), "<p>b");
  writeFileSync(join(folder, "a.htm"), "<p>a");
  writeFileSync(join(folder, "notes.txt"), "no page");
  assert.deepEqual(listPageSets(folder), [name]);
  assert.deepEqual(await readPageSet(folder, name, Number.POSITIVE_INFINITY), [
    { id: "a.htm", url: null, html: "<p>a" },
    { id: "b.html", url: null, html: "<p>b" },
  ]);
  writeFileSync(join(folder, "set.jsonl.br"), brotliCompressSync('{"id":"1","html":"<p>x"}\n{"id":"2","html":"<p>y"}'));
  assert.deepEqual(listPageSets(folder), ["set"]);
  assert.deepEqual(await readPageSet(folder, "set", 1), [{ id: "2", html: "<p>y" }]);
});

test("a file is read in the encoding that it names", () => {
  assert.equal(
    decodeHtml(Buffer.from('<meta charset="windows-1252">caf\xe9', "latin1")),
    '<meta charset="windows-1252">café',
  );
  assert.equal(decodeHtml(Buffer.from("<meta charset=klingon>é")), "<meta charset=klingon>é");
});
