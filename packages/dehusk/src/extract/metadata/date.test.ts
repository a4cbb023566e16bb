import { describe, expect, test } from "vitest";
import { parse } from "../../page/index.ts";
import { dateInUrl } from "./date.ts";
import { readMetadata } from "./read-metadata.ts";

function dateOf(html: string, url?: string): string | null {
  return readMetadata(parse(html, { url })).date;
}

function jsonLd(value: unknown): string {
  return `<script type="application/ld+json">${JSON.stringify(value)}</script>`;
}

const body = "<title>Rain in May</title><h1>Rain in May</h1>";

describe("declared", () => {
  test("JSON-LD comes first, then OpenGraph, then others", () => {
    const ld = jsonLd({ "@type": "Article", datePublished: "2019-01-01" });
    const og = '<meta property="article:published_time" content="2019-01-02">';
    const dc = '<meta name="dc.date.issued" content="2019-01-03">';
    const time = "<time datetime=2019-01-04>x</time>";
    expect(dateOf(ld + og + dc + body + time)).toBe("2019-01-01");
    expect(dateOf(og + dc + body + time)).toBe("2019-01-02");
    expect(dateOf(dc + body + time)).toBe("2019-01-03");
    expect(dateOf(body + time, "https://x.example/2018/02/03/rain")).toBe("2019-01-04");
    expect(dateOf(body, "https://x.example/2018/02/03/rain")).toBe("2018-02-03");
  });

  test.each(["date", "dcterms.date", "DC.date"])("meta %s yields to a date shown at the headline", (name) => {
    const meta = `<meta name="${name}" content="2019-01-03">`;
    expect(dateOf(`${meta}${body}<span class="date">2019-02-07</span>`)).toBe("2019-02-07");
    expect(dateOf(`${meta}${body}<p>It rained.</p>`)).toBe("2019-01-03");
  });

  test("JSON-LD written as a meta element is read, too", () => {
    const meta =
      '<meta name="script:ld+json" content="{&quot;@type&quot;:&quot;Article&quot;,&quot;datePublished&quot;:&quot;2019-01-01&quot;}">';
    expect(dateOf(meta + body)).toBe("2019-01-01");
  });

  test("midnight in Central Europe is a day, not the evening before", () => {
    const meta = '<meta property="article:published_time" content="2022-11-06T23:00:00Z">';
    expect(dateOf(`<html lang=de>${meta}${body}`)).toBe("2022-11-07");
    expect(dateOf(`<html lang=en>${meta}${body}`)).toBe("2022-11-06T23:00:00Z");
  });

  test.each([
    "citation_date",
    "parsely-pub-date",
    "sailthru.date",
    "pubdate",
    "published_on",
    "x-published-date",
    "date",
  ])("in meta %s", (name) => {
    expect(dateOf(`<meta name="${name}" content="May 3, 2019">${body}`)).toBe("2019-05-03");
  });

  test("a date after the last change yields to a shown one before it", () => {
    const datesOf = (datePublished: string) =>
      dateOf(
        `${jsonLd({ "@type": "Article", datePublished, dateModified: "2019-06-10" })}${body}<p>3 May 2018</p><p>It rained.</p>`,
      );
    expect(datesOf("2019-06-12")).toBe("2018-05-03");
    expect(datesOf("2019-06-09")).toBe("2019-06-09");
  });

  test("a comment's date is not the page's", () => {
    const ld = jsonLd({ "@type": "Article", comment: [{ "@type": "Comment", datePublished: "2020-01-01" }] });
    expect(dateOf(`${ld}${body}<div class=comments><time datetime=2020-01-01>x</time></div>`)).toBeNull();
  });

  test("among many articles only the page's own counts", () => {
    const list = ["a", "b", "c"].map((name, i) => ({
      "@type": "Article",
      headline: `Story ${name}`,
      url: `https://x.example/${name}`,
      datePublished: `2019-01-0${i + 1}`,
    }));
    expect(dateOf(jsonLd(list) + body, "https://x.example/b")).toBe("2019-01-02");
    expect(dateOf(jsonLd(list) + body, "https://x.example/list")).toBeNull();
  });

  test("the day is the author's if the page shows it", () => {
    const meta = '<meta property="article:published_time" content="2022-05-04T00:25:56Z">';
    expect(dateOf(`${meta}${body}<p class=date>May 3, 2022`)).toBe("2022-05-03");
    expect(dateOf(`${meta}${body}<p class=date>May 1, 2022`)).toBe("2022-05-04T00:25:56Z");
  });

  test("modified", () => {
    const page = parse('<meta property="article:modified_time" content="2022-05-04T10:00:00+02:00">');
    expect(readMetadata(page).modified).toBe("2022-05-04T10:00:00+02:00");
    expect(readMetadata(page).date).toBe("2022-05-04T10:00:00+02:00");
  });
});

