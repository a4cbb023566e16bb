import fc from "fast-check";
import { JSDOM } from "jsdom";
import { expect, test } from "vitest";
import { extract } from "./extract.ts";
import { randomHtml } from "./testing/random-html.ts";
import { writeTei } from "./write-tei.ts";

const { DOMParser } = new JSDOM("").window;

/** The document; the parser throws or returns an error if it is not well-formed. */
function read(xml: string): Document {
  const document = new DOMParser().parseFromString(xml, "application/xml");
  expect(document.querySelector("parsererror")?.textContent).toBeUndefined();
  return document;
}

const filler =
  "Corn is a tall grass that people have grown for food for some nine thousand years in many places. ".repeat(3);

test("sections are divisions that begin with their heading, and structure keeps its element names", () => {
  const html = `<html lang=en><title>Corn & co</title><meta name=author content="Ada Field"><body><main><h1>Corn & co</h1><p>${filler}</p>
<h2>Fields</h2><p>Rows &amp; <em>rows</em>. ${filler}</p><ul><li>one</li><li>two</li></ul><h3>Soil</h3><p>${filler}</p><h2>Yield</h2>
<table><thead><tr><th>Year</th><th>Tonnes</th></tr></thead><tbody><tr><td>1990</td><td>400</td></tr><tr><td>2000</td><td>512</td></tr></tbody></table><pre><code>a &lt; b</code></pre><p>${filler}</p></main>`;
  const document = read(writeTei(extract(html, { url: "https://example.org/?a=1&b=2", preset: "everything" })));
  const texts = (selector: string) => [...document.querySelectorAll(selector)].map((each) => each.textContent?.trim());
  expect(texts("div > head")).toEqual(["Corn & co", "Fields", "Soil", "Yield"]);
  expect(texts("div[n='2'] > div[n='3'] > head")).toEqual(["Soil"]);
  expect(texts("div > list > item")).toEqual(["one", "two"]);
  expect(texts("table > row[role=label] > cell")).toEqual(["Year", "Tonnes"]);
  expect(texts("table > row > cell")).toContain("512");
  expect(texts("teiHeader author")).toEqual(["Ada Field"]);
  expect(texts("code")).toEqual(["a < b"]);
  expect(document.querySelector("sourceDesc ptr")?.getAttribute("target")).toBe("https://example.org/?a=1&b=2");
});

test("is well-formed, and has the words of the Markdown, for any page", () => {
  fc.assert(
    fc.property(randomHtml, (html) => {
      const result = extract(html, { preset: "everything" });
      const text = read(writeTei(result)).querySelector("body")?.textContent ?? "";
      const words = (all: string) => new Set(all.match(/\p{L}{4,}/gu));
      const missing = [...words(result.text)].filter(
        (word) => result.markdown.includes(word) && !words(text).has(word),
      );
      expect(missing).toEqual([]);
    }),
    { numRuns: 100 },
  );
});
