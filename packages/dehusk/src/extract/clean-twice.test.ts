import { describe, expect, it } from "vitest";
import { parse } from "../page/index.ts";
import { keepShown } from "./kept-nodes.ts";
import { writeHtml } from "./write-html.ts";
import { writeMarkdown } from "./write-markdown.ts";

const url = "https://example.org/folder/page.html";

function clean(html: string, left: (text: string) => boolean = () => false): string {
  const page = parse(html, { url });
  const kept = keepShown(page);
  page.strings.forEach((text, i) => {
    if (left(text)) kept[i] = 0;
  });
  return writeHtml(page, kept);
}

function markdown(html: string): string {
  const page = parse(html, { url });
  return writeMarkdown(page, keepShown(page));
}

describe("cleaning clean HTML again changes nothing", () => {
  it.each([
    [
      "tasks of several blocks",
      "<ul><li><input type=checkbox><p>a</p><p>b</p><li><input type=checkbox checked><blockquote>c</blockquote><li><input type=checkbox><h3>d</h3>e</ul>",
      "<ul>\n<li><p>☐ a</p>\n<p>b</p>\n</li>\n<li>☑<blockquote>\n<p>c</p>\n</blockquote>\n</li>\n<li><p>☐</p>\n<h3>d</h3>\n<p>e</p>\n</li>\n</ul>",
    ],
    ["a heading that is a row of signs", "<p>a</p><h2>+++</h2>", "<p>a</p>"],
    ["a quoted row of signs in a heading", "<p>a</p><h3><q>***</q></h3>", "<p>a</p>"],
    ["a row of signs, an element, a line break", "<p>a<br>--<b></b><br>b</p>", "<p>a</p>\n<hr>\n<p>b</p>"],
    [
      "a row of signs in a format that goes on",
      "<p><b>a<br>***<br>b</b></p>",
      "<p><strong>a</strong></p>\n<hr>\n<p><strong>b</strong></p>",
    ],
    [
      "a row of signs between preserved lines",
      "<pre>a\n***\nb<h2>c</h2></pre><p>d",
      "<p>a</p>\n<hr>\n<p>b</p>\n<h2>c</h2>\n<p>d</p>",
    ],
    [
      "invisible signs in preserved text",
      "<pre>a\u00adb\u200b c<h2>d</h2></pre><p>e",
      "<p>ab c</p>\n<h2>d</h2>\n<p>e</p>",
    ],
    [
      "a frame whose title shows nothing",
      '<iframe src="https://www.youtube.com/embed/abcdefg" title="\u0085"></iframe>',
      '<p><a href="https://www.youtube.com/watch?v=abcdefg">https://www.youtube.com/watch?v=abcdefg</a></p>',
    ],
    [
      "an amount of money before a sign of direction",
      "<p>$5 _www.h.example\u202e[^1]:$<script></script>5w</p>",
      "<p>$5 _www.h.example\u202e[^1]:$\u202c5w</p>",
    ],
    [
      "a change of direction before an old line end in code",
      "<pre>a\u202e!&#13;</pre>",
      "<pre><code>a\u202e!\u202c</code></pre>",
    ],
    ["a row of signs in the last heading", "<p>a</p><h2>b<div>***</div>c</h2>", "<p>a</p>\n<h2>b<br>***<br>c</h2>"],
    [
      "a frame whose title has delimiters of a formula",
      '<p>a</p><iframe src="https://www.youtube.com/embed/abcdefg" title="$$ C:\\dir $$ 5"></iframe>',
      '<p>a</p>\n<p><a href="https://www.youtube.com/watch?v=abcdefg">C:\\dir 5</a></p>',
    ],
    [
      "a frame in a heading whose title has no words",
      '<h2>a<iframe src="https://www.youtube.com/embed/abcdefg" title="#"></iframe></h2>',
      '<h2>a<br><a href="https://www.youtube.com/watch?v=abcdefg">https://www.youtube.com/watch?v=abcdefg</a></h2>',
    ],
    [
      "a picture that a formula describes",
      '<p>a</p><script type="math/tex; mode=display">x</script><p>b <img src="/i.png" alt="x"></p>',
      '<p>a</p>\n<p>\\[x\\]</p>\n<p>b <img src="https://example.org/i.png" alt=""></p>',
    ],
    [
      "lines of code, one with a formula",
      '<p><code>a <img class="tex" alt="x" src="/t.png"></code></p><p><code>b</code></p>',
      "<pre><code>a \\(x\\)\nb</code></pre>",
    ],
    [
      "a formula with words between dollars",
      '<p>$<img class="tex" alt="\\text{a b}" src="/t.png">x$',
      "<p>$\\(\\text{a b}\\)x$</p>",
    ],
    [
      "a reading that ends a direction, then has spaces",
      "<p>a<ruby>b<rt>\u202c \u2003c</rt></ruby></p>",
      "<p>a<ruby>b<rt>c</rt></ruby></p>",
    ],
    [
      "a heading of signs before a frame",
      '<p>a</p><h2>__<iframe src="https://www.youtube.com/embed/abcdefg" title="["></iframe></h2>',
      '<p>a</p>\n<hr>\n<p><a href="https://www.youtube.com/watch?v=abcdefg">https://www.youtube.com/watch?v=abcdefg</a></p>',
    ],
    ["a formula that is no sign", '<p>a<script type="math/tex">\u0085</script></p>', "<p>a</p>"],
    [
      "an alternative text that is TeX on one line",
      '<p>a <img src="/i.png" alt="(\n\\dim x"></p>',
      "<p>a \\(( \\dim x\\)</p>",
    ],
    [
      "code and what touches it",
      "<code>x</code><code>e</code><b>5 a</b>",
      "<p><code>xe</code><strong>5 a</strong></p>",
    ],
    [
      "a table after an item without a list",
      "<li>a</li><table><tr><th>b<th>c</table>d",
      "<ul>\n<li>a</li>\n</ul>\n<table>\n<tbody>\n<tr>\n<th>b</th>\n<th>c</th>\n</tr>\n</tbody>\n</table>\n<p>d</p>",
    ],
    [
      "a rule in a cell",
      "<table><td>a<td>b<hr>c<tr><td>d<td>e</table>",
      "<p>a</p>\n<p>b</p>\n<hr>\n<p>c</p>\n<p>d</p>\n<p>e</p>",
    ],
    ["an item of signs", "<ul><li>- <u>**-</u></ul>", "<ul>\n<li>- <u>**-</u></li>\n</ul>"],
    [
      "a rule in a line that is set in, in a quotation",
      "<blockquote><dd>a<hr>b</blockquote>",
      "<blockquote>\n<p>a</p>\n<p>b</p>\n</blockquote>",
    ],
    [
      "a sign before a link of signs",
      '<ul><li>- <a href="/b">--</a></ul>',
      '<ul>\n<li>- <a href="https://example.org/b">--</a></li>\n</ul>',
    ],
    ["an item with two signs", "<ul><li>* * a</ul>", "<ul>\n<li>a</li>\n</ul>"],
    ["an item with a sign on a line of its own", "<ul><li>*<br>a</ul>", "<ul>\n<li>a</li>\n</ul>"],
    [
      "a place within a link",
      '<p>a <a href="#x">b<i id="x">c</i></a></p>',
      '<p id="user-content-x">a <a href="#user-content-x">b<em>c</em></a></p>',
    ],
    [
      "a callout that is a picture",
      '<div class="admonition tip"><img src="/i.png" alt="a"></div>',
      '<blockquote class="callout" data-callout="tip">\n<p class="callout-title">Tip</p>\n<p><img src="https://example.org/i.png" alt="a"></p>\n</blockquote>',
    ],
    [
      "a rule in a line that is set in, in a cell",
      "<table><th>a<td><dd>b<hr>c</table>",
      "<table>\n<tbody>\n<tr>\n<th>a</th>\n<td><p>b</p>\n<p>c</p>\n</td>\n</tr>\n</tbody>\n</table>",
    ],
    ["a formula of nothing", "<p>a <math><annotation>b</annotation></math></p>", "<p>a</p>"],
    ["a formula in a title", '<p>a <img src="/i.png" title="\u0085[\\dim"></p>', "<p>a \\([\\dim\\)</p>"],
    ["a heading of two lines, one of signs", "<h2>~~~<br>a</h2><p>b</p>", "<h2>~~~<br>a</h2>\n<p>b</p>"],
    [
      "a rule between lines that are set in",
      "<details><dd>a<hr>b</details>",
      "<details>\n<p>a</p>\n<hr>\n<p>b</p>\n</details>",
    ],
    [
      "a reading in a format of the word, which no word lies in",
      "<p><ruby>a<i>b<ruby>c<rt>d</ruby></i></ruby></p>",
      "<p><ruby>a<em>bc</em><rt>d</rt></ruby></p>",
    ],
    [
      "a word with a reading in another",
      "<p><ruby><ruby>a<rt>b</ruby><rt>c</ruby></p>",
      "<p><ruby>a<rt>bc</rt></ruby></p>",
    ],
    [
      "a heading that is an environment",
      "<h3><math><mi>x</mi><annotation encoding=tex>\\begin{a}x\\end{a}</annotation></math></h3>",
      '<h3><math><semantics><mi>x</mi><annotation encoding="application/x-tex">\\begin{a}x\\end{a}</annotation></semantics></math></h3>',
    ],
    ["an open formula before another", "<p>a \\(b $\\le$</p>", "<p>a \\(b \\(\\le\\)</p>"],
    ["a formula right after a dollar", '<p>$<script type="math/tex">x_1</script>y$</p>', "<p>$\\(x_1\\)y$</p>"],
    ["a formula over elements that say nothing", "<p><font>$</font>x<wbr>_1$ a</p>", "<p>\\(x_1\\) a</p>"],
    ["a formula over a format within the same", "<p><ins>$$\\d<ins>im</ins>$$</ins></p>", "<p>\\[\\dim\\]</p>"],
    [
      "code in a quotation, beside code without a line",
      "<p>a</p><blockquote><pre></pre><pre>b</pre></blockquote>",
      "<p>a</p>\n<pre><code>b</code></pre>",
    ],
    [
      "quotations of code",
      "<p>a</p><blockquote><blockquote><code>b<p>c</p></code></blockquote></blockquote>",
      "<p>a</p>\n<pre><code>b\nc</code></pre>",
    ],
    [
      "a word before code that is a language",
      "<ul><li>a<var>r</var><pre>b</pre></li></ul>",
      "<ul>\n<li>a<var>r</var><pre><code>b</code></pre>\n</li>\n</ul>",
    ],
    [
      "formats around a mark of no note",
      '<del>a<sup><a><a href="#n">1</sup><ol id="n">b',
      '<p><del>a<sup>1</sup></del></p>\n<ol id="user-content-n">\n<li><a href="#user-content-n"><del>b</del></a></li>\n</ol>',
    ],
    [
      "a reading of a sign that might begin a formula",
      '<p>a <script type="math/tex">x_1</script> <ruby>b\\c<rt>d</ruby></p>',
      "<p>a \\(x_1\\) <ruby>b\\c<rt>d</rt></ruby></p>",
    ],
    [
      "readings in and after a formula",
      "<p><ruby>$x<rt>a</rt>_1$ b<rt>c</rt> d</ruby></p>",
      "<p><ruby>\\(x_1\\) b<rt>ac</rt> d</ruby></p>",
    ],
    ["a reading of nothing, in code", "<p><code><ruby>a<rt>\u0085</ruby></code></p>", "<p><code>a</code></p>"],
    [
      "a line that is no item, in a format that goes on",
      "<p><b>a<i>b</i><br><i>1. c</i></b> d</p>",
      "<p><strong>a<em>b<br>1. c</em></strong> d</p>",
    ],
    [
      "a mark in a mark, deep in a line",
      "<q>a<u><sup>**<sup><sup>**</sup></sup></sup></u></q>",
      "<p><q>a<u><sup>****</sup></u></q></p>",
    ],
    [
      "a mark around what looks like its note",
      "<p>a</p><p>b</p><div>c <sup><p><sup>1</sup></p></sup></div>",
      "<p>a</p>\n<p>b</p>\n<p>c</p>\n<p><sup>1</sup></p>",
    ],
    ["a formula that begins twice", '<p>a <script type="math/tex">\\( y_2</script>', "<p>a \\(y_2\\)</p>"],
    [
      "a formula in the words of another",
      '<p>a <script type="math/tex; mode=display">\\text{b \\[c\\] d} y_1</script>',
      "<p>a</p>\n<p>\\[\\text{b \\[c\\] d} y_1\\]</p>",
    ],
    [
      "a formula between dollars beside words that hold another",
      '<p>a <script type="math/tex">\\text{\\(b\\) -- c} $y_1$</script></p>',
      "<p>a \\(\\text{\\(b\\) -- c} $y_1$\\)</p>",
    ],
    [
      "a formula whose words do not end",
      '<p>a <script type="math/tex; mode=display">\\text{b \\] c y_1</script>',
      "<p>a</p>\n<p>\\[\\text{b c y_1\\]</p>",
    ],
    ["a formula that ends twice", '<p>a <script type="math/tex">y_2 \\) z</script>', "<p>a \\(y_2 z\\)</p>"],
  ])("%s", (_, html, expected) => {
    expect(clean(html)).toBe(expected);
    expect(clean(expected)).toBe(expected);
  });

  it("when only a part is kept: bullets in cells", () => {
    const table = "<table><tr><td>left out<td>#<td>a<tr><td><ol><li><i>~</i><b>~~</b></ol><td>b</table>";
    const once = clean(table, (text) => text === "left out" || text === "~~");
    expect(clean(once)).toBe(once);
  });

  it("when only a part is kept: code that a quotation sets in", () => {
    const once = clean(
      "<p>a</p><blockquote><pre>b = 1</pre><p>left out</p></blockquote>",
      (text) => text === "left out",
    );
    expect(clean(once)).toBe(once);
  });
});

