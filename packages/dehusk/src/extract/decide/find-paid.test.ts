import { expect, test } from "vitest";
import { contentScored } from "../../detect/testing/scored-blocks.ts";
import { parse } from "../../page/index.ts";
import { findPaid } from "./find-paid.ts";
import { judgedContent } from "./judged-text.ts";

const paid = (html: string): number[] => {
  const page = parse(`<article><p>The heap is warm.</p></article>${html}`);
  return Array.from(findPaid(judgedContent(contentScored(page))));
};
const teaser = (name: string, rel: string) =>
  `<article class="${name}"><h3><a rel="${rel}" href="/bin">A bin that turns</a></h3><p>Save 20 % now.</p></article>`;

test("a teaser that is named and declared as paid for", () => {
  expect(paid(teaser("teaser sponsored", "sponsored nofollow"))).toEqual([0, 1, 1]);
  expect(paid(teaser("ad-box", "sponsored"))).toEqual([0, 1, 1]);
});

test("but not by its name or its link alone, nor a whole article", () => {
  expect(paid(teaser("teaser", "sponsored"))).toEqual([0, 0, 0]);
  expect(paid(teaser("sponsored", "nofollow"))).toEqual([0, 0, 0]);
  expect(paid(teaser("add-on", "sponsored"))).toEqual([0, 0, 0]);
  const long = `<p>${"It turns by itself all day long. ".repeat(12)}</p>`;
  expect(paid(`<div class="sponsored">${teaser("", "sponsored")}${long}</div>`)).toEqual([0, 0, 0, 0]);
});
