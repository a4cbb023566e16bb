import assert from "node:assert/strict";
import { test } from "node:test";
import { findKeptBreaks } from "./kept-breaks.mjs";
import { keptWordsOf } from "./kept-words.mjs";
import { outlineOf } from "./source-outline.mjs";

function found(html, markdown) {
  return findKeptBreaks(outlineOf(html), markdown, keptWordsOf(markdown)).map(({ kind, text }) => [kind, text]);
}

const LIST = "<ul><li>two eggs from the market<li>flour<li>a pinch of sea salt</ul>";

test("a list is whole whatever marks, links and lines the output writes it with", () => {
  assert.deepEqual(found(LIST, "- two **eggs** from [the market](x)\n- flour\n- a pinch of sea salt"), []);
  assert.deepEqual(found(LIST, "two eggs from the market flour a pinch of sea salt"), []);
});

test("a list that loses an item, or part of one, is broken; one that is gone is not", () => {
  assert.deepEqual(found(LIST, "- two eggs from the market\n- a pinch of sea salt"), [
    ["list with items kept and items dropped", "flour"],
  ]);
  assert.deepEqual(found(LIST, "- two eggs from\n- flour\n- a pinch of sea salt"), [
    ["list item kept in part", "two eggs from the market"],
  ]);
  assert.deepEqual(found(LIST, "Nothing of it, though flour is named."), []);
});

test("breadcrumbs are not kept because the headline repeats one of them", () => {
  const crumbs = "<ul><li>Home<li>News<li>A tidal clock for the old harbour</ul>";
  assert.deepEqual(found(crumbs, "# A tidal clock for the old harbour\n\nText."), []);
});

test("a data table that loses a row is broken; a layout table is none", () => {
  const rows = "<tr><td>Weight<td>2 kg<tr><td>Width<td>40 cm<tr><td>Colour<td>sea green";
  const [head, body] = ["| Weight | 2 kg |\n| --- | --- |\n", "| Colour | sea green |"];
  assert.deepEqual(found(`<table>${rows}</table>`, `${head}| Width | 40 cm |\n${body}`), []);
  assert.deepEqual(found(`<table>${rows}</table>`, head + body), [["data table kept in part", "Width 40 cm"]]);
  const layout = `<table>${rows}<tr><td>${"long ".repeat(50)}</table>`;
  assert.deepEqual(found(layout, head + body), []);
});

test("a term and its definition go together", () => {
  const html = "<dl><dt>Ebb</dt><dd>the tide running out to sea</dd></dl>";
  assert.deepEqual(found(html, "**Ebb**\n: the tide running out to sea"), []);
  assert.deepEqual(found(html, "the tide running out to sea"), [
    ["definition without its term", "the tide running out to sea"],
  ]);
  assert.deepEqual(found(html, "Ebb"), [["term without its definition", "Ebb"]]);
});

test("a picture and its caption go together", () => {
  const html = "<figure><img src=/a/mill.jpg><figcaption>The mill at high tide</figcaption></figure><p>Text.";
  assert.deepEqual(found(html, "![](https://x.test/a/mill.jpg)\n\nThe mill at high tide"), []);
  assert.deepEqual(found(html, "The mill at high tide"), [["caption without its picture", "The mill at high tide"]]);
  assert.deepEqual(found(html, "![](/a/mill.jpg)\n\nText."), [
    ["picture without its caption", "The mill at high tide"],
  ]);
});

test("what a colon introduces must follow", () => {
  const html = "<p>Run it like this:</p><pre>kiln fire --slow now</pre><p>Then wait.</p>";
  assert.deepEqual(found(html, "Run it like this:\n\n```\nkiln fire --slow now\n```\n\nThen wait."), []);
  assert.deepEqual(found(html, "Run it like this:\n\nThen wait."), [
    ["colon, and what it announces is missing", "Run it like this:"],
  ]);
  assert.deepEqual(found("<p>It looks like this:</p><img src=a.png><p>Odd.</p>", "It looks like this:"), []);
});

test("a short name in Japanese is not kept because a text has it", () => {
  const html = "<dl><dt>岬堂</dt><dd>営業日は木曜と金曜と土曜の朝だけです</dd></dl>";
  assert.deepEqual(found(html, "岬堂が開くのは三日間です。"), []);
});

test("an empty output tears nothing apart", () => {
  assert.deepEqual(found(LIST, ""), []);
});