describe("Markdown has all words of the page", () => {
  it.each([
    [
      "the end of a word that links within a heading",
      '<h2>M<a href="#x">P</a></h2>',
      "## M[P](https://example.org/folder/page.html#x)",
    ],
    ["code that ends a bracket before it", "<p>[<code>]:t</code></p>", "\\[`]:t`"],
    ["emphasis beside what cannot be struck", "<p><i>m</i><s>e(</s>i</p>", "me(i"],
    ["emphasis beside emphasis in what cannot be bold", "<p><i>m</i><b><i>x</i>(</b>k</p>", "mx(k"],
    ["emphasis right after bold text", "<p>p<b>e/</b><i>e</i>x</p>", "pe/ex"],
    ["struck texts that touch", "<p><del>r</del><s>x_</s></p>", "~~rx\\_~~"],
    ["code that might be its label", "<pre><i>C</i></pre>", "```c\nC\n```"],
    ["code that begins as its label might", "<pre><i>C</i>:\\dir</pre>", "```\nC:\\dir\n```"],
    [
      "two captions",
      "<table><caption>a<caption>b<tr><th>c<th>d<tr><td>1<td>2</table>",
      "a b\n\n| c | d |\n| --- | --- |\n| 1 | 2 |",
    ],
    ["words around a sign in a heading", "<h3>a<a href=#>.</a>b</h3><p>c", "### a b\n\nc"],
  ])("%s", (_, html, expected) => {
    expect(markdown(html)).toBe(expected);
  });

  it("an address with a control character, on a page without one of its own", () => {
    const page = parse('<p>a <a href="b&#8;c">d</a></p>');
    expect(writeMarkdown(page, keepShown(page))).toBe("a [d](b%08c)");
  });

  it("links in code", () => {
    const html = "<pre><a href=/a>a</a><a href=/b>b</a></pre>";
    expect(parse(html, { url }).text).toBe("ab");
    expect(markdown(html)).toBe("```\nab\n```");
  });
});

it("lines of code end their directions, also where only the code says that they are lines", () => {
  expect(clean("<code><center>\u202ea\nb</center>c</code>")).toBe("<pre><code>\u202ea\u202c\nb\nc</code></pre>");
});
