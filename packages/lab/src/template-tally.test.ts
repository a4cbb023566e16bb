import { bestThreshold, rocAuc } from "dehusk/internal/learn";
import { expect, test } from "vitest";
import { nodeTruth } from "./node-truth.ts";
import { TemplateTally } from "./template-tally.ts";

const truth = nodeTruth({
  html: '<p><a href="/">one two</a></p><p>three four five</p><p>six <a href="/x">seven</a></p>',
  expectedHtml:
    '<p><kw class="krdwrd-tag-1">one two</kw></p><p><kw class="krdwrd-tag-3">three four five</kw></p>' +
    '<p><kw class="krdwrd-tag-1">six</kw> <kw class="krdwrd-tag-3">seven</kw></p>',
});

/** Every node has the value of its paragraph. */
function byParagraph(...values: number[]): Float64Array {
  const { page } = truth;
  const value = new Float64Array(page.size);
  let paragraph = -1;
  for (let i = 0; i < page.size; i++) {
    if (page.tagNames[page.tag[i]] === "p") paragraph++;
    value[i] = values[paragraph] ?? 0;
  }
  return value;
}

test("words and links in templates are counted over all pages, and page by page", () => {
  const tally = new TemplateTally(0.5);
  tally.add(truth, byParagraph(0.9, 0.1, 0.5));
  // Predicted: one two six seven; true: one two six.
  expect(tally.scores("text")).toEqual({ precision: 3 / 4, recall: 1, f: 6 / 7, meanF: 6 / 7 });
  expect(tally.scores("anchorText")).toEqual({ precision: 2 / 3, recall: 1, f: 4 / 5, meanF: 4 / 5 });
  expect(tally.scores("links")).toEqual({ precision: 1 / 2, recall: 1, f: 2 / 3, meanF: 2 / 3 });
  tally.add(truth, byParagraph(0, 0, 0));
  expect(tally.scores("text")).toEqual({ precision: 3 / 4, recall: 1 / 2, f: 6 / 10, meanF: 3 / 7 });
});

test("all values are kept for other thresholds", () => {
  const tally = new TemplateTally(0.5);
  tally.add(truth, byParagraph(0.4, 0.1, 0.2));
  expect(tally.scores("text").f).toBe(0);
  expect(bestThreshold(tally.cases("text"))).toMatchObject({ threshold: 0.2, f: 6 / 7 });
  expect(rocAuc(tally.cases("links"))).toBe(1);
});

test("a page without links says nothing about links", () => {
  const tally = new TemplateTally(0.5);
  const plain = nodeTruth({ html: "<p>a", expectedHtml: '<p><kw class="krdwrd-tag-3">a</kw>' });
  tally.add(plain, new Float64Array(plain.page.size));
  tally.add(truth, byParagraph(1, 0, 0));
  expect(tally.scores("links").meanF).toBe(1);
  expect(tally.scores("text").meanF).toBeCloseTo((1 + 4 / 5) / 2);
});
