import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DehuskError } from "../basics/index.ts";
import { parse } from "../page/index.ts";
import { SiteBuilder } from "./site-builder.ts";
import type { SiteOptions } from "./site-options.ts";
import type { SiteTemplates } from "./site-templates.ts";
import { sitePage, sitePages } from "./testing/made-up-site.ts";
import { textsWhere } from "./testing/nodes-where.ts";

function templatesOf(pages: readonly string[], options?: SiteOptions): SiteTemplates {
  const builder = new SiteBuilder(options);
  for (const html of pages) builder.add(parse(html));
  return builder.finish();
}

describe("SiteBuilder", () => {
  test("finds the menu and the footer, whichever item is active, and not the articles", () => {
    const { templates, pages } = templatesOf(Array.from({ length: 20 }, (_, i) => sitePage(i)));
    expect(pages).toBe(20);
    expect(templates.map(({ tag, text, pages }) => ({ tag, text, pages }))).toEqual(
      expect.arrayContaining([
        { tag: "nav", text: "Home News Shop About us Contact", pages: 20 },
        { tag: "footer", text: "© Made-up Press Imprint", pages: 20 },
      ]),
    );
    expect(templates.some(({ text }) => text.includes("Story"))).toBe(false);
  });

  test("a template is on more than theta of the pages, not on exactly theta", () => {
    const some = (n: number) =>
      Array.from({ length: 40 }, (_, i) => `<p>page ${i}</p>${i < n ? "<div><b>part</b></div>" : ""}`);
    expect(templatesOf(some(4)).templates).toEqual([]);
    expect(templatesOf(some(5)).templates).toMatchObject([
      { pages: 5, tag: "div", text: "part", parts: [expect.any(String)] },
    ]);
  });

  test("a template is on at least three pages", () => {
    expect(templatesOf(["<p>a</p><b>x</b>", "<p>b</p><b>x</b>"]).templates).toEqual([]);
    expect(templatesOf(["<p>a</p><b>x</b>", "<p>b</p><b>x</b>"], { minimumPages: 2 }).templates).toHaveLength(1);
    expect(templatesOf(Array.from({ length: 5 }, (_, i) => sitePage(i))).templates.length).toBeGreaterThan(0);
  });

  test("copies of a page count once", () => {
    const builder = new SiteBuilder();
    for (const number of [1, 2, 2, 2, 2, 3]) builder.add(parse(sitePage(number)));
    expect([builder.pages, builder.copies]).toEqual([3, 3]);
    expect(builder.finish().templates.some(({ text }) => text.includes("page 2"))).toBe(false);
  });

  test("a node counts once per page", () => {
    expect(templatesOf(["<p>x</p><p>x</p><p>x</p><p>x</p>", "<p>y", "<p>z"]).templates).toEqual([]);
  });

  test("the order of the pages does not matter", () => {
    const pages = Array.from({ length: 12 }, (_, i) => {
      const some = i % 3 === 0 ? "<aside><b>Third</b></aside>" : i % 3 === 1 ? "<nav><b>Third</b></nav>" : "";
      return sitePage(i) + some;
    });
    const all = (list: readonly string[]) =>
      templatesOf(list)
        .templates.flatMap(({ fingerprint, parts, pages }) =>
          [fingerprint, ...parts].map((print) => `${print} ${pages}`),
        )
        .sort();
    const expected = all(pages);
    expect(expected.length).toBeGreaterThan(15);
    fc.assert(
      fc.property(fc.shuffledSubarray(pages, { minLength: pages.length }), (shuffled) => {
        expect(all(shuffled)).toEqual(expected);
      }),
      { numRuns: 30 },
    );
  });

  test("reports how many pages each node is on", () => {
    const builder = new SiteBuilder();
    for (const page of sitePages(10)) builder.add(page);
    const page = parse(sitePage(4));
    const frequencies = builder.frequencies(page);
    expect(textsWhere(page, (i) => frequencies[i] === 1)).toEqual(["Story 4", "What only page 4 tells, and", "else."]);
    expect(textsWhere(page, (i) => frequencies[i] === 10)).toContain("nobody");
    expect(textsWhere(page, (i) => frequencies[i] === 10)).toContain("Imprint");
    const unknown = parse("<p>never seen");
    expect([...builder.frequencies(unknown)].every((count) => count === 0)).toBe(true);
  });

  test("with bounded memory frequent nodes are still found", () => {
    const options = { maxFingerprints: 300 };
    const builder = new SiteBuilder(options);
    for (let i = 0; i < 2000; i++) {
      const own = Array.from({ length: 10 }, (_, k) => `<p>${i} ${k}</p>`).join("");
      builder.add(parse(`<nav>Everywhere</nav>${i % 5 === 0 ? "<aside>On a fifth</aside>" : ""}${own}`));
    }
    const found = builder.finish();
    expect(builder.error).toBeGreaterThan(0);
    expect(builder.error).toBeLessThan(0.1 * 2000);
    expect(found.templates.map(({ tag, text }) => ({ tag, text }))).toEqual([
      { tag: "nav", text: "Everywhere" },
      { tag: "aside", text: "On a fifth" },
    ]);
    for (const { pages, tag } of found.templates) {
      const exact = tag === "nav" ? 2000 : 400;
      expect(pages).toBeLessThanOrEqual(exact);
      expect(pages + found.error).toBeGreaterThanOrEqual(exact);
    }
  });

  test("invalid options are errors", () => {
    for (const options of [
      { theta: 2 },
      { coverage: Number.NaN },
      { canonical: "html" },
      { dropAttributes: "id" },
      { no: 1 },
    ]) {
      expect(() => new SiteBuilder(options as SiteOptions)).toThrow(DehuskError);
    }
  });
});
