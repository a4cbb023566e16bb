import assert from "node:assert/strict";
import { test } from "node:test";
import { KINDS } from "./kept-parts.mjs";
import { readMarkdown } from "./read-markdown.mjs";

const url = "https://sea.example/tides/";

/** Which of the parts of a kind a Markdown text keeps. */
const kept = (kind, markdown, parts) =>
  parts.map(KINDS.find(({ name }) => name === kind).judge(readMarkdown(markdown, url)));

test("a formula is kept with its TeX, each once; without one, by the words beside it", () => {
  const tex = (source) => ({ tex: source, before: "", after: "" });
  assert.deepEqual(kept("formulas", "It is $h^2$ or $$\na + b\n$$", [tex("h^2"), tex("a+b"), tex("h^2")]), [
    true,
    true,
    false,
  ]);
  assert.deepEqual(kept("formulas", "It costs $5 or $6, `$x$`", [tex("5or"), tex("x")]), [false, false]);
  const place = { tex: null, before: "height is", after: "today" };
  assert.deepEqual(kept("formulas", "The height is $h$ now", [place]), [true]);
  assert.deepEqual(kept("formulas", "The height is h now; $x$", [place]), [false]);
});

test("code is whole with all its lines in order, and has its language by any common name", () => {
  const code = { lines: ["a = 1", "b = 2"], language: "py" };
  assert.deepEqual(kept("code blocks, whole", "```\na = 1\n\n  b =  2\n```", [code]), [true]);
  assert.deepEqual(kept("code blocks, whole", "> ```\n> a = 1\n> b = 2\n> ```", [code]), [true]);
  assert.deepEqual(kept("code blocks, whole", "```\na = 1 b = 2\n```", [code]), [false]);
  assert.deepEqual(kept("code blocks, whole", "a = 1\nb = 2", [code]), [false]);
  assert.deepEqual(kept("code blocks, language", "```python\na = 1\nb = 2\n```", [code]), [true]);
  assert.deepEqual(kept("code blocks, language", "```ruby\na = 1\nb = 2\n```", [code]), [false]);
});

test("cells and items are kept as such, not as running text", () => {
  assert.deepEqual(kept("table cells", "| [Anse](/a) | 4 m |\n|---|---|", ["Anse", "4 m", "6 m"]), [true, true, false]);
  assert.deepEqual(kept("table cells", "<table><tr><td>Anse</td></tr></table>", ["Anse"]), [true]);
  assert.deepEqual(kept("table cells", "1. | Anse | 4 m |\n   | --- | --- |", ["Anse"]), [true]);
  assert.deepEqual(kept("table cells", "Anse", ["Anse"]), [false]);
  assert.deepEqual(kept("list items", "- **High** water\n  1. Low water", ["High water", "Low water"]), [true, true]);
  assert.deepEqual(kept("list items", "- High\nwater\n\nLow water", ["High water", "Low water"]), [true, false]);
  assert.deepEqual(kept("list items", "<ul><li>High water</li></ul>", ["High water"]), [true]);
  assert.deepEqual(kept("list items", "High water", ["High water"]), [false]);
});

test("links and images are compared by their resolved address, images by file name too", () => {
  assert.deepEqual(
    kept("links", "[a](../h\\_(x)/) ![b](/c.jpg)", [{ address: "sea.example/h_(x)" }, { address: "sea.example/d" }]),
    [true, false],
  );
  assert.deepEqual(
    kept("images", "![a](https://cdn.example/c-10x20.jpg)", [{ names: ["sea.example/c.jpg", "c.jpg"] }]),
    [true],
  );
  assert.deepEqual(kept("images", "[a](/c.jpg)", [{ names: ["sea.example/c.jpg"] }]), [false]);
});

test("a note needs its mark or a link, and its text", () => {
  const note = { id: "n1", text: "Built before the war" };
  assert.deepEqual(kept("footnotes", "Old[^1].\n\n[^1]: Built before the war.", [note]), [true]);
  assert.deepEqual(kept("footnotes", "Old.\n\n[^1]: Built before the war.", [note]), [false]);
  assert.deepEqual(kept("footnotes", "Old[1](#n1).\n\n1. Built before the war.", [note]), [true]);
  assert.deepEqual(kept("footnotes", "Old[1](#n1).", [note]), [false]);
});
