import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parse } from "../../page/index.ts";
import { type Metadata, readMetadata } from "./read-metadata.ts";

function read(html: string, url?: string): Metadata {
  return readMetadata(parse(html, { url }));
}

describe("other fields", () => {
  test("addresses are absolute", () => {
    const html = '<link rel="canonical" href="/a"><meta property="og:image" content="//cdn.example/p.jpg">';
    expect(read(html, "https://x.example/b?c")).toMatchObject({
      canonical: "https://x.example/a",
      image: "https://cdn.example/p.jpg",
    });
    expect(read('<meta property="og:image" content="p.jpg">').image).toBeNull();
    expect(read('<link rel="canonical" href="javascript:alert(1)">').canonical).toBeNull();
  });

  test.each([
    [
      '<script type="application/ld+json">{"@type":"Article","image":[{"@type":"ImageObject","url":"/p.jpg"}]}</script>',
    ],
    ['<script type="application/ld+json">{"@type":"Article","image":"/p.jpg"}</script>'],
    ['<meta name="twitter:image" content="/p.jpg">'],
    ['<link rel="image_src" href="/p.jpg">'],
    ['<div itemscope><img itemprop="image" src="/p.jpg"></div>'],
  ])("image: %s", (html) => {
    expect(read(html, "https://x.example/a/").image).toBe("https://x.example/p.jpg");
  });

  test("site name and description", () => {
    const html =
      '<meta property="og:site_name" content="Daily Husk"><meta name="description" content=" Rain\n in May ">';
    expect(read(html)).toMatchObject({ siteName: "Daily Husk", description: "Rain in May" });
    const ld =
      '<script type="application/ld+json">{"@type":"Article","publisher":{"name":"Daily Husk"},"description":"Rain"}</script>';
    expect(read(ld)).toMatchObject({ siteName: "Daily Husk", description: "Rain" });
    expect(read("<title>Rain in May | Husk Times</title>", "https://husktimes.example/").siteName).toBe("Husk Times");
  });

  test.each([
    ["<html lang=de_at>", "de-AT"],
    ["<html xml:lang=zh-hant-tw>", "zh-Hant-TW"],
    ['<meta http-equiv="content-language" content="fr, en">', "fr"],
    ['<meta property="og:locale" content="pt_BR">', "pt-BR"],
    ['<html lang="{{ lang }}"><meta name="dc.language" content="nl">', "nl"],
    [`<p>${"これは日本語の文章です。".repeat(10)}`, "ja"],
    [`<p>${"这是一个中文句子。".repeat(10)}`, "zh"],
    [`<p>${"Это предложение на русском языке. ".repeat(5)}`, "ru"],
    [`<p>${"นี่คือประโยคภาษาไทย ".repeat(5)}`, "th"],
    ["<p>Just English words, which share their script with many languages.", "en"],
    ["<p>Lorem 3.14", null],
  ])("language: %s", (html, language) => {
    expect(read(html).language).toBe(language);
  });
});

describe("what is returned", () => {
  test("does not keep the text of the page in memory", () => {
    setFlagsFromString("--expose-gc");
    const collectGarbage = runInNewContext("gc") as () => void;
    collectGarbage();
    const before = process.memoryUsage().heapUsed;
    const size = 4_000_000;
    const held = Array.from({ length: 20 }, (_, i) =>
      read(
        `<h1>A headline that is long enough, number ${i}</h1><p>By Jane Roe</p><p>${"a word ".repeat(size / 7)}</p>`,
      ),
    );
    collectGarbage();
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(5 * size);
    expect(held[7]?.title).toBe("A headline that is long enough, number 7");
  });
});

