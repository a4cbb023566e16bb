import { keepShown, writeMarkdown } from "dehusk/internal/extract";
import { parse } from "dehusk/internal/page";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadInChromium } from "../../packages/dehusk/src/extract/testing/load-in-chromium.ts";
import { launchChromium } from "../../packages/dehusk/src/page/testing/chromium.ts";
import { HtmlGrammar } from "../grammars/html.ts";
import { Random, seedOf } from "../random.ts";
import { renderers } from "./renderers.ts";
import { markdownVectors } from "./vectors.ts";

const allowed = {
  tags:
    "html head body p h1 h2 h3 h4 h5 h6 ul ol li blockquote pre code em strong del s a img table thead tbody tr th td hr br " +
    "sup sub kbd input section",
  attributes:
    "href title src alt class id start type checked disabled align style dir aria-describedby aria-label " +
    "data-footnote-ref data-footnote-backref data-footnotes",
  schemes: "http https mailto tel ftp xmpp",
};

const randomPages = Number(process.env["DEHUSK_RUNS"] ?? 100);
const seed = Number(process.env["DEHUSK_SEED"] ?? 1);

/** Random pages in one document: nothing of ours is left open, so they do not hide each other. Each focus lays out all. */
const together = 20;

/** Pages made by hand, each in a document of its own, and random ones. */
const documents: readonly (readonly string[])[] = [
  ...markdownVectors.map((page) => [page]),
  ...Array.from({ length: Math.ceil(randomPages / together) }, (_, at) =>
    Array.from({ length: together }, (_, i) => new HtmlGrammar(new Random(seedOf(seed, at * together + i))).page()),
  ),
];

const safe = "<p>a</p><ul><li>b</li></ul><hr>";

describe("our Markdown, rendered and loaded in Chromium", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser?.close();
  });

  it("would notice: page text runs where nothing escapes it", async () => {
    const text = "a <img src=x onerror=__xss()> [b](javascript:__xss())";
    for (const [name, render] of Object.entries(renderers)) {
      const [outcome] = await loadInChromium(browser, [render(text)], allowed);
      expect(outcome?.calls.length, name).toBeGreaterThan(0);
      expect(outcome?.forbidden, name).toContain("onerror");
      // markdown-it refuses such addresses itself.
      if (name !== "markdown-it") expect(outcome?.forbidden, name).toContain("javascript:__xss()");
    }
  });

  it("would notice it among other pages", async () => {
    const [outcome] = await loadInChromium(browser, [`${safe.repeat(10)}<img src=x onerror=__xss()>${safe}`], allowed);
    expect(outcome?.calls.length).toBeGreaterThan(0);
    expect(outcome?.forbidden).toContain("onerror");
  });

  it(
    `runs nothing in any renderer, for ${markdownVectors.length} pages made by hand and ${randomPages} random ones`,
    async () => {
      const written = documents.map((pages) =>
        pages.map((html) => {
          const page = parse(html, { url: "https://example.org/folder/page.html" });
          return writeMarkdown(page, keepShown(page));
        }),
      );
      // Renderers often agree: what several make of a document is loaded once.
      const sources = new Map<string, { renderer: string; pages: readonly string[] | undefined }>();
      for (const [renderer, render] of Object.entries(renderers)) {
        for (const [i, parts] of written.entries()) {
          const html = parts.map((part) => render(part).trim()).join("<hr>");
          if (!sources.has(html)) sources.set(html, { renderer, pages: documents[i] });
        }
      }
      const rendered = [...sources.keys()];
      const outcomes = await loadInChromium(browser, rendered, allowed);
      const bad = outcomes.flatMap(({ calls, forbidden }, i) =>
        calls.length + forbidden.length > 0 ? [{ ...sources.get(rendered[i] as string), calls, forbidden }] : [],
      );
      console.log(`${Object.keys(renderers).length} renderers, ${rendered.length} different documents loaded`);
      expect(bad).toEqual([]);
    },
    300_000 + 500 * randomPages,
  );
});
