import markdownit from "markdown-it";
import { describe, expect, it } from "vitest";
import { parse } from "../page/index.ts";
import { keepShown } from "./kept-nodes.ts";
import { writeMarkdown } from "./write-markdown.ts";

function markdown(html: string): string {
  const page = parse(html, { url: "https://example.org/folder/page.html" });
  return writeMarkdown(page, keepShown(page));
}

/** Tests of one promise each: a name, HTML, and the Markdown that it becomes. */
function examples(title: string, list: readonly (readonly [string, string, string])[]): void {
  describe(title, () => {
    it.each(list)("%s", (_name, html, expected) => {
      expect(markdown(html)).toBe(expected);
    });
  });
}

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
    "a caption once",
    '<figure><img src="/a.jpg" alt="A mill" title="A mill"><figcaption>A mill</figcaption></figure>',
    "![](https://example.org/a.jpg)\n\nA mill",
  ],
  ["a rule", "a<hr>b", "a\n\n---\n\nb"],
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
  ["items without a list", "<div><li>a</li><li>b</li>c</div>", "- a\n- b\n\nc"],
  [
    "tasks",
    '<ul class="task-list"><li><input type="checkbox" checked> a<li><input type="checkbox"> b</ul>',
    "- [x] a\n- [ ] b",
  ],
  ["a box that opens a menu is no task", '<ul><li><input type="checkbox"><label>Menu</label></ul>', "- Menu"],
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
  ["where signs would not work, tags", "<b>Note:</b>text", "<strong>Note:</strong>text"],
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
  ["ruby", "<ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby>", "漢(kan)"],
  ["code", "<code>a  b</code> <code>`</code> <tt>c</tt>", "`a b` `` ` `` `c`"],
  ["code with markup in it", "<code>a <b>b</b> <a href=x>c</a></code>", "`a b` [`c`](https://example.org/folder/x)"],
  ["code over several lines", "<code>a<br>b</code>", "`a`  \n`b`"],
]);

