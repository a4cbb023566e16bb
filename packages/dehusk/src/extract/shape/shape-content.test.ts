import { describe, expect, test } from "vitest";
import { type Extraction, extract } from "../extract.ts";
import { withoutTracking } from "./tracking-parameters.ts";

const filler =
  "Corn is a tall grass that people have grown for food for some nine thousand years in many places. ".repeat(3);
const page = `<html lang=en><title>Corn</title><body><main><h1>Corn</h1><p>${filler}</p>
<p>See <a href="https://example.org/field?id=7&utm_source=mail#rows">the field</a> and <a href="#part">below</a>. ${filler}</p>
<figure><img src="https://example.org/cob.jpg" alt="A cob" width=600 height=400><figcaption>A ripe cob</figcaption></figure>
<p><a href="https://example.org/big"><img src="https://example.org/leaf.jpg" alt="A leaf" width=600 height=400></a></p>
<h2 id=part>Yield</h2><p>${filler}</p>
<table><thead><tr><th>Year</th><th>Tonnes</th></tr></thead><tbody><tr><td>1990</td><td>400</td></tr><tr><td>2000</td><td>512</td></tr></tbody></table>
<p>${filler}</p></main>`;

const of = (options: object): Extraction => extract(page, { url: "https://example.org/corn", ...options });

describe("shapes", () => {
  test("without links, their text stays, in Markdown and HTML", () => {
    const { markdown, html } = of({ links: false });
    expect(markdown).toContain("See the field and below.");
    expect(markdown).not.toMatch(/\]\(https:\/\/example\.org\/(?:field|big)/);
    expect(html).not.toContain("<a ");
    expect(html).not.toContain("id=");
    expect(markdown).toContain("![A leaf](https://example.org/leaf.jpg)");
  });

  test("without images, nothing is written around where they were, and captions stay", () => {
    const { markdown, html } = of({ images: false });
    expect(html).not.toContain("<img");
    expect(html).not.toMatch(/<(p|a|figure)[^>]*>\s*<\/\1>/);
    expect(markdown).not.toContain("![");
    expect(markdown).not.toContain("example.org/big");
    expect(markdown).toContain("A ripe cob");
  });

  test("without tables, their text is gone from all formats, and explain says why", () => {
    const result = of({ tables: false });
    for (const format of ["text", "markdown", "html"] as const) expect(result[format]).not.toContain("512");
    const cell = result.explain().find(({ text }) => text === "512");
    expect(cell).toMatchObject({ kept: false, rule: "option" });
    expect(
      of({})
        .explain()
        .find(({ text }) => text === "512"),
    ).toMatchObject({ kept: true });
  });

  test("without tables, headings that only tables follow are gone, others stay headings", () => {
    const table = "<table><tr><th>Grit<th>Use<tr><td>400<td>Chips<tr><td>1000<td>Edges<tr><td>5000<td>Polish</table>";
    const text = "<p>Whetstones wear down, and a worn stone no longer makes a straight edge on any knife.</p>";
    const page = `<h1>Sharpening</h1>${text}<h2>Grits</h2>${table}<h2>Care</h2>${text.replace("worn", "hollow")}<h2>Sizes</h2>${table}`;
    const all = "article";
    const shape = (tables: boolean) => extract(`<article>${page}</article>`, { include: [all], tables }).markdown;
    const headings = (markdown: string) => markdown.match(/^#.*|^(?:Grits|Care|Sizes)$/gm);
    expect(headings(shape(true))).toEqual(["# Sharpening", "## Grits", "## Care", "## Sizes"]);
    expect(headings(shape(false))).toEqual(["# Sharpening", "## Care"]);
  });

  test("clean links lose what tracks readers and nothing else", () => {
    expect(of({ cleanLinks: true }).markdown).toContain("(https://example.org/field?id=7#rows)");
    expect(of({ cleanLinks: true }).html).toContain('"https://example.org/field?id=7#rows"');
    expect(of({}).markdown).toContain("utm_source");
  });

  test("the default result does not change when others request a shape", () => {
    const before = of({}).html;
    of({ links: false, images: false, tables: false, cleanLinks: true }).html;
    expect(of({}).html).toBe(before);
  });
});

test.each([
  ["https://a.org/?utm_source=x&utm_medium=y", "https://a.org/"],
  ["https://a.org/?a=1&UTM_Source=x&b=%20#f?utm_source=z", "https://a.org/?a=1&b=%20#f?utm_source=z"],
  ["https://a.org/?fbclid=1#top", "https://a.org/#top"],
  ["https://a.org/?q=utm_source", "https://a.org/?q=utm_source"],
  ["https://a.org/?automation=1&ref=home&id=2", "https://a.org/?automation=1&ref=home&id=2"],
  ["https://a.org/page", "https://a.org/page"],
  ["mailto:a@b.org?subject=Hi", "mailto:a@b.org?subject=Hi"],
])("%s becomes %s", (address, clean) => {
  expect(withoutTracking(address)).toBe(clean);
});
