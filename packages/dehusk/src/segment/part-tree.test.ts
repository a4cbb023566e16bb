import fc from "fast-check";
import { expect, test } from "vitest";
import { estimateBoxes } from "../layout/index.ts";
import { parse, tagName } from "../page/index.ts";
import { tagSoup } from "../page/testing/random-html.ts";
import { findLeaves } from "./find-leaves.ts";
import { partTree } from "./part-tree.ts";

function treeOf(html: string) {
  const page = parse(html);
  const boxes = estimateBoxes(page);
  const leaves = findLeaves(page, boxes);
  return { page, boxes, leaves, tree: partTree(page, boxes, leaves) };
}

test("elements with one branch are dropped; a piece that extends beyond an element hangs from the node that holds all of it", () => {
  const { page, tree } = treeOf(
    "<body><div><section><p>a<p>b</section></div>c <span>d<div><p>e<p>f</div>g</span> h</body>",
  );
  const lines = Array.from(tree.node, (node, i) => `${tree.parent[i]} ${tagName(page, node)} ${tree.pieces[i]}`);
  // "c d" and "g h" are pieces of body, though d and g lie in the span.
  expect(lines).toEqual([
    "-1 body 6",
    "0 section 2",
    "1 #text 1",
    "1 #text 1",
    "0 body 1",
    "0 div 2",
    "5 #text 1",
    "5 #text 1",
    "0 body 1",
  ]);
  expect([...tree.end]).toEqual([9, 4, 3, 4, 5, 8, 7, 8, 9]);
});

test("on any page it is a pre-order tree of all pieces whose parents have at least two children", () => {
  fc.assert(
    fc.property(tagSoup, (html) => {
      const { page, leaves, tree } = treeOf(html);
      const children = new Int32Array(tree.size);
      let pieces = 0;
      for (let part = 0; part < tree.size; part++) {
        const up = tree.parent[part];
        expect(up).toBeLessThan(part);
        expect(up >= 0).toBe(part > 0);
        if (tree.end[part] === part + 1) pieces++;
        else {
          expect(tree.to[part]).toBe(page.end[tree.node[part]]);
          expect(tree.pieces[part]).toBeGreaterThan(1);
        }
        if (part === 0) continue;
        children[up] = children[up] + 1;
        expect(part < tree.end[up] && tree.end[part] <= tree.end[up]).toBe(true);
        expect(tree.depth[part]).toBe(tree.depth[up] + 1);
        expect(tree.from[part] >= tree.from[up]).toBe(true);
        expect(tree.to[part] <= tree.to[up]).toBe(true);
        expect(tree.x[part] >= tree.x[up]).toBe(true);
        expect(tree.y[part] >= tree.y[up]).toBe(true);
      }
      expect(pieces).toBe(leaves.pieces);
      for (let part = 0; part < tree.size; part++) {
        expect(children[part]).not.toBe(1);
        expect(children[part] === 0).toBe(tree.end[part] === part + 1);
      }
    }),
    { numRuns: 300 },
  );
});

test("excessively nested parts hang higher up", () => {
  const { tree } = treeOf("<div>word".repeat(3000));
  expect(tree.depth.reduce((most, depth) => Math.max(most, depth), 0)).toBeLessThan(300);
  expect(tree.pieces[0]).toBe(3000);
});
