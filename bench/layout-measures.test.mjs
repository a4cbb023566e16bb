import assert from "node:assert/strict";
import { test } from "node:test";
import { columnOf, compareBoxes, spearman } from "./layout-measures.mjs";
import { inlineStyles } from "./layout-pages.mjs";

test("rank correlation is 1 for the same order, -1 for the reverse, and shares ranks among ties", () => {
  assert.equal(
    spearman([
      [1, 10],
      [2, 20],
      [3, 900],
    ]),
    1,
  );
  assert.equal(
    spearman([
      [1, 3],
      [2, 2],
      [3, 1],
    ]),
    -1,
  );
  assert.ok(
    Math.abs(
      spearman([
        [1, 1],
        [1, 2],
        [2, 3],
      ]) - 0.866,
    ) < 0.001,
  );
  assert.equal(
    spearman([
      [1, 1],
      [1, 2],
      [1, 3],
    ]),
    null,
  );
});

test("columns go by the page's text from its left to its right edge", () => {
  const boxes = { x: [0, 300, 700, 0], y: [0, 0, 0, 0], w: [300, 400, 300, 0], h: [9, 9, 9, 9] };
  assert.deepEqual(
    [0, 1, 2, 3].map((node) => columnOf(boxes, node, [0, 1000])),
    ["left", "main", "right", "none"],
  );
});

test("equal boxes score 1, and a text that is not shown counts as wrong", () => {
  const tagNames = ["#document", "#text", "#comment", "body", "p", "div"];
  const page = {
    tagNames,
    size: 6,
    tag: Int32Array.of(0, 3, 4, 1, 5, 1),
    parent: Int32Array.of(-1, 0, 1, 2, 1, 4),
    end: Int32Array.of(6, 6, 4, 4, 6, 6),
    strings: ["", "", "", "left text", "", "right text"],
  };
  const rendered = [
    [0, 0, 1000, 100],
    [0, 0, 1000, 100],
    [0, 0, 200, 50],
    [0, 0, 200, 50],
    [800, 0, 200, 90],
    [800, 0, 200, 90],
  ];
  const ours = (shown) => ({
    x: rendered.map((box) => box[0]),
    y: rendered.map((box) => box[1]),
    w: rendered.map((box, node) => (node < 4 || shown ? box[2] : 0)),
    h: rendered.map((box) => box[3]),
  });
  assert.equal(compareBoxes(page, ours(true), rendered.flat(), 1280).column, 1);
  assert.equal(compareBoxes(page, ours(false), rendered.flat(), 1280).column, 0.5);
});

test("stylesheets take the place of their links, pictures get the sizes that are known", () => {
  const html =
    '<link rel="stylesheet" href="a.css?x&amp;y" media="print"><link rel=icon href=b><img src="p.png"><img width=5 src="p.png">';
  assert.equal(
    inlineStyles({ html, css: { "a.css?x&y": "p{}" }, imageSizes: { "p.png": [20, 10] } }),
    '<style media="print">p{}</style><link rel=icon href=b><img width="20" height="10" src="p.png"><img width=5 src="p.png">',
  );
});
