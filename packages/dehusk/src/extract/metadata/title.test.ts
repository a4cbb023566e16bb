import { describe, expect, test } from "vitest";
import { parse } from "../../page/index.ts";
import { readMetadata } from "./read-metadata.ts";

function titleOf(html: string, url?: string): string | null {
  return readMetadata(parse(html, { url })).title;
}

const site = '<meta property="og:site_name" content="The Daily Husk">';

describe("the site's name", () => {
  test.each([
    ["Rain in May | The Daily Husk", "Rain in May"],
    ["Rain in May - The Daily Husk", "Rain in May"],
    ["The Daily Husk: Rain in May", "Rain in May"],
    ["The Daily Husk » News » Rain in May", "News » Rain in May"],
    ["Rain in May – Weather – Daily Husk", "Rain in May – Weather"],
    ["Rain in May — why it matters", "Rain in May — why it matters"],
    ["Up-to-date rain", "Up-to-date rain"],
    ["A/B: rain or shine", "A/B: rain or shine"],
  ])("%j", (title, bare) => {
    expect(titleOf(`${site}<title>${title}</title><p>text`)).toBe(bare);
  });

  test("is known from the host", () => {
    expect(titleOf("<title>Rain in May :: husk-times.example.com</title>", "https://husk-times.example.com/a")).toBe(
      "Rain in May",
    );
    expect(titleOf("<title>雨の五月_谷殻新聞</title><h1>雨の五月</h1>")).toBe("雨の五月");
  });

  test("a separator stays if the headline has it", () => {
    const html = `${site}<title>Rain | Sun | The Daily Husk</title><h1>Rain | Sun</h1>`;
    expect(titleOf(html)).toBe("Rain | Sun");
  });
});

describe("the site's name in a link to the front page", () => {
  test.each([
    ['<a href="/">Hill Review</a>', undefined],
    ['<h1><a href="https://hill.example/">Hill Review</a></h1>', "https://hill.example/faq"],
    ['<a href="/index.html"><img src="logo.svg" alt="Hill Review"></a><h1>FAQ</h1>', undefined],
  ])("%s", (header, url) => {
    const html = `<title>FAQ | Hill Review</title><header>${header}</header><p>We read submissions twice a year.</p>`;
    const { title, siteName } = readMetadata(parse(html, { url }));
    expect([title, siteName]).toEqual(["FAQ", "Hill Review"]);
  });

  test.each(["../", "/reviews/index.html", "https://hill.example/"])("before the title: %s", (href) => {
    const html = `<title>Hill Review: On gates</title><h1><a href="${href}">Hill Review</a></h1><h2>On gates</h2><p>Two leaves.</p>`;
    const { title, siteName } = readMetadata(parse(html, { url: "https://hill.example/reviews/7/gates.html" }));
    expect([title, siteName]).toEqual(["On gates", "Hill Review"]);
  });

  test("a heading that leads elsewhere names nothing", () => {
    const html = `<title>Hill Review: On gates</title><h1><a href="/gates/">Hill Review</a></h1><p>Two leaves.</p>`;
    expect(readMetadata(parse(html, { url: "https://hill.example/reviews/7" })).siteName).toBeNull();
  });

  test("other links name nothing", () => {
    const html = `<title>FAQ | Hill Review</title><a href="/review">Hill Review</a><p>We read submissions twice a year.</p>`;
    expect(readMetadata(parse(html)).siteName).toBeNull();
  });
});

describe("the site's name as a heading", () => {
  const door = '<h1><a href="https://hill.example/">Hill Review – a yearly of the valley</a></h1>';
  const post = `<meta property="og:site_name" content="The Yearly"><title>Sowing barley late | Hill Review – a yearly of the valley</title>${door}<h1>Sowing barley late</h1>`;

  test.each(["https://hill.example/barley", "https://hill.example/?p=31"])("is no title at %s", (url) => {
    expect(titleOf(`${post}<p>It can be done in May.</p>`, url)).toBe("Sowing barley late");
  });

  test("is the title if the page declares it so", () => {
    const html = '<title>Barley by the sack</title><h1><a href="/">Barley by the sack</a></h1><h2>Barley, latest</h2>';
    expect(titleOf(html, "https://hill.example/barley")).toBe("Barley by the sack");
  });
});

describe("the site's name", () => {
  test("has no slogan if the host is one of its parts", () => {
    const html = '<meta property="og:site_name" content="Hill-Review.org – for the whole valley"><h1>Barley</h1>';
    expect(readMetadata(parse(html, { url: "https://hill-review.org/barley" })).siteName).toBe("Hill-Review.org");
  });

  test("may come first in the title", () => {
    const html =
      "<title>Hill Review | Sowing barley late in a cold May</title><h1>Sowing barley late in a cold May</h1>";
    expect(readMetadata(parse(html, { url: "https://hillreview.org/barley" })).siteName).toBe("Hill Review");
  });
});

