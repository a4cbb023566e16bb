import { isText, type Page, sumOf, tagName } from "dehusk/internal/page";
import { describe, expect, test } from "vitest";
import { type NodeTruth, nodeTruth } from "./node-truth.ts";

/** The labels of the texts of a page, by text. */
function byText({ page, template }: NodeTruth): Record<string, number> {
  const labels: Record<string, number> = {};
  for (let i = 0; i < page.size; i++) {
    const text = page.strings[i].trim();
    if (isText(page, i) && text !== "" && page.sums.characters[i + 1] !== page.sums.characters[i]) {
      labels[text] = template[i];
    }
  }
  return labels;
}

function tagged(page: Page, name: string): number[] {
  return Array.from({ length: page.size }, (_, i) => i).filter((i) => tagName(page, i) === name);
}

const raw =
  '<title>t</title><ul><li><a href="/">Home</a><li><a href="/b"><img src="b.png"></a></ul>' +
  '<p>A story <b>told</b> twice.</p><div>| <a href="/c">More, more</a></div>';

describe("nodeTruth", () => {
  test("reads the labels of BoilerNet, ignoring white space and wrappers", () => {
    const truth = nodeTruth({
      html: raw,
      expectedHtml:
        '<ul><li><a href="/"> <span __boilernet_label="0"> Home </span> </a><li><a href="/b"><img></a></ul>' +
        '<p><span __boilernet_label="1">A story</span> <b><span __boilernet_label="1">told</span></b> ' +
        '<span __boilernet_label="1">twice.</span></p><div>|' +
        '<a href="/c"><span __boilernet_label="0">More, more</span></a></div>',
    });
    expect(truth.aligned).toBe(1);
    expect(byText(truth)).toEqual({ Home: 1, "A story": 0, told: 0, "twice.": 0, "|": -1, "More, more": 1 });
    const { page } = truth;
    expect(sumOf(page, truth.knownWords, 0)).toBe(7);
    expect(sumOf(page, truth.templateWords, 0)).toBe(3);
    expect(sumOf(page, truth.templateAnchorWords, 0)).toBe(3);
    expect(sumOf(page, truth.knownAnchorWords, tagged(page, "ul")[0])).toBe(1);
    // The image link is in a list whose text is all template.
    expect(tagged(page, "a").map((link) => truth.linkTemplate[link])).toEqual([1, 1, 1]);
  });

  test("reads the labels of KrdWrd: 1 bad, 2 unknown, 3 good", () => {
    const truth = nodeTruth({
      html: "<p>Menu</p><p>Perhaps</p><p>Story</p>",
      expectedHtml:
        '<p><kw class="krdwrd-tag-1">Menu</kw><p><kw class="krdwrd-tag-2">Perhaps</kw>' +
        '<p><kw class="krdwrd-tag-3">Story</kw>',
    });
    expect(byText(truth)).toEqual({ Menu: 1, Perhaps: -1, Story: 0 });
    expect(truth.aligned).toBe(1);
  });

  test("reads the labels of l3s: the innermost counts, unmarked text is template, comments as requested", () => {
    const record = {
      html: "<p>Top</p><p>Title</p><p>Story</p><p>Related</p><p>Me too</p>",
      expectedHtml:
        '<p>Top<p><span class="x-nc-sel1">Title</span><p><span class="x-nc-sel0"><span class="x-nc-sel2">Story</span>' +
        '</span><p><span class="x-nc-sel4">Related</span><p><span class="x-nc-sel5">Me too</span>',
    };
    expect(byText(nodeTruth(record))).toEqual({ Top: 1, Title: 0, Story: 0, Related: 1, "Me too": 0 });
    expect(byText(nodeTruth(record, { commentsAreContent: false }))["Me too"]).toBe(1);
  });

  test("transfers labels by words where the two pages differ", () => {
    const truth = nodeTruth({
      html: "<p>Only here</p><p>Menu of links</p><p>A long story about the sea</p><p>Left and right</p>",
      expectedHtml:
        '<p><kw class="krdwrd-tag-1">Menu of links</kw><p><kw class="krdwrd-tag-3">A long story about the sea</kw>' +
        '<p><kw class="krdwrd-tag-1">Elsewhere</kw>',
    });
    expect(byText(truth)).toEqual({
      "Only here": -1,
      "Menu of links": 1,
      "A long story about the sea": 0,
      "Left and right": -1,
    });
    expect(truth.aligned).toBeCloseTo(
      ("Menuoflinks".length + "Alongstoryaboutthesea".length) / truth.page.text.replace(/\s/g, "").length,
    );
  });

  test("counts by words if a text has several labels", () => {
    const truth = nodeTruth({
      html: "<p>By Ann Lee. The story is long.</p>",
      expectedHtml: '<p><kw class="krdwrd-tag-1">By Ann Lee.</kw> <kw class="krdwrd-tag-3">The story is long.</kw></p>',
    });
    expect([sumOf(truth.page, truth.templateWords, 0), sumOf(truth.page, truth.knownWords, 0)]).toEqual([3, 7]);
    expect(byText(truth)).toEqual({ "By Ann Lee. The story is long.": 0 });
  });

  test("leaves links unknown if their own text, or all text around them, is ambiguous", () => {
    const truth = nodeTruth({
      html: '<div><a href="/x"><img></a><p>Menu</p><p>Story</p></div><div><a href="/y">Unlabelled</a></div>',
      expectedHtml:
        '<div><p><kw class="krdwrd-tag-1">Menu</kw></p><p><kw class="krdwrd-tag-3">Story</kw></p></div>Unlabelled',
    });
    expect(tagged(truth.page, "a").map((link) => truth.linkTemplate[link])).toEqual([-1, -1]);
  });

  test("a page without labels is all unknown", () => {
    const truth = nodeTruth({ html: "<p>text", expectedHtml: "<p>text" });
    expect(byText(truth)).toEqual({ text: -1 });
    expect(truth.aligned).toBe(0);
  });
});
