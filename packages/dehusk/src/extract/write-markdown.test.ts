import { describe, expect, it } from "vitest";
import { parse } from "../page/index.ts";
import { keepShown } from "./kept-nodes.ts";
import { examples } from "./testing/markdown-examples.ts";
import { writeMarkdown } from "./write-markdown.ts";

examples("blocks", [
  ["headings", "<h1>One</h1><h3>Three</h3>a", "# One\n\n### Three\n\na"],
  ["a heading of nothing is a paragraph", "<h2>One</h2><h2>Two</h2>a<h3>Three</h3>", "One\n\n## Two\n\na\n\nThree"],
  ["a heading of several blocks is one line", "<h2><div>a</div><div>b</div></h2>", "## a b"],
  ["a heading keeps no bold", "<h2><b>All</b> bold</h2>", "## All bold"],
  ["a heading that ends in a hash", "<h2>C #</h2>", "## C \\#"],
  ["paragraphs and loose text", "<p>a</p>b<div>c</div>", "a\n\nb\n\nc"],
  ["one line break", "a<br>b", "a  \nb"],
  ["two line breaks part paragraphs", "a<br><br>b", "a\n\nb"],
  ["breaks at the edges are dropped", "<p><br>a<br></p>", "a"],
  [
    "bold text without the hard space at its end",
    "<p><b>Sold!&nbsp;</b> x<p><b><i>a&nbsp;</i></b>b",
    "**Sold!**\u00a0 x\n\n**_a_**\u00a0b",
  ],
  [
    "a comma after a picture",
    '<p>a <a href="/b"><img src="/a.jpg" alt="b"></a>, c<p>a <img src="/a.jpg">and b',
    "a [![b](https://example.org/a.jpg)](https://example.org/b), c\n\na ![](https://example.org/a.jpg) and b",
  ],
  [
    "a caption once",
    '<figure><img src="/a.jpg" alt="A mill" title="A mill"><figcaption>A mill</figcaption></figure>',
    "![](https://example.org/a.jpg)\n\nA mill",
  ],
  [
    "a caption once, with other quotes and in a line below",
    '<p><img src="/a.jpg" alt="The miller\'s wheel"><br>The miller’s wheel<br><i>Photo: Ann</i></p>',
    "![](https://example.org/a.jpg)  \nThe miller’s wheel  \n_Photo: Ann_",
  ],
  [
    "a long name of two pictures once",
    `<p><img src="/a.jpg" alt="${"the great mill at dawn ".repeat(2).trim()}"><img src="/b.jpg" alt="${"the great mill at dawn ".repeat(2).trim()}">`,
    "![the great mill at dawn the great mill at dawn](https://example.org/a.jpg) ![](https://example.org/b.jpg)",
  ],
  [
    "headings without links to themselves or their section",
    '<h2 id="a"><a href="#a">One</a></h2>a<section id="b"><h2><a href="#b">Two</a></h2>b</section>',
    "## One\n\na\n\n## Two\n\nb",
  ],
  [
    "a heading with a link to another part",
    '<p>x<h2><a href="#c">One</a></h2>a<h2 id="c">Two</h2>b',
    "x\n\n## [One](https://example.org/folder/page.html#c)\n\na\n\n## Two\n\nb",
  ],
  ["a rule", "a<hr>b", "a\n\n---\n\nb"],
  ["no rule right below a heading", "<h2>a</h2><hr><p>b<hr>c", "## a\n\nb\n\n---\n\nc"],
  ["one rule where there are two", "a<hr><div><hr></div>b", "a\n\n---\n\nb"],
  ["no rule with nothing before or after it", "<hr>a<blockquote><hr>b<hr></blockquote><hr>", "a\n\n> b"],
  [
    "signs that stand for a rule",
    "<p>a<p>* * *<p>b<p><b>-----</b><p>c<p>• • •<p>d",
    "a\n\n---\n\nb\n\n---\n\nc\n\n---\n\nd",
  ],
  ["none in a quote", "<blockquote><p>a<p>==<hr><p>b</blockquote>", "> a\n>\n> b"],
  ["not an ellipsis, a question or a smiley", "<p>a<p>...<p>?<p>:-)<p>b", "a\n\n...\n\n?\n\n:-)\n\nb"],
  ["quotes", "<blockquote><p>a</p><blockquote>b</blockquote>c</blockquote>", "> a\n>\n> > b\n>\n> c"],
  [
    "a figure",
    '<figure><img src="a.png" alt="A"><figcaption>Cap</figcaption></figure>',
    "![A](https://example.org/folder/a.png)\n\nCap",
  ],
  ["details", "<details><summary>More</summary><p>a</p><p>b</p></details>", "**More**\n\na\n\nb"],
  [
    "definitions",
    "<dl><dt>T</dt><dd>a</dd><dd><p>b</p><p>c</p></dd><dt>U</dt><dd>d</dd></dl>",
    "**T**\n: a\n: b\n\n  c\n\n**U**\n: d",
  ],
  ["white space that is kept becomes breaks", '<p style="white-space:pre-line">a\nb</p>', "a  \nb"],
]);

