import { keepShown, writeHtml, writeMarkdown } from "dehusk/internal/extract";
import { parse } from "dehusk/internal/page";
import { describe, expect, it } from "vitest";
import { xssVectors } from "../../packages/dehusk/src/extract/testing/xss-vectors.ts";
import type { Find } from "../find.ts";
import { checkMarkdown } from "./check-markdown.ts";
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