describe("whatever the page", () => {
  const words = fc.constantFrom(
    "Rain",
    "By Jane Roe",
    "2019-05-03",
    "|",
    "admin",
    "__proto__",
    "<b>",
    "&amp;quot;",
    "https://x.example/",
    "作者：王小明",
    "\u0000",
    "3. Mai 2019",
  );
  const text = fc.array(words, { maxLength: 6 }).map((list) => list.join(" "));
  const key = fc.constantFrom(
    "@type",
    "@id",
    "@graph",
    "author",
    "headline",
    "name",
    "datePublished",
    "image",
    "publisher",
    "mainEntity",
    "description",
    "url",
    "__proto__",
  );
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 5 },
      fc.oneof(
        text,
        fc.constantFrom("Article", "Person", "WebPage", "#a"),
        fc.integer(),
        fc.boolean(),
        fc.constant(null),
      ),
      fc.array(tie("value"), { maxLength: 4 }),
      fc.array(fc.tuple(key, tie("value")), { maxLength: 6 }).map((entries) => Object.fromEntries(entries)),
    ),
  }));
  const metaName = fc.constantFrom(
    "author",
    "og:title",
    "article:published_time",
    "og:site_name",
    "og:image",
    "DC.date",
    "citation_author",
    "description",
    "og:locale",
    "twitter:label1",
    "twitter:data1",
  );
  const markup = fc.oneof(
    fc
      .tuple(metaName, text)
      .map(([name, content]) => `<meta name="${name}" content="${content.replaceAll('"', "&quot;")}">`),
    value.map((json) => `<script type="application/ld+json">${JSON.stringify(json)}</script>`),
    fc
      .tuple(value, fc.nat(40))
      .map(([json, cut]) => `<script type="application/ld+json">${JSON.stringify(json).slice(cut)}</script>`),
    text.map((content) => `<title>${content}</title>`),
    fc
      .tuple(
        fc.constantFrom("h1", "h2", "p", "time", "div", "span", "aside", "article", "footer"),
        fc.constantFrom("byline", "date", "entry-title", "comments", "sidebar", ""),
        text,
      )
      .map(([tag, name, content]) => `<${tag} class="${name}" itemprop="author headline datePublished">${content}`),
    fc.string(),
  );
  const html = fc.array(markup, { maxLength: 12 }).map((list) => list.join(""));

  test("it never throws, types are right, twice gives the same", () => {
    fc.assert(
      fc.property(html, fc.constantFrom(undefined, "https://www.husk.example/2019/05/03/x"), (source, url) => {
        const page = parse(source, { url });
        const first = readMetadata(page);
        const { isAccessibleForFree, authors, breadcrumbs, ...fields } = first;
        for (const field of [...Object.values(fields).filter((value) => value !== null), ...authors, ...breadcrumbs]) {
          expect(typeof field === "string" && field.trim() !== "").toBe(true);
        }
        expect([null, true, false]).toContain(isAccessibleForFree);
        for (const date of [first.date, first.modified]) {
          if (date !== null)
            expect(date).toMatch(
              /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d)?(?:Z|[+-]\d\d:\d\d)?|T\d\d:\d\d:\d\d\.\d+Z)?$/,
            );
        }
        expect(readMetadata(page)).toEqual(first);
      }),
      { numRuns: 1500 },
    );
  });

  test.each([
    ["a long title", `<title>${"x | ".repeat(300_000)}</title>`],
    ["a long meta", `<meta name="author" content="${"Jane Roe, ".repeat(200_000)}">`],
    ["blank lines", `<h1>x y z</h1><pre>a${"\n".repeat(500_000)}b</pre>`],
    ["many metas", '<meta name="author" content="x">'.repeat(100_000)],
    ["many headings", "<h1>Rain in May</h1>".repeat(50_000)],
    ["many bylines", '<p class="byline">by</p>'.repeat(50_000)],
    ["nested zones", `${'<div class="comments">'.repeat(400)}<h1>x y</h1>`],
    [
      "long JSON",
      `<script type="application/ld+json">[${'{"@type":"Article","author":"J"},'.repeat(50_000)}{}</script>`,
    ],
    ["a script of quotes", `<script type="application/ld+json">${'"'.repeat(500_000)}</script>`],
    ["a script of commas", `<script type="application/ld+json">${",".repeat(500_000)}</script>`],
    ["the name of a meta", `<meta name="${"_publi".repeat(200_000)}!" content="2019-05-03">`],
    ["spaces in a script", `<script type="application/ld+json">x${" ".repeat(1_000_000)}x</script>`],
    [
      "an entity of many members, named often",
      `<script type="application/ld+json">[{"@id":"a",${Array.from({ length: 80_000 }, (_, i) => `"k${i}":1,`).join("")}"z":1}${',{"@id":"a"}'.repeat(15_000)}]</script>`,
    ],
    [
      "a site of many long names, named often",
      `<script type="application/ld+json">[{"@id":"x","k":1,"name":[${`"${"&amp; ".repeat(3000)}",`.repeat(19)}"y"]}${`,{"@type":"WebSite","name":[${'{"@id":"x"},'.repeat(98)}{"@id":"x"}]}`.repeat(180)}]</script>`,
    ],
    ["a query of question marks", `<link rel=canonical href="http://a.example/${"?".repeat(500_000)}\nx">`],
    ["digits", `<h1>x y</h1><p class="date">${"1 ".repeat(300_000)}</p>`],
  ])("%s takes no more than linear time", (_name, source) => {
    // Quadratic work on inputs of this size would run into the timeout.
    expect(() => read(source)).not.toThrow();
  });
});
