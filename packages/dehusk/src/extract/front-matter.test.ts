import { expect, test } from "vitest";
import { extract } from "./extract.ts";

/** Every value is JSON, on its own line: YAML reads it the same way. */
function read(matter: string): Record<string, unknown> {
  return Object.fromEntries(
    matter.split("\n").map((line) => {
      const [, name = "", value = ""] = /^([a-z]+): (.*)$/.exec(line) ?? [];
      return [name, JSON.parse(value)];
    }),
  );
}

const filler =
  "Corn is a tall grass that people have grown for food for some nine thousand years in many places. ".repeat(3);

test("front matter is YAML with the page's metadata", () => {
  const html = `<html lang=en><head><title>Corn: "the" grass # one</title><meta name=author content="Ada Field"><meta property="og:site_name" content="Fields">
<meta property="article:published_time" content="2024-05-06"></head><body><article><h1>Corn: "the" grass # one</h1><p>${filler}</p></article>`;
  const result = extract(html, { url: "https://example.org/corn", frontmatter: true });
  const [, matter = "", body = ""] = /^---\n([\s\S]*?)\n---\n\n([\s\S]*)$/.exec(result.markdown) ?? [];
  expect(read(matter)).toEqual({
    title: 'Corn: "the" grass # one',
    author: "Ada Field",
    date: "2024-05-06",
    url: "https://example.org/corn",
    site: "Fields",
    language: "en",
    confidence: result.confidence,
    words: result.words,
  });
  expect(body).toBe(extract(html, { url: "https://example.org/corn" }).markdown);
  expect(result.text).not.toContain("---");
});

test("unknown fields are left out, and values that YAML could misread are quoted", () => {
  const { markdown } = extract(`<title>no</title><p>${filler}</p>`, { frontmatter: true });
  const matter = read(/^---\n([\s\S]*?)\n---/.exec(markdown)?.[1] ?? "");
  expect(matter["title"]).toBe("no");
  expect(Object.keys(matter)).not.toContain("author");
});
