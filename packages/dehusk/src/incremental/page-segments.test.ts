import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Page, parse } from "../page/index.ts";
import { tagSoup, wellFormedHtml } from "../page/testing/random-html.ts";
import { type PageSegments, pageSegments } from "./page-segments.ts";
import { layoutTags, resolveSegmentOptions, type SegmentOptions, segmentPaths } from "./segment-options.ts";
import { type SlowSegment, slowSegments } from "./testing/slow-segments.ts";

/** The texts of the segments of each block. */
function blocks(html: string, options: SegmentOptions = {}): string[][] {
  const page = parse(html);
  const { node, blockFrom } = pageSegments(page, resolveSegmentOptions(options));
  const list: string[][] = [];
  for (let b = 0; b + 1 < blockFrom.length; b++) {
    list.push(Array.from(node.subarray(blockFrom[b], blockFrom[b + 1]), (i) => page.strings[i].trim()));
  }
  return list;
}

const segmentsOf = (html: string | Page, options: SegmentOptions = {}): PageSegments =>
  pageSegments(parse(html, { limits: { depth: 1e6 } }), resolveSegmentOptions(options));

/** Keys of the segments as text. */
const keys = ({ low, high, length }: PageSegments): string[] =>
  Array.from(low, (half, s) => `${half} ${high[s]} ${length[s]}`);

/** Whether the first segments of two pages are equal. */
function areSame(one: string, other: string, options: SegmentOptions = {}): boolean {
  return keys(segmentsOf(one, options))[0] === keys(segmentsOf(other, options))[0];
}

describe("blocks", () => {
  test("are cut where a layout element begins and where it ends", () => {
    expect(blocks("a<div>b</div>c<div><div>d</div></div>e")).toEqual([["a"], ["b"], ["c"], ["d"], ["e"]]);
    expect(blocks("<div>before<table><tr><td>in</table>after</div>")).toEqual([["before"], ["in"], ["after"]]);
    expect(blocks("<ul><li>one<li>two</ul><table><tr><td>3<td>4</table>")).toEqual([["one"], ["two"], ["3"], ["4"]]);
    expect(blocks("a<hr>b<div></div>c")).toEqual([["a"], ["b"], ["c"]]);
  });

  test("are not cut by other tags, nor made where there is no text", () => {
    expect(blocks("<div>a <b>b <i>c</i></b><br>d<span><img>e</span></div>")).toEqual([["a", "b", "c", "d", "e"]]);
    expect(blocks("<div> <p>\n&nbsp;</p><div hidden>x</div></div>")).toEqual([]);
    expect([...segmentsOf("").blockFrom]).toEqual([0]);
  });

  test("are cut by the requested tags", () => {
    const html = "<div>a<p>b</p><x-card>c</x-card>d</div>";
    expect(blocks(html)).toEqual([["a"], ["b"], ["c", "d"]]);
    expect(blocks(html, { layoutTags: ["x-card"] })).toEqual([["a", "b"], ["c"], ["d"]]);
    expect(blocks(html, { layoutTags: [] })).toEqual([["a", "b", "c", "d"]]);
    expect(layoutTags).toEqual(expect.arrayContaining(["table", "div"]));
  });
});

