import { expect, test } from "vitest";
import { boxesWith } from "../detect/testing/made-up-boxes.ts";
import { estimateBoxes } from "../layout/index.ts";
import { type Page, parse, tagName, textOf } from "../page/index.ts";
import { findLeaves } from "./find-leaves.ts";

/** What each piece shows: its texts, and the tags of everything else. */
function piecesOf(page: Page, boxes = estimateBoxes(page)): string[] {
  const { leaf, piece, pieces } = findLeaves(page, boxes);
  const shown = Array.from({ length: pieces }, () => [] as string[]);
  for (const [k, node] of leaf.entries()) {
    const tag = tagName(page, node);
    shown[piece[k]]?.push(tag === "#text" ? textOf(page, node).trim() : `<${tag}>`);
  }
  return shown.map((parts) => parts.join("|"));
}

test("the texts of a paragraph are one piece, small images included; items, cells and large images are separate pieces", () => {
  const html = `<p>One <b>bold</b> and <a href=x>a link</a> <img width=10 height=10>.</p>
    <ul><li>first<li>second</ul><table><tr><td>cell<td>other</table>
    <p>before <img width=200 height=100> after</p><img width=50 height=50><input><select><option>choice</select>`;
  expect(piecesOf(parse(html))).toEqual([
    "One|bold|and|a link|<img>|.",
    "first",
    "second",
    "cell",
    "other",
    "before",
    "<img>",
    "after",
    "<img>",
    "<input>",
    "<select>",
  ]);
});

test("hidden nodes, nodes without a box or off the page, and spacers are not leaves", () => {
  const html = `<style>.none{display:none}</style><title>title</title><p hidden>hidden</p><p class=none>styled</p><!-- comment -->
    <script>script</script><img width=1 height=1><p style="position:absolute;left:-9999px">skip</p><p>shown</p>`;
  expect(piecesOf(parse(html))).toEqual(["shown"]);
});

test("texts of one block with a large gap between them are separate pieces", () => {
  const page = parse("<span id=a>one</span><span id=b>two</span><span id=c>three</span>");
  const boxes = boxesWith(page, { a: [0, 0, 100, 20], b: [100, 0, 100, 20], c: [0, 80, 100, 20] });
  expect(piecesOf(page, boxes)).toEqual(["one|two", "three"]);
});

test("if nothing has a box, everything shown is a leaf; an empty page has no leaves", () => {
  const page = parse("<p>one<p>two<p hidden>three");
  const zero = new Float32Array(page.size);
  const boxes = { geometry: "estimate" as const, width: 0, height: 0, x: zero, y: zero, w: zero, h: zero };
  expect(piecesOf(page, boxes)).toEqual(["one", "two"]);
  expect(piecesOf(parse(""))).toEqual([]);
});
