import { expect, test } from "vitest";
import { createEngine } from "../engine/run-task.ts";
import { ancestorsOf, firstOpen, listedNode, moveInTree, visibleRows } from "./tree-rows.ts";

function openedPage(html: string) {
  return createEngine().open({ content: html, url: null, name: "test" }, () => {});
}

const page = openedPage(
  "<head><title>t</title></head><body><!-- c --><ul id=u> <li id=a>one</li> <li id=b>two</li> </ul><p id=p>three</p>",
);
const nodeOf = (label: string) => page.labels.indexOf(label);
const labelsOf = (open: ReadonlySet<number>) => visibleRows(page, open).map(({ node }) => page.labels[node]);
const [html, body, u, a, p] = ["html", "body", "ul#u", "li#a", "p#p"].map(nodeOf) as [
  number,
  number,
  number,
  number,
  number,
];

test("rows are the open nodes and their children, without head, comments and white space", () => {
  expect(labelsOf(new Set())).toEqual(["page"]);
  const open = new Set([0, html, body]);
  expect(labelsOf(open)).toEqual(["page", "html", "body", "ul#u", "p#p"]);
  const rows = visibleRows(page, new Set([...open, u]));
  expect(rows.map(({ node }) => page.labels[node])).toEqual(["page", "html", "body", "ul#u", "li#a", "li#b", "p#p"]);
  const { level, position, siblings, isParent, isOpen } = rows[5];
  expect({ level, position, siblings, isParent, isOpen }).toEqual({
    level: 5,
    position: 2,
    siblings: 2,
    isParent: true,
    isOpen: false,
  });
});

test("keys move as in any tree", () => {
  const rows = visibleRows(page, new Set([0, html, body]));
  const at = (node: number) => rows.findIndex((row) => row.node === node);
  expect(moveInTree(rows, at(u), "ArrowDown", 5)).toEqual({ select: p });
  expect(moveInTree(rows, at(p), "ArrowDown", 5)).toEqual({ select: p });
  expect(moveInTree(rows, at(u), "ArrowRight", 5)).toEqual({ open: u });
  expect(moveInTree(rows, at(body), "ArrowRight", 5)).toEqual({ select: u });
  expect(moveInTree(rows, at(body), "ArrowLeft", 5)).toEqual({ close: body });
  expect(moveInTree(rows, at(p), "ArrowLeft", 5)).toEqual({ select: body });
  expect(moveInTree(rows, at(p), "Home", 5)).toEqual({ select: 0 });
  expect(moveInTree(rows, at(html), "End", 5)).toEqual({ select: p });
  expect(moveInTree(rows, at(p), "PageUp", 2)).toEqual({ select: body });
  expect(moveInTree(rows, -1, "ArrowDown", 5)).toEqual({ select: 0 });
  expect(moveInTree(rows, at(p), "x", 5)).toBeUndefined();
});

test("a node that is not in the tree resolves to its nearest listed ancestor", () => {
  const blank = u + 1;
  expect(page.listed[blank]).toBe(0);
  expect(listedNode(page, blank)).toBe(u);
  expect(ancestorsOf(page, a)).toEqual([0, html, body, u]);
});

test("something is open at the start, and a page of 20,000 nodes does not unfold completely", () => {
  expect(labelsOf(firstOpen(page))).toContain("li#a");
  const large = openedPage("<ul><li><b>x</b></li></ul>".repeat(7000));
  const rows = visibleRows(large, firstOpen(large));
  expect(large.size).toBeGreaterThan(20_000);
  expect(rows.length).toBeLessThan(7100);
  const deep = openedPage(`${"<div>".repeat(20_000)}x`);
  const all = new Set(Array.from({ length: deep.size }, (_, node) => node));
  expect(visibleRows(deep, all).length).toBe(deep.size - 1);
});

test("200,000 siblings are no problem", () => {
  const size = 200_002;
  // A document with one element that holds all others.
  const parent = Int32Array.from({ length: size }, (_, node) => Math.min(node, 2) - 1);
  const end = Int32Array.from({ length: size }, (_, node) => (node < 2 ? size : node + 1));
  const listed = new Uint8Array(size).fill(1);
  const tree = { ...page, parent, end, listed } as unknown as Parameters<typeof firstOpen>[0];
  const open = firstOpen(tree);
  expect(open.has(1)).toBe(true);
  expect(visibleRows(tree, open)).toHaveLength(size);
});
