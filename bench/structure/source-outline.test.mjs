import assert from "node:assert/strict";
import { test } from "node:test";
import { outlineOf } from "./source-outline.mjs";

test("pieces are cut at blocks, not at inline elements", () => {
  const { pieces } = outlineOf("<h2>A <b>b</b></h2><div>one <a href=x>tw</a>o<p>three<br>four</div>");
  assert.deepEqual(pieces, [
    { level: 2, text: "A b", hasMore: false },
    { level: 0, text: "one two", hasMore: false },
    { level: 0, text: "three", hasMore: false },
    { level: 0, text: "four", hasMore: false },
  ]);
});

test("hidden and non-text elements are left out", () => {
  const html = `<head><title>t</title></head><p hidden>a<p style="display: none">b<script>c</script><button>d</button>
    <dialog>e</dialog><template>f</template><svg><text>g</text></svg><p>shown`;
  assert.deepEqual(outlineOf(html).pieces, [{ level: 0, text: "shown", hasMore: false }]);
});

test("a piece knows that a picture or a formula follows", () => {
  const { pieces } = outlineOf("<p>one:</p><div><math><mi>x</mi></math></div><p>two:<p>three <img src=a.png>");
  assert.deepEqual(
    pieces.map(({ text, hasMore }) => [text, hasMore]),
    [
      ["one:", true],
      ["two:", false],
      ["three", true],
    ],
  );
});

test("items hold their own words, not those of nested lists and headings", () => {
  const html = "<ul><li>one<ol><li>deep</ol> more<li><h3>head</h3>two</ul>";
  assert.deepEqual(outlineOf(html).lists, [["one more", "two"], ["deep"]]);
});

test("rows hold the cells of their own table", () => {
  const html = "<table><tr><th>a<td>b<tr><td><table><tr><td>c</table>d</table>";
  const [outer, inner] = outlineOf(html).tables;
  assert.deepEqual(outer, [
    { text: "a b", cells: ["a", "b"] },
    { text: "d", cells: ["d"] },
  ]);
  assert.deepEqual(inner, [{ text: "c", cells: ["c"] }]);
});

test("a term goes with all its definitions, also inside a div", () => {
  const html = "<dl><div><dt>A<dd>one<dd>two</div><dt>B<dd>three</dl>";
  assert.deepEqual(outlineOf(html).definitions, [
    [
      { term: "A", definition: "one two" },
      { term: "B", definition: "three" },
    ],
  ]);
});

test("a figure knows its pictures' names, lazy ones too", () => {
  const html = `<figure><img src="data:image/gif;base64,x" data-src="/p/a.jpg?w=1" srcset="/p/b.jpg 1x, /p/c.jpg 2x">
    <figcaption>A mill</figcaption></figure><figure><img src=d.png></figure>`;
  assert.deepEqual(outlineOf(html).figures, [{ names: ["a.jpg", "b.jpg", "c.jpg"], caption: "A mill" }]);
});
