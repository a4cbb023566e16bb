import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { estimateBoxes } from "../layout/index.ts";
import { type Page, parse, tagName } from "../page/index.ts";
import { areasOfBoxes } from "./areas.ts";
import { oddsByTemplateBlocks, smallestTemplateBlocks } from "./odds-by-template-blocks.ts";
import { smoothingTree } from "./smoothing-tree.ts";
import { blockDetector } from "./template-block-detector.ts";
import type { BlockClassifier } from "./template-block-model.ts";
import { madeUpBlockModel } from "./testing/made-up-template-block-model.ts";

const nodesOf = (page: Page, ...names: string[]): Int32Array =>
  Int32Array.from({ length: page.size }, (_, i) => i).filter((i) => names.includes(tagName(page, i)));

/** The odds of every node of the tree that has one of these tags. */
function oddsOf(
  html: string,
  blocks: readonly string[],
  scores: readonly number[],
  { classifier = "rf" as BlockClassifier, threshold = 0.5 } = {},
): Record<string, number> {
  const page = parse(html);
  const nodes = nodesOf(page, ...blocks);
  expect(nodes.length).toBe(scores.length);
  const score = Float32Array.from(scores);
  const judged = {
    nodes,
    score,
    isTemplate: score.map((value) => Number(value >= threshold)) as unknown as Uint8Array,
  };
  const tree = smoothingTree(page, areasOfBoxes(estimateBoxes(page)));
  const detector = { ...blockDetector(madeUpBlockModel, classifier, { recall: 0.4 }), threshold };
  const odds = oddsByTemplateBlocks(page, tree, judged, detector);
  return Object.fromEntries([...tree.nodes].map((node, r) => [tagName(page, node), odds[r]]));
}

const words = (count: number) => "word ".repeat(count);
const nested = `<main><section>${words(30)}<ul>${words(10)}<li>${words(20)}<b>${words(40)}</b></li></ul></section><p>${words(60)}</p></main><footer>${words(9)}</footer>`;

describe("log-odds of nodes", () => {
  test("are 0 for a block at the threshold, whatever that is", () => {
    for (const threshold of [0.01, 0.25, 0.5, 0.99]) {
      expect(oddsOf(nested, ["section"], [threshold], { threshold: Math.fround(threshold) })["section"]).toBe(0);
    }
    expect(oddsOf(nested, ["section"], [-7], { classifier: "text", threshold: -7 })["section"]).toBe(0);
  });

  test("are the distance from the threshold", () => {
    expect(oddsOf(nested, ["section"], [0.9])["section"]).toBeCloseTo(Math.log(9), 5);
    expect(oddsOf(nested, ["section"], [0.5], { threshold: 0.9 })["section"]).toBeCloseTo(-Math.log(9), 5);
    expect(oddsOf(nested, ["section"], [3.5], { classifier: "text", threshold: 1 })["section"]).toBe(2.5);
  });

  test("stay within bounds, so that a long text does not outweigh a page", () => {
    expect(oddsOf(nested, ["section"], [-800], { classifier: "text", threshold: 0 })["section"]).toBe(-6);
    expect(oddsOf(nested, ["section"], [1])["section"]).toBe(6);
    expect(oddsOf(nested, ["section"], [0])["section"]).toBe(-6);
  });

  test("are on the side of the threshold that the score is on", () => {
    fc.assert(
      fc.property(fc.nat(25_500), fc.nat(25_500), (a, b) => {
        // A forest of 100 trees has these scores.
        const [score, threshold] = [Math.fround(a / 25_500), Math.fround(b / 25_500)];
        expect(oddsOf(nested, ["section"], [score], { threshold })["section"] >= 0).toBe(score >= threshold);
      }),
    );
  });

  test("in nested blocks are those of the smallest", () => {
    const odds = oddsOf(nested, ["section", "li"], [0.2, 0.9]);
    expect(odds["section"]).toBeCloseTo(-Math.log(4), 5);
    expect(odds["ul"]).toBe(odds["section"]);
    expect(odds["li"]).toBeCloseTo(Math.log(9), 5);
    expect(odds["b"]).toBe(odds["li"]);
  });

  test("of a node with blocks are the mean over its words, -1 for those in no block", () => {
    const { main, section, p, ...odds } = oddsOf(nested, ["ul", "li"], [0.2, 0.9]);
    const [ul, li] = [odds["ul"] ?? 0, odds["li"] ?? 0];
    expect(p).toBe(-1);
    expect(section).toBeCloseTo((30 * -1 + 10 * ul + 60 * li) / 100, 6);
    expect(main).toBeCloseTo((30 * -1 + 10 * ul + 60 * li + 60 * -1) / 160, 6);
  });

  test("of a page without blocks or without words are -1", () => {
    expect(new Set(Object.values(oddsOf(nested, [], [])))).toEqual(new Set([-1]));
    expect(Object.values(oddsOf("", [], [])).every((odds) => odds === -1)).toBe(true);
    expect(Object.values(oddsOf("<img src=x width=500 height=500>", [], [])).every((odds) => odds === -1)).toBe(true);
  });
});

test("the smallest block around a node matches a walk up from it", () => {
  const tag = fc.constantFrom("div", "span", "b", "section");
  const html = fc.array(fc.tuple(tag, fc.boolean()), { maxLength: 30 }).map((steps) => {
    const open: string[] = [];
    let text = "";
    for (const [name, isOpening] of steps) {
      if (isOpening || open.length === 0) {
        open.push(name);
        text += `<${name}>x`;
      } else text += `</${open.pop()}>`;
    }
    return text;
  });
  fc.assert(
    fc.property(html, (text) => {
      const page = parse(text);
      const nodes = nodesOf(page, "div", "section");
      const found = smallestTemplateBlocks(page, nodes);
      for (let i = 0; i < page.size; i++) {
        let up = i;
        while (up >= 0 && !nodes.includes(up)) up = page.parent[up];
        expect(found[i]).toBe(up < 0 ? -1 : nodes.indexOf(up));
      }
    }),
  );
});
