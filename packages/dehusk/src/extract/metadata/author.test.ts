import { describe, expect, test } from "vitest";
import { parse } from "../../page/index.ts";
import { readMetadata } from "./read-metadata.ts";

function authorOf(html: string, url?: string): string | null {
  return readMetadata(parse(html, { url })).author;
}

function jsonLd(value: unknown): string {
  return `<script type="application/ld+json">${JSON.stringify(value)}</script>`;
}

const body = "<title>Rain in May</title><h1>Rain in May</h1>";
const text = "<p>It rained all over the valley.</p>";

describe("declared", () => {
  test.each([
    ["an object", { "@type": "Article", author: { "@type": "Person", name: "Jane Roe" } }, "Jane Roe"],
    ["a list", { "@type": "Article", author: [{ name: "Jane Roe" }, { name: "John Doe" }] }, "Jane Roe, John Doe"],
    ["a string", { "@type": "Article", author: "Jane Roe" }, "Jane Roe"],
    [
      "a reference",
      {
        "@graph": [
          { "@type": "Article", author: { "@id": "#j" } },
          { "@type": "Person", "@id": "#j", name: "Jane Roe" },
        ],
      },
      "Jane Roe",
    ],
    ["wrong types", { "@type": "Article", author: [3, null, { name: 7 }, [["x"]], { name: "Jane Roe" }] }, "Jane Roe"],
    [
      "a comment's author",
      { "@type": "Article", comment: { "@type": "Comment", author: { name: "Troll Face" } } },
      null,
    ],
  ])("in JSON-LD: %s", (_name, value, author) => {
    expect(authorOf(jsonLd(value) + body)).toBe(author);
  });

  test.each([
    ["author", "Jane Roe"],
    ["article:author", "Jane Roe"],
    ["DC.creator", "Jane Roe"],
    ["citation_author", "Jane Roe"],
    ["parsely-author", "Jane Roe"],
    ["sailthru.author", "Jane Roe"],
    ["byl", "By Jane Roe"],
  ])("in meta %s", (name, content) => {
    expect(authorOf(`<meta name="${name}" content="${content}">${body}`)).toBe("Jane Roe");
  });

  test("URLs are not names", () => {
    const html = `<meta property="article:author" content="https://www.facebook.com/jane">${body}<p class="byline">By Jane Roe</p>`;
    expect(authorOf(html)).toBe("Jane Roe");
  });

  test("several citation authors", () => {
    expect(
      authorOf('<meta name=citation_author content="Jane Roe"><meta name=citation_author content="John Doe">'),
    ).toBe("Jane Roe, John Doe");
  });
});

describe("shown", () => {
  test.each([
    ["microdata", '<span itemprop="author" itemscope><b itemprop="name">Jane Roe</b></span>', "Jane Roe"],
    ["rel", '<a rel="author" href="/jane">Jane Roe</a>', "Jane Roe"],
    [
      "a class",
      '<div class="post-author"><span>Written by</span><a href="/jane">Jane Roe</a><span>Senior Editor</span></div>',
      "Jane Roe",
    ],
    [
      "two links",
      '<p class="byline">By <a href="/j">Jane Roe</a> and <a href="/d">John Doe</a></p>',
      "Jane Roe, John Doe",
    ],
    ["a line", "<p>Von Anna Muster</p><p>Text", "Anna Muster"],
    ["a label in a block of its own", "<div>Written by</div><div>Jane Roe</div>", "Jane Roe"],
    ["a name beside a date", "<div>Jane Roe</div><div>May 3, 2019</div>", "Jane Roe"],
    ["a name and a date in a line", "<div>03.05.2019 | Anna Muster</div>", "Anna Muster"],
    ["a label at the end", `<p>${"Text. ".repeat(200)}</p><p>Author: Jane Roe</p>`, "Jane Roe"],
    ["Chinese", "<p>来源：新闻网 作者：王小明 2020-01-02</p>", "王小明"],
    ["a line that ends in a name", "<div>Posted on May 3, 2019 by Jane Roe</div>", "Jane Roe"],
    ["a user's name alone", "<div>by husky</div>", "husky"],
    ["a link to a profile", '<div><a href="/members/corn77.12/">corn77</a></div>', "corn77"],
    ["a button to share is no profile", '<div><a href="https://facebook.com/sharer.php?u=1">Facebook</a></div>', null],
    ["nobody", "<p>By the river the rain fell.</p>", null],
  ])("%s", (_name, html, author) => {
    expect(authorOf(body + html)).toBe(author);
  });

  test("authors of comments and of other articles are skipped", () => {
    const html = `${body}<div class="byline">Jane Roe</div><div id="comments"><a rel="author" href="/t">Troll Face</a></div>`;
    expect(authorOf(html)).toBe("Jane Roe");
    expect(authorOf(`${body}${text}<ol class="comments"><li itemprop="author">Troll Face</li></ol>`)).toBeNull();
  });

  test("the site's name and 'admin' are used only without a person", () => {
    const head = '<meta property="og:site_name" content="Daily Husk">';
    expect(authorOf(`${head}<meta name=author content="Daily Husk">${body}<p class=byline>Jane Roe</p>`)).toBe(
      "Jane Roe",
    );
    expect(authorOf(`${head}<meta name=author content="Daily Husk">${body}`)).toBe("Daily Husk");
    expect(authorOf(`<meta name=author content="admin">${body}<p class=byline>By Jane Roe</p>`)).toBe("Jane Roe");
  });

  test("a declared name that the page shows is preferred to one that it does not", () => {
    const html = `<meta name=author content="Husk Publishing Group">${body}<p class=byline>By Jane Roe</p>`;
    expect(authorOf(html)).toBe("Jane Roe");
  });
});