describe("shown", () => {
  test.each([
    [
      "nearest to the headline",
      "<time datetime=2020-02-02>x</time><p>filler filler filler</p><h1>Rain in May</h1><time datetime=2019-05-03>x</time>",
      "2019-05-03",
    ],
    [
      "published rather than updated",
      `${body}<p>Updated <time datetime=2020-02-02>2 Feb</time></p><p>Published <time datetime=2019-05-03>x</time></p>`,
      "2019-05-03",
    ],
    ["updated, for want of another", `${body}<p class=date>Updated May 3, 2019</p>`, "2019-05-03"],
    ["by class", `${body}<div class="post-date">3. Mai 2019</div>`, "2019-05-03"],
    [
      "in a title attribute",
      `${body}<abbr class="published" title="2019-05-03T10:00:00+02:00">gestern</abbr>`,
      "2019-05-03T10:00:00+02:00",
    ],
    ["in a line near the headline", `${body}<p>Anna Muster, 3. Mai 2019, 10:15 Uhr</p>`, "2019-05-03T10:15"],
    [
      "far away, with a word for publishing",
      `${body}${"<p>Some text here.</p>".repeat(40)}<p>Posted on May 3, 2019</p>`,
      "2019-05-03",
    ],
    ["alone in a block", `${body}${"<p>Some text here.</p>".repeat(20)}<p>May 3, 2019</p>`, "2019-05-03"],
    [
      "alone below who wrote a long text",
      `${body}${"<p>Some text here.</p>".repeat(60)}<div><p>Written by <a href=/al>Al Bo</a></p><p>May 3, 2019</p></div>`,
      "2019-05-03",
    ],
    ["not a birthday", `${body}<p>Born <time datetime=1975-01-28>1975</time></p>`, null],
    ["not a day of joining", `${body}<p>Registered: 2014-01-27</p>`, null],
    ["not a year of two digits", `${body}<p>Version 3/4/20 of the form</p>`, null],
    ["as days before months have it", `${body}<p>By Jane - 12/03/2026</p><p>Until 25 July.</p>`, "2026-03-12"],
    ["not as either has it", `${body}<p>By Jane - 12/03/2026</p><p>From 25 July to August 2.</p>`, "2026-12-03"],
    [
      "before its change",
      `${body}<p class=date>3 May 2019 (edited: 4 June 2019)</p><p class=date>5 May 2019</p>`,
      "2019-05-03",
    ],
    ["as other dates have it", `${body}<p>By Jane - 12/03/2026</p><p>Due on 25/12/2026.</p>`, "2026-03-12"],
    ["far away, without one", `${body}${"<p>Some text here.</p>".repeat(40)}<p>The war ended on May 8, 1945</p>`, null],
  ])("%s", (_name, html, date) => {
    expect(dateOf(html)).toBe(date);
  });

  test("3/4/2020 is read by the language", () => {
    const line = `${body}<p class=date>3/4/2020`;
    expect(dateOf(`<html lang=en-US>${line}`)).toBe("2020-03-04");
    expect(dateOf(`<html lang=en-GB>${line}`)).toBe("2020-04-03");
    expect(dateOf(`<html lang=fr>${line}`)).toBe("2020-04-03");
    expect(dateOf(`<html lang=en>${line}`, "https://x.co.uk/")).toBe("2020-04-03");
  });
});

test.each([
  ["https://x.example/2019/05/03/rain", "2019-05-03"],
  ["https://x.example/news/2019-05-03-rain.html", "2019-05-03"],
  ["https://x.example/20190503/rain", "2019-05-03"],
  ["https://x.example/2019/05/rain", null],
  ["https://x.example/2019/99/03/", null],
  ["https://x.example/id/120190503123", null],
  ["https://2019-05-03.example/", null],
])("in the address %s", (url, date) => {
  expect(dateInUrl(url)).toBe(date);
});

test("the time at which the page was read is not its date", () => {
  const html = `<div class="time">Aktuelle Zeit: 14.10.2020, 12:18</div>${body}<p class="author">von anna » 21.01.2009, 05:42</p><p>It rained.</p>`;
  expect(dateOf(html)).toBe("2009-01-21T05:42");
});

test("a date that is called that of publication comes before others, but not before the address's", () => {
  const html = `${body}<p>A quiet day at the mill, and rain on the roof.</p><div>(Re)Published: May 25, 2025</div><div>Last updated: <time datetime=2025-11-18>18 November</time></div><p>Sown on <time datetime=2024-04-02>2 April</time></p>`;
  expect(dateOf(html)).toBe("2025-05-25");
  expect(dateOf(html, "https://x.example/2018/02/03/rain")).not.toBe("2025-05-25");
});

test("dates on cards of other pages are not the page's", () => {
  const card = '<div><h3><a href="/sowing">Sowing barley late</a></h3><time datetime="2021-03-04">4 March</time></div>';
  expect(dateOf(`${body}${card}<p>It rained all over the valley.</p><p>Published 2 May 2020</p>`)).toBe("2020-05-02");
  expect(dateOf(`${body}${card}<p>It rained.</p><time datetime="2020-05-02">2 May</time>`)).toBe("2020-05-02");
});