examples("signs that mean something in Markdown", [
  ["stars and lines", "*a* __b__ snake_case 2 * 3", "\\*a\\* \\_\\_b\\_\\_ snake_case 2 * 3"],
  ["backticks and backslashes", "`a` C:\\dir \\* \\", "\\`a\\` C:\\dir \\\\\\* \\\\"],
  ["brackets", "[a](b) [c] [^d] a[0]: x", "[a\\](b) [c] \\[^d] a[0\\]: x"],
  ["tags and entities", "&lt;b&gt; 1 &lt; 2 &amp;amp; AT&amp;T", "\\<b> 1 < 2 \\&amp; AT&T"],
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
  ["square brackets in the text", '<a href="/x">[1]</a>', "[\\[1\\]](https://example.org/x)"],
  ["that lead nowhere are text", '<a href="javascript:x()">a</a> <a href="data:text/html,x">b</a> <a>c</a>', "a b c"],
  ["mail and telephone", '<a href="mailto:a@b.c">m</a> <a href="tel:+1">t</a>', "[m](mailto:a@b.c) [t](tel:+1)"],
  ["within the page", '<a href="#x">a</a><p id="x">b</p>', "[a](https://example.org/folder/page.html#x)\n\nb"],
  ["signs that link a heading to itself are dropped", '<h2 id="a">A<a href="#a">¶</a></h2>', "## A"],
  [
    "a picture with a title",
    '<img src="a b.png" alt="A [b]" title=\'"t"\'>',
    '![A \\[b\\]](https://example.org/folder/a%20b.png "\\"t\\"")',
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

examples("tables", [
  ["with a header", "<table><tr><th>a<th>b<tr><td>1<td>2</table>", "| a | b |\n| --- | --- |\n| 1 | 2 |"],
  ["without one", "<table><tr><td>a<td>b<tr><td>1<td>2</table>", "| a | b |\n| --- | --- |\n| 1 | 2 |"],
  [
    "with rows and columns that hold space",
    "<table><tr><td>a<td>&nbsp;<td>b<tr><td><td><td><tr><td>1<td><td>2<tr><td>3<td><td></table>",
    "| a | b |\n| --- | --- |\n| 1 | 2 |\n| 3 |  |",
  ],
  [
    "with rows of pictures",
    '<table><tr><th>a<th>b<tr><td><img src="/a.png"><td></table>',
    "| a | b |\n| --- | --- |\n| ![](https://example.org/a.png) |  |",
  ],
  [
    "with signs that say yes or no",
    "<table><tr><th>a<th>b<tr><td>✓<td>–</table>",
    "| a | b |\n| --- | --- |\n| ✓ | – |",
  ],
  ["with one column are no data", "<table><tr><td>a<tr><td>b</table>", "a\n\nb"],
  ["with one column of long text are no data", "<table><tr><th>a<tr><td><p>b<p>c<p>d</table>", "a\n\nb\n\nc\n\nd"],
  [
    "with one column of short cells below a header",
    "<table><tr><th>a<tr><td>b<tr><td>c</table>",
    "| a |\n| --- |\n| b |\n| c |",
  ],
  [
    "of a forum's posts are no data",
    `<table>${`<tr><td>ann<br>member<br>posts: 3<td>${"A long post. ".repeat(40)}`.repeat(3)}</table>`,
    `ann  \nmember  \nposts: 3\n\n${"A long post. ".repeat(40).trim()}\n\n`.repeat(3).trim(),
  ],
  ["with a caption", "<table><caption>C<tr><th>a<tr><td>1</table>", "C\n\n| a |\n| --- |\n| 1 |"],
  [
    "spans are written once",
    "<table><tr><th colspan=2>a<th>b<tr><td rowspan=2>1<td>2<td>3<tr><td>4<td>5</table>",
    "| a |  | b |\n| --- | --- | --- |\n| 1 | 2 | 3 |\n|  | 4 | 5 |",
  ],
  [
    "empty cells keep their place",
    "<table><tr><th>a<th>b<th>c<tr><td>1<td><td>3</table>",
    "| a | b | c |\n| --- | --- | --- |\n| 1 |  | 3 |",
  ],
  [
    "blocks in a cell",
    "<table><tr><th>a<th>b<tr><td><p>x<p>y<ul><li>z</ul><pre>p|q</pre><td>c</table>",
    "| a | b |\n| --- | --- |\n| x<br>y<br>- z<br>`p\\|q` | c |",
  ],
  ["that lay out a page", "<table><tr><td><h2>a</h2><td><p>b<p>c</table>", "## a\n\nb\n\nc"],
  ["of one column", "<table><tr><td>a<tr><td>b</table>", "a\n\nb"],
  ["said to be for looks", "<table role=presentation><tr><td>a<td>b<tr><td>c<td>d</table>", "a\n\nb\n\nc\n\nd"],
  [
    "in tables",
    "<table><tr><td>a<table><tr><th>x<th>y<tr><td>1<td>2</table></table>",
    "a\n\n| x | y |\n| --- | --- |\n| 1 | 2 |",
  ],
  [
    "in items",
    "<ul><li>a<table><tr><th>x<th>y<tr><td>1<td>2</table></ul>",
    "- a\n\n  | x | y |\n  | --- | --- |\n  | 1 | 2 |",
  ],
]);

examples("footnotes", [
  [
    "in a list",
    '<p>a<sup id="r1"><a href="#n1">1</a></sup> b<sup><a href="#n2">[2]</a></sup></p>' +
      '<ol><li id="n1">One. <a href="#r1">↩</a></li><li id="n2"><p>Two.</p><p>More. <a href="#r2">^</a></p></li></ol>',
    "a[^1] b[^2]\n\n[^1]: One.\n\n[^2]: Two.\n\n    More.",
  ],
  [
    "in paragraphs",
    '<p>a<a class="footnote-ref" id="r" href="#n">*</a></p><p id="n"><a href="#r" class="backref">*</a> Note</p>',
    "a[^n-1]\n\n[^n-1]: Note",
  ],
  [
    "with brackets outside the link",
    '<p>a<sup id="r">[<a href="#n">1</a>]</sup></p><p id="n">b <a href="#r">↩</a></p>',
    "a[^1]\n\n[^1]: b",
  ],
  [
    "whose other links stay",
    '<p>a<sup id="cite_ref-1"><a href="#n">[1]</a></sup></p>' +
      '<ol><li id="n">^ <a href="#cite_ref-1">a</a> <a href="#cite_ref-2">b</a> <a href="#CITEREFHay">Hay</a></li></ol>',
    "a[^1]\n\n[^1]: [Hay](https://example.org/folder/page.html#CITEREFHay)",
  ],
  [
    "not without a link back",
    '<p>a<sup><a href="#n">1</a></sup></p><p id="n">b</p>',
    "a[<sup>1</sup>](https://example.org/folder/page.html#n)\n\nb",
  ],
]);

examples("formulas", [
  [
    "MathML with TeX",
    '<p>a <math><semantics><mi>x</mi><annotation encoding="application/x-tex">x_1</annotation></semantics></math></p>',
    "a $x_1$",
  ],
  [
    "KaTeX",
    '<span class="katex-display"><span class="katex"><span class="katex-mathml"><math><semantics><mi>x</mi>' +
      '<annotation encoding="application/x-tex">x^2</annotation></semantics></math></span>' +
      '<span class="katex-html" aria-hidden="true">x2</span></span></span>',
    "$$\nx^2\n$$",
  ],
  [
    "MathJax 2",
    '<p>a <span class="MathJax_Preview"></span><span class="MathJax">rendered</span>' +
      '<script type="math/tex">y</script> b <script type="math/tex; mode=display">z</script></p>',
    "a $y$ b\n\n$$\nz\n$$",
  ],
  [
    "MathJax 3",
    '<mjx-container display="true"><mjx-math aria-hidden="true">x</mjx-math><mjx-assistive-mml>' +
      '<math alttext="\\frac{1}{2}"><mfrac><mn>1</mn><mn>2</mn></mfrac></math></mjx-assistive-mml></mjx-container>',
    "$$\n\\frac{1}{2}\n$$",
  ],
  [
    "MediaWiki",
    '<span class="mwe-math-element"><span style="display: none"><math alttext="{\\displaystyle a^{2}}"><mi>a</mi></math>' +
      '</span><img class="mwe-math-fallback-image-inline" src="x.svg" alt="{\\displaystyle a^{2}}"></span>',
    "$a^{2}$",
  ],
  [
    "TeX in the text of a page that loads MathJax",
    "<script src='https://cdn.example/mathjax.js'></script><p>Let \\(a_1\\), then \\[b * c\\] for $5.",
    "Let $a_1$, then\n\n$$\nb * c\n$$\n\nfor \\$5.",
  ],
  [
    "MathML alone is set in a line",
    "<math><msup><mi>x</mi><mn>2</mn></msup><mo>+</mo><mfrac><mrow><mi>a</mi><mo>+</mo><mn>1</mn></mrow><mn>2</mn></mfrac></math>",
    "x^2+(a+1)/2",
  ],
]);

describe("what a formula is not", () => {
  /** As a renderer that knows no formulas and checks no addresses has it. */
  const renderer = markdownit({ html: true });
  renderer.validateLink = () => true;
  const script = (tex: string, mode = ""): string => `<body><script type="math/tex${mode}">${tex}</script>`;

  it.each([
    ["a link", `<p>a ${script("[x](javascript:alert(1))")}`],
    ["the end of a link", '<p>[click<img class=tex src=a.png alt="](javascript:alert(1))">'],
    ["a link in text", "<script src=mathjax.js></script><p>\\([x](javascript:alert(1))\\)"],
    ["a definition", `<p>[x]</p>${script("\n[x]: javascript:alert(1)\n", "; mode=display")}`],
    ["a reference", `<p>a ${script("[x][y]")} b`],
    ["the start of code", `<p>a ${script("`")} b <code>&lt;img src=x onerror=alert(1)&gt;</code>`],
    ["a tag", `<p>a ${script("<img src=x onerror=alert(1)>")}`],
    ["a fence", `${script("a\n~~~\nb", "; mode=display")}<p>a <i>b</i></p>`],
    ["a fence of backticks", `${script("```\nb", "; mode=display")}<p>a <i>b</i></p>`],
    ["a heading", script("a\n===\n# b", "; mode=display")],
    ["a quotation", script("> a\n> b", "; mode=display")],
    ["a list", script("a\n- b\n+ c\n1. d", "; mode=display")],
    ["a fence behind a sign for the end of a line", '<div data-tex="$$a&#13;~~~&#13;b$$">x</div>'],
  ])("%s", (_name, html) => {
    const written = markdown(html);
    expect(written).toContain("$");
    const rendered = renderer.render(written);
    expect(rendered).not.toMatch(/<(?:a|img|pre|h\d|blockquote|ul|ol)\b/);
    if (html.includes("<i>")) expect(rendered).toContain("<em>b</em>");
  });

  it("stays on its lines where they start no block", () => {
    expect(markdown(script("a &= b \\\\\n- c\n&+ d", "; mode=display"))).toBe("$$\na &= b \\\\ - c\n&+ d\n$$");
    expect(markdown(script("- a % b\n- c", "; mode=display"))).toBe("$$\n{}- a % b\n{}- c\n$$");
  });

  it("is a page or a part of one with an attribute or a class that looks like a formula's", () => {
    expect(markdown('<div data-latex="x"><h1>Whole page</h1><p>a</p></div>')).toBe("# Whole page\n\na");
    expect(markdown(`<div data-latex="x">${"word ".repeat(100)}</div>`)).toMatch(/^word word/);
    expect(markdown('<span data-latex="x^2">x2</span>')).toBe("$x^2$");
    expect(markdown(`<div class="MathJaxFoo">text</div>${script("x")}`)).toBe("text\n\n$x$");
    expect(markdown(`<div class="MathJax"><p>a</p><p>b</p></div>${script("x")}`)).toBe("a\n\nb\n\n$x$");
  });
});

describe("a link in a note", () => {
  it("is left out only if it has little to say", () => {
    const note = (text: string): string =>
      markdown(`<p>a<sup><a href="#n1">1</a></sup></p><p id="n1">Note <a class="backtotop" href="#r1">${text}</a>`);
    expect(note("back")).toBe("a[^1]\n\n[^1]: Note");
    expect(note("An important sentence that nobody should lose")).toContain("An important sentence");
  });
});

describe("what is kept", () => {
  it("is written without what lies between, and apart", () => {
    const page = parse("<p>one<b>two</b>three</p>");
    const kept = keepShown(page);
    for (let i = 0; i < page.size; i++) if (page.strings[i] === "two") kept[i] = 0;
    expect(writeMarkdown(page, kept)).toBe("one three");
  });

  it("may be hidden", () => {
    const page = parse("<p>one</p><p hidden>two</p>");
    expect(writeMarkdown(page, new Uint8Array(page.size).fill(1))).toBe("one\n\ntwo");
  });

  it("has a picture once when the page is read as one without scripts", () => {
    const html = '<img src="data:image/gif;base64,AA==" data-src="/a.png"><noscript><img src="/a.png"></noscript>';
    const page = parse(html, { url: "https://example.org/", scripting: false });
    expect(writeMarkdown(page, keepShown(page))).toBe("![](https://example.org/a.png)");
  });

  it("may be nothing", () => {
    const page = parse("<ul><li>one</li></ul><table><tr><th>a</table>");
    expect(writeMarkdown(page, new Uint8Array(page.size))).toBe("");
  });
});
