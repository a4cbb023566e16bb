import { describe, expect, test } from "vitest";
import { byId } from "../features/testing/features-of.ts";
import { type Page, parse } from "../page/index.ts";
import { areasOfBoxes } from "./areas.ts";
import { type Penalty, penaltiesOf, penaltyNames } from "./penalties.ts";
import { smoothingTree } from "./smoothing-tree.ts";
import { boxesWith } from "./testing/made-up-boxes.ts";

const page: Page = parse("<div id=half>text <p id=tenth>more <b>words</b> here</p></div><div id=other>rest</div>");
const boxes = boxesWith(page, { half: [0, 0, 1000, 500], tenth: [0, 0, 100, 500], other: [0, 500, 1000, 500] });
const tree = smoothingTree(page, areasOfBoxes(boxes));

function penalty(id: string, kind: Penalty, factor = 1, most = Number.POSITIVE_INFINITY): number {
  const at = tree.nodes.indexOf(byId(page, id));
  return penaltiesOf(page, areasOfBoxes(boxes), tree, kind, factor, most)[at];
}

/** Nodes of the page to those of an element's subtree. */
function nodesRatio(id: string): number {
  const node = byId(page, id);
  return page.size / (page.end[node] - node);
}

describe("penalties", () => {
  test("by nodes: all nodes to those of the subtree", () => {
    // #document, html, head, body; half, text, tenth, more, b, words, here; other, rest.
    expect(page.size).toBe(13);
    expect(penalty("half", "nodes")).toBeCloseTo(13 / 7, 12);
    expect(penalty("tenth", "nodes")).toBeCloseTo(13 / 5, 12);
  });

  test("by area: the ratio of the page's area to the node's", () => {
    expect([penalty("half", "area"), penalty("tenth", "area"), penalty("other", "area")]).toEqual([2, 20, 2]);
  });

  test("by parent: the ratio of the parent's area to the node's", () => {
    expect([penalty("half", "parent"), penalty("tenth", "parent")]).toEqual([2, 10]);
  });

  test.each(penaltyNames)("%s is the product of its ratios, times the factor", (kind) => {
    const ratios = { nodes: nodesRatio("tenth"), area: 20, parent: 10 };
    const product = kind.split("*").reduce((all, name) => all * ratios[name as keyof typeof ratios], 1);
    expect(penalty("tenth", kind, 0.01)).toBeCloseTo(0.01 * product, 12);
    expect(penalty("tenth", kind, 0)).toBe(0);
  });

  test("there is one for every set of the three ratios", () => {
    expect(new Set(penaltyNames.map((name) => name.split("*").sort().join())).size).toBe(7);
  });

  test("are capped", () => {
    expect(penalty("tenth", "area", 0.01, 0.7)).toBeCloseTo(0.2, 12);
    expect(penalty("tenth", "area", 0.1, 0.7)).toBe(0.7);
    expect(penalty("tenth", "area", 0.1, 0)).toBe(0);
  });

  test("the document has a penalty for its nodes and area, and no parent", () => {
    expect(penaltiesOf(page, areasOfBoxes(boxes), tree, "nodes*area*parent", 3, 100)[0]).toBe(3);
  });

  test("a node without area counts as one pixel", () => {
    const flat = { ...boxes, w: new Float32Array(page.size), width: 1000, height: 1000 };
    const at = tree.nodes.indexOf(byId(page, "half"));
    expect(penaltiesOf(page, areasOfBoxes(flat), tree, "area", 1, Number.POSITIVE_INFINITY)[at]).toBe(1_000_000);
    expect(penaltiesOf(page, areasOfBoxes(flat), tree, "parent", 1, Number.POSITIVE_INFINITY)[at]).toBe(1);
  });
});
