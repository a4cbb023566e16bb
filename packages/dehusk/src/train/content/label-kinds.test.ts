import { describe, expect, test } from "vitest";
import { textKinds } from "../../detect/content-model.ts";
import { viewBlocks, viewPage } from "../../features/index.ts";
import { estimateBoxes } from "../../layout/index.ts";
import { parse } from "../../page/index.ts";
import { kindNumber, labelKinds } from "./label-kinds.ts";

/** Enough text that nothing else on the page is most of it. */
const article = `<h1>Headline</h1><p>${"word ".repeat(50)}</p>`;

/** Of the blocks after those of an article. */
function kinds(html: string, isForum = false): (string | undefined)[] {
  return kindsOf(article + html, isForum).slice(2);
}

function kindsOf(html: string, isForum = false): (string | undefined)[] {
  const page = parse(html);
  const { element } = viewBlocks(viewPage(page, estimateBoxes(page)));
  return Array.from(labelKinds(page, element, isForum), (kind) => textKinds[kind]);
}

describe("the kind of a block by the names around it", () => {
  test.each<[string, string, string[]]>([
    ["no names", "<main><p>one</main>", ["article"]],
    ["a class", "<div class='wide comments'><p>one</div><p>two", ["comment", "article"]],
    ["an id with a number", "<div id=comment-17><p>one</div>", ["comment"]],
    ["camel case", "<div class=userReview><p>one</div>", ["review"]],
    ["the element itself", "<p class=comment>one", ["comment"]],
    ["a type", "<div itemscope itemtype=https://schema.org/Review><p>one</div>", ["review"]],
    ["a property", "<div itemprop=comment><p>one</div>", ["comment"]],
    ["other languages", "<div class=kommentare><p>one</div><div class=opiniones><p>two</div>", ["comment", "review"]],
    ["the nearest name wins", "<div class=reviews><p>one<div class=comment><p>two</div></div>", ["review", "comment"]],
    ["words that only start with one", "<div class='commented reviewer preview'><p>one</div>", ["article"]],
    ["other attributes", "<div title=comment data-id=comment role=comment><p>one</div>", ["article"]],
  ])("%s", (_, html, expected) => {
    expect(kinds(html)).toEqual(expected);
  });

  test("the name of what is most of the page, or contains its headline, says nothing about its parts", () => {
    const text = (words: number) => `<p>${"word ".repeat(words)}</p>`;
    expect(kindsOf(`<div class=comments>${text(90)}</div>${text(10)}`)).toEqual(["comment", "article"]);
    expect(kindsOf(`<div class=comments>${text(91)}</div>${text(9)}`)).toEqual(["article", "article"]);
    const headed = `<div class=has-comments><h1>One</h1>${text(5)}<div class=review>${text(5)}</div></div>${text(90)}`;
    expect(kindsOf(headed)).toEqual(["article", "article", "review", "article"]);
  });

  test("in a forum everything is a post", () => {
    expect(kinds("<div class=comment><p>one</div><div class=review><p>two</div><p>three", true)).toEqual([
      "post",
      "post",
      "post",
    ]);
  });

  test("a page without blocks has none", () => {
    expect(kindsOf("")).toEqual([]);
  });
});

test("kinds have the numbers of their positions in the list", () => {
  expect(textKinds.map(kindNumber)).toEqual([0, 1, 2, 3]);
  expect(kindNumber("article")).toBe(0);
});
