import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { estimateBoxes } from "../layout/index.ts";
import { attribute, isElement, isShown, isText, type Page, parse, sumOf, textOf } from "../page/index.ts";
import { tagSoup, wellFormedHtml } from "../page/testing/random-html.ts";
import { areasOfBoxes } from "./areas.ts";
import { type SmoothingTree, smoothingTree, treeWeights } from "./smoothing-tree.ts";
import { boxesWith } from "./testing/made-up-boxes.ts";

/** The ids of the elements in a tree. */
function idsOf(page: Page, tree: SmoothingTree): string[] {
  return [...tree.nodes].flatMap((node) => attribute(page, node, "id") ?? []);
}

describe("a node is hidden", () => {
  test("below 2000 square pixels", () => {
    const page = parse("<p id=under>a<b>b</b></p><p id=at>c<b>d</b></p><p id=over>e<b>f</b></p>");
    const boxes = boxesWith(page, { under: [0, 0, 1999, 1], at: [0, 0, 50, 40], over: [0, 0, 50, 41] });
    expect(idsOf(page, smoothingTree(page, areasOfBoxes(boxes)))).toEqual(["at", "over"]);
  });

  test("when it is not shown, a comment, or white space", () => {
    const page = parse(
      "<div id=top><p id=a>a</p> <!-- c --><p id=b hidden>b</p>\n<p id=c style='display:none'>c</p>d</div>",
    );
    const { nodes } = smoothingTree(page, areasOfBoxes(boxesWith(page, {})));
    expect(idsOf(page, smoothingTree(page, areasOfBoxes(boxesWith(page, {}))))).toEqual(["a"]);
    expect([...nodes].filter((node) => isText(page, node)).map((node) => textOf(page, node))).toEqual(["d"]);
    expect([...nodes].every((node) => node === 0 || isShown(page, node))).toBe(true);
  });

  test("if and only if it shows everything its parent shows", () => {
    const page = parse(
      `<div id=first>x<img src=a></div><div id=wrap><div id=inner><p id=all>text</p></div></div>
<div id=pair><p id=words>text</p><p id=image><img src=a></p></div><div id=form><p id=plain>text</p><input></div>`,
    );
    const ids = idsOf(page, smoothingTree(page, areasOfBoxes(boxesWith(page, {}))));
    expect(ids).toEqual(["first", "wrap", "pair", "words", "image", "form", "plain"]);
  });
});

test("the document is always in the tree, also without any size", () => {
  const page = parse("");
  const tree = smoothingTree(page, areasOfBoxes(boxesWith(page, {}, 0, 0)));
  expect(tree).toEqual({ nodes: Int32Array.of(0), parent: Int32Array.of(-1), place: new Int32Array(page.size) });
});

test("places and parents agree with the page", () => {
  fc.assert(
    fc.property(fc.oneof(tagSoup, wellFormedHtml), (html) => {
      const page = parse(html);
      const tree = smoothingTree(page, areasOfBoxes(estimateBoxes(page)));
      const { nodes, parent, place } = tree;
      expect(place.length).toBe(page.size);
      const inTree = new Set(nodes);
      for (let i = 0; i < page.size; i++) {
        let up = i;
        while (!inTree.has(up)) up = page.parent[up];
        expect(nodes[place[i]]).toBe(up);
      }
      for (let at = 0; at < nodes.length; at++) {
        if (at === 0) expect([nodes[0], parent[0]]).toEqual([0, -1]);
        else {
          expect(nodes[at]).toBeGreaterThan(nodes[at - 1]);
          expect(parent[at]).toBe(place[page.parent[nodes[at]]]);
        }
      }
    }),
  );
});

describe("weights", () => {
  test("of nodes count everything shown, hidden nodes with their nearest ancestor", () => {
    fc.assert(
      fc.property(fc.oneof(tagSoup, wellFormedHtml), (html) => {
        const page = parse(html);
        const tree = smoothingTree(page, areasOfBoxes(estimateBoxes(page)));
        const expected = new Float64Array(tree.nodes.length);
        for (let i = 0; i < page.size; i++) {
          const counts = i === 0 || isElement(page, i) || (isText(page, i) && sumOf(page, page.sums.characters, i) > 0);
          if (!counts || !isShown(page, i)) continue;
          let up = i;
          while (!tree.nodes.includes(up)) up = page.parent[up];
          const at = tree.nodes.indexOf(up);
          expected[at] = expected[at] + 1;
        }
        expect(treeWeights(page, tree, "nodes")).toEqual(expected);
      }),
    );
  });

  test("of text are cube roots of words, 2 for a link, a half for an image, and a little", () => {
    const page = parse(
      `<div id=a>${"word ".repeat(27)}<img src=x></div><div id=b>${"word ".repeat(8)}<a id=link href=/>one</a></div>`,
    );
    const tree = smoothingTree(page, areasOfBoxes(boxesWith(page, { link: [0, 0, 10, 10] })));
    const weights = treeWeights(page, tree, "text");
    const weightOf = (node: number) => weights[tree.nodes.indexOf(node)];
    const [a, b] = ["a", "b"].map((id) => [...tree.nodes].find((node) => attribute(page, node, "id") === id) as number);
    expect(weightOf(a as number)).toBeCloseTo(0.1, 12);
    // The text of 27 words and the image are nodes of their own.
    expect(weightOf((a as number) + 1)).toBeCloseTo(0.1 + 3, 12);
    expect(weightOf((a as number) + 2)).toBeCloseTo(0.1 + 0.5, 12);
    // The link is too small: it and its word count for the node around it.
    expect(weightOf(b as number)).toBeCloseTo(0.1 + 2 + 1, 12);
    expect(weightOf((b as number) + 1)).toBeCloseTo(0.1 + 2, 12);
    expect(weights.length).toBe(tree.nodes.length);
  });
});
