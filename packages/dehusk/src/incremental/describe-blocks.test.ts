import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isElement, nodeAt, type Page, parse } from "../page/index.ts";
import { tagSoup, wellFormedHtml } from "../page/testing/random-html.ts";
import { sitePages } from "../site/testing/made-up-site.ts";
import { textsWhere } from "../site/testing/nodes-where.ts";
import { describeBlocks, templateTexts } from "./describe-blocks.ts";
import { type StreamAnswer, TemplateStream } from "./template-stream.ts";

async function answerTo(pages: readonly Page[]): Promise<StreamAnswer> {
  const stream = await TemplateStream.open();
  let answer: StreamAnswer | undefined;
  for (const page of pages) answer = await stream.add(page, { site: "a" });
  return answer as StreamAnswer;
}

describe("described blocks", () => {
  test("have a path, words, a share of template text and a verdict", async () => {
    const html = (i: number): string => `<div>Menu one <b>Shop</b></div><p>Same words<i> ${i}${"x".repeat(20)}</i></p>`;
    const pages = [1, 2, 3, 4, 5].map((i) => parse(html(i)));
    expect(describeBlocks(pages[4], await answerTo(pages))).toEqual([
      { path: "/html[1]/body[1]/div[1]", words: 3, ratio: 1, template: true },
      { path: "/html[1]/body[1]/p[1]", words: 3, ratio: 0.3226, template: false },
    ]);
  });

  test("are at the smallest element that holds all their text", async () => {
    const page = parse("<div>a<p><b><i>b</i> c</b></p><em><u>d</u></em>e</div>f");
    const paths = describeBlocks(page, await answerTo([page])).map(({ path }) => path);
    const div = "/html[1]/body[1]/div[1]";
    expect(paths).toEqual([div, `${div}/p[1]/b[1]`, div, "/html[1]/body[1]"]);
  });

  test("on random pages: paths lead to the smallest element, words add up to those of the page", async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(tagSoup, wellFormedHtml), async (html) => {
        const page = parse(html);
        const answer = await answerTo([page]);
        const { node, blockFrom } = answer.segments;
        const described = describeBlocks(page, answer);
        expect(described).toHaveLength(blockFrom.length - 1);
        for (const [b, { path, words }] of described.entries()) {
          const own = [...node.subarray(blockFrom[b], blockFrom[b + 1])];
          const top = nodeAt(page, path as string);
          const holdsAll = (i: number): boolean => own.every((text) => text > i && text < page.end[i]);
          expect(isElement(page, top) && holdsAll(top)).toBe(true);
          for (let i = top + 1; i < page.end[top]; i++) expect(isElement(page, i) && holdsAll(i)).toBe(false);
          expect(words).toBeGreaterThanOrEqual(0);
        }
        expect(described.reduce((sum, { words }) => sum + words, 0)).toBe(page.sums.words.at(-1));
      }),
      { numRuns: 300 },
    );
  });

  test("a deep page: the path is left out where it would be too long", async () => {
    const page = parse("<div>x".repeat(100_000));
    const described = describeBlocks(page, await answerTo([page]));
    expect(described).toHaveLength(100_000);
    expect(described[0]?.path).toBe("/html[1]/body[1]/div[1]");
    expect(described.at(-1)?.path).toBeNull();
  });
});

test("template texts are the text nodes of template blocks", async () => {
  const pages = sitePages(6);
  const page = pages[5];
  const marks = templateTexts(page, await answerTo(pages));
  const menu = ["Home", "News", "Shop", "About us", "Contact"];
  expect(textsWhere(page, (i) => marks[i] === 1)).toEqual([...menu, "© Made-up Press", "Imprint"]);
  expect(marks).toHaveLength(page.size);
  expect(templateTexts(page, await answerTo([page])).includes(1)).toBe(false);
});
