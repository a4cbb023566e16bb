import { describe, expect, it } from "vitest";
import { parse } from "../../page/index.ts";
import { keepShown } from "../kept-nodes.ts";
import { writeHtml } from "../write-html.ts";
import { writeMarkdown } from "../write-markdown.ts";
import { writeText } from "../write-text.ts";
import { tidyKept } from "./tidy-kept.ts";

/** Everything a page shows, tidied. */
function read(html: string) {
  const page = parse(html, { url: "https://example.org/page.html" });
  return { page, kept: tidyKept(page, keepShown(page)) };
}

function text(html: string): string {
  const { page, kept } = read(html);
  return writeText(page, kept).replace(/\n+/g, "\n");
}

describe.each<[string, [string, string, string][]]>([
  [
    "lines of signs",
    [
      ["arrows go", "<p>a<p><b>↗</b><div>↓</div><p>b", "a\nb"],
      ["bullets and separators go", "<p>a<p>•<p>b<div>|</div><p>c<p>»<p>d", "a\nb\nc\nd"],
      ["lines of nothing to see go", "<p>a<p>\u200b<p>\u200d<p>b", "a\nb"],
      ["in lists too", "<ul><li>a<li>-<li>b</ul>", "a\nb"],
      ["between line breaks too", "<p>a<br>·<br>b", "a\nb"],
      ["the end of a sentence goes with it", "<p>a long line<br>.<br>b", "a long line .\nb"],
      ["rows of signs for a rule stay", "<p>a<p>* * *<p>b", "a\n* * *\nb"],
      ["what says something stays", "<p>?<p>…<p>[...]<p>♥<p>:-)<p>✓<p>=", "?\n…\n[...]\n♥\n:-)\n✓\n="],
      ["data stays", "<table><tr><th>a<th>b<tr><td>-<td>•</table>", "a\tb\n-\t•"],
      ["code stays", "<p>a<p><code>|</code><p><code>b {<br>c d<br>}</code>", "a\n|\nb {\nc d\n}"],
    ],
  ],
  [
    "labels of the interface",
    [
      ["to share", '<p>a<p><a href="https://x.example/sharer.php?u=y">Teilen</a><p>b', "a\nb"],
      ["rows of stars to rate with", `<p>a<p>${'<a href="#">1 of 5</a> '.repeat(3)}<p>b`, "a\nb"],
      ["pages of a list", '<p>a<p><a href="?p=1">1</a> <a href="?p=2">2</a> | <a href="?p=3">3</a><p>b', "a\nb"],
      [
        "to read on, below a title that leads there",
        '<h2><a href="/a">A title</a></h2><p>text<p><a href="/a">Weiter</a> · <a href="/a#c">3 comments</a><p><a href="/b">More of b</a>',
        "A title\ntext\nMore of b",
      ],
      ["but not links among words", '<p>See <a href="#">a</a>, <a href="#">b</a>, <a href="#">c</a>.', "See a, b, c."],
      [
        "to buy each of some things",
        ["a", "b", "c"].map((x) => `<p>${x}<p class="btn"><a rel="nofollow" href="/${x}">Buy now</a>`).join(""),
        "a\nb\nc",
      ],
      [
        "but not to buy the only one, nor where the page vouches for it",
        `<p>a<p class="btn"><a rel="nofollow" href="/a">Buy</a>${'<p class="btn"><a href="/b">Get it</a>'.repeat(3)}`,
        "a\nBuy\nGet it\nGet it\nGet it",
      ],
      ["to share, named so", '<p>a<div class="social"><span>แชร์</span><span>ส่งต่อ</span></div><p>b', "a\nb"],
      ["to unfold a quotation", '<p>a<div class="quoteExpand">Click to see all of what was said</div><p>b', "a\nb"],
      ["but not titles of what is social", '<div class="social"><h2>Social work</h2></div><p>b', "Social work\nb"],
      ["to print", '<p>a<p><a href="?print=1">Drucken</a><p>b', "a\nb"],
      ["to do what a script does", '<p>a<div><button class="btn btn-copy">Kopieren</button></div><p>b', "a\nb"],
      ["to go up", '<p id="start">a<p>b<p><a href="#start">Nach oben</a>', "a\nb"],
      ["to go to the top", '<p>a<p><a href="#top">Up again</a>', "a"],
      ["of advertisements", "<p>a<div>Advertisement</div><p>b", "a\nb"],
      ["all of a list", '<p>a<ul><li><a href="?print=1">Print</a><li><a href="?share=1">Share</a></ul>', "a"],
      ["but not one item of a list", '<ul><li><a href="#">Copy</a><li>Paste</ul>', "Copy\nPaste"],
      ["and not links to chapters", '<p><a href="#one">One</a><p id="one">a', "One\na"],
      ["wherever they stand", '<h2><a id="one"></a>One</h2><p>a<p><a href="#one">One</a>', "One\na\nOne"],
      ["nor links within a line", '<p>See <a href="#top">the top</a> for more', "See the top for more"],
      ["nor links to other pages", '<p>a<p><a href="/more">Read more</a>', "a\nRead more"],
      ["nor titles of what opens", '<button aria-expanded="true">Reply times</button><p>a', "Reply times\na"],
      ["nor headings", '<h2><a href="#" class="share">Share prices</a></h2><p>a', "Share prices\na"],
      [
        "below the text of an item",
        '<ul><li><p>one two</p><a class="reply">Reply</a><li><p>three</ul>',
        "one two\nthree",
      ],
      ["that unfold the rest", '<p>one two<p><a href="javascript:void(0)">Read more</a>', "one two"],
      ["that unfold it without a link", '<p>one two</p><div class="box_readmore">MORE</div>', "one two"],
      ["but not what they unfold", '<div class="show-more-text"><p>one two</div>', "one two"],
      ["nor links to the rest", '<p>one two<p><a href="/rest">Read more</a>', "one two\nRead more"],
      [
        "nor long sentences",
        '<p><a href="#">Print this page if you have no ink left</a>',
        "Print this page if you have no ink left",
      ],
    ],
  ],
  [
    "marks within headings",
    [
      ["that a script acts on", '<h2>a <a href="#">ⓘ</a></h2><p>b', "a\nb"],
      ["that link them to themselves", '<h2 id="h">a <a href="#h">¶</a></h2><p>b', "a\nb"],
      [
        "that link to an editor",
        '<h2>a<span>[<a href="/w?title=A&amp;action=edit&amp;section=1">bearbeiten</a>]</span></h2><p>b',
        "a\nb",
      ],
      [
        "that link to two",
        '<h2>a<span class="mw-editsection">[<a href="?veaction=edit">edit</a> | <a href="?action=edit">edit source</a>]</span></h2>b',
        "a\nb",
      ],
      ["that edit a post", '<p>a b</p><span class="edit-link"><a href="">Edit</a></span>', "a b"],
      ["names of icons", '<p>a <i class="material-icons">expand_more</i></p><p>b', "a\nb"],
      [
        "not those of cells",
        '<table><tr><th>a<th>b<tr><td>c<td><i class="material-icons">check</i></table>',
        "a\tb\nc\tcheck",
      ],
      ["not words in italics", '<p>a <i class="term">expand_more</i></p><p>b', "a expand_more\nb"],
    ],
  ],
  [
    "the same line again",
    [
      ["in a link and below it", '<p><a href="/x">A good story</a></p><div>A good story</div>', "A good story"],
      ["as a heading after it", "<div>A good story</div><h2>A good story</h2><p>b", "A good story\nb"],
      ["in two headings", "<h1>A good story</h1><h2>A good story</h2><p>b", "A good story\nb"],
      ["for two widths of screen", "<div>one two three</div><div>one two three</div>", "one two three"],
      ["as a long paragraph", `<p>${"one two ".repeat(5)}</p>`.repeat(2), "one two ".repeat(5).trim()],
      ["not as a refrain", "<p>let it be<p>let it be", "let it be\nlet it be"],
      ["not as lines of a song", "<div>let it be<br>let it be</div>", "let it be\nlet it be"],
      ["not as equal results", "<ul><li>no winner<li>no winner</ul>", "no winner\nno winner"],
      [
        "but twice in one item",
        "<ul><li><div><a href=/j>Jo Lane</a></div><div><a href=/j>Jo Lane</a></div><p>hello</p><li>b</ul>",
        "Jo Lane\nhello\nb",
      ],
      ["not in data", "<table><tr><th>a b<th>a b<tr><td>1 2<td>1 2</table>", "a b\ta b\n1 2\t1 2"],
      [
        "not below another picture",
        '<div><img src="/a.jpg">by the author</div><div><img src="/b.jpg">by the author</div>',
        "by the author\nby the author",
      ],
      [
        "not after a sign that says something",
        "<div>who is it</div><p>?<div>who is it</div>",
        "who is it\n?\nwho is it",
      ],
      ["not with other capitals", "<b>Let It Be</b><p>Let it be", "Let It Be\nLet it be"],
    ],
  ],
])("%s", (_title, list) => {
  it.each(list)("%s", (_name, html, expected) => {
    expect(text(html)).toBe(expected);
    const { page, kept } = read(html);
    expect(tidyKept(page, kept)).toEqual(kept);
  });
});