describe("segments", () => {
  test("are cut by tags, comments and processing instructions", () => {
    expect(blocks("<p>a<b>b</b>c<!-- x -->d<?pi?>e<br>f")).toEqual([["a", "b", "c", "d", "e", "f"]]);
  });

  test("are what is shown", () => {
    const hidden =
      "<script>x</script><style>x</style><i hidden>x</i><i style='display:none'>x</i><i aria-hidden=true>x</i>" +
      "<template>x</template><noscript>x</noscript>";
    expect(blocks(`<title>x</title><div>a${hidden}b</div>`)).toEqual([["a", "b"]]);
  });

  test("are the same with other white space, and their length does not count it", () => {
    expect(areSame("<p>two words", "<p>\n\ttwo \r\n&nbsp; words  ")).toBe(true);
    expect(areSame("<p>two words", "<p>twowords")).toBe(false);
    expect([...segmentsOf("<p>  two  words\n").length]).toEqual([9]);
    expect([...segmentsOf("<p>\u3000x\u3000").length]).toEqual([3]);
  });

  test("differ in text by case, accent or order", () => {
    const texts = ["ab", "ba", "Ab", "a\u0301b", "a", "b", "aa", "ab ab"];
    const found = texts.flatMap((text) => keys(segmentsOf(`<p>${text}`)));
    expect(new Set(found).size).toBe(texts.length);
  });

  test("of one text differ by the names of the tags above them", () => {
    expect(areSame("<p><b>x", "<p><i>x")).toBe(false);
    expect(areSame("<p><b>x", "<p>x")).toBe(false);
    expect(areSame("<b><i>x", "<i><b>x")).toBe(false);
    expect(areSame("<div><p>x", "<div><div><p>x")).toBe(false);
    expect(areSame("<p><b>x", "<ul></ul><p></p><p class=y><br><b id=z>x")).toBe(true);
  });

  test('"positions": also by the place of each tag among those of its name', () => {
    const path = "positions";
    expect(areSame("<p><b>x", "<p></p><p><b>x", { path })).toBe(false);
    expect(areSame("<p><b>x", "<p><b></b><b>x", { path })).toBe(false);
    expect(areSame("<p><b>x", "<ul></ul><p><i></i><!-- c --><b class=y>x", { path })).toBe(true);
    expect(areSame("<p><b>x", "<p><i>x", { path })).toBe(false);
  });

  test('"none": by text alone', () => {
    expect(areSame("<p><b>x", "<table><tr><td>x", { path: "none" })).toBe(true);
    expect(areSame("<p>x", "<p>y", { path: "none" })).toBe(false);
  });

  test("are those of a slow walk on random pages, and tell text and path apart as strings do", () => {
    const pieces =
      "<div> </div> <b> </b> <p> <span> </span> <x-y> </x-y> <hr> <br> <li> <table><tr><td> </table> <ul><li> </ul> word " +
      "Word &nbsp; \u3000 <!--c--> <svg><title>t</title></svg> <i\thidden>no</i>";
    const lively = fc.array(fc.constantFrom(" ", "two words", ...pieces.split(" ")), { maxLength: 40, size: "max" });
    const html = fc.oneof({ weight: 4, arbitrary: lively.map((list) => list.join("")) }, tagSoup, wellFormedHtml);
    const tags = fc.constantFrom(layoutTags, ["span", "b"], ["svg title", "x-y"], []);
    let pages = 0;
    fc.assert(
      fc.property(
        fc.array(html, { minLength: 1, maxLength: 4 }),
        fc.constantFrom(...segmentPaths),
        tags,
        (list, path, names) => {
          const keyOf = new Map<string, string>();
          for (const text of list) {
            const page = parse(text);
            const found = pageSegments(page, resolveSegmentOptions({ path, layoutTags: names }));
            const slow = slowSegments(page, names, path);
            const flat: SlowSegment[] = slow.flat();
            expect(found.count).toBe(flat.length);
            expect([...found.node]).toEqual(flat.map(({ node }) => node));
            expect([...found.length]).toEqual(flat.map((segment) => segment.text.length));
            const ends = slow.map((_, b) => slow.slice(0, b + 1).flat().length);
            expect([...found.blockFrom]).toEqual([0, ...ends]);
            for (const [s, key] of keys(found).entries()) {
              const { text: own, path: way } = flat[s];
              const name = `${way} ${own}`;
              expect(keyOf.get(name) ?? key).toBe(key);
              keyOf.set(name, key);
            }
            if (slow.length > 1) pages++;
          }
          expect(new Set(keyOf.values()).size).toBe(keyOf.size);
        },
      ),
      { numRuns: 400 },
    );
    expect(pages).toBeGreaterThan(200);
  });

  test("small differences of text, path and place make no two keys equal", () => {
    const rows = Array.from({ length: 20_000 }, (_, i) => `<div><b>${i}</b><i>${i}</i><b>${i}</b></div>`).join("");
    const found = (path: "tags" | "positions" | "none"): number => new Set(keys(segmentsOf(rows, { path }))).size;
    expect([found("none"), found("tags"), found("positions")]).toEqual([20_000, 40_000, 60_000]);
  });
});

describe("large pages", () => {
  const size = 200_000;

  test.each(["div", "b", "x-y"])("200,000 nested <%s>, each with a text", (tag) => {
    const page = parse(Array.from({ length: size }, (_, i) => `<${tag}>${i % 10}`).join(""));
    for (const path of segmentPaths) {
      const found = segmentsOf(page, { path });
      expect(found.count).toBe(size);
      expect(found.blockFrom.length - 1).toBe(tag === "div" ? size : 1);
      expect(new Set(keys(found)).size).toBe(path === "none" ? 10 : size);
    }
  });

  test.each(["div", "b", "x-y"])("200,000 <%s> side by side", (tag) => {
    const page = parse(`<section>${`<${tag}>x</${tag}>`.repeat(size)}</section>`);
    for (const path of segmentPaths) {
      const found = segmentsOf(page, { path });
      expect(found.blockFrom.length - 1).toBe(tag === "div" ? size : 1);
      expect(new Set(keys(found)).size).toBe(path === "positions" ? size : 1);
    }
  });
});
