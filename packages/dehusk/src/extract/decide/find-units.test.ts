import { describe, expect, test } from "vitest";
import { viewBlocks, viewPage } from "../../features/index.ts";
import { blockText } from "../../features/testing/blocks-of.ts";
import { estimateBoxes } from "../../layout/index.ts";
import { parse } from "../../page/index.ts";
import { findUnits } from "./find-units.ts";
import { unitKinds } from "./unit-tree.ts";

/** The units of a page in brackets around the texts of their blocks, which are single words. */
function unitsOf(html: string): string {
  const page = parse(html);
  const { kind, parent, heading, unit } = findUnits(viewBlocks(viewPage(page, estimateBoxes(page))));
  const open: number[] = [0];
  const out: string[] = [];
  for (let b = 0; b < page.blocks.count; b++) {
    const path: number[] = [];
    for (let up = unit[b]; up >= 0; up = parent[up]) path.unshift(up);
    let shared = 0;
    while (shared < open.length && open[shared] === path[shared]) shared++;
    while (open.length > shared) {
      open.pop();
      out.push(")");
    }
    for (const next of path.slice(shared)) {
      open.push(next);
      out.push(`${unitKinds[kind[next]]}(`);
    }
    out.push(heading[unit[b]] === b ? `#${blockText(page, b)}` : blockText(page, b));
  }
  return [...out, ...open.slice(1).map(() => ")")].join(" ").replaceAll("( ", "(").replaceAll(" )", ")");
}

describe("units of a page", () => {
  test.each([
    ["lists and items", "<p>a<ul><li>b<li>c<p>d</ul>", "a list(item(b) item(c d))"],
    ["lists in items", "<ul><li>a<ol><li>b<li>c</ol></li><li>d</ul>", "list(item(a list(item(b) item(c))) item(d))"],
    ["what is in an item is part of it", "<ul><li>a<pre>b</pre><blockquote>c</blockquote></ul>", "list(item(a b c))"],
    [
      "rows of boxes with a label and a value each",
      `<p>a</p>${["b c", "d e", "f g"].map((row) => `<div><div>${row.replace(" ", "</div><div>")}</div></div>`).join("")}<p>h`,
      "a list(item(b c) item(d e) item(f g)) h",
    ],
    ["two such boxes are no rows", "<div><p>a<p>b</div><div><p>c<p>d</div>", "a b c d"],
    ["nor are boxes of links", '<div><p>a<p><a href="x">b</a></div>'.repeat(3), "a b a b a b"],
    ["nor boxes with headings", "<div><h3>a</h3><p>b</div>".repeat(3), "section(#a b) section(#a b) section(#a b)"],
    [
      "a heading of many characters that are words",
      `<h2>${"字".repeat(30)}</h2><p>b</p><h2>${"字".repeat(61)}</h2><p>d`,
      `section(#${"字".repeat(30)} b ${"字".repeat(61)} d)`,
    ],
    ["items without a list", "<div><li>a<li>b</div><p>c", "list(item(a) item(b)) c"],
    [
      "a formula with its number",
      "<p>a<div>(1)<math><mi>b</mi><mo>=</mo><mi>c</mi></math></div><p>d",
      "a formula((1)b=c) d",
    ],
    [
      "labels with their values",
      "<p>a<div><span>b:</span><div>c</div></div><div><p>d:</p><p>e</p></div>",
      "a definition(b: c) definition(d: e)",
    ],
    [
      "terms with their definitions",
      "<dl><dt>a<dt>b<dd>c<dd>d<dt>e<dd>f</dl>",
      "definitions(definition(a b c d) definition(e f))",
    ],
    [
      "groups of them",
      "<dl><div><dt>a<dd>b</div><div><dt>c<dd>d</div></dl>",
      "definitions(definition(a b) definition(c d))",
    ],
    ["tables of data", "<table><tr><th>a<th>b<tr><td>c<td><ul><li>d</ul></table><p>e", "table(a b c d) e"],
    [
      "tables that lay out a page are none",
      `<table><tr><td>a<td><p>${"b".repeat(9)}<h2>c</h2><p>d</table>`,
      `a ${"b".repeat(9)} section(#c d)`,
    ],
    [
      "grids of labels and values",
      "<table><tr><td>a<p>b<td>c<tr><td>d<p>e<td>f<tr><td>g<p>h<td>i</table>",
      "table(a b c d e f g h i)",
    ],
    [
      "figures, code, quotes",
      "<figure>a<figcaption>b</figcaption></figure><pre>c</pre><blockquote><p>d<p>e</blockquote>",
      "figure(a b) code(c) quote(d e)",
    ],
    ["a sentence that leads to a list", "<p>a:<ul><li>b</ul><p>c", "lead(a: list(item(b))) c"],
    ["one that does not", "<p>a<ul><li>b</ul>", "a list(item(b))"],
    [
      "formulas on lines of their own",
      "<p>a<p>$$b$$<p>c</p><div><math display=block><mi>d</math></div>",
      "a formula($$b$$) c formula(d)",
    ],
    ["a sentence that leads to a formula", "<p>a:<p>\\[b\\]<p>c", "lead(a: formula(\\[b\\])) c"],
    ["tables of equations", "<table class=eqn_table><tr><td><math><mi>a</math><td>b</table>", "formula(a b)"],
    ["a wide colon leads, too", "<p>a：<pre>b</pre>", "lead(a： code(b))"],
  ])("%s", (_, html, expected) => {
    expect(unitsOf(html)).toBe(expected);
  });
});

const long = "w".repeat(4);
const p = `<p>${`${long} `.repeat(12)}</p>`;
const t = Array(12).fill(long).join(" ");

describe("sections", () => {
  test.each([
    [
      "end before a heading of their rank or above",
      `<h2>a</h2>${p}<h3>b</h3>${p}<h2>c</h2>${p}`,
      `section(#a ${t} section(#b ${t})) section(#c ${t})`,
    ],
    ["end with what holds them", `<div><h2>a</h2>${p}</div>${p}`, `section(#a ${t}) ${t}`],
    ["go on after the box of their heading", `<div><h2>a</h2><p>b</div>${p}`, `section(#a b ${t})`],
    ["are not in items", `<ul><li><h2>a</h2>${p}</ul>`, `list(item(a ${t}))`],
    ["do not part a list", `<h2>a</h2><ul><li><h2>b</h2>c<li>d</ul>${p}`, `section(#a list(item(b c) item(d)) ${t})`],
    ["need something below", `<h2>a</h2><h2>b</h2>${p}`, `a section(#b ${t})`],
  ])("%s", (_, html, expected) => {
    expect(unitsOf(html)).toBe(expected);
  });

  test("a page without text has no units but itself", () => {
    expect(unitsOf("<ul></ul>")).toBe("");
  });

  test("handles 100,000 nested lists", () => {
    const html = `${"<ul><li>a".repeat(100_000)}`;
    const page = parse(html, { limits: { depth: 1_000_000 } });
    expect(findUnits(viewBlocks(viewPage(page, estimateBoxes(page)))).kind.length).toBeGreaterThan(1000);
  });
});