examples("lists", [
  ["tight", "<ul><li>a</li><li>b</li></ul>", "- a\n- b"],
  ["loose, as the page says so", "<ul><li><p>a</p></li><li><p>b</p></li></ul>", "- a\n\n- b"],
  ["nested", "<ul><li>a<ol><li>b<ul><li>c</ul></ol><li>d</ul>", "- a\n  1. b\n     - c\n- d"],
  ["numbers from a start", '<ol start="9"><li>a<li>b</ol>', "9. a\n10. b"],
  ["blocks in an item", "<ol><li>a<pre>x\n\ny</pre><p>b</ol>", "1. a\n\n   ```\n   x\n\n   y\n   ```\n\n   b"],
  ["two in a row stay two", "<ul><li>a</ul><ul><li>b</ul><ol><li>c</ol><ol><li>d</ol>", "- a\n\n* b\n\n1. c\n\n1) d"],
  ["a list right in a list", "<ul><li>a</li><ul><li>b</li></ul><li>c</li></ul>", "- a\n  - b\n- c"],
  ["text right in a list", "<ul>a<li>b</li></ul>", "- a\n- b"],
  [
    "blocks between items take no number",
    "<ol><li>a</li><pre>x</pre><li>b</li><p>c</p><li>d</li></ol>",
    "1. a\n\n   ```\n   x\n   ```\n\n2. b\n\n   c\n\n3. d",
  ],
  ["headings between items", "<ul><li>a</li><h3>B</h3><li>c</li></ul>", "- a\n- ### B\n- c"],
  ["items without a list", "<div><li>a</li><li>b</li>c</div>", "- a\n- b\n\nc"],
  [
    "tasks",
    '<ul class="task-list"><li><input type="checkbox" checked> a<li><input type="checkbox"> b</ul>',
    "- [x] a\n- [ ] b",
  ],
  [
    "tasks by their bare boxes",
    "<ul><li><input type=checkbox checked> a<li><label><input type=checkbox> b</label></ul>",
    "- [x] a\n- [ ] b",
  ],
  [
    "a box that opens a menu is no task",
    '<ul><li><input type="checkbox" id="m"><label for="m">Menu</label></ul>',
    "- Menu",
  ],
  ["a box of a form is no task", '<ul><li><input type="checkbox" name="colour" value="red"> Red</ul>', "- Red"],
  ["a rule in an item", "<ul><li>a<hr>b</ul>", "- a\n\n  ___\n\n  b"],
  ["an item with a rule alone is left out", "<ul><li><hr><li>a</ul>", "- a"],
  ["empty items are left out", "<ul><li></li><li>a</li></ul>", "- a"],
]);

