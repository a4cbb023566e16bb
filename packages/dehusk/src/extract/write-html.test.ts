import markdownit from "markdown-it";
import { describe, expect, it } from "vitest";
import { isElement, type Page, parse, tagName } from "../page/index.ts";
import { keepShown } from "./kept-nodes.ts";
import { xssVectors } from "./testing/xss-vectors.ts";
import { writeHtml } from "./write-html.ts";
import { writeMarkdown } from "./write-markdown.ts";

const url = "https://example.org/folder/page.html";

function clean(html: string, address: string | null = url): string {
  const page = parse(html, { url: address });
  return writeHtml(page, keepShown(page)).replaceAll("\n", "");
}

/** Tests of one promise each: a name, HTML, and its clean HTML without line ends. */
function examples(title: string, list: readonly (readonly [string, string, string])[]): void {
  describe(title, () => {
    it.each(list)("%s", (_name, html, expected) => {
      expect(clean(html)).toBe(expected);
    });
  });
}

examples("structure", [
  ["wrappers are left out", "<main><div><section><p>a</p></section></div></main>", "<p>a</p>"],
  ["loose text becomes a paragraph", "<div>a<div>b</div>c</div>", "<p>a</p><p>b</p><p>c</p>"],
  [
    "loose text stays loose where it is alone",
    "<ul><li>a<ul><li>b</ul></ul>",
    "<ul><li>a<ul><li>b</li></ul></li></ul>",
  ],
  ["several loose texts become paragraphs", "<ul><li>a<div>b</div></ul>", "<ul><li><p>a</p><p>b</p></li></ul>"],
  ["two breaks part paragraphs", "<p>a<br>b<br><br>c</p>", "<p>a<br>b</p><p>c</p>"],
  [
    "blocks leave links",
    '<a href="/x"><h2>a</h2><p>b</p></a>',
    '<h2><a href="https://example.org/x">a</a></h2><p><a href="https://example.org/x">b</a></p>',
  ],
  [
    "old names are replaced",
    "<b>a</b> <i>b</i> <strike>c</strike> <tt>d</tt> <font color=red>e</font>",
    "<p><strong>a</strong> <em>b</em> <s>c</s> <code>d</code> e</p>",
  ],
  [
    "tables of data",
    "<table><caption>C<thead><tr><th>a<th>b<tbody><tr><td colspan=2>1</table>",
    '<table><caption>C</caption><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td colspan="2">1</td></tr></tbody></table>',
  ],
  [
    "tables without rows and columns that hold space",
    "<table><tr><th>a<th>&nbsp;<th>b<tr><td><td><td><tr><td>1<td><td></table>",
    "<table><tbody><tr><th>a</th><th>b</th></tr><tr><td>1</td><td></td></tr></tbody></table>",
  ],
  [
    "lists whose bullets stand in cells",
    '<table><tr><td>•<td>a<tr><td><img src="/b.gif" alt="bullet"><td>b</table>',
    '<p>•</p><p>a</p><p><img src="https://example.org/b.gif" alt="bullet"></p><p>b</p>',
  ],
  ["no empty headings", "<h2> </h2><p>a</p><h2><img></h2>", "<p>a</p>"],
  [
    "words apart in blocks",
    '<div><span style="display:block">a</span>b</div><div>c<div>d</div></div>',
    "<p>a</p><p>b</p><p>c</p><p>d</p>",
  ],
  ["tables that lay out a page", "<table><tr><td><p>a</p></td><td>b</td></tr></table>", "<p>a</p><p>b</p>"],
  [
    "code",
    '<div class="highlight-source-ts"><pre>a &lt; b</pre></div>',
    '<pre><code class="language-ts">a &lt; b</code></pre>',
  ],
  [
    "figures",
    "<figure><img src=a.png><figcaption>C</figcaption></figure>",
    '<figure><img src="https://example.org/folder/a.png" alt=""><figcaption>C</figcaption></figure>',
  ],
  [
    "details",
    "<details open><summary>S</summary>a</details>",
    '<details open=""><summary>S</summary><p>a</p></details>',
  ],
  [
    "frames become links",
    '<iframe src="//player.vimeo.com/video/1"></iframe>',
    '<p><a href="https://vimeo.com/1">https://vimeo.com/1</a></p>',
  ],
  [
    "videos and sounds",
    '<video autoplay onplay=x()><source src="v.mp4"></video>',
    '<p><video controls="" src="https://example.org/folder/v.mp4"></video></p>',
  ],
  [
    "MathML without what could hold HTML",
    "<math onclick=x()><mstyle mathcolor=red><mi href='javascript:x()'>x</mi></mstyle><mtext><b>y</b></mtext></math>",
    "<p><math><mrow><mi>x</mi></mrow><mtext>y</mtext></math></p>",
  ],
]);

