import assert from "node:assert/strict";
import { test } from "node:test";
import { findTrueParts } from "./true-parts.mjs";

const BEFORE = "The tide comes in twice a day along this coast.";
const AFTER = "Boats that lie on the mud float again by noon.";
const url = "https://sea.example/tides/";

/** The parts of a page whose true text is the two sentences, what is given, and no menu. */
const partsOf = (html, truth = "") =>
  findTrueParts({
    url,
    html: `<nav><ul><li><a href="/">All the harbours of the coast</a></ul></nav><p>${BEFORE}</p>${html}<p>${AFTER}</p>`,
    text: `${BEFORE}\n${truth}\n${AFTER}`,
  });

test("a menu is not part of the truth", () => {
  const { items, links } = partsOf("");
  assert.deepEqual({ items, links }, { items: [], links: [] });
});

test("a formula counts between true words, with its TeX if the page has it", () => {
  const formulas = (html, truth) => partsOf(html, truth).formulas.map(({ tex }) => tex);
  const math = "<math><mi>h</mi><annotation encoding='application/x-tex'>{\\displaystyle h^2}</annotation></math>";
  const text = "The height is here for all of the day";
  assert.deepEqual(formulas(`<p>The height is ${math} here for all of the day</p>`, text), ["h^2"]);
  assert.deepEqual(formulas("<p><math><mi>h</mi></math></p>"), [null]);
  assert.deepEqual(formulas(`<p>Words that the truth does not have ${math}</p>`), []);
  const drawn = "<span class=MathJax_Preview>h</span><span class=MathJax>h</span><script type='math/tex'>h</script>";
  assert.deepEqual(formulas(`<p>${drawn}</p>`), ["h"]);
  assert.deepEqual(formulas('<p><img class=latex alt="AB" src="/tex?AB"></p>'), ["AB"]);
});

test("code comes without line numbers and buttons, with its language", () => {
  const html = `<div class="highlight-source-python"><pre><span class=lineno>1</span>a = 1\n<span class=lineno>2</span>b  = 2
<button>Copy</button></pre></div>`;
  assert.deepEqual(partsOf(html, "a = 1\nb = 2").codes, [{ lines: ["a = 1", "b = 2"], language: "py" }]);
  assert.deepEqual(partsOf(html, "no code").codes, []);
});

test("the cells of a data table count by row, those of a layout table do not", () => {
  const table = "<table><tr><th>Port<th>Height<tr><td>Anse<td>4 m<tr><td>Brelle<td>6 m</table>";
  assert.deepEqual(partsOf(table, "Port Height\nAnse 4 m").cells, ["Port", "Height", "Anse", "4 m"]);
  assert.deepEqual(partsOf("<table><tr><td>one<td>two</table>", "one two").cells, []);
  assert.deepEqual(partsOf(`<table><tr><td>${table}<td>x</table>`, "Port Height Anse 4 m Brelle 6 m").cells.length, 6);
});

test("short items count where they follow each other in the truth, as a table of contents does not", () => {
  const list = "<ul><li>High water<li>Low water<ul><li>Mud flats</ul></ul>";
  assert.deepEqual(partsOf(list, "High water\nLow water\nMud flats").items, ["High water", "Low water", "Mud flats"]);
  assert.deepEqual(partsOf(list, "High water. It is loud. Low water. It is calm. Mud flats.").items, []);
});

test("an image counts between true texts, unless it is an icon", () => {
  const names = (html) => partsOf(html).images.map((image) => image.names.at(-1));
  assert.deepEqual(names("<figure><img data-src=/i/mud-300x200.jpg src=data:x><figcaption>Some words here</figure>"), [
    "mud.jpg",
  ]);
  assert.deepEqual(names("<img src=/i/mud.jpg width=20>"), []);
  assert.deepEqual(names("<img src=/i/ad.jpg><p>Buy new boots for less at our shop</p>"), []);
});

test("links count by their address, within true text", () => {
  const text = "See the harbour master for more on this";
  const [link, ...more] = partsOf(
    `<p>See the <a href="../h?utm_source=x">harbour master</a> for more on this`,
    text,
  ).links;
  assert.deepEqual([link.address, more.length], ["sea.example/h", 0]);
});

test("a note counts with its text, without its back link", () => {
  const html = `<p>Most boats here are old and slow<sup><a id=r1 href="#n1">1</a></sup></p>
    <ol><li id=n1>Built before the war, that is. <sup><a href="#r1">back</a></sup></ol>`;
  const { notes } = partsOf(html, "Most boats here are old and slow\nBuilt before the war, that is.");
  assert.deepEqual(notes, [{ id: "n1", text: "Built before the war, that is." }]);
});