examples("text", [
  ["white space goes outside emphasis", "a<b> b </b>c", "a **b** c"],
  ["neighbours melt", "<b>a</b><b>b</b> <i>c</i> <i>d</i>", "**ab** _c d_"],
  ["nested emphasis", "<b>a <i>b</i></b> <i><b>c</b></i>", "**a _b_** _**c**_"],
  ["emphasis within itself", "<b>a <strong>b</strong></b>", "**a b**"],
  ["emphasis in a word", "un<i>believ</i>able <b>W</b>orld", "un*believ*able **W**orld"],
  ["signs at the edge, outside", "<b>Note:</b>text, a<i>(b)</i>c", "**Note**:text, a(_b_)c"],
  ["where that would not work, none", "<b><code>f()</code></b>text", "`f()`text"],
  ["emphasis over blocks", "<b><p>a</p><p>b</p></b>", "**a**\n\n**b**"],
  ["struck text", "<s>a</s> <del>b <s>c</s></del>", "~~a~~ ~~b c~~"],
  [
    "marks without a sign in Markdown are just text",
    "<u>a</u> <ins>b</ins> <mark>c</mark> <abbr title=x>d</abbr>",
    "a b c d",
  ],
  [
    "high and low text and keys",
    "x<sup>2</sup> H<sub>2</sub>O <kbd>Esc</kbd>",
    "x<sup>2</sup> H<sub>2</sub>O <kbd>Esc</kbd>",
  ],
  ["quotations", "He said <q>yes</q>.", 'He said "yes".'],
  ["bullets on lines", "<p>Take:<br>• oil<br>• <b>tar</b></p>", "Take:\n\n- oil\n- **tar**"],
  ["numbers that go on", "<p>3) a</p><p>4) b</p><p>5) c</p><p>7) d</p>", "3. a\n4. b\n5. c\n\n7\\) d"],
  ["bullets in two places", "<blockquote><p>• a</p></blockquote><p>• b</p>", "> • a\n\n• b"],
  ["a dialogue", "<p>– Who?<br>– I.<br>– You!</p>", "– Who?  \n– I.  \n– You!"],
  ["signs within items", "<ul><li>• oil<li>✓ tar</ul><ol><li>1. a<li>3. b</ol>", "- oil\n- ✓ tar\n\n1. a\n2. 3\\. b"],
  ["ruby of two signs", "<ruby>水<rt>みず</rt>車<rt>ぐるま</rt></ruby>", "水車(みずぐるま)"],
  ["ruby", "<ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby>", "漢(kan)"],
  ["code", "<code>a  b</code> <code>`</code> <tt>c</tt>", "`a b` `` ` `` `c`"],
  ["code with markup in it", "<code>a <b>b</b> <a href=x>c</a></code>", "`a b` [`c`](https://example.org/folder/x)"],
  ["code over several lines", "<code>a<br>b</code>", "```\na\nb\n```"],
]);

examples("signs that mean something in Markdown", [
  ["stars and lines", "*a* __b__ snake_case 2 * 3", "\\*a\\* \\_\\_b\\_\\_ snake_case 2 * 3"],
  ["backticks and backslashes", "`a` C:\\dir \\* \\", "\\`a\\` C:\\dir \\\\\\* \\\\"],
  ["brackets", "[a](b) [c] [^d] a[0]: x", "[a\\](b) [c] \\[^d] a[0\\]: x"],
  ["tags and entities", "&lt;b&gt; 1 &lt; 2 &amp;amp; AT&amp;T", "&lt;b> 1 < 2 \\&amp; AT&T"],
  [
    "starts of lines",
    "<p># a<p>- b<p>+ c<p>1. d<p>2) e<p>&gt; f<p>a<br>---<p>a<br>===<p>|-|",
    "\\# a\n\n\\- b\n\n\\+ c\n\n1\\. d\n\n2\\) e\n\n\\> f\n\na  \n\\---\n\na  \n\\===\n\n\\|-|",
  ],
  ["that only look like starts", "<p>#a<p>-b<p>1.5<p>+1", "#a\n\n-b\n\n1.5\n\n+1"],
  ["a sign before a link", "wow!<a href=x>y</a>", "wow\\![y](https://example.org/folder/x)"],
  ["tildes", "~5 a~~b~~", "~5 a\\~\\~b\\~\\~"],
  ["dollars only where there are formulas", "costs $5", "costs $5"],
]);