examples("attributes", [
  [
    "handlers, styles and classes are dropped",
    '<p onclick="x()" style="color:red" class="a" data-b="c">d</p>',
    "<p>d</p>",
  ],
  ["languages and directions of formats", '<q lang="fr" dir="RTL">a</q>', '<p><q lang="fr" dir="rtl">a</q></p>'],
  [
    "numbers of lists",
    '<ol start="3" type="a" reversed><li value="5">a</ol>',
    '<ol start="3" type="a"><li value="5">a</li></ol>',
  ],
  [
    "values that are no numbers are dropped",
    '<ol start="x"><li>a</ol><img src=a.png width="100%" height=20>',
    '<ol><li>a</li></ol><p><img src="https://example.org/folder/a.png" alt="" height="20"></p>',
  ],
  [
    "sizes of pictures to choose from",
    '<img srcset="a.png 1x, b.png 2x, javascript:x() 3x">',
    '<p><img src="https://example.org/folder/b.png" alt="" srcset="https://example.org/folder/a.png 1x, https://example.org/folder/b.png 2x"></p>',
  ],
  [
    "ids only where links lead, and as ours",
    '<p id="a">x <a href="#b">y</a></p><p id="b">z</p>',
    '<p>x <a href="#user-content-b">y</a></p><p id="user-content-b">z</p>',
  ],
  [
    "links to places that are not written lead to the page",
    '<a href="#none">a</a>',
    '<p><a href="https://example.org/folder/page.html#none">a</a></p>',
  ],
  ["quotes in values", "<abbr title='a \"b\" <c>'>d</abbr>", '<p><abbr title="a &quot;b&quot; &lt;c&gt;">d</abbr></p>'],
]);

describe("containers without anything worth writing", () => {
  it.each([
    "<figure><option><math><b><plaintext>",
    "<body><figure><script type='math/tex'> </script></figure>",
    "<figure><pre><span class=ln>1</span></pre></figure>",
    "<blockquote><h2 id=x><a href='#x'>¶</a></h2></blockquote>",
    "<ul><li><ol><li><math></math></ol></ul>",
  ])("%s", (html) => {
    expect(clean(html)).toBe("");
  });

  it("pass their ids to the next element", () => {
    const html = '<p><a href="#x">a</a></p><ul id=x><li><math></math></ul><p>b</p>';
    expect(clean(html)).toBe('<p><a href="#user-content-x">a</a></p><p id="user-content-x">b</p>');
  });
});

describe("addresses", () => {
  const lead = (href: string): string => clean(`<a href="${href}">a</a>`);

  it.each([
    "javascript:x()",
    "JaVaScRiPt:x()",
    "java&#9;script:x()",
    "&#1;javascript:x()",
    "data:text/html,x",
    "vbscript:x",
    "file:///etc/passwd",
    "blob:x",
  ])("%s is no link", (href) => {
    expect(lead(href)).toBe("<p>a</p>");
  });

  it("may be relative if the page's address is unknown", () => {
    expect(clean('<a href=" a/b?c ">d</a> <a href="java\nscript:x()">e</a>', null)).toBe(
      '<p><a href="a/b?c">d</a> e</p>',
    );
  });

  it("ignore an invalid base", () => {
    expect(clean('<base href="javascript:x()//"><a href="y">a</a>')).toBe(
      '<p><a href="https://example.org/folder/y">a</a></p>',
    );
  });

  it("of pictures may be a data: picture, but not SVG", () => {
    const dots = "A".repeat(300);
    expect(clean(`<img src="data:image/png;base64,${dots}">`)).toBe(
      `<p><img src="data:image/png;base64,${dots}" alt=""></p>`,
    );
    expect(clean(`<img src="data:image/svg+xml;base64,${dots}">`)).toBe("");
  });
});

const tags = new Set(
  (
    "#document html head body a abbr audio blockquote br caption cite code dd del details dfn dl dt em figcaption figure " +
    "h1 h2 h3 h4 h5 h6 hr img ins kbd li mark ol p pre q rt ruby s samp small strong sub summary sup table tbody td th " +
    "thead time tr u ul var video"
  ).split(" "),
);
const attributes = new Set(
  (
    "href src srcset alt title width height colspan rowspan start type value datetime cite lang dir open class id " +
    "controls poster display encoding"
  ).split(" "),
);

/** Anything in a page that is not on the lists above: a second check, without a browser. */
function strange(page: Page): string[] {
  const found: string[] = [];
  for (let i = 0; i < page.size; i++) {
    if (!isElement(page, i)) continue;
    const name = tagName(page, i);
    if (!tags.has(name) && !/^math (?:m\w+|semantics|none|annotation)$/.test(name)) found.push(name);
    for (const { name: key, value } of page.attributes[i] ?? []) {
      if (!attributes.has(key)) found.push(key);
      if (/^(?:href|src|poster|cite)$/.test(key) && !/^(?:https?:|mailto:|tel:|#|data:image\/)/.test(value))
        found.push(value);
    }
  }
  return found;
}

describe("hostile pages", () => {
  it.each(xssVectors.map(({ name, html }) => [name, html]))("%s", (_name, html) => {
    const page = parse(html, { url });
    const all = new Uint8Array(page.size).fill(1);
    for (const kept of [keepShown(page), all]) {
      expect(strange(parse(writeHtml(page, kept), { url }))).toEqual([]);
      expect(strange(parse(markdownit({ html: true }).render(writeMarkdown(page, kept)), { url }))).toEqual([]);
    }
    expect(writeHtml(page, keepShown(page))).toContain("keepword");
  });
});