it("is the same for Markdown and HTML", () => {
  const { page, kept } = read('<h2>a b<a href="#">#</a></h2><p>a b</p><p>•</p><ul><li>|<li>c</ul>');
  expect(writeMarkdown(page, kept)).toBe("## a b\n\n- c");
  expect(writeHtml(page, kept).replaceAll("\n", "")).toBe("<h2>a b</h2><ul><li>c</li></ul>");
});

it("does not change pages that are kept whole", () => {
  const page = parse("<p>a<p>•<p>b");
  expect(writeText(page, keepShown(page))).toBe(page.text);
});

describe("pictures that repeat", () => {
  const markdown = (html: string): string => {
    const { page, kept } = read(html);
    return writeMarkdown(page, kept);
  };
  it("are dropped without alternative text", () => {
    expect(markdown(`<p>Member ${'<img src="/star.png" alt="*">'.repeat(3)} of ours`)).toBe("Member of ours");
  });
  it("stay with a name, if there are only two, or if they are lazily loaded", () => {
    expect(markdown(`<p>a ${'<img src="/s.png" alt="smile">'.repeat(3)}`).match(/smile/g)).toHaveLength(3);
    expect(markdown(`<p>a ${'<img src="/s.png">'.repeat(2)}`).match(/s\.png/g)).toHaveLength(2);
    const late = ["a", "b", "c"].map((name) => `<img src="/blank.gif" data-src="/${name}.jpg">`).join("");
    expect(markdown(`<p>x ${late}`).match(/jpg/g)).toHaveLength(3);
  });
  it("are kept once if they stand by themselves, whatever their names", () => {
    const gallery = '<div><a href="#1"><img src="/a.jpg" alt="Front"></a><a href="#2"><img src="/b.jpg"></a></div>';
    const twice = (html: string) => markdown(`${html}<p>a</p>${html}`).match(/\w\.jpg/g);
    expect(twice(gallery)).toEqual(["a.jpg", "b.jpg"]);
    expect(twice('<p>See <img src="/a.jpg" alt="it"></p>')).toHaveLength(2);
    expect(twice('<p>See <span><img src="/a.jpg"></span></p>')).toHaveLength(2);
    const formula = '<div><img src="/a.png" class="tex" alt="\\frac{a}{b}"></div>';
    expect(markdown(`${formula}<p>a</p>${formula}`).match(/frac/g)).toHaveLength(2);
    expect(twice('<figure><div><img src="/a.jpg"></div><figcaption>At dawn</figcaption></figure>')).toHaveLength(2);
  });
  it("stay in tables of data", () => {
    const rows = '<tr><td>one<td><img src="/yes.png">'.repeat(3);
    expect(markdown(`<table><tr><th>a<th>b${rows}</table>`).match(/yes\.png/g)).toHaveLength(3);
  });
});
