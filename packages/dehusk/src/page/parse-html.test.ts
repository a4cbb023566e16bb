import fc from "fast-check";
import { parse as parse5 } from "parse5";
import { describe, expect, test } from "vitest";
import { parse } from "./parse.ts";
import { mutated, tagSoup, wellFormedHtml } from "./testing/random-html.ts";
import { pageLines, parse5Lines } from "./testing/tree-lines.ts";

function expectSameTree(html: string, scripting = true): void {
  const page = parse(html, { scripting });
  const reference = parse5(html, { scriptingEnabled: scripting });
  expect(pageLines(page)).toEqual(parse5Lines(reference));
  expect(page.quirks).toBe(reference.mode === "quirks");
}

describe("the tree is the one parse5 builds by itself", () => {
  test("on tag soup", () => {
    fc.assert(
      fc.property(tagSoup, fc.boolean(), (html, scripting) => expectSameTree(html, scripting)),
      { numRuns: 3000 },
    );
  });

  test("on well-formed pages and on pages with a few characters changed", () => {
    fc.assert(
      fc.property(
        wellFormedHtml.chain((html) => fc.tuple(fc.constant(html), mutated(html))),
        ([html, broken]) => {
          expectSameTree(html);
          expectSameTree(broken);
        },
      ),
      { numRuns: 500 },
    );
  });

  test("on known corner cases of the standard", () => {
    const traps = [
      "<b><p>x</b>y",
      "<a><table><a>",
      "<table>text<tr>more<td>cell</table>",
      "<p><table></p>",
      "<select><p>x<option>y</select>",
      "<pre>\n\nx</pre><textarea>\ny</textarea><listing>\r\nz</listing>",
      "<template><tr><td>x</template>",
      "<svg><desc><p>x</desc></svg><math><mi><p>y</math>",
      "<svg><style><!--</style><img title='--><b>'>",
      "<frameset><frame></frameset><noframes>x</noframes>",
      "<body a=1><body b=2 a=3><html c=4>",
      "<i id=1>x<p><i id=2>y<p>z",
      "a\rb\r\nc<pre>\r\nd\re</pre>",
      "<script>a\r\nb<!--<script></script>--></script>c",
      "x\u0000y<svg>\u0000</svg><title>\u0000</title>",
      "<noscript><p>x</noscript>",
      "<p>a &amp b &notit; &#128; c&nbsp;d",
      "<div title='a\r\nb&amp;c'>",
      "<table> \n x </table>",
    ];
    for (const html of traps) for (const scripting of [true, false]) expectSameTree(html, scripting);
  });

  test("on pages fed in chunks, wherever the cuts fall", () => {
    const soup = fc.sample(tagSoup, { seed: 7, numRuns: 60 }).map((html) => html.replaceAll("<plaintext>", ""));
    const unit = `<div class="x">😀\r\n${soup.join("")}</div>`;
    const html = unit.repeat(Math.ceil(2_200_000 / unit.length));
    expectSameTree(html);
  });
});

test("source ranges point at each node's source", () => {
  const html = '<!doctype html><p class="a">one <b>two</b> three<!-- c --><table>foster<tr><td>cell</table>';
  const page = parse(html, { sourceRanges: true });
  const seen = new Map<string, string>();
  for (let i = 1; i < page.size; i++) {
    const start = page.source?.start[i] ?? -1;
    if (start >= 0) seen.set(`${page.tagNames[page.tag[i]]}:${start}`, html.slice(start, page.source?.end[i]));
  }
  expect([...seen.values()]).toContain("<b>two</b>");
  expect([...seen.values()]).toContain("<!-- c -->");
  expect([...seen.values()]).toContain(" three");
  expect([...seen.values()]).toContain("foster");
  expect([...seen.values()]).toContain("<td>cell");
  expect(pageLines(page)).toEqual(pageLines(parse(html)));
});
