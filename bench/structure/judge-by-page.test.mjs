import assert from "node:assert/strict";
import { test } from "node:test";
import { judgeByPage } from "./judge-by-page.mjs";
import { findMarkdownBreaks } from "./markdown-breaks.mjs";
import { outlineOf } from "./source-outline.mjs";

const judged = (html, markdown) => judgeByPage(findMarkdownBreaks(markdown), outlineOf(html)).map(({ kind }) => kind);

const TOGETHER = "heading, then heading of its level or above";
const BELOW = "heading, nothing below it";
const REPEATED = "paragraph of 8 or more words repeated";

test("adjacent headings of the page are the page's own", () => {
  const output = "## One\n\n## [Two](x)\n\ntext";
  assert.deepEqual(judged("<h2>One</h2><hr><h2>Two</h2><p>text", output), [`${TOGETHER}, as on the page`]);
  assert.deepEqual(judged("<h2>One</h2><p>lost</p><h2>Two</h2><p>text", output), [TOGETHER]);
  assert.deepEqual(judged("<h2>Two</h2><p>text", output), [TOGETHER]);
});

test("headings of the page that were left out between two are no text", () => {
  assert.deepEqual(judged("<h2>One</h2><h3>x</h3><h2>Two</h2>text", "## One\n\n## Two\n\ntext"), [
    `${TOGETHER}, as on the page`,
  ]);
});

test("a last heading is the page's own where its section is empty", () => {
  const output = "text\n\n## End";
  assert.deepEqual(judged("<p>text<h2>End</h2>", output), [`${BELOW}, as on the page`]);
  assert.deepEqual(judged("<p>text<h2>End</h2><h2>More</h2>x", output), [`${BELOW}, as on the page`]);
  assert.deepEqual(judged("<p>text<h2>End</h2><p>lost", output), [BELOW]);
});

test("a paragraph that the page shows twice is distinguished from one that only the output repeats", () => {
  const long = "one two three four five six seven eight";
  const output = `${long}\n\nx\n\n${long}`;
  assert.deepEqual(judged(`<p>${long}<p>x<p>${long}`, output), [`${REPEATED}, as on the page`]);
  assert.deepEqual(judged(`<p>${long}<p>x`, output), [REPEATED]);
  assert.deepEqual(judged(`<p>${long}<p>${long}`, `${long}\n\n${long}`), [
    "the same paragraph twice in a row, as on the page",
    `${REPEATED}, as on the page`,
  ]);
  assert.deepEqual(judged(`<p>${long}<p>x<p hidden>${long}`, output), [REPEATED]);
});
