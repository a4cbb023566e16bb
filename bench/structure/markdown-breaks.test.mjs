import assert from "node:assert/strict";
import { test } from "node:test";
import { findMarkdownBreaks, findTitleBreaks } from "./markdown-breaks.mjs";

const found = (markdown) => findMarkdownBreaks(markdown).map(({ kind, line }) => [kind, line]);

test("a whole text has no breaks", () => {
  assert.deepEqual(
    found("# Title\n\nText.\n\n## Part\n\n- one\n- two\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n\n---\n"),
    [],
  );
});

test("a heading needs something below it, a lower heading at least", () => {
  assert.deepEqual(found("# A\n\n## B\n\ntext"), []);
  assert.deepEqual(found("## A\n\n## B\n\ntext\n\n## C"), [
    ["heading, then heading of its level or above", 1],
    ["heading, nothing below it", 7],
  ]);
  assert.deepEqual(found("## A\n\n```\ncode\n```\n\n## B\n\n![](b.png)"), []);
});

test("a title alone is no break", () => {
  assert.deepEqual(found("# Title"), []);
});

test("each later copy of a long paragraph counts, and copies in a row", () => {
  const long = "one two three four five six seven eight";
  assert.deepEqual(found(`${long}\n\nbetween\n\n${long}.\n\n**${long}**`), [
    ["the same paragraph twice in a row", 7],
    ["paragraph of 8 or more words repeated", 5],
    ["paragraph of 8 or more words repeated", 7],
  ]);
});

test("leftovers of the page's decoration are reported", () => {
  assert.deepEqual(found("- \n-\n\n| | |\n\n![](/img/spacer.gif)\n\n[Share on X](x)\n\nHistory [edit]"), [
    ["lone bullet or punctuation", 1],
    ["lone bullet or punctuation", 2],
    ["empty table row", 4],
    ["spacer picture", 6],
    ["label of the interface", 8],
    ["[edit]", 10],
  ]);
});

test("lines inside code are no headings and no labels", () => {
  assert.deepEqual(found("```\n# a\n# b\nshare\n-\n```"), []);
});

test("the headline is missing when the page has it and the top of the output has not", () => {
  const html = "<h1>A <i>tidal</i> clock</h1>";
  const kinds = (markdown, title) => findTitleBreaks(html, markdown, title).map(({ kind }) => kind);
  assert.deepEqual(kinds("text", "A tidal clock"), ["headline equal to the title is missing"]);
  assert.deepEqual(kinds("text", "Another title"), []);
  assert.deepEqual(kinds("text", null), []);
  assert.deepEqual(kinds("# A tidal clock\n\ntext", "A tidal clock"), []);
  assert.deepEqual(kinds("# A tidal clock\n\nA tidal clock\n\ntext", "A tidal clock"), ["title twice at the top"]);
});
