import { chunks, extract } from "dehusk";
import { keepShown, writeHtml, writeMarkdown } from "dehusk/internal/extract";
import { parse } from "dehusk/internal/page";
import { describe, expect, it } from "vitest";
import { xssVectors } from "../../packages/dehusk/src/extract/testing/xss-vectors.ts";
import type { Find } from "../find.ts";
import { checkMarkdown } from "./check-markdown.ts";
import { inspectHtml } from "./inspect-html.ts";
import { renderers } from "./renderers.ts";
import { markdownVectors } from "./vectors.ts";

function check(html: string, url?: string): Find[] {
  const page = parse(html, url === undefined ? {} : { url });
  const kept = keepShown(page);
  return checkMarkdown(writeMarkdown(page, kept), writeHtml(page, kept));
}

describe("the check", () => {
  const live: readonly (readonly [string, string])[] = [
    ["an element", "a <img src=x onerror=alert()>"],
    ["an element after an address", "http://h.example/\\<img src=x onerror=alert()>"],
    ["a script address", "[a](javascript:alert())"],
    ["a definition", "a [^1]\n\n[^1]: javascript:alert()"],
    ["a comment", "a\n\n<!-- b -->"],
    ["a heading", "# a"],
    ["a heading by its underline", "a\n==="],
    ["a list", "- a"],
    ["a quotation", "> a"],
    ["a fence", "```\na\n```"],
    ["a rule", "a\n\n***"],
    ["a table", "| a |\n| --- |"],
    ["a picture", "![a](b)"],
  ];
  it.each(live)("finds %s that the page did not have", (_name, markdown) => {
    expect(checkMarkdown(markdown, "<p>a</p>")).not.toEqual([]);
  });

  it("asks every renderer", () => {
    const oracles = checkMarkdown("a <img src=x onerror=alert()>", "<p>a</p>").map(({ oracle }) => oracle);
    for (const name of Object.keys(renderers)) expect(oracles).toContain(`safe in ${name}`);
  });

  it("lets all pass that Markdown is for", () => {
    const markdown = '# a\n\n- [x] b `<c>` **d** [e](https://f.example/ "g")\n\n> h<sup>2</sup>[^1]\n\n[^1]: i j';
    const html = "<h1></h1><ul><li>\n☑ </li></ul><blockquote><sup></sup></blockquote>";
    expect(checkMarkdown(markdown, html)).toEqual([]);
  });
});

describe("our Markdown in five renderers, with raw HTML allowed", () => {
  it(`holds nothing live and no block that the page did not have, for ${markdownVectors.length} pages`, () => {
    expect(markdownVectors.length).toBeGreaterThan(300);
    const bad = markdownVectors.flatMap((html) =>
      [undefined, "https://example.org/a/b"].flatMap((url) => {
        const finds = check(html, url);
        return finds.length > 0 ? [{ html, url, finds }] : [];
      }),
    );
    expect(bad).toEqual([]);
  });

  it(`holds nothing live for the ${xssVectors.length} pages that clean HTML is tried with`, () => {
    const bad = xssVectors.flatMap(({ name, html }) => {
      const finds = check(html, "https://example.org/a/b");
      return finds.length > 0 ? [{ name, finds }] : [];
    });
    expect(bad).toEqual([]);
  });
});

/** What a rendering holds that has no place in it, or that Markdown has signs for. */
function elements(markdown: string): string[] {
  return Object.entries(renderers).flatMap(([name, render]) => {
    const { forbidden, counts } = inspectHtml(render(markdown));
    const own = [...counts.keys()].filter((tag) => /^(?:a|img|em|strong|del|s|code|h1|ul|ol|blockquote)$/.test(tag));
    return [...forbidden, ...own].map((what) => `${name}: ${what}`);
  });
}

describe("front matter, where it is not known as such", () => {
  const titles = [
    "<script>alert()</script>",
    "</h2><b>a</b>",
    "<javascript:alert()>",
    "[a](javascript:alert())",
    "![a](b)",
    "*a* _b_ __c__ ~d~ ~~e~~ `f`",
    "\\<b>a",
    '" <b>a',
  ];
  it.each(titles)("shows %s as text", (title) => {
    const html = `<title>${title.replaceAll("<", "&lt;")}</title><p>text`;
    const { markdown, title: read } = extract(html, { frontmatter: true, headline: false });
    const [, value = ""] = /^title: (.*)$/m.exec(markdown) ?? [];
    expect(JSON.parse(value)).toBe(read);
    expect(elements(markdown.slice(0, markdown.indexOf("\n---\n") + 5))).toEqual([]);
  });
});

describe("chunks that cut what is longer than they are", () => {
  const word = "word ".repeat(30);
  const live = "&lt;img src=x onerror=alert()> [a](javascript:alert()) ";
  const pages: readonly (readonly [string, string])[] = [
    ["code", `<p>text <code>${word}${live.repeat(3)}${word}</code> text`],
    ["code with backticks", `<p>text <code>\`${word}${live.repeat(3)}\`\`${word}</code> text`],
    ["code in a cell", `<table><tr><th>a<th>b<tr><td><code>${word}${live}${word}</code><td>b</table>`],
    ["code in an item", `<ul><li>a<li><code>${word}${live}${word}</code></ul>`],
    ["a line of code in a quotation", `<blockquote><pre>a\n${word}${live}${word}</pre></blockquote>`],
    [
      "code below the title of a callout",
      `<div class="admonition note"><p class=admonition-title>${word}</p><pre>a\n${live}\n${word}${live}</pre></div>`,
    ],
    ["an address", `<p><a href="https://h.example/${"a/".repeat(60)}[a](javascript:alert())${"/b".repeat(60)}">a</a>`],
    ["a footnote", `<p>a<sup><a href="#n" id=r>1</a></sup><ol class=footnotes><li id=n>javascript:alert()</ol>`],
    ["signs of blocks", `<p>${"word - word # word > word 1. word + word ".repeat(20)}`],
  ];
  it.each(pages)("let nothing out: %s", (_name, html) => {
    const result = extract(html, { preset: "everything", url: "https://example.org/a", headline: false });
    for (const overlap of [0, 6]) {
      const found = chunks(result, { maxTokens: 16, overlap });
      const live = found.flatMap(({ text }) =>
        Object.entries(renderers).flatMap(([name, render]) => {
          const { forbidden, counts } = inspectHtml(render(text));
          const blocks = ["h1", "h2", "ol", ...(result.html.includes("quote") ? [] : ["blockquote"])];
          return [...forbidden, ...blocks.filter((tag) => counts.has(tag))].map(
            (what) => `${name}: ${what} in ${text}`,
          );
        }),
      );
      expect(live).toEqual([]);
      for (const { text, tokens } of found) expect(tokens, text).toBeLessThanOrEqual(16);
    }
  });

  it("let nothing out: a table that is kept as HTML", () => {
    const html = `<table><tr><th>a<th>b<th>c<tr><td rowspan=2>d<td>${word}${live}${word}<td>e<tr><td>f<td>${live}</table>`;
    const result = extract(html, { preset: "everything", spans: "html", headline: false });
    expect(result.markdown).toContain("<table");
    const found = chunks(result, { maxTokens: 16 }).flatMap(({ text }) =>
      Object.values(renderers).flatMap((render) => inspectHtml(render(text), true).forbidden),
    );
    expect(found).toEqual([]);
  });
});
