import fc from "fast-check";
import { expect, test } from "vitest";
import { isShown, isText, nodeAt, type PageInput, sumOf } from "../page/index.ts";
import { tagSoup } from "../page/testing/random-html.ts";
import { describeSegments, segmentOfNodes } from "./describe-segments.ts";
import { findSegments } from "./segment.ts";
import { segmentAlgorithms } from "./segment-options.ts";
import { threeParts, twoColumns } from "./testing/made-up-pages.ts";

/**
 * The rendering constraint (GraphSeg, constraint 1): every leaf is in exactly one segment, and so are all descendants
 * of a node in a segment. The segments' paths name each leaf once.
 */
function expectSegmentation(input: PageInput): void {
  for (const algorithm of segmentAlgorithms) {
    const found = findSegments(input, { algorithm, trials: 2 });
    const { page, leaf, label, count } = found;
    expect(label.length).toBe(leaf.length);
    expect(new Set(label).size).toBe(count);
    expect(label.every((own) => own >= 0 && own < count)).toBe(true);
    expect(leaf.every((node, k) => isShown(page, node) && (k === 0 || node > leaf[k - 1]))).toBe(true);
    const own = segmentOfNodes(page, leaf, label);
    for (let node = 1; node < page.size; node++) {
      const up = own[page.parent[node]];
      if (up >= 0) expect(own[node] === up || own[node] === -2).toBe(true);
    }
    const { segments } = describeSegments(found);
    const seen = new Int32Array(page.size);
    for (const { id, paths, nodes, words } of segments) {
      let inside = 0;
      for (const path of paths) {
        const top = nodeAt(page, path);
        expect(own[top]).toBe(id);
        for (let node = top; node < page.end[top]; node++) {
          seen[node] = seen[node] + 1;
          if (isText(page, node) && leaf.includes(node)) inside += sumOf(page, page.sums.words, node);
        }
      }
      if (paths.length === nodes) expect(inside).toBeLessThanOrEqual(words);
    }
    if (segments.every(({ paths, nodes }) => paths.length === nodes)) {
      expect([...leaf].filter((node) => seen[node] !== 1)).toEqual([]);
    }
  }
}

test("segments of any page partition its leaves and keep a node's descendants together", () => {
  fc.assert(fc.property(tagSoup, expectSegmentation), { numRuns: 150 });
});

test.each([threeParts, twoColumns])("so do those of generated pages", expectSegmentation);

test.each([
  ["an empty page", ""],
  ["a page that shows nothing", "<p hidden>a<script>b</script>"],
  ["one leaf", "<p>alone"],
  ["one image", "<img width=300 height=200>"],
  ["only white space", "<div> \n </div>"],
  ["frames", "<frameset><frame><frame></frameset>"],
  ["unknown tags", "<x-a><x-b>one</x-b><x-c>two</x-c></x-a>".repeat(20)],
  ["overlapping boxes", "<div style='position:absolute;top:0;left:0'>x</div>".repeat(400)],
  ["a wide table", `<table><tr>${"<td>1".repeat(1500)}</table>`],
])("so do those of %s", (_, html) => expectSegmentation(html));

test.each([
  ["nested deeply", "<div>word ".repeat(20_000)],
  ["nested deeply around one word", `${"<div>".repeat(50_000)}word`],
  ["with 200,000 nodes", `<table>${`<tr>${"<td>12".repeat(20)}`.repeat(4700)}`],
])("a page %s terminates", (_, html) => {
  const { leaf, label, count } = findSegments(html);
  expect(count).toBeGreaterThan(0);
  expect(label.length).toBe(leaf.length);
});
