import { describe, expect, it } from "vitest";
import { parse } from "../page/index.ts";
import { keepShown } from "./kept-nodes.ts";
import { writeHtml } from "./write-html.ts";
import { writeMarkdown } from "./write-markdown.ts";
import { writeText } from "./write-text.ts";

const many = 100_000;

/** Pages that break writers that recurse, look back, or write a prefix per level. */
const pages: readonly (readonly [string, string])[] = [
  ["div", "<div>x".repeat(many)],
  ["b", "<b>x".repeat(many)],
  ["b and i", "<b><i>x".repeat(many / 2)],
  ["a", "<a href=x>y".repeat(many / 4)],
  ["ul and li", "<ul><li>x".repeat(many / 2)],
  ["li alone", "<li>x".repeat(many)],
  ["blockquote", "<blockquote>x".repeat(many)],
  ["table", "<table><tr><td>x".repeat(many / 4)],
  ["table with headers", "<table><tr><th>x<th>y".repeat(many / 4)],
  ["dl", "<dl><dt>x<dd>y".repeat(many / 4)],
  ["pre", "<pre>x".repeat(many / 4)],
  ["details", "<details><summary>x</summary>y".repeat(many / 4)],
  ["figure", "<figure>x<figcaption>y".repeat(many / 4)],
  ["heading and div", "<h1><div>x".repeat(many / 4)],
  ["math", `<math>${"<msup><mi>x</mi>".repeat(many / 4)}`],
  ["many formulas nested deep", `<p>${`<math>${"<msup><mi>(</mi>".repeat(50)}</math>`.repeat(many / 100)}`],
  ["brackets that never end", `<math><mi>${"(\\\\frac".repeat(many)}</mi></math>`],
  ["dollars", `<script src=mathjax.js></script><p>${"$x_1 $$".repeat(many)}`],
  ["lines of an open formula", `<script src=mathjax.js></script><p>${"$$<br>x".repeat(many)}`],
  ["spans named as formulas", "<span class=katex>x".repeat(many)],
  ["emphasis in words", `<p>${"a<i>b</i>".repeat(many / 2)}`],
  ["wide cells", `<table><tr><th>x${"<td colspan=1000>y".repeat(many / 8)}`],
  ["high cells", `<table>${"<tr><th>x<td rowspan=60000>y".repeat(many / 8)}`],
  ["white space", `<p>a${" ".repeat(1e6)}b`],
  ["dashes", `<p>${"-".repeat(1e6)}x`],
  ["stars", `<p>${"*".repeat(1e6)}`],
  ["backticks", `<p><code>${"`".repeat(1e6)}</code>`],
  ["TeX that never ends", `<script src=mathjax.js></script><p>${"\\[x".repeat(1e5)}`],
  ["notes", `${"<sup><a href='#f'>1</a></sup>".repeat(many / 8)}<p id=f>x <a href='#ref'>↩</a>`],
  ["sizes of a picture", `<img srcset='${"a 1w,".repeat(1e5)}'>x`],
  ["blank lines before code", `<pre>${"\n".repeat(4e6)}x`],
  ["parameters of a picture in its address", `x<img src="data:image/png${";a".repeat(4e6)},xx">`],
  ["links from a long base", `<base href="/${"b".repeat(4e5)}/">${"<a href=a>x</a> ".repeat(20_000)}`],
  ["a link with a long address around blocks", `<a href="/${"a".repeat(4e5)}">${"<div>x</div>".repeat(20_000)}</a>`],
  [
    "a link with a long title around blocks",
    `<a href="/" title="${"a".repeat(4e5)}">${"<div>x</div>".repeat(20_000)}</a>`,
  ],
  ["a link around blocks", `<a href="/${"a".repeat(7000)}">${"<div>x</div>".repeat(many)}</a>`],
  ["an abbreviation around blocks", `<abbr title="${"a".repeat(4e5)}">${"<div>x</div>".repeat(many)}</abbr>`],
  ["lines of code in lists of large numbers", `${"<ol start=999999999><li>".repeat(16)}<pre>${"a\n".repeat(3.3e6)}`],
  [
    "formulas in an element of many names",
    `x<span class="${"a ".repeat(2e5)}">${"<span class=katex>x</span>".repeat(many)}</span>`,
  ],
  [
    "code in an element of many names",
    `<div class="${"a ".repeat(2e5)}" data-lang="${" ".repeat(2e5)}">${"<pre>x</pre>".repeat(many)}</div>`,
  ],
  [
    "boxes in an element of many names",
    `<div class="${"a ".repeat(2e5)}"><ul>${"<li><input type=checkbox>x".repeat(many / 2)}</ul></div>`,
  ],
  [
    "ids that wait for content",
    `<a href="#i0">x</a>${Array.from({ length: many }, (_, i) => `<a href="#i${i}">x</a>`).join("")}<div>${Array.from({ length: many }, (_, i) => `<b id=i${i}></b>`).join("")}x</div>`,
  ],
  [
    "annotations in annotations",
    `x<math>${"<annotation encoding=tex>".repeat(many / 4)}<mi>${"x".repeat(1e5)}</mi></math>`,
  ],
  ["lines of code in deep lists", `${"<ul><li>".repeat(many / 8)}<pre>${"a\n".repeat(1e5)}`],
];

describe("the page's own address", () => {
  it("may be long, however many links there are", () => {
    const url = `https://example.org/?${"a".repeat(1e7)}#x`;
    const page = parse(`<p id=a>x${"<a href='b#a'>y</a> ".repeat(80_000)}`, { url });
    const kept = keepShown(page);
    for (const write of [writeMarkdown, writeHtml]) expect(write(page, kept).length).toBeLessThan(1e7);
  });
});

describe("a base", () => {
  it("is not repeated for more links than anyone reads", () => {
    const page = parse(`<base href="https://example.org/${"b".repeat(1900)}/">${"<a href=a>x</a> ".repeat(60_000)}`);
    const kept = keepShown(page);
    for (const write of [writeMarkdown, writeHtml]) {
      const written = write(page, kept);
      expect(written.length).toBeLessThan(6e7);
      expect(written.match(/x/g)).toHaveLength(60_000 + (written.match(/ex/g) ?? []).length);
    }
  });
});

describe("hostile pages are written, and the output is not much longer", () => {
  it.each(pages)("%s", (_name, html) => {
    const page = parse(html, { url: "https://example.org/" });
    const kept = keepShown(page);
    for (const write of [writeText, writeMarkdown, writeHtml]) {
      const written = write(page, kept);
      expect(written.length).toBeGreaterThan(0);
      expect(written.length).toBeLessThan(20 * html.length);
    }
  });
});
