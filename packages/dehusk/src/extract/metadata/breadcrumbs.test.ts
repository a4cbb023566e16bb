import { expect, test } from "vitest";
import { parse } from "../../page/index.ts";
import { readMetadata } from "./read-metadata.ts";

const read = (html: string) => readMetadata(parse(html));

test("declared breadcrumbs are preferred to those that the page shows", () => {
  const list = { "@type": "BreadcrumbList", itemListElement: [{ name: "Farm" }, { item: { name: "Corn" } }] };
  const shown = '<ul class="breadcrumbs"><li><a href="/">Start</a><li><a href="/a">Plants</a></ul>';
  expect(read(`<script type="application/ld+json">${JSON.stringify(list)}</script>${shown}`).breadcrumbs).toEqual([
    "Farm",
    "Corn",
  ]);
  expect(read(shown).breadcrumbs).toEqual(["Start", "Plants"]);
  expect(read("<p>Nothing").breadcrumbs).toEqual([]);
});

test("a paywall of the page or of a part of it is reported", () => {
  const ld = (value: object) => `<script type="application/ld+json">${JSON.stringify(value)}</script><h1>Corn</h1>`;
  expect(read(ld({ "@type": "Article", isAccessibleForFree: "False" })).isAccessibleForFree).toBe(false);
  expect(read(ld({ "@type": "Article", hasPart: { isAccessibleForFree: false } })).isAccessibleForFree).toBe(false);
  expect(read(ld({ "@type": "Article", isAccessibleForFree: true })).isAccessibleForFree).toBe(true);
  expect(read('<meta property="article:content_tier" content="locked">').isAccessibleForFree).toBe(false);
  expect(read("<p>Nothing").isAccessibleForFree).toBeNull();
});

test("authors are a list, author is one string", () => {
  const { author, authors } = read('<meta name="author" content="Jane Roe and John Doe"><h1>Corn</h1>');
  expect(authors).toEqual(["Jane Roe", "John Doe"]);
  expect(author).toBe("Jane Roe, John Doe");
});
