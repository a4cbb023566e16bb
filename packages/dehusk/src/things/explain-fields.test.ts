import { expect, test } from "vitest";
import { extract } from "../extract/index.ts";
import { explainFields } from "./explain-fields.ts";

const html = `<!doctype html><title>Husk | The Mill</title><meta property="og:title" content="Husk">
  <meta name="author" content="Ada Reed"><script type="application/ld+json">
  {"@type": "NewsArticle", "headline": "Husk", "datePublished": "2026-05-03T08:00:00Z", "author": {"name": "Ada Reed"}}</script>
  <h1>Husk</h1><p class="byline">By Ada Reed</p><time datetime="2026-05-03">3 May</time><p>What is left is corn, and the mill turns on.</p>`;

test("each field is told with the places that state it, machine-readable ones first", () => {
  const fields = explainFields(extract(html, { url: "https://mill.example/2026/05/03/husk" }));
  const of = (field: string) => fields.find((own) => own.field === field);
  expect(of("title")?.sources).toEqual([
    { kind: "json-ld", name: "headline", path: null },
    { kind: "title", name: null, path: "/html[1]/head[1]/title[1]" },
    { kind: "meta", name: "og:title", path: "/html[1]/head[1]/meta[1]" },
    { kind: "shown", name: null, path: "/html[1]/body[1]/h1[1]" },
  ]);
  expect(of("author")?.sources.map(({ kind, name }) => [kind, name])).toEqual([
    ["json-ld", "author.name"],
    ["meta", "author"],
    ["shown", null],
  ]);
  expect(of("date")).toMatchObject({
    value: "2026-05-03T08:00:00Z",
    sources: [{ kind: "json-ld" }, { kind: "shown", name: "datetime" }, { kind: "address" }],
  });
});

test("a field that the page does not have is not told", () => {
  expect(explainFields(extract("<p>What is left is corn.</p>")).map(({ field }) => field)).not.toContain("date");
});

test("a price is found as the number that it is", () => {
  const fields = explainFields(
    extract(`<h1>Heron kettle</h1><span class="price">€ 1.074,50</span><button>Add to cart</button>`),
  );
  expect(fields.find(({ field }) => field === "product.price")).toMatchObject({
    value: "1074.50",
    sources: [{ kind: "shown", path: "/html[1]/body[1]/span[1]" }],
  });
});
