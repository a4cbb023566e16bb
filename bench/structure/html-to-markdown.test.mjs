import assert from "node:assert/strict";
import { test } from "node:test";
import { htmlToMarkdown } from "./html-to-markdown.mjs";

test("a table of data is a table", () => {
  assert.equal(
    htmlToMarkdown("<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>"),
    "| a | b |\n| --- | --- |\n| 1 | 2 |",
  );
});

test("the contents of a layout table are written as if the table were not there", () => {
  const data = "<table><tr><td>x</td><td>y</td></tr></table>";
  const html = `<table><tr><td>side</td><td><h2>Head</h2><p>Text.</p>${data}</td></tr></table>`;
  const lines = htmlToMarkdown(html).split("\n").filter(Boolean);
  assert.deepEqual(lines, ["side", "## Head", "Text.", "| x | y |", "| --- | --- |"]);
});

test("rows outside a table do not stop the converter", () => {
  assert.equal(htmlToMarkdown("<div><tbody><tr><td>one</td></tr></tbody></div><p>two</p>"), "one\n\ntwo");
});

test("empty headings and the tags of definition lists are left out", () => {
  const lines = htmlToMarkdown("<h3></h3><dl><dt>Term</dt><dd>Meaning</dd></dl>").split("\n").filter(Boolean);
  assert.deepEqual(lines, ["Term", "Meaning"]);
});
