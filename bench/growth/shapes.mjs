/** Numbered pieces. */
const each = (n, make) => Array.from({ length: n }, (_, i) => make(i)).join("");
const words = "Some words that make up a sentence of a page. ";
const mathjax = "<script src=mathjax.js></script>";

/**
 * Pages that grow in one way, each made to expose a step that revisits something over and over: about 20 times n
 * characters or more.
 */
export const shapes = {
  paragraphs: (n) => each(n, (i) => `<p>${words}${i}</p>`),
  "one long text": (n) => `<p>${words.repeat(n)}`,
  "one long word": (n) => `<p>${"aaaaaaaaaaaaaaaaaaaa".repeat(n)}`,
  "white space": (n) => `<p>a${" \n".repeat(10 * n)}b`,
  siblings: (n) => `<div>${"<i>x</i>".repeat(n)}</div>`,
  "nested div": (n) => "<div>x".repeat(n),
  "nested list": (n) => "<ul><li>x".repeat(n),
  "nested table": (n) => "<table><tr><td>x".repeat(n),
  "nested quotations": (n) => "<blockquote>x".repeat(n),
  "unclosed formats": (n) => `${"<b>".repeat(n)}${"<p>x".repeat(20)}`,
  "misnested formats": (n) => "<b><i>x</b></i>".repeat(n),
  "links in links": (n) => `<div>${"<a href=x>y".repeat(n)}`,
  "link list": (n) => `<ul>${each(n, (i) => `<li><a href="/${i}">link ${i}</a>`)}</ul>`,
  "links home": (n) => `<title>Page | Site</title>${"<a href=/>x</a> ".repeat(n)}`,
  "one link around blocks": (n) => `<a href=/x>${"<div>x</div>".repeat(n)}</a>`,
  headings: (n) => each(n, (i) => `<h2>Heading ${i}</h2>`),
  "table of data": (n) => `<table><tr><th>a<th>b<th>c${"<tr><td>1<td>2<td>3".repeat(n)}</table>`,
  "spans of cells": (n) => `<table>${"<tr><th rowspan=9>x<td colspan=9>y".repeat(n)}</table>`,
  attributes: (n) => `<div ${each(n, (i) => `a${i}=b `)}>x</div>`,
  "class names": (n) => `<div class="${"a ".repeat(n)}">${"<p>x</p>".repeat(Math.ceil(n / 10))}</div>`,
  "long address": (n) => `<base href="/${"b".repeat(n)}/">${"<a href=a>x</a> ".repeat(Math.ceil(n / 10))}`,
  "character references": (n) => `<p>${"&amp;&lt;&notit;&#x41;".repeat(n)}`,
  "text of signs": (n) => `<p>${"[](<`*_~!&\\|#".repeat(n)}`,
  "addresses in text": (n) => `<p>${"http://h.example/[a]_*\\<b ".repeat(n)}`,
  brackets: (n) => `<p>${"[".repeat(10 * n)}${"](".repeat(5 * n)}`,
  backticks: (n) => `<p><code>${each(n, (i) => `${"`".repeat(1 + (i % 50))}a`)}</code>`,
  formulas: (n) => `${mathjax}<p>${"$x_1$ and \\(y\\) ".repeat(n)}`,
  "open formulas": (n) => `${mathjax}<p>${"$$ \\[ \\begin{a} x<br>".repeat(n)}`,
  mathml: (n) => `<p>${"<math><msup><mi>x</mi><mn>2</mn></msup></math> ".repeat(n)}`,
  "nested mathml": (n) => `<p><math>${"<mrow><mi>x</mi>".repeat(n)}</math>`,
  footnotes: (n) =>
    `${each(n, (i) => `<p>a<sup><a href="#f${i}" id="r${i}">${i}</a></sup></p>`)}<ol class=footnotes>${each(n, (i) => `<li id="f${i}">note ${i} <a href="#r${i}">↩</a>`)}</ol>`,
  "marks of one note": (n) => `${"<sup><a href='#f'>1</a></sup>".repeat(n)}<p id=f>x <a href='#ref'>↩</a>`,
  callouts: (n) => `<div class="admonition note"><p class=admonition-title>t</p><p>x</p></div>`.repeat(n),
  "lines of code": (n) => `<pre><code class=language-js>${"let a = 1;\n".repeat(n)}</code></pre>`,
  "code in spans": (n) => `<pre>${"<span class=k>let</span> a\n".repeat(n)}</pre>`,
  pictures: (n) =>
    each(n, (i) => `<figure><img src="/${i}.png" alt="picture ${i}"><figcaption>picture ${i}</figcaption></figure>`),
  srcset: (n) => `<img srcset="${each(n, (i) => `/${i}.png ${i}w, `)}" alt=x>x`,
  "inline styles": (n) => `<div style="margin:1px;padding:2px;width:50%">${words}</div>`.repeat(n),
  "a style sheet": (n) => `<style>${each(n, (i) => `.a${i}{display:none}`)}</style><p class=a1>${words}`,
  "data for scripts": (n) =>
    `<script type="application/json">${JSON.stringify(Array.from({ length: n }, (_, i) => ({ body: words + i, [`k${i}`]: words })))}</script>`,
  "quotes in data": (n) => `<script type="application/json">${'"\\"'.repeat(5 * n)}</script>`,
  "shadow roots": (n) => `<x-a><template shadowrootmode=open><p>a</p><slot></slot></template><p>b</p></x-a>`.repeat(n),
  "nested shadow roots": (n) => "<x-a><template shadowrootmode=open><div><slot></slot></div></template>x".repeat(n),
  "shadow roots that deepen": (n) => {
    const side = Math.ceil(Math.sqrt(n));
    return `<x-a><template shadowrootmode=open>${"<div>".repeat(side)}<slot></slot></template>x`.repeat(side);
  },
  "unclosed comment": (n) => `<p>a<!-- ${"<p>x</p>-- >".repeat(n)}`,
  "unclosed script": (n) => `<script>${"</p> <p>x\n".repeat(n)}`,
  frames: (n) => `<frameset>${each(n, (i) => `<frame src="/${i}" name="f${i}">`)}</frameset>`,
  comments: (n) =>
    each(
      n,
      (i) =>
        `<div class=comment id=c${i}><a class=author href=/u>u${i}</a><time>2020-01-01</time><p>${words}</p></div>`,
    ),
  "JSON-LD": (n) =>
    `<script type="application/ld+json">${JSON.stringify({ "@type": "Article", headline: "a", articleBody: words.repeat(n) })}</script><p>${words}`,
  "nested JSON": (n) => `<script type="application/ld+json">${'{"a":['.repeat(n)}${"]}".repeat(n)}</script><p>${words}`,
  meta: (n) => `${each(n, (i) => `<meta name="m${i}" content="c${i}">`)}<p>${words}`,
  "lines in inline code": (n) => `<p><code>a${"\n".repeat(20 * n)}</code> b`,
  "stops in bold": (n) => `<p><b>a${".".repeat(20 * n)}b</b>`,
  "hard spaces in bold": (n) => `<p><b>a${"\u00a0".repeat(20 * n)}b</b>`,
  "a long label of code": (n) => `<div><div>a${"\u00a0".repeat(20 * n)}b</div><pre><code>x = 1</code></pre></div>`,
  "a long name of a tag": (n) => `<${"a".repeat(20 * n)}>x`,
  "a long width": (n) => `<img src=a.png width="1${" ".repeat(20 * n)}x">x`,
  "marks of letters": (n) => `<p>a${"\u0301".repeat(20 * n)}`,
  "deep replies": (n) =>
    each(
      n,
      (i) =>
        `<div class=comment data-depth=${i % 1000}><a class=author href=/users/${i}>u${i}</a><time>2020-01-01</time><p>${words}${i}</p></div>`,
    ),
  "direction marks": (n) => `<p>${"\u202ea\u2067b\u2069".repeat(n)}`,
};
