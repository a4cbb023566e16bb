import { describe, expect, it } from "vitest";
import { parse } from "../page/index.ts";
import { keepShown } from "./kept-nodes.ts";
import { writeHtml } from "./write-html.ts";
import { writeMarkdown } from "./write-markdown.ts";
import { writeText } from "./write-text.ts";

const many = 200_000;

/** Pages that break writers which recurse, look back, or write a prefix for each level. */
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
  ["lines of code in deep lists", `${"<ul><li>".repeat(many / 8)}<pre>${"a\n".repeat(1e5)}`],
];

describe("hostile pages are written, and not much longer than they are", () => {
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