describe("the headline", () => {
  test.each([
    ["a kicker", '<h1><span class="kicker">Weather</span> Rain in the whole of May</h1>', "Rain in the whole of May"],
    ["a date", "<h1><span>27.01.2022</span>Rain in the whole of May</h1>", "Rain in the whole of May"],
    ["a thread's label", "<h1>Thread: Rain in the whole of May</h1>", "Rain in the whole of May"],
    ["emphasis", "<h1><em>Rain</em> in the whole of May</h1>", "Rain in the whole of May"],
  ])("without %s at its start", (_name, heading, title) => {
    expect(titleOf(`<title>Rain in the whole of May</title>${heading}`)).toBe(title);
  });

  test("is not a lone heading that shares no word with the declared titles", () => {
    const lone = "<title>Rain in May</title><h1>The blog, single post</h1>";
    expect(titleOf(`<meta property="og:title" content="Rain in May">${lone}`)).toBe("Rain in May");
    expect(titleOf(lone)).toBe("The blog, single post");
  });

  test("is not the first headline of a list", () => {
    const item = (text: string) => `<h3><a href="/${text.length}"><span itemprop="headline">${text}</span></a></h3>`;
    const list = item("Rain and more rain in the hills") + item("No rain at all");
    expect(titleOf(`<title>Rain</title>${list}`)).toBe("Rain");
  });

  test("is read without ruby annotations", () => {
    const html = "<title>灯台のパン屋</title><h1><ruby>灯台<rp>(</rp><rt>とうだい</rt><rp>)</rp></ruby>のパン屋</h1>";
    expect(titleOf(html)).toBe("灯台のパン屋");
  });

  test("is the heading that the head mentions", () => {
    const html = `<title>Rain in May floods the valley</title><h1>The Daily Husk</h1><h1>Rain in May floods valley</h1><h1>Most read</h1>`;
    expect(titleOf(html)).toBe("Rain in May floods valley");
  });

  test("is read without kicker, date and link mark", () => {
    const head = '<meta property="og:title" content="Rain in May">';
    expect(titleOf(`${head}<h1><span>Weather</span> <span>Rain in May</span></h1>`)).toBe("Rain in May");
    expect(titleOf(`${head}<h1>Rain in May <a href="#x">¶</a></h1>`)).toBe("Rain in May");
  });

  test("is found in old pages that have no headings", () => {
    const html =
      "<title>Husk Online: Weather: Rain floods the valley</title><table><tr><td><font size=5>Rain floods the valley</font></table>";
    expect(titleOf(html)).toBe("Rain floods the valley");
  });

  test("is the only h1 if the title names only the site", () => {
    expect(titleOf(`${site}<title>The Daily Husk</title><h1>Rain floods the valley</h1>`)).toBe(
      "Rain floods the valley",
    );
  });

  test("hidden headings and headings among comments do not count", () => {
    const html = `<title>Rain in May</title><h1 hidden>Rain in May!</h1><h2>Rain in May</h2>
      <div id="comments"><h1>3 thoughts on Rain in May</h1></div>`;
    expect(titleOf(html)).toBe("Rain in May");
  });
});

describe("sources", () => {
  test.each([
    [
      "JSON-LD",
      '<script type="application/ld+json">{"@type":"NewsArticle","headline":"From JSON"}</script><title>Other</title>',
      "From JSON",
    ],
    ["OpenGraph", '<meta property="og:title" content="From OpenGraph"><title>Other</title>', "From OpenGraph"],
    ["Dublin Core", '<meta name="DC.title" content="From Dublin Core"><title>Other</title>', "From Dublin Core"],
    ["citations", '<meta name="citation_title" content="From a citation"><title>Other</title>', "From a citation"],
    ["microdata", '<div itemscope><span itemprop="headline">From microdata</span></div>', "From microdata"],
    ["title", "<title> From\n the title </title>", "From the title"],
    ["h1", "<h1>From a heading</h1>", "From a heading"],
    ["escapes", '<meta property="og:title" content="Q&amp;amp;A &amp;#8211; &amp;quot;x&amp;quot;">', 'Q&A – "x"'],
  ])("%s", (_name, html, title) => {
    expect(titleOf(html)).toBe(title);
  });

  test("none", () => {
    expect(titleOf("")).toBeNull();
    expect(titleOf("<title></title><p>text")).toBeNull();
  });

  test("tags in a heading about tags are kept", () => {
    expect(titleOf("<title>Years of &lt;br&gt; tags</title><h1>Years of &lt;br&gt; tags</h1>")).toBe(
      "Years of <br> tags",
    );
  });
});

describe("without an informative head", () => {
  test("a heading of one word is a title if nothing else is", () => {
    expect(titleOf("<h1>Husk</h1><p>What is left is corn.")).toBe("Husk");
  });

  test("a front page whose title begins with its site keeps the name, other pages do not", () => {
    const html = `${site}<title>The Daily Husk: corn for all</title><h1>Corn for all</h1>`;
    expect(titleOf(html, "https://husk.example/")).toBe("The Daily Husk: corn for all");
    expect(titleOf(html, "https://husk.example/corn")).toBe("Corn for all");
  });

  test("Home is replaced by the site's name", () => {
    expect(titleOf(`${site}<title>Home | The Daily Husk</title><p>text`)).toBe("The Daily Husk");
  });
});