test("who began a thread, as forums say below its title", () => {
  const posts = '<a class="username" href="/members/ben.2/">Ben Roe</a><p>It rained here as well, all day.</p>';
  const html = `${body}<ul><li><i>Thread starter</i> <a class="username" href="/members/m.1/">miller41</a></li> <li>Start date <time datetime="2024-05-01">May 1, 2024</time></li></ul>${posts}`;
  expect(authorOf(html)).toBe("miller41");
});

test("an article within an element named a widget, as some programs of blogs have it", () => {
  const article = `<div class="post" itemscope itemtype="http://schema.org/BlogPosting"><h3 class="post-title">Rain in May</h3><div itemprop="articleBody">${text}</div><span class="post-author">by <span itemprop="author">Jane Roe</span></span></div>`;
  const others = `<div class="sidebar">${"<p>Older posts by the miller's friends.</p>".repeat(9)}</div>`;
  const html = `<title>Rain in May</title><div class="widget Blog">${article}</div>${others}<a class="author" href="/x">Old Series</a>`;
  expect(authorOf(html)).toBe("Jane Roe");
});

describe("people who did not write the page", () => {
  const card = (name: string) =>
    `<div><h3><a href="/${name.length}">The barley of ${name}</a></h3><span class="author">${name}</span> <p>by ${name}</p></div>`;

  test("authors of what a list links to", () => {
    expect(authorOf(`<title>Grain</title><h1>Grain</h1>${card("Jane Roe")}${card("John Doe")}`)).toBeNull();
    expect(authorOf(`${body}<p class="author">Ann Poe</p>${text}${card("Jane Roe")}`)).toBe("Ann Poe");
  });

  test("a post's heading that links to the post is no card", () => {
    const post =
      '<h3><a href="/t?p=3#3">Re: Rain in May</a></h3><p class="author">by <a href="/u/jane">jane_roe</a></p>';
    expect(authorOf(`${body}<div>${post}${text}</div>`)).toBe("jane_roe");
  });

  test("authors of what a front page tells of", () => {
    const html = `${body}<p class="byline">By Jane Roe</p>${text}`;
    expect(authorOf(html, "https://hill.example/")).toBeNull();
    expect(authorOf(html, "https://hill.example/?p=31")).toBe("Jane Roe");
  });

  test("customers of a shop", () => {
    const html = `<title>Barley flour</title><h1>Barley flour</h1><p>12.50</p><p class="author">Jane Roe</p>`;
    expect(authorOf(jsonLd({ "@type": "Product", name: "Barley flour" }) + html)).toBeNull();
    expect(authorOf(html)).toBe("Jane Roe");
  });

  test.each(["Medically reviewed by", "Fact-checked by:", "Translated by", "Geprüft von"])("%s", (credit) => {
    const person = (name: string) => `<a href="/people/${name.length}">${name}</a>`;
    expect(authorOf(`${body}<p>${credit} ${person("Jane Roe")}</p>${text}`)).toBeNull();
  });

  test("networks and functions", () => {
    expect(authorOf(`${body}<p><a href="https://videos.example/@mill">TikTok</a></p>${text}`)).toBeNull();
    expect(authorOf(`${body}${text}<pre><a class="fn" href="#is">is_dry</a></pre>`)).toBeNull();
  });
});

test.each([
  ["Author", "<h4>Author</h4><p><a href='/p/7'>Jane Roe</a></p>"],
  ["Authored by:", "<p>Authored by:</p><a href='/p/7'>Jane Roe</a>"],
])("the label %j before a name far from the headline", (_label, html) => {
  expect(authorOf(`${body}${text.repeat(12)}${html}`)).toBe("Jane Roe");
});
