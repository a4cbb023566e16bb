import fc from "fast-check";
import { JSDOM } from "jsdom";
import { parseHTML } from "linkedom";
import { parse as parse5, serialize } from "parse5";
import { describe, expect, test } from "vitest";
import type { Page } from "./page.ts";
import { parse } from "./parse.ts";
import { tagSoup, wellFormedHtml } from "./testing/random-html.ts";

const url = "https://example.org/page";

/** Everything that must not depend on the source of the tree. */
function comparable(page: Page): unknown {
  const { source: _source, encoding: _encoding, warnings: _warnings, tag: _tag, tagNames: _tagNames, ...rest } = page;
  return { ...rest, names: Array.from(page.tag, (tag) => page.tagNames[tag]) };
}

function expectSamePage(html: string): void {
  const dom = new JSDOM(html, { url });
  const { document } = dom.window;
  // jsdom foster-parents stray table text after the table instead of before it: a different tree.
  fc.pre(dom.serialize() === serialize(parse5(html, { scriptingEnabled: false })));
  // jsdom parses with scripting off.
  expect(comparable(parse(document, { scripting: false }))).toEqual(comparable(parse(html, { url, scripting: false })));
}

describe("a page from a live document is the same as from its HTML", () => {
  test("jsdom, well-formed", () => {
    fc.assert(fc.property(wellFormedHtml, expectSamePage), { numRuns: 60 });
  });

  test("jsdom, malformed", () => {
    fc.assert(fc.property(tagSoup, expectSamePage), { numRuns: 150 });
  });

  test("jsdom, common mistakes", () => {
    for (const html of [
      "<b><p>x</b>y",
      "<p>a<p>b<li>c",
      "<table><tr><td>1<td>2<tr><td>3</table>",
      "<ul><li>a<li>b<ul><li>c</ul></ul>",
      "<div><span>x</div>y</span>",
      "<a href=1>x<a href=2>y",
      "text<title>t</title><body class=late>",
      "<svg><p>out",
      "<noscript><p>n</noscript>",
    ]) {
      expectSamePage(html);
    }
  });

  test("linkedom, well-formed", () => {
    fc.assert(
      fc.property(wellFormedHtml, (html) => {
        const { document } = parseHTML(html);
        expect(comparable(parse(document as unknown as Document))).toEqual(comparable(parse(html)));
      }),
      { numRuns: 60 },
    );
  });

  test("template content is read, adjacent text nodes are merged", () => {
    const { document } = new JSDOM("<template><p>in</p></template><p>one</p>").window;
    document.querySelector("body > p")?.append(" two");
    const page = parse(document);
    expect(page.strings).toContain("in");
    expect(page.strings).toContain("one two");
    expect(page.text).toBe("one two");
  });

  test("the document is not changed", () => {
    const dom = new JSDOM("<p>a<b>c</b></p><template>t</template>");
    const before = dom.serialize();
    parse(dom.window.document);
    expect(dom.serialize()).toBe(before);
  });
});
