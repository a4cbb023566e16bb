import { describe, expect, test } from "vitest";
import { canonicalHtml, findTag, parse, tagNumber } from "../page/index.ts";
import { SiteBuilder } from "./site-builder.ts";
import type { SiteTemplates } from "./site-templates.ts";
import { TemplateNode, templateNodes } from "./template-nodes.ts";
import { readTemplates, writeTemplates } from "./templates-file.ts";
import { sitePage, sitePages } from "./testing/made-up-site.ts";
import { textsWhere } from "./testing/nodes-where.ts";

function templatesOf(pages: readonly string[]): SiteTemplates {
  const builder = new SiteBuilder();
  for (const html of pages) builder.add(parse(html));
  return builder.finish();
}

const four = [1, 2, 3, 4];

describe("templateNodes", () => {
  test("marks the templates of a page that was not counted", () => {
    const builder = new SiteBuilder();
    for (const page of sitePages(10)) builder.add(page);
    const page = parse(sitePage(99));
    const marks = templateNodes(page, builder.finish());
    expect(textsWhere(page, (i) => marks[i] === 0)).toEqual([
      "Story 99",
      "What only page 99 tells, and",
      "nobody",
      "else.",
    ]);
  });

  test("repeated words in a paragraph of its own are spared, unless that is switched off", () => {
    const html = (i: number) =>
      `<p>Number ${i} was told by <i>somebody</i> to everybody who would hear it, word ${i}</p>`;
    const textsOf = (spareMixed: boolean) => {
      const builder = new SiteBuilder({ spareMixed });
      for (const i of four) builder.add(parse(html(i)));
      const page = parse(html(9));
      const marks = templateNodes(page, readTemplates(writeTemplates(builder.finish())));
      return textsWhere(page, (i) => marks[i] !== 0);
    };
    expect(textsOf(true)).toEqual([]);
    expect(textsOf(false)).toEqual(["somebody"]);
  });

  test("everything inside a repeated node is repeated", () => {
    const templates = templatesOf(four.map((i) => `<p>${i}</p><div>a<br><script>${i}</script><b hidden>c</b></div>`));
    const page = parse("<p>9</p><div>a<br><script>9</script><b hidden>c</b></div>");
    const div = findTag(page, tagNumber("div"));
    expect([...templateNodes(page, templates).subarray(div, page.end[div])]).toEqual([1, 1, 1, 1, 1, 1, 1]);
  });

  test("a node is covered when more than 85 % of its HTML is in templates, not at 85 %", () => {
    // <div>…</div> is 11 characters, <p>…</p> is 7.
    const repeated = `<p>${"r".repeat(78)}</p>`;
    const templates = templatesOf(four.map((i) => `<h1>${i}</h1>${repeated}`));
    for (const [length, mark] of [
      [4, TemplateNode.None],
      [3, TemplateNode.Covered],
    ] as const) {
      const page = parse(`<div>${repeated}${"own!".slice(0, length)}</div>`);
      const div = findTag(page, tagNumber("div"));
      expect(canonicalHtml(page, div)).toHaveLength(96 + length);
      expect(templateNodes(page, templates)[div]).toBe(mark);
    }
  });

  test("scripts, line breaks and empty cells do not count against it", () => {
    const repeated = `<p>${"r".repeat(90)}</p>`;
    const templates = templatesOf(four.map((i) => `<h1>${i}</h1>${repeated}`));
    const page = parse(`<div><script>${"s".repeat(500)}</script>${repeated}${"<br>".repeat(50)}</div>`);
    expect(templateNodes(page, templates)[findTag(page, tagNumber("div"))]).toBe(TemplateNode.Covered);
  });

  test("repeated words in a unique paragraph are content", () => {
    const templates = templatesOf(
      four.map((i) => `<p><b>Price:</b> ${i} dollars <i>and</i> cents<p><a href=/>Back</a>`),
    );
    const page = parse("<p><b>Price:</b> 17 dollars <i>and</i> cents<p><a href=/>Back</a>");
    const marks = templateNodes(page, templates);
    expect(textsWhere(page, (i) => marks[i] !== 0)).toEqual(["Back"]);
  });

  test("no templates mark nothing, and an empty page is fine", () => {
    const none = new SiteBuilder().finish();
    expect(templateNodes(parse(sitePage(1)), none).every((mark) => mark === 0)).toBe(true);
    expect(templateNodes(parse(""), templatesOf(four.map(sitePage))).every((mark) => mark === 0)).toBe(true);
  });
});