examples("links and pictures", [
  ["absolute", '<a href="../x?a=1&amp;b=2">y</a>', "[y](https://example.org/x?a=1&b=2)"],
  [
    "around blocks",
    '<a href="x"><h2>a</h2><p>b</p></a>',
    "## [a](https://example.org/folder/x)\n\n[b](https://example.org/folder/x)",
  ],
  [
    "round brackets",
    '<a href="/a_(b)">c</a> <a href="/d)">e</a>',
    "[c](https://example.org/a_(b)) [e](https://example.org/d%29)",
  ],
  ["square brackets in the text", '<a href="/x">[1]</a>', "[[1]](https://example.org/x)"],
  ["that lead nowhere are text", '<a href="javascript:x()">a</a> <a href="data:text/html,x">b</a> <a>c</a>', "a b c"],
  ["mail and telephone", '<a href="mailto:a@b.c">m</a> <a href="tel:+1">t</a>', "[m](mailto:a@b.c) [t](tel:+1)"],
  ["within the page", '<a href="#x">a</a><p id="x">b</p>', "[a](https://example.org/folder/page.html#x)\n\nb"],
  ["signs that link a heading to itself are dropped", '<h2 id="a">A<a href="#a">¶</a></h2>', "## A"],
  ["also by way of the site", '<h2>A <a href="/find?name=a">🔗</a></h2>b', "## A\n\nb"],
  ["other signs lead on", '<h2>A <a href="/b">→</a></h2>b', "## A [→](https://example.org/b)\n\nb"],
  [
    "a picture with a title",
    '<img src="a b.png" alt="A [b]" title=\'"t"\'>',
    '![A [b]](https://example.org/folder/a%20b.png "\\"t\\"")',
  ],
  [
    "a picture in a link",
    '<a href="/x"><img src="/a.png"></a>',
    "[![](https://example.org/a.png)](https://example.org/x)",
  ],
  ["a link around a picture that cannot be written", '<a href="/x"><img src="data:image/png;base64,AA=="></a>a', "a"],
  [
    "a video in a frame",
    '<iframe src="https://www.youtube.com/embed/abc_DEF-123" title="Talk"></iframe>',
    "[Talk](https://www.youtube.com/watch?v=abc_DEF-123)",
  ],
  ["other frames", '<iframe src="https://ads.example/"></iframe>a', "a"],
  ["a video", '<video title="V"><source src="v.mp4"></video>', "[V](https://example.org/folder/v.mp4)"],
]);

examples("code blocks", [
  ["with a language", '<pre><code class="language-js">a\n  b\n</code></pre>', "```js\na\n  b\n```"],
  ["fences longer than those within", "<pre>```\nx\n```</pre>", "````\n```\nx\n```\n````"],
  ["lines made by blocks and breaks", "<pre><div>a</div><div>b</div>c<br>d</pre>", "```\na\nb\nc\nd\n```"],
  [
    "without line numbers",
    '<pre><span class="lineno">1</span>a\n<span class="lineno">2</span>b</pre>',
    "```\na\nb\n```",
  ],
  [
    "a command named like a language, before a token of white space",
    "<pre><code><div><span>sh</span><span> </span><span>run</span></div></code></pre>",
    "```\nsh run\n```",
  ],
  ["numbers that are code", '<pre><span class="mi">1</span> + 2</pre>', "```\n1 + 2\n```"],
  [
    "in a table of two cells",
    '<table><tr><td class="gutter"><pre>1\n2</pre></td><td class="code"><pre>a\nb</pre></td></tr></table>',
    "```\na\nb\n```",
  ],
  [
    "in a table of a row for each line",
    '<table><tr><td class="blob-num">1<td class="blob-code">a<tr><td class="blob-num">2<td class="blob-code">b</table>',
    "```\na\nb\n```",
  ],
  ["that is a whole page", "<pre><h1>T</h1><p>a</p></pre>", "# T\n\na"],
]);

describe("the kept part", () => {
  it("is written without dropped text between, and separated", () => {
    const page = parse("<p>one<b>two</b>three</p>");
    const kept = keepShown(page);
    for (let i = 0; i < page.size; i++) if (page.strings[i] === "two") kept[i] = 0;
    expect(writeMarkdown(page, kept)).toBe("one three");
  });

  it("may be hidden", () => {
    const page = parse("<p>one</p><p hidden>two</p>");
    expect(writeMarkdown(page, new Uint8Array(page.size).fill(1))).toBe("one\n\ntwo");
  });

  it("has a picture once if the page is read without scripts", () => {
    const html = '<img src="data:image/gif;base64,AA==" data-src="/a.png"><noscript><img src="/a.png"></noscript>';
    const page = parse(html, { url: "https://example.org/", scripting: false });
    expect(writeMarkdown(page, keepShown(page))).toBe("![](https://example.org/a.png)");
  });

  it("may be nothing", () => {
    const page = parse("<ul><li>one</li></ul><table><tr><th>a</table>");
    expect(writeMarkdown(page, new Uint8Array(page.size))).toBe("");
  });
});

it("links no address that a format would continue within brackets", () => {
  const page = parse("<p>http://h.example/[a<sub>b] c</sub> http://h.example/a<sub>b</sub></p>");
  expect(writeMarkdown(page, keepShown(page))).toBe(
    "http\\://h.example/[a<sub>b] c</sub> http://h.example/a<sub>b</sub>",
  );
});

it("joins code spans once a format between them is dropped", () => {
  const page = parse("<p>x<b><code>a,</code></b><code>b</code></p>");
  expect(writeMarkdown(page, keepShown(page))).toBe("x`a,b`");
});
